import type { Connection } from './connection.ts';
import type { Receipt } from './exchange.ts';
import { parseMoney } from './money.ts';
import { trimHeaderValue } from './transport.ts';

/** Headers of an answer: lower-case names, each with every value it came with. */
type Headers = ReadonlyMap<string, readonly string[]>;

/** What the sandbox of a client charges is play money. */
export function markSandboxReceipt({ kind }: Pick<Connection, 'kind'>, receipt: Receipt): Receipt {
  return kind === 'sandbox' ? { ...receipt, isPlayMoney: true } : receipt;
}

/** A receipt that reports nothing: the gateway's (assumption 7.7), or that of a call without an answer. */
export const emptyReceipt: Receipt = Object.freeze({ price: undefined, balance: undefined, refunded: false, retried: false });

/**
 * Reads the billing headers (primary reference, Limits: response headers; assumptions 2.7 to 2.10).
 * A header that is missing, malformed or doubled with different values counts as not reported.
 */
export function readReceipt(headers: Headers): Receipt {
  return {
    price: parseMoney(getSingleHeaderValue(headers, 'x-price-per-call'), 'up'),
    balance: parseMoney(getSingleHeaderValue(headers, 'x-remaining-balance'), 'down'),
    refunded: getSingleHeaderValue(headers, 'x-refunded') === 'true',
    retried: getSingleHeaderValue(headers, 'x-retried') === 'true',
  };
}

/**
 * The one value of a header; undefined when it is missing or came with several that differ.
 * Values that a transport joined by commas stay one text here, which no strict reader takes.
 */
export function getSingleHeaderValue(headers: Headers, name: string): string | undefined {
  const values = headers.get(name)?.map(trimHeaderValue);
  const first = values?.[0];
  return values === undefined || values.some((value) => value !== first) ? undefined : first;
}
