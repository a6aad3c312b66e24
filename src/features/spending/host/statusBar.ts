import * as vscode from 'vscode';
import { toCommand } from '../../../workbench/commands.ts';
import type { Services } from '../../../workbench/services.ts';
import type { Service } from '../../../client/endpoint.ts';
import type { ConnectionKind } from '../../../workbench/services/connections.ts';
import { formatUnknownCosts, formatCostAmount, formatBalance, formatFree } from '../../../core/cost/formatCost.ts';
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
    const reached = {
      primary: summarizeConnection(connections, 'primary'),
      gateway: summarizeConnection(connections, 'gateway'),
    };
    const text = formatStatusText(reached, spend);
    item.text = `$(${getStatusIcon(reached)}) ${text}`;
    view.description = text;
    item.tooltip = formatStatusTooltip({ connections, spend });
    item.accessibilityInformation = { label: vscode.l10n.t('Social Data: {0}', text), role: 'button' };
  };
  update();
  item.show();
  return vscode.Disposable.from(item, spend.onDidChange(update), connections.onDidChange(update));
}

interface ConnectionSummary {
  readonly kind: ConnectionKind;
  readonly label: string;
  readonly isThere: boolean;
}
type ConnectionsByService = Readonly<Record<Service, ConnectionSummary>>;

function summarizeConnection(connections: Services['connections'], service: Service): ConnectionSummary {
  const kind = connections.kindOf(service);
  return {
    kind,
    label: connections.labelOf(service),
    isThere: kind === 'sandbox' || connections.of(service) !== undefined,
  };
}

function getStatusIcon({ primary, gateway }: ConnectionsByService): string {
  const paid = [primary, gateway].filter(({ kind }) => kind !== 'sandbox');
  return paid.length === 0 ? 'beaker' : paid.some(({ isThere }) => isThere) ? 'circle-filled' : 'warning';
}

/** "LIVE (Staging) $0.0124 · balance $4.87", or "Sandbox · free · 3 calls". */
function formatStatusText({ primary, gateway }: ConnectionsByService, { totals, sandboxCalls }: Services['spend']): string {
  const { l10n } = vscode;
  const paid = [primary, gateway].filter(({ kind }) => kind !== 'sandbox');
  if (paid.length === 0) {
    return `${l10n.t('Sandbox')} · ${sandboxCalls === 0 ? formatFree() : formatSandboxCalls(sandboxCalls)}`;
  }
  const live = paid.filter(({ isThere }) => isThere).map(({ label }) => label);
  if (live.length === 0) {
    return l10n.t('No connection');
  }
  const [balance] = Object.values(totals.balances).toSorted((left, right) => Number(left - right)); // the lowest
  const amount = formatCostAmount(totals.cost);
  return `${l10n.t('LIVE ({0})', live.join(' · '))} ${balance === undefined ? amount : `${amount} · ${formatBalance(balance)}`}`;
}

export function formatStatusTooltip({ connections, spend }: Pick<Services, 'connections' | 'spend'>): string {
  const { totals, sandboxCalls, today } = spend;
  return [
    vscode.l10n.t('Primary API: {0} · Gateway API: {1}', connections.labelOf('primary'), connections.labelOf('gateway')),
    ...(totals.calls === 0 ? [] : [vscode.l10n.t('This session: {0}', formatSpent(totals))]),
    ...(totals.saved === 0n ? [] : [formatSaved(totals)]),
    ...(today === undefined ? [] : [vscode.l10n.t('Today, across all windows: {0}', formatCostAmount(today))]),
    vscode.l10n.t('Sandbox: {0}', formatSandboxCalls(sandboxCalls)),
    ...formatUnknownCosts(totals.cost),
  ].join('\n');
}
