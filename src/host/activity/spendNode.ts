import * as vscode from 'vscode';
import type { SpendSum, Store } from '../../store/store.ts';
import { toCommand } from '../shared/commands.ts';
import { presentMoney } from '../shared/presentMoney.ts';
import { toContextValue } from '../shared/tree/contextValue.ts';
import { NoteNode } from '../shared/tree/noteNode.ts';
import type { TreeNode } from '../shared/tree/treeNode.ts';
import { daysBefore } from './days.ts';
import { presentEndpoint } from './presentKept.ts';

/** A week is today and the six days before. */
const weekDays = 6;

/** How many endpoints are named, the dearest first: the ledger has them all. */
const mostEndpoints = 10;

/** What was spent today; below it the week, the endpoints, and the sandbox's play money apart. */
export class SpendNode implements TreeNode {
  readonly id: string;
  readonly parent = undefined;
  readonly #store: Store;

  constructor(viewId: string, store: Store) {
    this.id = `${viewId}:spend`;
    this.#store = store;
  }

  toItem(): vscode.TreeItem {
    const { spent, cap } = this.#store.spending.today();
    const item = new vscode.TreeItem(vscode.l10n.t('Spent Today'), vscode.TreeItemCollapsibleState.Collapsed);
    item.id = this.id;
    item.iconPath = new vscode.ThemeIcon('credit-card');
    item.description =
      cap === undefined ? presentMoney(spent) : vscode.l10n.t('{0} of {1}', presentMoney(spent), presentMoney(cap));
    item.tooltip = vscode.l10n.t('{0} by the receipts of all windows; click the arrow for more.', item.description);
    item.contextValue = toContextValue(['note']);
    return item;
  }

  async children(): Promise<readonly TreeNode[]> {
    const { l10n } = vscode;
    const { spending } = this.#store;
    const today = this.#store.day();
    const first = daysBefore(today, weekDays);
    const week = spending.sum('real', first, today);
    const play = spending.sum('play', first, today);
    const dearest = spending.byEndpoint('real', first, today).filter(({ spent }) => spent > 0n);
    const rows = [
      this.#row('today', l10n.t('Today'), presentSum(spending.sum('real', today, today)), 'calendar'),
      this.#row('week', l10n.t('Last 7 days'), presentSum(week), 'calendar'),
      ...dearest
        .slice(0, mostEndpoints)
        .map((sum) => this.#row(`endpoint:${sum.endpointId}`, presentEndpoint(sum.endpointId), presentSum(sum), 'symbol-method')),
      ...(play.calls === 0 ? [] : [this.#row('play', l10n.t('Sandbox, last 7 days'), presentSum(play), 'beaker')]),
    ];
    return await Promise.resolve(rows);
  }

  #row(name: string, text: string, description: string, icon: string): NoteNode {
    const command = toCommand('socialData.activity.showSpend', vscode.l10n.t('Show Spend'));
    return new NoteNode(this, name, { text, description, icon, ...(name === 'today' ? { command } : {}) });
  }
}

/** "$0.0012 in 6 calls", with what is assumed and what is not explained said in words. */
function presentSum({ spent, calls, unreported, maybeBilled, unexplained }: SpendSum): string {
  const { l10n } = vscode;
  const parts = [
    calls === 1 ? l10n.t('{0} in 1 call', presentMoney(spent)) : l10n.t('{0} in {1} calls', presentMoney(spent), calls),
    ...(unreported > 0 ? [l10n.t('{0} not reported', unreported)] : []),
    ...(maybeBilled > 0 ? [l10n.t('{0} may have been billed', maybeBilled)] : []),
    ...(unexplained === 0n ? [] : [l10n.t('{0} unexplained', presentMoney(unexplained))]),
  ];
  return parts.join(' · ');
}
