import type { Exchange } from '../client/exchange.ts';
import { getChargeStatus, getFailureChargeStatus } from '../client/toAnswerError.ts';
import type { Money } from '../client/money.ts';
import type { CallSettlement } from '../client/policies/budget.ts';
import { createPriceBook, isPlausiblePrice, type PriceBook } from '../client/policies/budget.ts';
import { emptyReceipt } from '../client/receipt.ts';
import type { Database, SqlRow } from './database.ts';
import {
  toCallColumns,
  readBooleanColumn,
  readNullableColumn,
  readMoneyColumn,
  readNumberColumn,
  readEnumColumn,
  toReceiptColumns,
  readTextColumn,
  toCallFacts,
  toReceipt,
} from './rows.ts';
import { isDamageError, type OnDamage, readUnlessDamaged } from './storageError.ts';
import type { Initiator } from '../client/policies/send.ts';
import type { CallFacts, Day, LedgerLine, CallOwner, SpendingReader, SpendSum } from './store.ts';

/** A call that is under way, or was when its window ended. */
export interface Intent extends CallFacts, Pick<LedgerLine, 'at' | 'moneyKind'> {
  /** Names the call, in all windows. */
  readonly call: string;
  readonly owner: CallOwner;
  /** The name under which the prices of the address are known (see toPriceBookKey). */
  readonly place: string;
  readonly account: string | undefined;
  readonly reserved: Money;
  /** What it counts as where its price is a guess: more than `reserved`, perhaps. */
  readonly guess: Money | undefined;
}

const ledgerLineKinds = ['call', 'correction', 'unexplained'] as const;
const chargeStatuses = ['no', 'refunded', 'yes', 'maybe'] as const;
const moneyKinds = ['real', 'play'] as const;

/** How a call ended, as far as a line says it. */
export type CallOutcome = Pick<LedgerLine, 'amount' | 'isReported' | 'spent' | 'receipt' | 'attempts'> &
  Partial<Pick<LedgerLine, 'status' | 'error' | 'exchangeId'>>;

function toLedgerLine(row: SqlRow): LedgerLine {
  const error = readNullableColumn(row, 'error', readTextColumn);
  const exchangeId = readNullableColumn(row, 'exchange_id', readTextColumn);
  return {
    ...toCallFacts(row),
    seq: readNumberColumn(row, 'seq'),
    kind: readEnumColumn(row, 'kind', ledgerLineKinds),
    at: readNumberColumn(row, 'at'),
    moneyKind: readEnumColumn(row, 'purse', moneyKinds),
    amount: readMoneyColumn(row, 'amount'),
    isReported: readBooleanColumn(row, 'is_reported'),
    spent: readEnumColumn(row, 'spent', chargeStatuses),
    receipt: toReceipt(row),
    attempts: readNumberColumn(row, 'attempts'),
    ...(row['status'] === null ? {} : { status: readNumberColumn(row, 'status') }),
    ...(error === undefined ? {} : { error }),
    ...(exchangeId === undefined ? {} : { exchangeId }),
  };
}

function addLedgerLine(database: Database, intent: Intent, kind: LedgerLine['kind'], end: CallOutcome): void {
  database.insert('ledger', {
    call: intent.call,
    kind,
    at: intent.at,
    purse: intent.moneyKind,
    ...toCallColumns(intent),
    amount: end.amount,
    is_reported: end.isReported,
    spent: end.spent,
    ...toReceiptColumns(end.receipt),
    attempts: end.attempts,
    status: end.status,
    error: end.error,
    exchange_id: end.exchangeId,
  });
}

/** The answer of a settlement, whole or cut. */
export function getSettledExchange({ exchange, error }: CallSettlement): Exchange | undefined {
  return exchange ?? error?.exchange;
}

export function toCallOutcome(settlement: CallSettlement): CallOutcome {
  const { booked, isReported, error } = settlement;
  const exchange = getSettledExchange(settlement);
  const spent =
    error !== undefined ? getFailureChargeStatus(error) : exchange === undefined ? 'maybe' : getChargeStatus(exchange);
  return {
    amount: booked,
    isReported: isReported || spent === 'no', // that nothing was taken is no assumption
    spent,
    receipt: exchange?.receipt ?? emptyReceipt,
    attempts: exchange?.attempts ?? 1,
    ...(exchange === undefined ? {} : { status: exchange.status, exchangeId: exchange.id }),
    ...(error === undefined ? (exchange === undefined ? { error: 'fault' } : {}) : { error: error.kind }),
  };
}

