import { runWithDeferredError } from './runWithDeferredError.ts';
import type { Clock } from '../clock.ts';
import { type Connection, toPriceBookKey } from '../connection.ts';
import { getChargeStatus } from '../toAnswerError.ts';
import { type BudgetScope, SocialDataError } from '../errors.ts';
import type { Exchange, ExchangeRequest } from '../exchange.ts';
import type { Money } from '../money.ts';
import type { CallContext, Policy, WaitReason } from './send.ts';

/** How long what the ledger said of its caps holds for a call that nothing kept waiting. */
const maxLedgerCheckAgeMs = 50;

/** What was spent, what calls under way may still cost, and the most that both together may be. */
export interface BudgetState {
  /** undefined: no cap. */
  readonly cap: Money | undefined;
  readonly spent: Money;
  readonly reserved: Money;
  /** Set where nobody can tell what was spent: `spent` is the worse case then. */
  readonly isUnknown?: boolean;
}

/** A hard cap on spending, shared by whatever clients it is handed to. */
export interface Budget {
  state(): BudgetState;
  /** From now on. A cap below what is spent lets no call through. */
  setCap(cap: Money | undefined): void;
  /** Sets an amount aside; undefined when that would pass the cap. */
  reserve(amount: Money): Reservation | undefined;
}

export interface Reservation {
  /** Books what the call came to, once, and frees what was set aside. */
  settle(amount: Money): void;
}

/**
 * Promise: spent + reserved never pass the cap by a reservation. The one exception is a call that turns out to cost more than what
 * was set aside for it (the service raised the price meanwhile, or the price was not known and the assumed one too low): it
 * is booked as it is, so spent may pass the cap by at most the sum of those differences over the calls that were under way.
 */
export function createBudget({ cap }: { readonly cap?: Money } = {}): Budget {
  let state: BudgetState = { cap, spent: 0n, reserved: 0n };
  return {
    state: () => state,
    setCap: (cap) => {
      state = { ...state, cap };
    },
    reserve(amount) {
      if (isOverCap({ ...state, reserved: state.reserved + amount })) {
        return undefined;
      }
      state = { ...state, reserved: state.reserved + amount };
      let isSettled = false;
      return {
        settle(booked) {
          if (!isSettled) {
            isSettled = true;
            state = { ...state, reserved: state.reserved - amount, spent: state.spent + booked };
          }
        },
      };
    },
  };
}

/** Dollars that no call of a service that charges fractions of a cent costs: ten. */
const maxLearnedPrice: Money = 10_000_000n;

/** Whether a price that was reported is believed of the next call, too. One beyond is booked, as it was charged, and is taken for a mistake. */
export function isPlausiblePrice(price: Money): boolean {
  return price <= maxLearnedPrice;
}

/** The prices that calls have taught, by connection and endpoint. The newest counts. */
export interface PriceBook {
  priceOf(connection: string, endpointId: string): Money | undefined;
  learn(connection: string, endpointId: string, price: Money): void;
}

/** An empty price book. Seed it with `learn` from a ledger that was kept. */
export function createPriceBook(): PriceBook {
  const prices = new Map<string, Money>();
  return {
    priceOf: (connection, endpointId) => prices.get(`${connection} ${endpointId}`),
    learn: (connection, endpointId, price) => void prices.set(`${connection} ${endpointId}`, price),
  };
}

/** How one call ended: one line of the ledger. */
export interface CallSettlement {
  readonly request: ExchangeRequest;
  readonly connection: Connection['kind'];
  /** What the budget booked: what was reported, else the worse case. */
  readonly booked: Money;
  /** False where `booked` is an assumption. */
  readonly isReported: boolean;
  readonly exchange?: Exchange;
  /** Set when no whole answer came; an answer with an error status is an `exchange`. */
  readonly error?: SocialDataError;
}

/** @param asked the connection that the call was made over, which may be another one than now */
export type OnCallSettled = (settlement: CallSettlement, asked: Connection) => void;

/** A call that is about to be sent. */
export interface PlannedCall extends Pick<CallContext, 'request' | 'connection' | 'initiator' | 'agent'> {
  /** What is set aside for it. */
  readonly reserved: Money;
  /** True where no price is known, so that `reserved` is what the connection assumes. */
  readonly isPriceAssumed: boolean;
}

