import { getChargeStatus, getFailureChargeStatus } from '../../client/toResponseError.ts';
import type { SocialDataError, ChargeStatus } from '../../client/errors.ts';
import type { Exchange, Receipt } from '../../client/exchange.ts';
import type { Money } from '../../client/money.ts';
import type { BudgetState, CallSettlement } from '../../client/policies/budget.ts';

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