function toCallOwner(row: SqlRow): CallOwner {
  return { name: readTextColumn(row, 'owner'), pid: readNumberColumn(row, 'pid'), host: readTextColumn(row, 'host') };
}

function toIntent(row: SqlRow): Intent {
  return {
    ...toCallFacts(row),
    call: readTextColumn(row, 'call'),
    owner: toCallOwner(row),
    at: readNumberColumn(row, 'at'),
    moneyKind: readEnumColumn(row, 'purse', moneyKinds),
    place: readTextColumn(row, 'place'),
    account: readNullableColumn(row, 'account', readTextColumn),
    reserved: readMoneyColumn(row, 'reserved'),
    guess: readNullableColumn(row, 'guess', readMoneyColumn),
  };
}

/** Writes an intent. Calls of one address that are under way together are marked: their balances cannot be distinguished. */
export function addIntent(database: Database, intent: Intent): void {
  const others = database.run('UPDATE intents SET overlaps = 1 WHERE place = ?', intent.place);
  const { call, owner, at, moneyKind, place, account, reserved, guess } = intent;
  database.insert('intents', {
    ...toCallColumns(intent),
    ...{ call, owner: owner.name, pid: owner.pid, host: owner.host, at, purse: moneyKind, place, account, reserved, guess },
    overlaps: others > 0,
  });
}

/**
 * Makes the line of an intent; of a call that was given up for lost, the line that corrects it. Learns the price that was
 * reported, and compares the balance. To be called within a transaction.
 */
export function settleIntent(database: Database, intent: Intent, end: CallOutcome): void {
  const open = database.first('DELETE FROM intents WHERE call = ? RETURNING overlaps', intent.call);
  const lost =
    open === undefined ? database.first("SELECT amount FROM ledger WHERE call = ? AND kind = 'call'", intent.call) : undefined;
  const amount = end.amount - (lost === undefined ? 0n : readMoneyColumn(lost, 'amount'));
  addLedgerLine(database, intent, lost === undefined ? 'call' : 'correction', { ...end, amount });
  // every window's sandbox has another address: what one costs is of no use to the next
  if (end.receipt.price !== undefined && isPlausiblePrice(end.receipt.price) && intent.moneyKind === 'real') {
    database.run(
      'INSERT INTO prices VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET price = excluded.price WHERE price <> excluded.price',
      intent.place,
      intent.endpointId,
      end.receipt.price,
    );
  }
  if (intent.account !== undefined) {
    // what was booked since the last balance that is certain
    database.run('UPDATE accounts SET booked = booked + ?, calls = calls + 1 WHERE account = ?', amount, intent.account);
    if (open !== undefined && !readBooleanColumn(open, 'overlaps') && end.receipt.balance !== undefined) {
      reconcileBalance(database, intent, intent.account, end.receipt.balance);
    }
  }
}

/**
 * Gives calls up for lost: nobody will settle them, and each may have been billed.
 * What an intent that cannot be read set aside stays so: it may have been billed.
 * @param isLost whether that is so
 */
export function settleLostCalls(database: Database, isLost: (intent: Intent) => boolean, onDamage: OnDamage): void {
  const read = (row: SqlRow) => readUnlessDamaged(() => toIntent(row), onDamage);
  const lost = database
    .all('SELECT * FROM intents')
    .flatMap((row) => read(row) ?? [])
    .filter(isLost);
  if (lost.length === 0) {
    return;
  }
  const end = { isReported: false, spent: 'maybe', receipt: emptyReceipt, attempts: 1, error: 'lost' } as const;
  database.transact(() => {
    for (const intent of lost) {
      // its own window, or another one, may have been faster
      if (database.first('SELECT 1 FROM intents WHERE call = ?', intent.call) !== undefined) {
        settleIntent(database, intent, { ...end, amount: intent.guess ?? intent.reserved });
      }
    }
  });
}

/**
 * Compares by how much a balance fell with what was booked, from one call that was under way alone to the next one: with
 * several calls under way nobody knows which balance came last. A difference becomes a line of its own: a charge of another
 * program with the same key, a top-up (below 0), a price that was not reported. It counts towards no budget.
 * @param balance what the answer of a call reported that was under way alone, and whose line was added
 */
