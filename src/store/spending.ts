import type { BudgetState } from '../client/policies/budget.ts';
import type { Database } from './database.ts';
import { toLine } from './ledgerRows.ts';
import { moneyIn, numberIn, type Row, textIn } from './rows.ts';
import type { LedgerLine, Spending, SpendSum } from './store.ts';
import { storageError } from './storageError.ts';

const sums =
  'coalesce(sum(spent), 0) AS spent, coalesce(sum(calls), 0) AS calls, coalesce(sum(unreported), 0) AS unreported, ' +
  'coalesce(sum(maybe_billed), 0) AS maybe_billed, coalesce(sum(unexplained), 0) AS unexplained';

/** What was spent, from the totals that are kept with each line of the ledger. */
export function createSpending(database: Database, today: () => BudgetState): Spending {
  return {
    today,
    sum: (purse, from, to) =>
      toSum(database.only(`SELECT ${sums} FROM totals WHERE purse = ? AND day BETWEEN ? AND ?`, purse, from, to)),
    byEndpoint: (purse, from, to) =>
      database
        .all(
          `SELECT endpoint_id, ${sums} FROM totals WHERE purse = ? AND day BETWEEN ? AND ?
           GROUP BY endpoint_id ORDER BY 2 DESC, endpoint_id`,
          purse,
          from,
          to,
        )
        .map((row) => ({ endpointId: textIn(row, 'endpoint_id'), ...toSum(row) })),
    lines: () => linesOf(database),
  };
}

function* linesOf(database: Database): Iterable<LedgerLine> {
  try {
    for (const row of database.each('SELECT * FROM ledger ORDER BY seq')) {
      yield toLine(row);
    }
  } catch (error) {
    throw storageError(error);
  }
}

function toSum(row: Row): SpendSum {
  return {
    spent: moneyIn(row, 'spent'),
    calls: numberIn(row, 'calls'),
    unreported: numberIn(row, 'unreported'),
    maybeBilled: numberIn(row, 'maybe_billed'),
    unexplained: moneyIn(row, 'unexplained'),
  };
}
