import * as vscode from 'vscode';
import type { Service } from '../../client/endpoint.ts';
import { toCommand } from '../shared/commands.ts';
import { type ConnectionKind, formatConnection } from '../services/connections.ts';
import { describeUnknowns, formatAmount, formatBalance, formatFree, formatLeft } from '../../app/cost/formatCost.ts';
import { formatSandboxCalls, formatSpent } from '../../app/cost/formatSpend.ts';
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
    item.text = `${isLive(kinds) ? '$(circle-filled)' : '$(beaker)'} ${text}`;
    view.description = text;
    item.tooltip = statusTooltip(kinds, spend);
    item.accessibilityInformation = { label: vscode.l10n.t('Social Data: {0}', text), role: 'button' };
  };
  update();
  item.show();
  return vscode.Disposable.from(item, spend.onDidChange(update), connections.onDidChange(update));
}

type SpendView = Pick<Services['spend'], 'totals' | 'sandboxCalls' | 'today'>;
type Kinds = Readonly<Record<Service, ConnectionKind>>;

function isLive(kinds: Kinds): boolean {
  return Object.values(kinds).some((kind) => kind !== 'sandbox');
}

/** "LIVE $0.0124 · $4.87 left", "LIVE (Primary) $0.0124" where the sandbox answers for the other one, or "Sandbox · free · 3 calls". */
function statusText(kinds: Kinds, { totals, sandboxCalls }: SpendView): string {
  if (!isLive(kinds)) {
    return `${vscode.l10n.t('Sandbox')} · ${sandboxCalls === 0 ? formatFree() : formatSandboxCalls(sandboxCalls)}`;
  }
  const [balance] = Object.values(totals.balances).toSorted((left, right) => Number(left - right)); // the lowest
  const amount = formatAmount(totals.cost);
  return `${liveText(kinds)} ${balance === undefined ? amount : `${amount} · ${formatLeft(formatBalance(balance))}`}`;
}

function liveText({ primary, gateway }: Kinds): string {
  if (gateway === 'sandbox') {
    return vscode.l10n.t('LIVE (Primary)');
  }
  return primary === 'sandbox' ? vscode.l10n.t('LIVE (Gateway)') : vscode.l10n.t('LIVE');
}

function statusTooltip(kinds: Kinds, { totals, sandboxCalls, today }: SpendView): string {
  return [
    vscode.l10n.t('Primary: {0} · Gateway: {1}', formatConnection(kinds.primary), formatConnection(kinds.gateway)),
    vscode.l10n.t('This session: {0}', formatSpent(totals)),
    ...(today === undefined ? [] : [vscode.l10n.t('Today, in all windows: {0}', formatAmount(today))]),
    vscode.l10n.t('Sandbox: {0}', formatSandboxCalls(sandboxCalls)),
    ...describeUnknowns(totals.cost),
  ].join('\n');
}
