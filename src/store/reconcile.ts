import type { Money } from '../client/money.ts';
import { emptyReceipt } from '../client/receipt.ts';
import type { Database } from './database.ts';
import { addLine, type Intent, intentLine } from './ledgerLines.ts';
import { moneyIn } from './row.ts';

/**
 * Compares by how much a balance fell with what was booked, from one call that was under way alone to the next one: with
 * several calls under way nobody knows which balance came last. A difference becomes a line of its own: a charge of another
 * program with the same key, a top-up (below 0), a price that was not reported. It counts towards no budget.
 * To be called within a transaction, after the call's own line was added.
 * @param balance what the answer reported; undefined where it reported none or the call was not alone
 */
export function reconcile(
  database: Database,
  { intent, amount, balance }: { readonly intent: Intent; readonly amount: Money; readonly balance: Money | undefined },
): void {
  const { account } = intent;
  addBooked(database, account, amount);
  if (account === undefined || balance === undefined) {
    return;
  }
  const known = database.first('SELECT balance, booked, calls FROM accounts WHERE account = ?', account);
  if (known !== undefined) {
    const difference = moneyIn(known, 'balance') - moneyIn(known, 'booked') - balance;
    // prices are rounded up to a micro-dollar and balances down
    const rounding = moneyIn(known, 'calls');
    if (difference > rounding || -difference > rounding) {
      addLine(database, {
        ...intentLine(intent),
        kind: 'unexplained',
        amount: difference,
        isReported: true,
        spent: 'yes',
        receipt: { ...emptyReceipt, balance },
        attempts: 0,
      });
    }
  }
  database.run(
    'INSERT INTO accounts VALUES (?, ?, 0, 0) ON CONFLICT DO UPDATE SET balance = excluded.balance, booked = 0, calls = 0',
    account,
    balance,
  );
}

/** Counts what was booked since the last balance that is certain. */
export function addBooked(database: Database, account: string | undefined, amount: Money): void {
  if (account !== undefined) {
    database.run('UPDATE accounts SET booked = booked + ?, calls = calls + 1 WHERE account = ?', amount, account);
  }
}
