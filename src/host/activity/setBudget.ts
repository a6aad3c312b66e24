import * as vscode from 'vscode';
import type { SettableBudgetScope } from '../../client/errors.ts';
import type { Money } from '../../client/money.ts';
import { readAgentBudgetSetting, readDayBudgetSetting, readSessionBudgetSetting } from '../shared/budgetSettings.ts';
import { getCostAmount } from '../../app/cost/cost.ts';
import { formatDollars } from '../../app/cost/formatCost.ts';
import { readDollars } from '../../app/cost/readDollars.ts';
import {
  describeWhatBudgetLimits,
  describeUsedUpBudget,
  getInvalidBudgetMessage,
  formatBudget,
} from '../../app/cost/formatSpend.ts';
import type { Services } from '../shared/services.ts';
import { writeSetting } from '../shared/settings.ts';

/** How long it stands in the status bar that a budget holds, in milliseconds. */
const statusMs = 4_000;

/** Asks for the most that a session, all windows together on a day, or agents on a day may spend; the client holds every caller to both. */
export async function setBudget({
  store,
  spend,
}: Pick<Services, 'store'> & { readonly spend: Pick<Services['spend'], 'totals' | 'today'> }): Promise<void> {
  const { l10n } = vscode;
  const toItem = (per: SettableBudgetScope, label: string, cap: Money) => ({ label, description: formatDollars(cap), per, cap });
  const session = toItem('session', l10n.t('Per Session'), readSessionBudgetSetting());
  const day = toItem('day', l10n.t('Per Day'), readDayBudgetSetting());
  const agents = toItem('agents', l10n.t('Agents, per Day'), readAgentBudgetSetting());
  const picked = await vscode.window.showQuickPick([session, day, agents], {
    title: l10n.t('Set Budget'),
    placeHolder: l10n.t('A request must fit the session and the day; one of an agent must fit all three'),
    ignoreFocusOut: true,
  });
  if (picked === undefined) {
    return;
  }
  const text = await vscode.window.showInputBox({
    title: l10n.t('Set Budget: {0}', picked.label),
    prompt: describeWhatBudgetLimits(picked.per),
    value: formatDollars(picked.cap).slice(1),
    ignoreFocusOut: true,
    validateInput: (value) => (readDollars(value) === undefined ? getInvalidBudgetMessage() : undefined),
  });
  const amount = text === undefined ? undefined : readDollars(text);
  if (amount !== undefined) {
    await writeSetting(settingOf[picked.per], Number(amount) / 1_000_000);
    if (picked === day) {
      (await store()).spending.acceptUnknown();
    }
    const said = formatBudget(picked.per, amount);
    const spent = picked === session ? spend.totals.cost : picked === day ? spend.today : undefined;
    if (spent !== undefined && getCostAmount(spent) > 0n && getCostAmount(spent) >= amount) {
      void vscode.window.showWarningMessage(describeUsedUpBudget(picked.per, amount, spent));
    }
    vscode.window.setStatusBarMessage(said, statusMs);
  }
}

const settingOf = { session: 'budget.perSession', day: 'budget.perDay', agents: 'agents.budget' } as const;
