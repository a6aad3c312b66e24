import { type Exchange, emptyReceipt } from '../client/exchange.ts';
import { getChargeStatus, getFailureChargeStatus } from '../client/toResponseError.ts';
import { type Money, formatMoney } from '../client/money.ts';
import { type BudgetState, createPriceBook, isPlausiblePrice, type PriceBook } from '../client/policies/budget.ts';
import type { CallSettlement } from '../client/policies/budgetPolicy.ts';
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
import type { CallFacts, Day, LedgerLine, CallOwner, SpendingReader, SpendSum } from './store.ts';
import { escapeCsvCell } from '../core/text/escapeText.ts';

const columns: readonly (readonly [string, (line: LedgerLine) => string])[] = [
  ['line', ({ seq }) => String(seq)],
  ['time', ({ at }) => new Date(at).toISOString()],
  ['day', ({ day }) => day],
  ['money', ({ connection }) => (connection === 'sandbox' ? 'play' : 'real')],
  ['connection', ({ connection }) => connection],
  ['service', ({ service }) => service],
  ['endpoint', ({ endpointId }) => endpointId],
  ['format', ({ format }) => format],
  ['initiator', ({ initiator }) => initiator],
  ['amount_usd', ({ amount }) => formatMoney(amount)],
  ['reported', (line) => (line.isReported && !isTakenForFree(line) ? 'yes' : 'no')],
  ['spent', ({ spent }) => spent],
  ['price_usd', ({ receipt }) => formatMoneyOrEmpty(receipt.price)],
  ['balance_usd', ({ receipt }) => formatMoneyOrEmpty(receipt.balance)],
  ['refunded', ({ receipt }) => (receipt.refunded ? 'yes' : 'no')],
  ['retried', ({ receipt }) => (receipt.retried ? 'yes' : 'no')],
  ['attempts', ({ attempts }) => String(attempts)],
  ['status', ({ status }) => (status === undefined ? '' : String(status))],
  ['error', ({ error }) => error ?? ''],
  ['exchange', ({ exchangeId }) => exchangeId ?? ''],
  ['agent', ({ agent }) => agent ?? ''],
];

/** A call that isn't settled. */
export interface Intent extends CallFacts, Pick<LedgerLine, 'at'> {
  readonly call: string;
  readonly owner: CallOwner;
  /** The base URL's key in the price book (see toPriceBookKey). */
  readonly priceKey: string;
  readonly reserved: Money;
  /** The assumed price for a request whose price is unknown. It may exceed `reserved`. */
  readonly guess: Money | undefined;
}

const chargeStatuses = ['no', 'refunded', 'yes', 'maybe'] as const;

export type CallOutcome = Omit<LedgerLine, keyof CallFacts | 'seq' | 'at'>;

function toLedgerLine(row: SqlRow): LedgerLine {
  return {
    ...toCallFacts(row),
    seq: readNumberColumn(row, 'seq'),
    at: readNumberColumn(row, 'at'),
    amount: readMoneyColumn(row, 'amount'),
    isReported: readBooleanColumn(row, 'is_reported'),
    spent: readEnumColumn(row, 'spent', chargeStatuses),
    receipt: toReceipt(row),
    attempts: readNumberColumn(row, 'attempts'),
    status: readNullableColumn(row, 'status', readNumberColumn),
    error: readNullableColumn(row, 'error', readTextColumn),
    exchangeId: readNullableColumn(row, 'exchange_id', readTextColumn),
  };
}

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
    isReported: isReported || spent === 'no', // no charge isn't an assumption
    spent,
    receipt: exchange?.receipt ?? emptyReceipt,
    attempts: exchange?.attempts ?? 1,
    status: exchange?.status,
    error: error?.kind ?? (exchange === undefined ? 'fault' : undefined),
    exchangeId: exchange?.id,
  };
}

function toIntent(row: SqlRow): Intent {
  return {
    ...toCallFacts(row),
    call: readTextColumn(row, 'call'),
    owner: { name: readTextColumn(row, 'owner'), pid: readNumberColumn(row, 'pid') },
    at: readNumberColumn(row, 'at'),
    priceKey: readTextColumn(row, 'price_key'),
    reserved: readMoneyColumn(row, 'reserved'),
    guess: readNullableColumn(row, 'guess', readMoneyColumn),
  };
}

export function addIntent(database: Database, intent: Intent): void {
  const { call, owner, at, priceKey, reserved, guess } = intent;
  database.insert('intents', {
    ...toCallColumns(intent),
    ...{ call, owner: owner.name, pid: owner.pid, at, price_key: priceKey, reserved, guess },
  });
}

