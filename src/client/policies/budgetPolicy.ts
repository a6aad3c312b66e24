import { toCancelledOrTimeoutError, type Clock } from '../clock.ts';
import { type Connection, toPriceBookKey } from '../connection.ts';
import { getChargeStatus } from '../toResponseError.ts';
import { type BudgetScope, SocialDataError } from '../errors.ts';
import type { Exchange, ExchangeRequest } from '../exchange.ts';
import type { Money } from '../money.ts';
import type { Gate } from './gate.ts';
import {
  type Budget,
  type BudgetState,
  createOverBudgetError,
  isPlausiblePrice,
  type NeededMoney,
  type PriceBook,
  type Reservation,
} from './budget.ts';
import { runWithDeferredError, type CallContext, type Policy, type Send, type WaitReason } from './send.ts';

/** How long what the ledger said of its caps holds for a call that nothing kept waiting. */
const maxLedgerCheckAgeMs = 50;

/** How one call ended: one line of the ledger. */
export interface CallSettlement {
  readonly request: ExchangeRequest;
  readonly connection: Connection['kind'];
  /** What the budget booked: what was reported, else the worse case. */
  readonly booked: Money;
  /** False where `booked` is an assumption. */
  readonly isReported: boolean;
  readonly exchange?: Exchange;
  /** Set when no whole response came; a response with an error status is an `exchange`. */
  readonly error?: SocialDataError;
}

/** @param asked the connection that the call was made over, which may be another one than now */
export type OnCallSettled = (settlement: CallSettlement, asked: Connection) => void;

/** A call that is about to be sent. */
export interface PlannedCall extends Pick<CallContext, 'request' | 'connection' | 'initiator' | 'agent'> {
  /** What it is expected to cost. */
  readonly needed: Money;
  /** What is set aside for it: less than `needed` where its price is a guess and no more is left. */
  readonly reserved: Money;
  /** True where no price is known, so that `needed` is an assumption. */
  readonly isPriceAssumed: boolean;
  /** True for the first call of an endpoint: the others of it wait for its price. */
  readonly isGuess: boolean;
}

/** Where calls are written down before they are sent, so that even a crash leaves a trace of each. */
export interface CallLedger {
  /**
   * Writes a call down. Where a cap that the ledger keeps has no room as long as calls with guessed prices are under way, waits until
   * something changes.
   * @param wait aborted: nobody waits for it any more; `onWaiting` is called where it has to wait
   * @returns `again` after a wait, or where another process learned the price meanwhile: nothing is written down yet
   * @throws SocialDataError `storage` when that is not possible, `budget` when a cap that the ledger keeps leaves no room;
   *   then the call is not sent and nothing is set aside
   */
  begin(call: PlannedCall, wait: LedgerWait): Promise<OpenLedgerEntry | 'again'>;
}

export interface LedgerWait {
  readonly signal: AbortSignal;
  readonly onWaiting: () => void;
}

export interface OpenLedgerEntry {
  /**
   * Whether the call may still be sent, asked after a wait or where time has passed: a cap that the ledger keeps may have been lowered meanwhile.
   * Left out: the ledger keeps no cap.
   * @throws SocialDataError `budget` when what is spent and set aside is over the cap by now, or `storage`
   */
  checkBeforeSend?(): void;
  /** How the call ended; once. Neither `exchange` nor `error` is there when a fault of this program ended it. */
  settle(settlement: CallSettlement): void;
}

/** Ends a call that was not sent yet, because it costs more by now than what was set aside for it: it is begun again. */
class PriceRose extends SocialDataError {
  constructor() {
    super('budget', 'the price increased before the request was sent', { spent: 'no' });
  }
}

interface BudgetPolicyOptions {
  /** One for all calls, or the one that a connection's calls are held to. */
  readonly budget: Budget | ((connection: Connection) => Budget);
  readonly prices: PriceBook;
  readonly ledger: CallLedger | undefined;
  readonly clock: Clock;
  readonly gate: Pick<Gate, 'refusalOf'>;
  readonly onSettled: OnCallSettled | undefined;
}

