import { toCancelledOrTimeoutError, type Clock } from '../clock.ts';
import { type Connection, toPriceBookKey } from '../connection.ts';
import { getChargeStatus } from '../toResponseError.ts';
import { SocialDataError } from '../errors.ts';
import type { Exchange, ExchangeRequest } from '../exchange.ts';
import type { Money } from '../money.ts';
import type { Gate } from './gate.ts';
import {
  type Budget,
  createOverBudgetError,
  findSmallestRoom,
  isOverCap,
  isPlausiblePrice,
  type NeededMoney,
  type PriceBook,
  type Reservation,
} from './budget.ts';
import { runWithDeferredError, type CallContext, type Policy, type Send, type WaitReason } from './send.ts';

/** A call that is sent this soon after it was recorded doesn't check the ledger again. */
const maxLedgerCheckAgeMs = 50;

/** How a call ended, for the ledger. */
export interface CallSettlement {
  readonly request: ExchangeRequest;
  readonly connection: Connection['kind'];
  /** The reported cost, or the worst case. */
  readonly booked: Money;
  /** False if `booked` is an assumption. */
  readonly isReported: boolean;
  readonly exchange?: Exchange;
  /** Set without a complete response. A response with an error status is an `exchange`. */
  readonly error?: SocialDataError;
}

/** @param connection the call's connection, even if a different one is selected now */
export type OnCallSettled = (settlement: CallSettlement, connection: Connection) => void;

export interface PlannedCall extends Pick<CallContext, 'request' | 'connection' | 'initiator' | 'agent' | 'isStored'> {
  /** The expected cost. */
  readonly needed: Money;
  /** Less than `needed` if the price is a guess and the budget is nearly spent. */
  readonly reserved: Money;
  /** `needed` is an assumption because the price is unknown. */
  readonly isPriceAssumed: boolean;
  /** An endpoint's first call; others wait for its price. */
  readonly isGuess: boolean;
}

/** Records calls before they are sent, so they survive a crash. */
export interface CallLedger {
  /**
   * Records a call. If calls with guessed prices leave no room under a ledger cap, waits until something changes.
   * @param wait its signal ends the wait; `onWaiting` is called if the call has to wait
   * @returns `again` after a wait, or if a different process has learned the price: nothing is recorded yet
   * @throws SocialDataError `storage` if that fails, `budget` if it would exceed a ledger cap; then there is no reservation
   */
  begin(call: PlannedCall, wait: LedgerWait): Promise<OpenLedgerEntry | 'again'>;
}

export interface LedgerWait {
  readonly signal: AbortSignal;
  readonly onWaiting: () => void;
}

export interface OpenLedgerEntry {
  /**
   * Called after a wait or a delay, because a ledger cap may have changed. Left out for a ledger without caps.
   * @throws SocialDataError `budget` if spent and reserved amounts exceed the cap, or `storage`
   */
  checkBeforeSend?(): void;
  /** Called once. After an internal error, neither `exchange` nor `error` is set. */
  settle(settlement: CallSettlement): void;
}

/** Restarts a call that became more expensive than its reservation before it was sent. */
class PriceRose extends SocialDataError {
  constructor() {
    super('budget', 'the price increased before the request was sent', { spent: 'no' });
  }
}

interface BudgetPolicyOptions {
  /** One for all calls, or one for each connection. */
  readonly budget: Budget | ((connection: Connection) => Budget);
  readonly prices: PriceBook;
  readonly ledger: CallLedger | undefined;
  readonly clock: Clock;
  readonly gate: Pick<Gate, 'refusalOf'>;
  readonly onSettled: OnCallSettled | undefined;
}

/**
 * The only place where money is reserved, for all caps in a fixed order: the call's, the client's, and the ledger's. Records
 * the call before it is sent and books its cost. The deadline starts after any wait for room.
 * @throws SocialDataError `budget` if the call would exceed a cap, `storage` if it can't be recorded; nothing is sent
 */
