import * as vscode from 'vscode';
import type { CommandId } from '../shared/commands.ts';
import { describeUnknownCosts, formatDollars, formatFree, formatAmountLeft } from '../../app/cost/formatCost.ts';
import { formatSpentOfBudget, formatSandboxCalls } from '../../app/cost/formatSpend.ts';
import type { Services } from '../shared/services.ts';
import { readSessionBudgetSetting, readDayBudgetSetting } from '../shared/budgetSettings.ts';
import { readSpentToday } from '../services/spend.ts';

/** A row that only says something would do nothing when it is pressed: each leads to where one would look for more. */
interface SpendItem extends vscode.QuickPickItem {
  /** VS Code makes the command that shows a view. */
  readonly run: CommandId | 'socialData.activity.focus';
}

type Separator = vscode.QuickPickItem & { readonly kind: vscode.QuickPickItemKind.Separator };

/** Shows what this session cost and what may be done about it. Makes no call. */
export async function showSpend({ connections, spend, store }: Pick<Services, 'connections' | 'spend' | 'store'>): Promise<void> {
  const { l10n } = vscode;
  const today = readSpentToday(await store()); // also in a window that called nothing yet
  const { totals } = spend;
  const balance = (service: 'primary' | 'gateway') => {
    if (connections.kindOf(service) === 'sandbox') {
      return formatFree();
    }
    const left = totals.balances[service];
    return left === undefined ? l10n.t('balance not reported yet') : formatAmountLeft(formatDollars(left));
  };
  const report = { run: 'socialData.activity.openSpend' } as const;
  const view = { run: 'socialData.activity.focus' } as const;
  const connection = { run: 'socialData.connection.select' } as const;
  const items: readonly (SpendItem | Separator)[] = [
    { label: l10n.t('Spent'), description: formatSpentOfBudget('session', totals.cost, readSessionBudgetSetting()), ...report },
    ...(today === undefined
      ? []
      : [{ label: l10n.t('Today'), description: formatSpentOfBudget('day', today, readDayBudgetSetting()), ...report }]),
    { label: l10n.t('Calls'), description: String(totals.calls), ...view },
    { label: l10n.t('Sandbox'), description: formatSandboxCalls(spend.sandboxCalls), ...connection },
    ...describeUnknownCosts(totals.cost).map((description) => ({ label: l10n.t('Not Reported'), description, ...report })),
    { label: l10n.t('Primary'), description: `${connections.labelOf('primary')} · ${balance('primary')}`, ...connection },
    { label: l10n.t('Gateway'), description: `${connections.labelOf('gateway')} · ${balance('gateway')}`, ...connection },
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: `$(graph) ${l10n.t('Open Spend by Day and Endpoint')}`, run: 'socialData.activity.openSpend' },
    { label: `$(plug) ${l10n.t('Select Connection…')}`, run: 'socialData.connection.select' },
    { label: `$(credit-card) ${l10n.t('Set Budget…')}`, run: 'socialData.activity.setBudget' },
    { label: `$(key) ${l10n.t('Set API Key…')}`, run: 'socialData.connection.setKey' },
    { label: `$(copy) ${l10n.t('Copy Sandbox Address…')}`, run: 'socialData.sandbox.copyAddress' },
    { label: `$(file) ${l10n.t('Write Sandbox Address to .env')}`, run: 'socialData.sandbox.writeEnv' },
    { label: `$(output) ${l10n.t('Show Log')}`, run: 'socialData.activity.showLog' },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t('Spend of This Session'),
    placeHolder: l10n.t('Since this window was opened'),
  });
  if (picked !== undefined && 'run' in picked) {
    await vscode.commands.executeCommand(picked.run);
  }
}
