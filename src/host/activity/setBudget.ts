import * as vscode from 'vscode';
import { type Money, parseMoney } from '../../client/money.ts';
import { budgetOf, dayBudgetOf } from '../services/spend.ts';
import { formatDollars } from '../../app/cost/formatCost.ts';
import type { Services } from '../shared/services.ts';
import { writeSetting } from '../shared/settings.ts';

/** Asks for the most that a session, or all windows together on a day, may spend; the client holds every caller to both. */
export async function setBudget({ store }: Pick<Services, 'store'>): Promise<void> {
  const { l10n } = vscode;
  const toItem = (setting: 'budget.perSession' | 'budget.perDay', label: string, cap: Money, prompt: string) => ({
    label,
    description: formatDollars(cap),
    setting,
    cap,
    prompt,
  });
  const session = toItem(
    'budget.perSession',
    l10n.t('Per Session'),
    budgetOf(),
    l10n.t('The most that one session may spend, in US dollars. A call that would pass it is not sent.'),
  );
  const day = toItem(
    'budget.perDay',
    l10n.t('Per Day'),
    dayBudgetOf(),
    l10n.t('The most that all windows together may spend on a day, in US dollars. A call that would pass it is not sent.'),
  );
  const picked = await vscode.window.showQuickPick([session, day], {
    title: l10n.t('Set Budget'),
    placeHolder: l10n.t('A call needs room in both'),
    ignoreFocusOut: true,
  });
  if (picked === undefined) {
    return;
  }
  const text = await vscode.window.showInputBox({
    title: l10n.t('Set Budget: {0}', picked.label),
    prompt: picked.prompt,
    value: formatDollars(picked.cap).slice(1),
    ignoreFocusOut: true,
    validateInput: (value) =>
      amountOf(value) === undefined ? l10n.t('Enter an amount such as 0.50; 0 sends no call that costs anything.') : undefined,
  });
  const amount = text === undefined ? undefined : amountOf(text);
  if (amount !== undefined) {
    await writeSetting(picked.setting, Number(amount) / 1_000_000);
    if (picked === day) {
      (await store()).spending.acceptUnknown();
    }
  }
}

function amountOf(text: string): bigint | undefined {
  return parseMoney(text.trim().replace(/^\$/, ''), 'down');
}