/**
 * The one place where money is set aside, for all caps of a call in a fixed order: the call's own, the client's, then those of the ledger.
 * Writes the call down before it is sent, and books what it came to. A call that waits for room has no deadline yet.
 * @throws SocialDataError `budget` when the call would pass a cap, `storage` when it cannot be written down; nothing is sent
 */
export function createBudgetPolicy(options: BudgetPolicyOptions): Policy {
  /** Endpoints that answer well and report no price: for them the guess is the price, and nobody waits to learn it. */
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
    // what cost nothing once is no promise
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
    reservation.settle(end.booked); // whoever waits for it looks into the ledger, too
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
    // reads the disk, so only where time has passed since the call was written down: also while its key was read
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
    // after a fault of this program nobody knows what was sent
    const isOwnFault = !(error instanceof SocialDataError);
    settle(isOwnFault ? { booked: need.amount, isReported: false } : { ...getFailureBookedAmount(error, need.amount), error });
    throw error;
  }
}

interface CallNeed extends NeededMoney {
  /** No price is known, whether or not the call has to be the only one of its endpoint. */
  readonly isAssumed: boolean;
  /** The endpoint whose price this call is the first to learn. */
  readonly guessOf: string | undefined;
}

interface Acquired {
  readonly need: CallNeed;
  readonly reservation: Reservation;
  readonly entry: OpenLedgerEntry | undefined;
}

/** @param toNeed asked after every wait: a price may be known by then */
async function acquire(
  options: BudgetPolicyOptions,
  budgets: readonly Budget[],
  toNeed: () => CallNeed,
  context: CallContext,
): Promise<Acquired> {
  const { ledger, gate } = options;
  const { request, connection, initiator, agent, signal, endpoint } = context;
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
        ...{ request, connection, initiator, agent, needed: need.amount, reserved: amount },
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

/** Sets aside in all budgets or in none. @returns undefined where the call has to wait. @throws SocialDataError `budget` */
function reserveOfAll(budgets: readonly Budget[], need: CallNeed, context: CallContext): ReservedOfAll | undefined {
  const rooms = budgets.map((budget) => budget.room(need, need.guessOf));
  const over = budgets[rooms.indexOf('over')];
  if (over !== undefined) {
    throw createOverBudgetError(over.state(), toErrorFacts(need), toScope(over, context));
  }
  let amount = need.amount;
  for (const room of rooms) {
    if (typeof room !== 'bigint') {
      return undefined;
    }
    amount = room < amount ? room : amount;
  }
  const reservations = budgets.map((budget) => budget.reserve(amount, need.isGuess, need.guessOf));
  return { need, amount, reservation: { settle: (booked) => reservations.forEach((one) => one.settle(booked)) } };
}

/** Those that came first are first. */
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

/** Another call may have cost more than was set aside for it, or a cap may have been lowered. @throws SocialDataError `budget` */
function requireWithinCaps(budgets: readonly Budget[], context: CallContext, need: CallNeed): void {
  const over = budgets.find((budget) => isOverCap(budget.state()));
  if (over !== undefined) {
    throw createOverBudgetError(over.state(), toErrorFacts(need), toScope(over, context));
  }
}

function toScope(budget: Budget, { budgets }: Pick<CallContext, 'budgets'>): BudgetScope {
  return budgets.includes(budget) ? 'call' : 'session';
}

function toErrorFacts({ amount, isAssumed }: CallNeed): Pick<PlannedCall, 'needed' | 'isPriceAssumed'> {
  return { needed: amount, isPriceAssumed: isAssumed };
}

function isOverCap({ cap, spent, reserved }: BudgetState): boolean {
  return cap !== undefined && spent + reserved > cap;
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
    return getBookedAmount(exchange, reserved); // the response of a call that was cut, or of the try before
  }
  const isFree = spent === 'no'; // what was refunded has a response that says so
  return { booked: isFree ? 0n : reserved, isReported: isFree };
}