export function createBudgetPolicy(options: BudgetPolicyOptions): Policy {
  /** Endpoints that don't report prices: their guess becomes the price, and calls no longer wait for it. */
  const unreported = new Set<string>();
  return (next) => async (context) => {
    for (;;) {
      try {
        return await callWithinBudgets(options, unreported, context, next);
      } catch (error) {
        if (!(error instanceof PriceRose)) {
          throw error;
        }
      }
    }
  };
}

async function callWithinBudgets(
  options: BudgetPolicyOptions,
  unreported: Set<string>,
  context: CallContext,
  next: Send,
): Promise<Exchange> {
  const { prices, clock, onSettled } = options;
  const { request, connection } = context;
  const budgets = [...context.budgets, typeof options.budget === 'function' ? options.budget(connection) : options.budget];
  const name = toPriceBookKey(request.service, connection);
  const key = `${name} ${request.endpointId}`;
  const toNeed = (): CallNeed => {
    const learned = prices.priceOf(name, request.endpointId);
    // an endpoint that was free once may cost something the next time
    if (connection.kind === 'sandbox' || (learned !== undefined && learned > 0n)) {
      return { amount: learned ?? 0n, isGuess: false, isAssumed: false, guessOf: undefined };
    }
    const isGuess = !unreported.has(key);
    return {
      amount: prices.guessFor(name),
      isGuess,
      isAssumed: true,
      guessOf: isGuess && learned === undefined ? key : undefined,
    };
  };
  const { need, reservation, entry } = await acquire(options, budgets, toNeed, context);
  const settle = (end: Omit<CallSettlement, 'request' | 'connection'>) => {
    const settlement: CallSettlement = { request, connection: connection.kind, ...end };
    runWithDeferredError(() => entry?.settle(settlement));
    reservation.settle(end.booked); // after the ledger, which waiting calls also check
    runWithDeferredError(() => onSettled?.(settlement, connection));
  };
  let hasWaited = false;
  const writtenAt = clock.monotonicNow();
  const onWaiting = (waiting: WaitReason) => {
    hasWaited = true;
    context.onWaiting?.(waiting);
  };
  const checkBeforeSend = () => {
    context.checkBeforeSend();
    if (toNeed().amount > need.amount) {
      throw new PriceRose();
    }
    requireWithinCaps(budgets, context, need);
    // reads the disk, so only if time has passed since the call was recorded
    if (hasWaited || clock.monotonicNow() - writtenAt > maxLedgerCheckAgeMs) {
      entry?.checkBeforeSend?.();
    }
  };
  try {
    const exchange = await next({ ...context, deadlineAt: context.startDeadline(), onWaiting, checkBeforeSend });
    const { price } = exchange.receipt;
    if (price !== undefined && isPlausiblePrice(price)) {
      prices.learn(name, request.endpointId, price);
    } else if (price === undefined && getChargeStatus(exchange) === 'yes') {
      unreported.add(key);
    }
    settle({ ...getBookedAmount(exchange, need.amount), exchange });
    return exchange;
  } catch (error) {
    // after an internal error, it is unknown whether the request was sent
    const isOwnFault = !(error instanceof SocialDataError);
    settle(isOwnFault ? { booked: need.amount, isReported: false } : { ...getFailureBookedAmount(error, need.amount), error });
    throw error;
  }
}

interface CallNeed extends NeededMoney {
  /** The price is unknown, even if other calls don't wait for it. */
  readonly isAssumed: boolean;
  /** Set for an endpoint's first call, which others wait for. */
  readonly guessOf: string | undefined;
}

interface Acquired {
  readonly need: CallNeed;
  readonly reservation: Reservation;
  readonly entry: OpenLedgerEntry | undefined;
}

