import * as vscode from 'vscode';
import type { Service } from '../../client/endpoint.ts';
import { toCommand } from '../shared/commands.ts';
import type { ConnectionKind } from '../services/connections.ts';
import {
  describeUnknownCosts,
  formatCostAmount,
  formatBalance,
  formatFree,
  formatAmountLeft,
} from '../../app/cost/formatCost.ts';
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
    const reached = { primary: reachedBy(connections, 'primary'), gateway: reachedBy(connections, 'gateway') };
    const text = statusText(reached, spend);
    item.text = `${isLive(reached) ? '$(circle-filled)' : '$(beaker)'} ${text}`;
    view.description = text;
    item.tooltip = statusTooltip(reached, spend);
    item.accessibilityInformation = { label: vscode.l10n.t('Social Data: {0}', text), role: 'button' };
  };
  update();
  item.show();
  return vscode.Disposable.from(item, spend.onDidChange(update), connections.onDidChange(update));
}

type SpendView = Pick<Services['spend'], 'totals' | 'sandboxCalls' | 'today'>;

/** How a service is reached. */
interface Reached {
  readonly kind: ConnectionKind;
  /** Of its connection, where it has one. */
  readonly name: string | undefined;
  readonly label: string;
}
type ReachedServices = Readonly<Record<Service, Reached>>;

function reachedBy(connections: Services['connections'], service: Service): Reached {
  return { kind: connections.kindOf(service), name: connections.nameOf(service), label: connections.labelOf(service) };
}

function isLive({ primary, gateway }: ReachedServices): boolean {
  return primary.kind !== 'sandbox' || gateway.kind !== 'sandbox';
}

/**
 * "LIVE $0.0124 · $4.87 left", "LIVE (Primary) $0.0124" where the sandbox answers for the other one, "LIVE (Primary, Staging)" where
 * the connection has a name, or "Sandbox · free · 3 calls".
 */
function statusText(reached: ReachedServices, { totals, sandboxCalls }: SpendView): string {
  if (!isLive(reached)) {
    return `${vscode.l10n.t('Sandbox')} · ${sandboxCalls === 0 ? formatFree() : formatSandboxCalls(sandboxCalls)}`;
  }
  const [balance] = Object.values(totals.balances).toSorted((left, right) => Number(left - right)); // the lowest
  const amount = formatCostAmount(totals.cost);
  return `${liveText(reached)} ${balance === undefined ? amount : `${amount} · ${formatAmountLeft(formatBalance(balance))}`}`;
}

function liveText({ primary, gateway }: ReachedServices): string {
  const { l10n } = vscode;
  const paid = [
    ...(primary.kind === 'sandbox' ? [] : [named(l10n.t('Primary'), primary)]),
    ...(gateway.kind === 'sandbox' ? [] : [named(l10n.t('Gateway'), gateway)]),
  ];
  const isPlain = paid.length === 2 && primary.name === undefined && gateway.name === undefined;
  return isPlain ? l10n.t('LIVE') : l10n.t('LIVE ({0})', paid.join(' · '));
}

function named(service: string, { name }: Reached): string {
  return name === undefined ? service : `${service}, ${name}`;
}

function statusTooltip({ primary, gateway }: ReachedServices, { totals, sandboxCalls, today }: SpendView): string {
  return [
    vscode.l10n.t('Primary: {0} · Gateway: {1}', primary.label, gateway.label),
    vscode.l10n.t('This session: {0}', formatSpent(totals)),
    ...(today === undefined ? [] : [vscode.l10n.t('Today, in all windows: {0}', formatCostAmount(today))]),
    vscode.l10n.t('Sandbox: {0}', formatSandboxCalls(sandboxCalls)),
    ...describeUnknownCosts(totals.cost),
  ].join('\n');
}