/** Turns an intent into a line and stores the reported price, unless the call was settled as lost. Needs a transaction. */
export function settleIntent(database: Database, intent: Intent, end: CallOutcome): void {
  if (database.run('DELETE FROM intents WHERE call = ?', intent.call) === 0) {
    return;
  }
  database.insert('ledger', {
    call: intent.call,
    at: intent.at,
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
  // a sandbox's base URL changes, so its prices are useless later
  if (end.receipt.price !== undefined && isPlausiblePrice(end.receipt.price) && intent.connection !== 'sandbox') {
    database.run(
      'INSERT INTO prices VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET price = excluded.price WHERE price <> excluded.price',
      intent.priceKey,
      intent.endpointId,
      end.receipt.price,
    );
  }
}

/** Settles calls as possibly charged if no other process will settle them. */
export function settleLostCalls(database: Database, isLost: (intent: Intent) => boolean): void {
  const lost = database.all('SELECT * FROM intents').map(toIntent).filter(isLost);
  if (lost.length === 0) {
    return;
  }
  const end = {
    ...({ isReported: false, spent: 'maybe', receipt: emptyReceipt, attempts: 1 } as const),
    ...{ status: undefined, error: 'lost', exchangeId: undefined },
  };
  database.transact(() => {
    for (const intent of lost) {
      settleIntent(database, intent, { ...end, amount: intent.guess ?? intent.reserved });
    }
  });
}

export function hasGuessInFlight(database: Database, { priceKey, endpointId }: Intent): boolean {
  const sql = 'SELECT 1 FROM intents WHERE price_key = ? AND endpoint_id = ? AND guess IS NOT NULL';
  return database.first(sql, priceKey, endpointId) !== undefined;
}

export function readPrice(database: Database, priceKey: string, endpointId: string): Money | undefined {
  const row = database.first('SELECT price FROM prices WHERE price_key = ? AND endpoint_id = ?', priceKey, endpointId);
  return row === undefined ? undefined : readMoneyColumn(row, 'price');
}

/** Contains prices from earlier sessions. settleIntent stores new ones. */
export function loadPriceBook(database: Database): PriceBook {
  const prices = createPriceBook();
  for (const row of database.all('SELECT price_key, endpoint_id, price FROM prices')) {
    prices.learn(readTextColumn(row, 'price_key'), readTextColumn(row, 'endpoint_id'), readMoneyColumn(row, 'price'));
  }
  return prices;
}

const spendSumColumnsSql =
  'coalesce(sum(spent), 0) AS spent, coalesce(sum(calls), 0) AS calls, coalesce(sum(unreported), 0) AS unreported, ' +
  'coalesce(sum(maybe_billed), 0) AS maybe_billed';

export function createSpendingReader(database: Database, ofDay: Pick<SpendingReader, 'today' | 'agentsToday'>): SpendingReader {
  return {
    ...ofDay,
    sum: (from, to) => toSpendSum(database.only(`SELECT ${spendSumColumnsSql} FROM totals WHERE day BETWEEN ? AND ?`, from, to)),
    byEndpoint: (from, to) =>
      database
        .all(
          `SELECT endpoint_id, ${spendSumColumnsSql} FROM totals WHERE day BETWEEN ? AND ? AND endpoint_id <> ''
           GROUP BY endpoint_id ORDER BY 2 DESC, endpoint_id`,
          from,
          to,
        )
        .map((row) => ({ endpointId: readTextColumn(row, 'endpoint_id'), ...toSpendSum(row) })),
    lines: () => database.all('SELECT * FROM ledger ORDER BY seq').map(toLedgerLine),
  };
}

/** Real money, for all windows. `reserved` is for calls in flight. */
export function readDaySpending(database: Database, day: Day, isOfAgents: boolean): Omit<BudgetState, 'cap'> {
  const row = database.only(
    `SELECT
      (SELECT coalesce(sum(spent), 0) FROM totals WHERE day = ?1 AND of_agents >= ?2) AS spent,
      coalesce(sum(reserved), 0) AS reserved,
      coalesce(sum(iif(guess IS NULL, 0, reserved)), 0) AS guessed
     FROM intents WHERE connection <> 'sandbox' AND day = ?1 AND (initiator = 'tool') >= ?2`,
    day,
    isOfAgents ? 1 : 0,
  );
  const guessed = readMoneyColumn(row, 'guessed');
  return {
    spent: readMoneyColumn(row, 'spent'),
    reserved: readMoneyColumn(row, 'reserved'),
    ...(guessed > 0n ? { guessed } : {}),
  };
}

function toSpendSum(row: SqlRow): SpendSum {
  return {
    spent: readMoneyColumn(row, 'spent'),
    calls: readNumberColumn(row, 'calls'),
    unreported: readNumberColumn(row, 'unreported'),
    maybeBilled: readNumberColumn(row, 'maybe_billed'),
  };
}

/** CSV (RFC 4180) with a header line. */
export function formatLedgerCsv(lines: readonly LedgerLine[]): string {
  const rows = lines.map((line) => columns.map(([, valueOf]) => valueOf(line)));
  return [columns.map(([name]) => name), ...rows].map(formatLedgerCsvLine).join('');
}

/** True if only the status shows that the call was free. */
function isTakenForFree({ spent, status, receipt }: LedgerLine): boolean {
  return spent === 'no' && status !== undefined && receipt.price === undefined;
}

function formatMoneyOrEmpty(amount: Money | undefined): string {
  return amount === undefined ? '' : formatMoney(amount);
}

/** Escapes cells that could be formulas, but not negative numbers. */
function formatLedgerCsvLine(values: readonly string[]): string {
  return `${values.map((value) => (/^-\d+(\.\d+)?$/.test(value) ? value : escapeCsvCell(value))).join(',')}\r\n`;
}
