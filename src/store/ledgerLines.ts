import type { Money } from '../client/money.ts';
import type { Exchange } from '../client/exchange.ts';
import { emptyReceipt } from '../client/receipt.ts';
import { spentOn, spentOnFailure } from '../client/errorOf.ts';
import type { Settlement } from '../client/policies/budget.ts';
import type { Database } from './database.ts';
import { askers, connectionKinds, formats, services, toReceipt } from './exchangeRows.ts';
import { isTrueIn, maybeTextIn, moneyIn, numberIn, oneIn, type Row, textIn } from './row.ts';
import type { Owner } from './owner.ts';
import type { LedgerLine } from './store.ts';

/** A call that is under way, or was when its window ended. */
export interface Intent extends Pick<
  LedgerLine,
  'at' | 'day' | 'purse' | 'connection' | 'service' | 'endpointId' | 'format' | 'asker'
> {
  /** Names the call, in all windows. */
  readonly call: string;
  readonly owner: Owner;
  /** The name under which the prices of the address are known (see priceName). */
  readonly place: string;
  readonly account: string | undefined;
  readonly reserved: Money;
}

const kinds = ['call', 'correction', 'unexplained'] as const;
const spentWords = ['no', 'refunded', 'yes', 'maybe'] as const;
export const purses = ['real', 'play'] as const;

/** A line before it has its number. `call` names the call that it belongs to. */
export type NewLine = Omit<LedgerLine, 'seq'> & { readonly call: string };

/** How a call ended, as far as a line says it. */
export type LineEnd = Pick<LedgerLine, 'amount' | 'isReported' | 'spent' | 'receipt' | 'attempts'> &
  Partial<Pick<LedgerLine, 'status' | 'error' | 'exchangeId'>>;

/** Adds a line. To be called within a transaction. */
export function addLine(database: Database, line: NewLine): void {
  const { receipt } = line;
  database.run(
    `INSERT INTO ledger (
      call, kind, at, day, purse, connection, service, endpoint_id, format, asker, amount, is_reported, spent,
      price, balance, refunded, retried, attempts, status, error, exchange_id
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    line.call,
    line.kind,
    line.at,
    line.day,
    line.purse,
    line.connection,
    line.service,
    line.endpointId,
    line.format,
    line.asker,
    line.amount,
    line.isReported ? 1 : 0,
    line.spent,
    receipt.price ?? null,
    receipt.balance ?? null,
    receipt.refunded ? 1 : 0,
    receipt.retried ? 1 : 0,
    line.attempts,
    line.status ?? null,
    line.error ?? null,
    line.exchangeId ?? null,
  );
}

/** What a line says of the call itself. */
export function intentLine({
  call,
  at,
  day,
  purse,
  connection,
  service,
  endpointId,
  format,
  asker,
}: Intent): Omit<NewLine, 'kind' | 'amount' | 'isReported' | 'spent' | 'receipt' | 'attempts'> {
  return { call, at, day, purse, connection, service, endpointId, format, asker };
}

export function toLine(row: Row): LedgerLine {
  const error = maybeTextIn(row, 'error');
  const exchangeId = maybeTextIn(row, 'exchange_id');
  return {
    seq: numberIn(row, 'seq'),
    kind: oneIn(row, 'kind', kinds),
    at: numberIn(row, 'at'),
    day: textIn(row, 'day'),
    purse: oneIn(row, 'purse', purses),
    connection: oneIn(row, 'connection', connectionKinds),
    service: oneIn(row, 'service', services),
    endpointId: textIn(row, 'endpoint_id'),
    format: oneIn(row, 'format', formats),
    asker: oneIn(row, 'asker', askers),
    amount: moneyIn(row, 'amount'),
    isReported: isTrueIn(row, 'is_reported'),
    spent: oneIn(row, 'spent', spentWords),
    receipt: toReceipt(row),
    attempts: numberIn(row, 'attempts'),
    ...(row['status'] === null ? {} : { status: numberIn(row, 'status') }),
    ...(error === undefined ? {} : { error }),
    ...(exchangeId === undefined ? {} : { exchangeId }),
  };
}

/** The answer of a settlement, whole or cut. */
export function exchangeOf({ exchange, error }: Settlement): Exchange | undefined {
  return exchange ?? error?.exchange;
}

export function toLineEnd(settlement: Settlement): LineEnd {
  const { booked, isReported, error } = settlement;
  const exchange = exchangeOf(settlement);
  const spent = spentBy(settlement);
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

function spentBy({ exchange, error }: Settlement): LedgerLine['spent'] {
  if (exchange !== undefined) {
    return spentOn(exchange);
  }
  return error === undefined ? 'maybe' : spentOnFailure(error);
}