function reconcileBalance(database: Database, intent: Intent, account: string, balance: Money): void {
  const known = database.first('SELECT balance, booked, calls FROM accounts WHERE account = ?', account);
  if (known !== undefined) {
    const amount = readMoneyColumn(known, 'balance') - readMoneyColumn(known, 'booked') - balance;
    // prices are rounded up to a micro-dollar and balances down
    const rounding = readMoneyColumn(known, 'calls');
    if (amount > rounding || -amount > rounding) {
      const receipt = { ...emptyReceipt, balance };
      addLedgerLine(database, intent, 'unexplained', { amount, isReported: true, spent: 'yes', receipt, attempts: 0 });
    }
  }
  database.run(
    'INSERT INTO accounts VALUES (?, ?, 0, 0) ON CONFLICT DO UPDATE SET balance = excluded.balance, booked = 0, calls = 0',
    account,
    balance,
  );
}

/** Whether a call of the same endpoint is under way whose price is a guess. */
export function isGuessUnderWay(database: Database, { place, endpointId }: Intent): boolean {
  const sql = 'SELECT 1 FROM intents WHERE place = ? AND endpoint_id = ? AND guess IS NOT NULL';
  return database.first(sql, place, endpointId) !== undefined;
}

/** What calls with guessed prices set aside on a day in real money. @param initiator of them alone */
export function readGuessed(database: Database, day: Day, initiator?: Initiator): Money {
  const row = database.only(
    `SELECT coalesce(sum(reserved), 0) AS guessed FROM intents
     WHERE day = ? AND purse = 'real' AND guess IS NOT NULL AND (? IS NULL OR asker = ?)`,
    day,
    initiator ?? null,
    initiator ?? null,
  );
  return readMoneyColumn(row, 'guessed');
}

/** The price that an endpoint is known by, in whatever process that was learned. */
export function readPrice(database: Database, place: string, endpointId: string): Money | undefined {
  const row = database.first('SELECT price FROM prices WHERE place = ? AND endpoint_id = ?', place, endpointId);
  return row === undefined ? undefined : readMoneyColumn(row, 'price');
}

/** A price book with what earlier sessions learned; what this one learns is kept with the ledger's lines. */
export function loadPriceBook(database: Database, onDamage: OnDamage): PriceBook {
  const prices = createPriceBook();
  const rows = readUnlessDamaged(() => database.all('SELECT place, endpoint_id, price FROM prices'), onDamage) ?? [];
  for (const row of rows) {
    readUnlessDamaged(
      () => prices.learn(readTextColumn(row, 'place'), readTextColumn(row, 'endpoint_id'), readMoneyColumn(row, 'price')),
      onDamage,
    );
  }
  return prices;
}

const spendSumColumnsSql =
  'coalesce(sum(spent), 0) AS spent, coalesce(sum(calls), 0) AS calls, coalesce(sum(unreported), 0) AS unreported, ' +
  'coalesce(sum(maybe_billed), 0) AS maybe_billed, coalesce(sum(unexplained), 0) AS unexplained';

/** What was spent, from the totals that are kept with each line of the ledger. */
export function createSpendingReader<T>(
  database: Database,
  ofDay: T,
  onDamage: OnDamage,
): T & Pick<SpendingReader, 'sum' | 'byEndpoint' | 'lines'> {
  return {
    ...ofDay,
    sum: (moneyKind, from, to) =>
      toSpendSum(
        database.only(`SELECT ${spendSumColumnsSql} FROM totals WHERE purse = ? AND day BETWEEN ? AND ?`, moneyKind, from, to),
      ),
    byEndpoint: (moneyKind, from, to) =>
      database
        .all(
          `SELECT endpoint_id, ${spendSumColumnsSql} FROM totals WHERE purse = ? AND day BETWEEN ? AND ?
           GROUP BY endpoint_id ORDER BY 2 DESC, endpoint_id`,
          moneyKind,
          from,
          to,
        )
        .map((row) => ({ endpointId: readTextColumn(row, 'endpoint_id'), ...toSpendSum(row) })),
    lines: () => readLedgerLines(database, onDamage),
  };
}

function* readLedgerLines(database: Database, onDamage: OnDamage): Iterable<LedgerLine> {
  try {
    for (const row of database.each('SELECT * FROM ledger ORDER BY seq')) {
      const line = readUnlessDamaged(() => toLedgerLine(row), onDamage);
      if (line !== undefined) {
        yield line;
      }
    }
  } catch (error) {
    if (isDamageError(error)) {
      onDamage(error);
    }
    throw error;
  }
}

function toSpendSum(row: SqlRow): SpendSum {
  return {
    spent: readMoneyColumn(row, 'spent'),
    calls: readNumberColumn(row, 'calls'),
    unreported: readNumberColumn(row, 'unreported'),
    maybeBilled: readNumberColumn(row, 'maybe_billed'),
    unexplained: readMoneyColumn(row, 'unexplained'),
  };
}
