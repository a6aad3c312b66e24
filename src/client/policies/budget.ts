import { type BudgetScope, SocialDataError } from '../errors.ts';
import type { Money } from '../money.ts';

/** `spent` + `reserved` never exceeds `cap`; `reserved` is what open calls may still cost. */
export interface BudgetState {
  /** Undefined if unlimited. */
  readonly cap: Money | undefined;
  readonly spent: Money;
  readonly reserved: Money;
  /** The part of `reserved` for calls with guessed prices. Default: 0. */
  readonly guessed?: Money;
}

export interface NeededMoney {
  readonly amount: Money;
  /** The price is unknown, so the call may cost more. */
  readonly isGuess: boolean;
}

/**
 * The rule for every cap: an amount that fits is reserved. A call waits if only calls with guessed prices are in the way. The
 * only call with a guessed price may use all that is left.
 * @returns the amount to reserve
 */
export function findRoom(
  { cap, spent, reserved, guessed = 0n }: BudgetState,
  { amount, isGuess }: NeededMoney,
): Money | 'wait' | 'over' {
  const left = cap === undefined ? amount : cap - spent - reserved;
  if (amount <= left) {
    return amount;
  }
  if (guessed > 0n && left + guessed >= (isGuess ? 1n : amount)) {
    return 'wait';
  }
  return isGuess && left > 0n ? left : 'over';
}

/** What all caps have room for. Undefined if the call has to wait. */
export function findSmallestRoom(rooms: readonly (Money | 'wait' | 'over')[]): Money | undefined {
  const amounts = rooms.filter((room) => typeof room === 'bigint');
  return amounts.length < rooms.length ? undefined : amounts.reduce((least, room) => (room < least ? room : least));
}

export function isOverCap({ cap, spent, reserved }: BudgetState): boolean {
  return cap !== undefined && spent + reserved > cap;
}

/** A hard cap on spending, shared by all clients and calls that receive it. */
export interface Budget {
  state(): BudgetState;
  /** A cap below the amount already spent blocks all calls. */
  setCap(cap: Money | undefined): void;
  /**
   * For the client: how much it may reserve now.
   * @param guessOf the endpoint, if its price is a guess; it may have one such call at a time
   */
  room(need: NeededMoney, guessOf: string | undefined): Money | 'wait' | 'over';
  /** For the client: reserves the amount that `room` returned. */
  reserve(amount: Money, isGuess: boolean, guessOf: string | undefined): Reservation;
  /** Calls listeners in order whenever there may be more room. @returns a function that removes the listener */
  onRoom(listener: () => void): () => void;
}

export interface Reservation {
  /** Books the call's cost, once, and releases the rest. */
  settle(amount: Money): void;
}

/**
 * Reservations never make spent + reserved exceed the cap. Only a call that costs more than its reservation can, because its
 * price was unknown or rose; its full cost is booked.
 * @throws SocialDataError `input` if an option is unknown or a cap isn't a bigint
 */
export function createBudget(options: { readonly cap?: Money } = {}): Budget {
  if (Object.entries(options).some(([name, value]) => name !== 'cap' || typeof value !== 'bigint')) {
    throw new SocialDataError('input', 'createBudget: the cap must be a bigint in micro-dollars', { spent: 'no' });
  }
  let cap = options.cap;
  let spent = 0n;
  let reserved = 0n;
  let guessed = 0n;
  const guesses = new Set<string>();
  const listeners = new Set<() => void>();
  const state = (): BudgetState => ({ cap, spent, reserved, ...(guessed > 0n ? { guessed } : {}) });
  const tell = () => listeners.forEach((listener) => listener());
  return {
    state,
    setCap: (changed) => {
      cap = changed;
      tell();
    },
    room: (need, guessOf) =>
      cap !== undefined && guessOf !== undefined && guesses.has(guessOf) ? 'wait' : findRoom(state(), need),
    reserve: (amount, isGuess, guessOf) => {
      let isSettled = false;
      const add = (change: Money) => {
        reserved += change;
        guessed += isGuess ? change : 0n;
      };
      add(amount);
      if (guessOf !== undefined) {
        guesses.add(guessOf);
      }
      return {
        settle: (booked) => {
          if (isSettled) {
            return;
          }
          isSettled = true;
          add(-amount);
          spent += booked;
          if (guessOf !== undefined) {
            guesses.delete(guessOf);
          }
          tell();
        },
      };
    },
    onRoom: (listener) => {
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

export function createOverBudgetError(
  { cap, spent, reserved }: BudgetState,
  { needed, isPriceAssumed }: { readonly needed: Money; readonly isPriceAssumed: boolean },
  per: BudgetScope = 'session',
): SocialDataError {
  const most = cap ?? 0n;
  const rest = most - spent - reserved;
  const left = rest > 0n ? rest : 0n;
  return new SocialDataError('budget', 'the request would exceed the budget', {
    spent: 'no',
    budget: { cap: most, left, needed, isPriceAssumed, per },
  });
}

/** Ten dollars: more than any request costs, since services charge fractions of a cent. */
const maxLearnedPrice: Money = 10_000_000n;

/** A higher price is booked as charged, but not expected for the next request. */
export function isPlausiblePrice(price: Money): boolean {
  return price <= maxLearnedPrice;
}

/** One cent. */
const firstGuess: Money = 10_000n;

/** The newest reported prices, by connection and endpoint. */
export interface PriceBook {
  priceOf(connection: string, endpointId: string): Money | undefined;
  learn(connection: string, endpointId: string, price: Money): void;
  /** The price to assume: the connection's highest reported price, or one cent. */
  guessFor(connection: string): Money;
}

/** Creates an empty price book. Fill it with `learn`, for example from a ledger. */
export function createPriceBook(): PriceBook {
  const connections = new Map<string, Map<string, Money>>();
  return {
    priceOf: (connection, endpointId) => connections.get(connection)?.get(endpointId),
    learn: (connection, endpointId, price) => {
      const prices = connections.get(connection) ?? new Map<string, Money>();
      connections.set(connection, prices.set(endpointId, price));
    },
    guessFor: (connection) => {
      const prices = [...(connections.get(connection)?.values() ?? [])];
      const highest = prices.reduce((max, price) => (price > max ? price : max), 0n);
      return highest === 0n ? firstGuess : highest;
    },
  };
}
