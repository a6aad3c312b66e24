import type { Client, Quote } from '../../client/client.ts';
import type { Service } from '../../client/endpoint.ts';
import { type Money, parseMoney } from '../../client/money.ts';
import { reuseAnyAge } from '../../client/policies/history.ts';
import type { ResponseReuse } from '../../client/policies/send.ts';

/** What a view offers, as it said so last, by what a person can press. */
export class OfferedQuotes {
  readonly #offered = new Map<string, Quote | undefined>();

  offer(press: string, quote: Quote | undefined): Quote | undefined {
    this.#offered.set(press, quote);
    return quote;
  }

  reuse(press: string, reuse?: ResponseReuse): ResponseReuse {
    return getReuseForOffer(this.#offered.get(press), reuse);
  }
}

export interface MaxPrice {
  readonly calls: number;
  /** Micro-dollars; undefined where the price of one of the calls is not known. */
  readonly amount: Money | undefined;
}

export const zeroMaxPrice: MaxPrice = Object.freeze({ calls: 0, amount: 0n });

/** The quote of a call that no stored response serves. */
export function toQuoteFromPrice(price: Money | undefined): Quote {
  return price === undefined ? { kind: 'unknown' } : { kind: 'known', price };
}

export function isPaidService(client: Pick<Client, 'connection'>, service: Service): boolean {
  const kind = client.connection(service)?.kind;
  return kind !== undefined && kind !== 'sandbox';
}

export function computeMaxPrice(quote: Quote, calls: number): MaxPrice {
  switch (quote.kind) {
    case 'stored':
      return { calls, amount: 0n };
    case 'known':
      return { calls, amount: quote.price * BigInt(calls) };
    case 'unknown':
      return { calls, amount: calls === 0 ? 0n : undefined };
  }
}

/** What two calls cost, one after the other; a stored response to the second does not serve before the first was answered. */
export function addQuotes(first: Quote | undefined, second: Quote | undefined): Quote | undefined {
  if (first?.kind === 'stored' || second?.kind === 'stored') {
    return first?.kind === 'stored' ? second : first;
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

/**
 * Which stored responses serve when a person accepts an offer. What was offered as free is never called for, although another window may
 * have deleted the response meanwhile: then it fails as `notStored`, and a call is offered with its price.
 */
export function getReuseForOffer(offered: Quote | undefined, reuse: ResponseReuse = reuseAnyAge): ResponseReuse {
  return getReuseIfOfferedFree(offered) === undefined ? reuse : toStoredOnlyReuse(reuse);
}

/** The same for what takes the usual answers where it is left out: a command. */
export function getReuseIfOfferedFree(offered: Quote | undefined): 'only' | undefined {
  return offered?.kind === 'stored' ? 'only' : undefined;
}

/** The same responses, and no call where none of them is kept. */
export function toStoredOnlyReuse(reuse: ResponseReuse): ResponseReuse {
  return typeof reuse === 'string' ? reuse : { ...reuse, only: true };
}

/** The same responses, else a call: a person accepted its price. */
export function toCallAllowedReuse(reuse: ResponseReuse): ResponseReuse {
  if (reuse === 'only') {
    return reuseAnyAge;
  }
  return typeof reuse === 'string' ? reuse : { ...reuse, only: false };
}
