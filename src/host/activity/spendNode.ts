import * as vscode from 'vscode';
import { costOfTotal } from '../../app/cost/cost.ts';
import type { Day, EndpointSpend, Purse, SpendSum, Store } from '../../store/store.ts';
import { toCommand } from '../shared/commands.ts';
import { describeUnknowns, formatAmount, formatDollars, formatUnknowns } from '../../app/cost/formatCost.ts';
import { toContextValue } from '../shared/tree/contextValue.ts';
import { NoteNode } from '../shared/tree/noteNode.ts';
import type { TreeNode } from '../shared/tree/treeNode.ts';
import { daysBefore } from './days.ts';
import { presentCalls } from './presentCalls.ts';
import { presentEndpoint } from './presentKept.ts';

/** A week is today and the six days before. */
const weekDays = 6;

/** How many endpoints are named, the dearest first: the ledger has them all. */
const mostEndpoints = 20;

/** What was spent today; below it today, the week and the sandbox's play money apart, each by endpoint. */
export class SpendNode implements TreeNode {
  readonly id: string;
  readonly parent = undefined;
  readonly #store: Store;

  constructor(viewId: string, store: Store) {
    this.id = `${viewId}:spend`;
    this.#store = store;
  }

  toItem(): vscode.TreeItem {
    const { spending, day } = this.#store;
    const { cap } = spending.today();
    const today = day();
    const cost = costOfTotal(spending.sum('real', today, today));
    const sum = formatAmount(cost);
    const item = new vscode.TreeItem(vscode.l10n.t('Spent Today'), vscode.TreeItemCollapsibleState.Collapsed);
    item.id = this.id;
    item.iconPath = new vscode.ThemeIcon('credit-card');
    item.description = cap === undefined ? sum : vscode.l10n.t('{0} of {1}', sum, formatDollars(cap));
    item.accessibilityInformation = { label: `${vscode.l10n.t('Spent Today')}, ${item.description}` };
    item.tooltip = [
      vscode.l10n.t('{0} by the receipts of all windows; click the arrow for more.', item.description),
      ...describeUnknowns(cost),
    ].join('\n');
    item.contextValue = toContextValue(['note']);
    return item;
  }

  async children(): Promise<readonly TreeNode[]> {
    const { l10n } = vscode;
    const { spending, day } = this.#store;
    const today = day();
    const first = daysBefore(today, weekDays);
    const row = (name: string, label: string, icon: string, purse: Purse, from: Day) =>
      new SumNode(this, name, { label, icon, sum: spending.sum(purse, from, today) }, () =>
        spending.byEndpoint(purse, from, today),
      );
    const rows = [
      row('today', l10n.t('Today'), 'calendar', 'real', today),
      row('week', l10n.t('Last 7 days'), 'calendar', 'real', first),
      ...(spending.sum('play', first, today).calls === 0
        ? []
        : [row('play', l10n.t('Sandbox, last 7 days'), 'beaker', 'play', first)]),
    ];
    return await Promise.resolve(rows);
  }
}

interface SumWords {
  readonly label: string;
  readonly icon: string;
  readonly sum: SpendSum;
}

/** What some days came to; below it the endpoints. */
class SumNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode;
  readonly #words: SumWords;
  readonly #byEndpoint: () => readonly EndpointSpend[];

  constructor(parent: TreeNode, name: string, words: SumWords, byEndpoint: () => readonly EndpointSpend[]) {
    this.id = `${parent.id}/${name}`;
    this.parent = parent;
    this.#words = words;
    this.#byEndpoint = byEndpoint;
  }

  toItem(): vscode.TreeItem {
    const { label, icon, sum } = this.#words;
    const { Collapsed, None } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(label, sum.calls === 0 ? None : Collapsed);
    item.id = this.id;
    item.description = presentSum(sum);
    item.iconPath = new vscode.ThemeIcon(icon);
    item.tooltip = `${label}: ${item.description}`;
    item.contextValue = toContextValue(['note']);
    item.accessibilityInformation = { label: `${label}, ${item.description}` };
    return item;
  }

  async children(): Promise<readonly TreeNode[]> {
    const called = this.#byEndpoint().filter(({ calls }) => calls > 0);
    const rows = called.slice(0, mostEndpoints).map(
      (sum) =>
        new NoteNode(this, sum.endpointId, {
          text: presentEndpoint(sum.endpointId),
          description: presentSum(sum),
          icon: 'symbol-method',
        }),
    );
    const left = called.length - rows.length;
    if (left > 0) {
      const text = vscode.l10n.t('{0} more endpoints', left);
      rows.push(
        new NoteNode(this, 'rest', {
          text,
          description: vscode.l10n.t('in the ledger'),
          icon: 'ellipsis',
          command: toCommand('socialData.activity.exportLedger', vscode.l10n.t('Export Ledger as CSV')),
        }),
      );
    }
    return await Promise.resolve(rows);
  }
}

/** "$0.0012 in 6 calls", with what is assumed and what is not explained said in words. */
function presentSum(sum: SpendSum): string {
  const { l10n } = vscode;
  const { calls, unexplained } = sum;
  const cost = costOfTotal(sum);
  const parts = [
    l10n.t('{0} in {1}', formatAmount(cost), presentCalls(calls)),
    ...formatUnknowns(cost),
    ...(unexplained > 0n ? [l10n.t('{0} unexplained', formatDollars(unexplained))] : []),
    // below 0 a balance rose, or a cost was taken to be higher than it was
    ...(unexplained < 0n
      ? [l10n.t('{0} more left than booked: a top-up, or a cost taken too high', formatDollars(-unexplained))]
      : []),
  ];
  return parts.join(' · ');
}