/** Where calls are written down before they are sent, so that even a crash leaves a trace of each. */
export interface CallLedger {
  /**
   * Writes a call down.
   * @throws SocialDataError `storage` when that is not possible, `budget` when a cap that the ledger keeps leaves no room;
   *   then the call is not sent and nothing is set aside
   */
  begin(call: PlannedCall): OpenLedgerEntry;
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

/**
 * Sets the price of a call aside before it is sent, writes it down, and books what it came to.
 * @throws SocialDataError `budget` when the call would pass a cap, `storage` when it cannot be written down; nothing is sent
 */
export function createBudgetPolicy(options: {
  /** One for all calls, or the one that a connection's calls are held to. */
  readonly budget: Budget | ((connection: Connection) => Budget);
  readonly prices: PriceBook;
  readonly ledger: CallLedger | undefined;
  readonly clock: Clock;
  readonly onSettled: OnCallSettled | undefined;
}): Policy {
  const { prices, ledger, clock, onSettled } = options;
  return (next) => async (context) => {
    const { request, connection, initiator, agent } = context;
    const budget = typeof options.budget === 'function' ? options.budget(connection) : options.budget;
    const name = toPriceBookKey(request.service, connection);
    const learned = prices.priceOf(name, request.endpointId);
    // what cost nothing once is no promise
    const isPriceAssumed = learned === undefined || learned === 0n;
    const needed = isPriceAssumed ? connection.assumedPrice : learned;
    const reservation = budget.reserve(needed);
    const call: PlannedCall = { request, connection, initiator, agent, reserved: needed, isPriceAssumed };
    if (reservation === undefined) {
      throw createOverBudgetError(budget.state(), call);
    }
    const entry = beginLedgerEntry(ledger, call, reservation);
    const settle = (end: Omit<CallSettlement, 'request' | 'connection'>) => {
      reservation.settle(end.booked);
      const settlement: CallSettlement = { request, connection: connection.kind, ...end };
      runWithDeferredError(() => entry?.settle(settlement));
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
      const state = budget.state();
      if (isOverCap(state)) {
        throw createOverBudgetError(state, call);
      }
      // reads the disk, so only where time has passed since the call was written down: also while its key was read
      if (hasWaited || clock.monotonicNow() - writtenAt > maxLedgerCheckAgeMs) {
        entry?.checkBeforeSend?.();
      }
    };
    try {
      const exchange = await next({ ...context, onWaiting, checkBeforeSend });
      if (exchange.receipt.price !== undefined && isPlausiblePrice(exchange.receipt.price)) {
        prices.learn(name, request.endpointId, exchange.receipt.price);
      }
      settle({ ...getBookedAmount(exchange, needed), exchange });
      return exchange;
    } catch (error) {
      // after a fault of this program nobody knows what was sent
      const isOwnFault = !(error instanceof SocialDataError);
      settle(isOwnFault ? { booked: needed, isReported: false } : { ...getFailureBookedAmount(error, needed), error });
      throw error;
    }
  };
}

/** Whether what is spent and set aside, calls under way included, has passed a cap that was lowered meanwhile. */
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
    return getBookedAmount(exchange, reserved); // the answer of a call that was cut, or of the try before
  }
  const isFree = spent === 'no'; // what was refunded has an answer that says so
  return { booked: isFree ? 0n : reserved, isReported: isFree };
}

/** Writes the call down; what was set aside is free again when that fails. */
function beginLedgerEntry(
  ledger: CallLedger | undefined,
  call: PlannedCall,
  reservation: Reservation,
): OpenLedgerEntry | undefined {
  try {
    return ledger?.begin(call);
  } catch (error) {
    reservation.settle(0n);
    throw error;
  }
}

/**
 * The error of a call that a cap leaves no room for.
 * @param call what it would set aside
 * @param per what the cap is for
 */
export function createOverBudgetError(
  { cap, spent, reserved, isUnknown = false }: BudgetState,
  { reserved: needed, isPriceAssumed }: Pick<PlannedCall, 'reserved' | 'isPriceAssumed'>,
  per: BudgetScope = 'session',
): SocialDataError {
  const most = cap ?? 0n;
  const rest = most - spent - reserved;
  const left = rest > 0n ? rest : 0n;
  return new SocialDataError('budget', 'the call would pass the budget', {
    spent: 'no',
    budget: { cap: most, left, needed, isPriceAssumed, per, ...(isUnknown ? { isUnknown } : {}) },
  });
}
