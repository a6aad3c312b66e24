import { getChargeStatus, getFailureChargeStatus } from '../../client/toResponseError.ts';
import type { SocialDataError, ChargeStatus } from '../../client/errors.ts';
import type { Exchange, Receipt } from '../../client/exchange.ts';
import { type Money, parseMoney } from '../../client/money.ts';
import type { BudgetState } from '../../client/policies/budget.ts';
import type { CallSettlement } from '../../client/policies/budgetPolicy.ts';
import type { Client, Quote } from '../../client/client.ts';
import type { Service } from '../../client/endpoint.ts';
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

/** Money already spent, as far as it can be known. */
export interface Cost {
  /** What receipts reported, micro-dollars. */
  readonly exact: Money;
  /** What the budget booked for calls that reported nothing, micro-dollars; 0 where the budget was not asked. */
  readonly assumed: Money;
  /** Calls that were charged, or may have been, and reported no cost. */
  readonly unknownCalls: number;
  /** Those of `unknownCalls` of which nobody can tell whether they were charged at all. */
  readonly maybeCharged: number;
}

export const noCost: Cost = Object.freeze({ exact: 0n, assumed: 0n, unknownCalls: 0, maybeCharged: 0 });

export function addCost(a: Cost, b: Cost): Cost {
  return Object.freeze({
    exact: a.exact + b.exact,
    assumed: a.assumed + b.assumed,
    unknownCalls: a.unknownCalls + b.unknownCalls,
    maybeCharged: a.maybeCharged + b.maybeCharged,
  });
}

/** Whether receipts account for all of it. */
export function isExactCost({ assumed, unknownCalls }: Cost): boolean {
  return assumed === 0n && unknownCalls === 0;
}

/** Whether nothing was spent for certain. */
export function isFreeCost(cost: Cost): boolean {
  return getCostAmount(cost) === 0n && isExactCost(cost);
}

/** What it comes to when assumptions hold: what budgets count. */
export function getCostAmount({ exact, assumed }: Cost): Money {
  return exact + assumed;
}

/** Zero for responses from history, refunds and the sandbox. @param booked what the budget booked, used if no price is reported */
export function getExchangeCost(exchange: Pick<Exchange, 'from' | 'receipt' | 'status'>, booked: Money = 0n): Cost {
  return exchange.from === 'history' ? noCost : computeCallCost(getChargeStatus(exchange), exchange.receipt, booked);
}

/** For a truncated response, what its headers report. @param booked what the budget booked, used if nothing was reported */
export function getFailedCallCost(error: Pick<SocialDataError, 'spent' | 'exchange' | 'facts'>, booked: Money = 0n): Cost {
  const { exchange } = error;
  return exchange?.from === 'history'
    ? noCost
    : computeCallCost(getFailureChargeStatus(error), exchange?.receipt ?? error.facts.receipt, booked);
}

export function getSettlementCost({ booked, exchange, error }: Pick<CallSettlement, 'booked' | 'exchange' | 'error'>): Cost {
  if (exchange !== undefined) {
    return getExchangeCost(exchange, booked);
  }
  // neither answer nor error: a fault of this program, nobody knows what was sent
  return error === undefined ? computeCallCost('maybe', undefined, booked) : getFailedCallCost(error, booked);
}

/** A ledger stores one sum, so a single unreported call makes all of it inexact. */
export function getLedgerTotalCost(total: {
  readonly spent: Money;
  readonly unreported: number;
  readonly maybeBilled: number;
}): Cost {
  const { spent, unreported: unknownCalls, maybeBilled: maybeCharged } = total;
  const amount = unknownCalls === 0 ? { exact: spent, assumed: 0n } : { exact: 0n, assumed: spent };
  return Object.freeze({ ...amount, unknownCalls, maybeCharged });
}

function computeCallCost(spent: ChargeStatus, receipt: Receipt | undefined, booked: Money): Cost {
  if (receipt?.isPlayMoney === true) {
    return noCost;
  }
  const price = receipt?.price;
  switch (spent) {
    case 'no':
    case 'refunded':
      return noCost;
    case 'yes':
    case 'maybe':
      return Object.freeze(
        price === undefined
          ? { exact: 0n, assumed: booked, unknownCalls: 1, maybeCharged: spent === 'maybe' ? 1 : 0 }
          : { ...noCost, exact: price },
      );
  }
}

/** Never negative, though a request may have cost more than was reserved for it. */
export function getBudgetLeft({ cap = 0n, spent, reserved }: BudgetState): Money {
  const left = cap - spent - reserved;
  return left > 0n ? left : 0n;
}

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
