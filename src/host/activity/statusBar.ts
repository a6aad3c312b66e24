import * as vscode from 'vscode';
import type { Service } from '../../client/endpoint.ts';
import { toCommand } from '../shared/commands.ts';
import { type ConnectionKind, formatConnection } from '../services/connections.ts';
import { describeUnknowns, formatAmount, formatBalance, formatLeft } from '../../app/cost/formatCost.ts';
import { formatPlay, formatPlaySpent, formatSpent } from '../../app/cost/formatSpend.ts';
import type { Services } from '../shared/services.ts';

/** The one item: the connection, and what was spent on it. Click for the ledger. The title of the view says the same. */
export function registerStatusBar(
  { connections, spend }: Services,
  view: Pick<vscode.TreeView<unknown>, 'description'>,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('socialData.status', vscode.StatusBarAlignment.Right, 100);
  item.name = vscode.l10n.t('Social Data');
  item.command = toCommand('socialData.activity.showSpend', vscode.l10n.t('Show Spend'));
  const update = () => {
    const kinds = { primary: connections.kindOf('primary'), gateway: connections.kindOf('gateway') };
    const text = statusText(kinds, spend);
    item.text = `$(broadcast) ${text}`;
    view.description = text;
    item.tooltip = statusTooltip(kinds, spend);
    item.accessibilityInformation = { label: vscode.l10n.t('Social Data: {0}', text), role: 'button' };
  };
  update();
  item.show();
  return vscode.Disposable.from(item, spend.onDidChange(update), connections.onDidChange(update));
}

type SpendView = Pick<Services['spend'], 'totals' | 'playTotals' | 'today'>;
type Kinds = Readonly<Record<Service, ConnectionKind>>;

function statusText(kinds: Kinds, { totals, playTotals }: SpendView): string {
  if (kinds.primary === 'sandbox' && kinds.gateway === 'sandbox') {
    return playTotals.calls === 0
      ? vscode.l10n.t('Sandbox')
      : vscode.l10n.t('Sandbox · {0}', formatPlay(formatAmount(playTotals.cost)));
  }
  const [balance] = Object.values(totals.balances).toSorted((left, right) => Number(left - right)); // the lowest
  return balance === undefined
    ? formatAmount(totals.cost)
    : `${formatAmount(totals.cost)} · ${formatLeft(formatBalance(balance))}`;
}

function statusTooltip(kinds: Kinds, { totals, playTotals, today }: SpendView): string {
  return [
    vscode.l10n.t('Primary: {0} · Gateway: {1}', formatConnection(kinds.primary), formatConnection(kinds.gateway)),
    vscode.l10n.t('This session: {0}', formatSpent(totals)),
    ...(today === undefined ? [] : [vscode.l10n.t('Today, in all windows: {0}', formatAmount(today))]),
    vscode.l10n.t('Sandbox: {0}', formatPlaySpent(playTotals)),
    ...describeUnknowns(totals.cost),
  ].join('\n');
}
