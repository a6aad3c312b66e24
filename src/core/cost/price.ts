import type { Client, Quote } from '../../client/client.ts';
import type { Service } from '../../client/endpoint.ts';
import { type Money, parseMoney } from '../../client/money.ts';

export interface MaxPrice {
  readonly calls: number;
  /** Micro-dollars; undefined where the price of one of the calls is not known. */
  readonly amount: Money | undefined;
}

export const zeroMaxPrice: MaxPrice = Object.freeze({ calls: 0, amount: 0n });

/** The quote of a call that no kept answer serves. */
export function toQuoteFromPrice(price: Money | undefined): Quote {
  return price === undefined ? { kind: 'unknown' } : { kind: 'known', price };
}

export function isPaidService(client: Pick<Client, 'connection'>, service: Service): boolean {
  const kind = client.connection(service)?.kind;
  return kind !== undefined && kind !== 'sandbox';
}

export function computeMaxPrice(quote: Quote, calls: number): MaxPrice {
  switch (quote.kind) {
    case 'kept':
      return { calls, amount: 0n };
    case 'known':
      return { calls, amount: quote.price * BigInt(calls) };
    case 'unknown':
      return { calls, amount: calls === 0 ? 0n : undefined };
  }
}

/** What two calls cost, one after the other; a kept answer to the second does not serve before the first was answered. */
export function addQuotes(first: Quote | undefined, second: Quote | undefined): Quote | undefined {
  if (first?.kind === 'kept' || second?.kind === 'kept') {
    return first?.kind === 'kept' ? second : first;
  }
  return first?.kind === 'known' && second?.kind === 'known' ? toQuoteFromPrice(first.price + second.price) : { kind: 'unknown' };
}

export function addMaxPrice(a: MaxPrice, b: MaxPrice): MaxPrice {
  return {
    calls: a.calls + b.calls,
    amount: a.amount === undefined || b.amount === undefined ? undefined : a.amount + b.amount,
  };
}

/** The amount that a person typed, with or without a dollar sign; undefined where it is none. */
export function readDollars(text: string): Money | undefined {
  return parseMoney(text.trim().replace(/^\$/, ''), 'down');
}
