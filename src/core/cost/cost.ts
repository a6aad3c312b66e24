import { getChargeStatus, getFailureChargeStatus } from '../../client/toResponseError.ts';
import type { SocialDataError, ChargeStatus } from '../../client/errors.ts';
import type { Exchange, Receipt } from '../../client/exchange.ts';
import { type Money, parseMoney } from '../../client/money.ts';
import type { BudgetState } from '../../client/policies/budget.ts';
import type { CallSettlement } from '../../client/policies/budgetPolicy.ts';
import type { Client, Quote } from '../../client/client.ts';
import type { Service } from '../../client/endpoint.ts';

export interface MaxPrice {
  readonly calls: number;
  /** Micro-dollars; undefined if any request's price is unknown. */
  readonly amount: Money | undefined;
}

export const zeroMaxPrice: MaxPrice = { calls: 0, amount: 0n };

export interface Cost {
  /** Reported by the services, in micro-dollars. */
  readonly exact: Money;
  /** Booked by the budget for requests without a reported cost, in micro-dollars. */
  readonly assumed: Money;
  /** Requests without a reported cost that were charged, or may have been. */
  readonly unknownCalls: number;
  /** How many of `unknownCalls` may not have been charged at all. */
  readonly maybeCharged: number;
}

export const noCost: Cost = { exact: 0n, assumed: 0n, unknownCalls: 0, maybeCharged: 0 };

export function addCost(a: Cost, b: Cost): Cost {
  return {
    exact: a.exact + b.exact,
    assumed: a.assumed + b.assumed,
    unknownCalls: a.unknownCalls + b.unknownCalls,
    maybeCharged: a.maybeCharged + b.maybeCharged,
  };
}

export function isExactCost({ assumed, unknownCalls }: Cost): boolean {
  return assumed === 0n && unknownCalls === 0;
}

export function isFreeCost(cost: Cost): boolean {
  return getCostAmount(cost) === 0n && isExactCost(cost);
}

/** The amount that budgets count, in micro-dollars. */
export function getCostAmount({ exact, assumed }: Cost): Money {
  return exact + assumed;
}

/** Zero for responses from history, refunds, and the sandbox. @param booked the cost if no price was reported */
export function getExchangeCost(exchange: Pick<Exchange, 'from' | 'receipt' | 'status'>, booked: Money = 0n): Cost {
  return exchange.from === 'history' ? noCost : computeCallCost(getChargeStatus(exchange), exchange.receipt, booked);
}

/** For a truncated response, the cost in its headers. @param booked the cost if no price was reported */
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
  // neither a response nor an error is a bug, so the request may have been sent
  return error === undefined ? computeCallCost('maybe', undefined, booked) : getFailedCallCost(error, booked);
}

/** The ledger stores only a sum, so one request without a reported cost makes the whole sum inexact. */
export function getLedgerTotalCost(total: {
  readonly spent: Money;
  readonly unreported: number;
  readonly maybeBilled: number;
}): Cost {
  const { spent, unreported: unknownCalls, maybeBilled: maybeCharged } = total;
  const amount = unknownCalls === 0 ? { exact: spent, assumed: 0n } : { exact: 0n, assumed: spent };
  return { ...amount, unknownCalls, maybeCharged };
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
      return price === undefined
        ? { exact: 0n, assumed: booked, unknownCalls: 1, maybeCharged: spent === 'maybe' ? 1 : 0 }
        : { ...noCost, exact: price };
  }
}

/** Never negative, although a request may cost more than was reserved for it. */
export function getBudgetLeft({ cap = 0n, spent, reserved }: BudgetState): Money {
  const left = cap - spent - reserved;
  return left > 0n ? left : 0n;
}

export function toQuoteFromPrice(price: Money | undefined): Quote {
  return price === undefined ? { kind: 'unknown' } : { kind: 'known', price };
}

export function isPaidService(client: Pick<Client, 'connection'>, service: Service): boolean {
  const kind = client.connection(service)?.kind;
  return kind !== undefined && kind !== 'sandbox';
}

/** True from history and in the sandbox. */
export function isFreeQuote(quote: Quote | undefined): boolean {
  return quote?.kind === 'stored' || (quote?.kind === 'known' && quote.price === 0n);
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

/** The quote for two consecutive requests. */
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

/** Micro-dollars; undefined if the text isn't an amount. The dollar sign is optional. */
export function readDollars(text: string): Money | undefined {
  return parseMoney(text.trim().replace(/^\$/, ''), 'down');
}