/** @param toNeed called after every wait, because the price may have changed */
async function acquire(
  options: BudgetPolicyOptions,
  budgets: readonly Budget[],
  toNeed: () => CallNeed,
  context: CallContext,
): Promise<Acquired> {
  const { ledger, gate } = options;
  const { request, connection, initiator, agent, isStored, signal, endpoint } = context;
  const onWaiting = () => runWithDeferredError(() => context.onWaiting?.({ kind: 'price', endpoint, at: undefined }));
  const attempt = () => {
    const refusal = gate.refusalOf(context);
    if (refusal !== undefined) {
      throw refusal;
    }
    return reserveOfAll(budgets, toNeed(), context);
  };
  for (;;) {
    const { need, amount, reservation } = attempt() ?? (await waitForRoom(budgets, attempt, signal, onWaiting));
    try {
      const call: PlannedCall = {
        ...{ request, connection, initiator, agent, isStored, needed: need.amount, reserved: amount },
        isPriceAssumed: need.isAssumed,
        isGuess: need.isGuess,
      };
      const entry = await ledger?.begin(call, { signal, onWaiting });
      if (entry !== 'again') {
        return { need, reservation, entry };
      }
    } catch (error) {
      reservation.settle(0n);
      throw error;
    }
    reservation.settle(0n);
  }
}

interface ReservedOfAll {
  readonly need: CallNeed;
  readonly amount: Money;
  readonly reservation: Reservation;
}

/**
 * Reserves in all budgets, or doesn't reserve at all.
 * @returns undefined if the call has to wait
 * @throws SocialDataError `budget`
 */
function reserveOfAll(budgets: readonly Budget[], need: CallNeed, context: CallContext): ReservedOfAll | undefined {
  const rooms = budgets.map((budget) => budget.room(need, need.guessOf));
  const over = budgets[rooms.indexOf('over')];
  if (over !== undefined) {
    throw toOverBudgetError(over, need, context);
  }
  const amount = findSmallestRoom(rooms);
  if (amount === undefined) {
    return undefined;
  }
  const reservations = budgets.map((budget) => budget.reserve(amount, need.isGuess, need.guessOf));
  return { need, amount, reservation: { settle: (booked) => reservations.forEach((one) => one.settle(booked)) } };
}

/** First come, first served. */
function waitForRoom<T>(
  budgets: readonly Budget[],
  attempt: () => T | undefined,
  signal: AbortSignal,
  onWaiting: () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => {
      stopListening.forEach((stop) => stop());
      signal.removeEventListener('abort', abort);
    };
    const abort = () => {
      end();
      reject(toCancelledOrTimeoutError(signal, { spent: 'no' }));
    };
    const tryAgain = () => {
      try {
        const got = attempt();
        if (got !== undefined) {
          end();
          resolve(got);
        }
      } catch (error) {
        end();
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    const stopListening = budgets.map((budget) => budget.onRoom(tryAgain));
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) {
      abort();
    } else {
      onWaiting();
    }
  });
}

/** Other calls may have exceeded their reservations, or a cap may be lower now. @throws SocialDataError `budget` */
function requireWithinCaps(budgets: readonly Budget[], context: CallContext, need: CallNeed): void {
  const over = budgets.find((budget) => isOverCap(budget.state()));
  if (over !== undefined) {
    throw toOverBudgetError(over, need, context);
  }
}

function toOverBudgetError(budget: Budget, { amount, isAssumed }: CallNeed, { budgets }: CallContext): SocialDataError {
  const scope = budgets.includes(budget) ? 'call' : 'session';
  return createOverBudgetError(budget.state(), { needed: amount, isPriceAssumed: isAssumed }, scope);
}

type BookedAmount = Pick<CallSettlement, 'booked' | 'isReported'>;

function getBookedAmount(exchange: Exchange, reserved: Money): BookedAmount {
  const { price } = exchange.receipt;
  switch (getChargeStatus(exchange)) {
    case 'refunded':
      return { booked: 0n, isReported: true };
    case 'no':
      return { booked: 0n, isReported: price !== undefined };
    case 'yes':
    case 'maybe':
      return { booked: price ?? reserved, isReported: price !== undefined };
  }
}

function getFailureBookedAmount({ exchange, spent }: SocialDataError, reserved: Money): BookedAmount {
  if (exchange !== undefined) {
    return getBookedAmount(exchange, reserved); // an incomplete response, or the previous attempt's
  }
  const isFree = spent === 'no'; // a refund would have a response
  return { booked: isFree ? 0n : reserved, isReported: isFree };
}
