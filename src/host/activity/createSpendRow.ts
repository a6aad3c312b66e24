import * as vscode from 'vscode';
import { getLedgerTotalCost } from '../../app/cost/cost.ts';
import { describeUnknownCosts, formatCostAmount, formatDollars } from '../../app/cost/formatCost.ts';
import { formatLedgerSum, formatSandboxCalls, type LedgerSum } from '../../app/cost/formatSpend.ts';
import { subtractDays } from '../../store/machine.ts';
import type { Day, EndpointSpend, MoneyKind, Store } from '../../store/store.ts';
import { toCommand } from '../shared/commands.ts';
import { GroupNode, NoteNode, type TreeNode } from '../shared/tree/treeNode.ts';
import { formatEndpointTitle } from '../shared/keptAnswerSubject.ts';
import { weekDaysBeforeToday } from './formatSpendMarkdown.ts';

/** How many endpoints are named, those that cost most first: the ledger has them all. */
const maxEndpoints = 20;

/** What was spent today; below it today, the week and, for itself, the calls of the sandbox, each by endpoint. */
export function createSpendRow(viewId: string, store: Store): TreeNode {
  const { l10n } = vscode;
  const { spending, day } = store;
  const { cap } = spending.today();
  const today = day();
  const cost = getLedgerTotalCost(spending.sum('real', today, today));
  const sum = formatCostAmount(cost);
  const description = cap === undefined ? sum : l10n.t('{0} of {1}', sum, formatDollars(cap));
  const tooltip = [
    l10n.t('{0} by the receipts of all windows; click the arrow for more.', description),
    ...describeUnknownCosts(cost),
  ].join('\n');
  return new GroupNode(
    undefined,
    `${viewId}:spend`,
    { text: l10n.t('Spent Today'), description, tooltip, icon: 'credit-card' },
    (row) => createPeriodRows(row, store),
  );
}

function createPeriodRows(parent: TreeNode, { spending, day }: Store): readonly TreeNode[] {
  const { l10n } = vscode;
  const today = day();
  const week = subtractDays(today, weekDaysBeforeToday);
  const row = (name: string, text: string, moneyKind: MoneyKind, from: Day) => {
    const sum = spending.sum(moneyKind, from, today);
    const description = formatSum(moneyKind, sum);
    const icon = moneyKind === 'play' ? 'beaker' : 'calendar';
    const note = { text, description, tooltip: `${text}: ${description}`, icon };
    return sum.calls === 0
      ? new NoteNode(parent, name, note)
      : new GroupNode(parent, name, note, (group) =>
          createEndpointRows(group, moneyKind, spending.byEndpoint(moneyKind, from, today)),
        );
  };
  return [
    row('today', l10n.t('Today'), 'real', today),
    row('week', l10n.t('Last 7 days'), 'real', week),
    ...(spending.sum('play', week, today).calls === 0 ? [] : [row('play', l10n.t('Sandbox, last 7 days'), 'play', week)]),
  ];
}

function formatSum(moneyKind: MoneyKind, sum: LedgerSum): string {
  return moneyKind === 'play' ? formatSandboxCalls(sum.calls) : formatLedgerSum(sum);
}

function createEndpointRows(parent: TreeNode, moneyKind: MoneyKind, sums: readonly EndpointSpend[]): readonly TreeNode[] {
  const called = sums.filter(({ calls }) => calls > 0);
  const rows = called.slice(0, maxEndpoints).map((sum) => {
    const note = { text: formatEndpointTitle(sum.endpointId), description: formatSum(moneyKind, sum), icon: 'symbol-method' };
    return new NoteNode(parent, sum.endpointId, note);
  });
  const left = called.length - rows.length;
  const rest = new NoteNode(parent, 'rest', {
    text: left === 1 ? vscode.l10n.t('1 more endpoint') : vscode.l10n.t('{0} more endpoints', left),
    description: vscode.l10n.t('in the ledger'),
    icon: 'ellipsis',
    command: toCommand('socialData.activity.exportLedger', vscode.l10n.t('Export Ledger as CSV')),
  });
  return left > 0 ? [...rows, rest] : rows;
}
