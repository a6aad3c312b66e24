import * as vscode from 'vscode';
import { toCommand } from '../../../workbench/commands.ts';
import type { Services } from '../../../workbench/services.ts';
import { isFreeCost } from '../../../core/cost/cost.ts';
import { joinParts } from '../../../core/text/joinParts.ts';
import { formatUnknownCosts, formatCostAmount, formatAmountLeft } from '../../../core/cost/formatCost.ts';
import { formatSandboxCalls, formatSaved, formatSpent } from '../../../core/cost/formatSpend.ts';

/** Shows the connection in use and its spending in the status bar and the view's description. Clicking it runs *Show Spending*. */
export function registerStatusBar(
  { connections, spend }: Services,
  view: Pick<vscode.TreeView<unknown>, 'description'>,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('socialData.status', vscode.StatusBarAlignment.Right, 100);
  item.name = vscode.l10n.t('Social Data');
  item.command = toCommand('socialData.spending.show', vscode.l10n.t('Show Spending'));
  const update = () => {
    const paid = (['primary', 'gateway'] as const).filter((service) => connections.kindOf(service) !== 'sandbox');
    const live = paid.filter((service) => connections.of(service) !== undefined).map((service) => connections.labelOf(service));
    const [connection, amount] =
      paid.length === 0
        ? [vscode.l10n.t('Sandbox'), formatSandboxCalls(spend.sandboxCalls)]
        : live.length === 0
          ? [vscode.l10n.t('No connection'), '']
          : [vscode.l10n.t('LIVE ({0})', live.join(' · ')), formatSpentAndLeft(spend)];
    const text = joinParts([connection, amount]);
    item.text = `$(${paid.length === 0 ? 'beaker' : live.length === 0 ? 'warning' : 'circle-filled'}) ${text}`;
    view.description = joinParts([amount, connection]); // a narrow view cuts the end
    item.tooltip = formatStatusTooltip({ connections, spend });
    item.accessibilityInformation = { label: vscode.l10n.t('Social Data: {0}', text), role: 'button' };
  };
  update();
  item.show();
  return vscode.Disposable.from(item, spend.onDidChange(update), connections.onDidChange(update));
}

/** "$0.0124 · $4.8712 left" */
function formatSpentAndLeft({ totals }: Services['spend']): string {
  const [balance] = Object.values(totals.balances).toSorted((left, right) => Number(left - right)); // the lowest
  return joinParts([formatCostAmount(totals.cost), balance === undefined ? '' : formatAmountLeft(balance)]);
}

export function formatStatusTooltip({ connections, spend }: Pick<Services, 'connections' | 'spend'>): string {
  const { totals, sandboxCalls, today } = spend;
  return [
    vscode.l10n.t('Primary API: {0} · Gateway API: {1}', connections.labelOf('primary'), connections.labelOf('gateway')),
    ...(totals.calls === 0 ? [] : [vscode.l10n.t('This session: {0}', formatSpent(totals))]),
    ...(totals.saved === 0n ? [] : [formatSaved(totals)]),
    ...(today === undefined || isFreeCost(today)
      ? []
      : [vscode.l10n.t('Today, across all windows: {0}', formatCostAmount(today))]),
    vscode.l10n.t('Sandbox: {0}', formatSandboxCalls(sandboxCalls)),
    ...formatUnknownCosts(totals.cost),
  ].join('\n');
}
