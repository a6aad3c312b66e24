import type { BudgetState } from '../client/policies/budget.ts';
import { nothingSpent } from './databaseSpending.ts';
import type { LedgerLine, Purse, Spending, SpendSum } from './store.ts';

/** What was spent, added up from lines in memory. */
export function memorySpending(lines: readonly LedgerLine[], today: () => BudgetState): Spending {
  const within = (purse: Purse, from: string, to: string) =>
    lines.filter((line) => line.purse === purse && from <= line.day && line.day <= to);
  return {
    today,
    sum: (purse, from, to) => within(purse, from, to).reduce(addLine, nothingSpent),
    byDay: (purse, from, to) =>
      [...Map.groupBy(within(purse, from, to), ({ day }) => day)]
        .map(([day, all]) => ({ day, ...all.reduce(addLine, nothingSpent) }))
        .toSorted((a, b) => (a.day < b.day ? 1 : -1)),
    byEndpoint: (purse, from, to) =>
      [...Map.groupBy(within(purse, from, to), ({ endpointId }) => endpointId)]
        .map(([endpointId, all]) => ({
          service: all[0]?.service ?? 'primary',
          endpointId,
          ...all.reduce(addLine, nothingSpent),
        }))
        .toSorted((a, b) => (a.spent === b.spent ? (a.endpointId < b.endpointId ? -1 : 1) : a.spent < b.spent ? 1 : -1)),
    lines: () => [...lines],
  };
}

/** Adds a line to a sum, as the database does: what was never sent is no call. */
function addLine(sum: SpendSum, line: LedgerLine): SpendSum {
  const isCall = line.status !== undefined || line.spent !== 'no';
  return {
    ...sum,
    spent: sum.spent + line.amount,
    calls: sum.calls + (isCall ? 1 : 0),
    unreported: sum.unreported + (isCall && !line.isReported ? 1 : 0),
    maybeBilled: sum.maybeBilled + (line.spent === 'maybe' ? 1 : 0),
  };
}
