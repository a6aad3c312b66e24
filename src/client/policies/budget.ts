import { type BudgetScope, SocialDataError } from '../errors.ts';
import type { Money } from '../money.ts';

/** What was spent, what calls under way may still cost, and the most that both together may be. */
export interface BudgetState {
  /** undefined: no cap. */
  readonly cap: Money | undefined;
  readonly spent: Money;
  readonly reserved: Money;
  /** How much of `reserved` was set aside for calls whose price is a guess; left out: nothing. */
  readonly guessed?: Money;
}

export interface NeededMoney {
  readonly amount: Money;
  /** No price is known, so that it may turn out to cost anything. */
  readonly isGuess: boolean;
}

/**
 * The rule of every cap. An amount that fits is set aside. Where calls with guessed prices are all that is in the way, the call waits
 * for them. The only call with a guessed price may always try what is left.
 * @returns how much may be set aside now
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

/** A hard cap on spending, shared by whatever clients and calls it is handed to. */
export interface Budget {
  state(): BudgetState;
  /** From now on. A cap below what is spent lets no call through. */
  setCap(cap: Money | undefined): void;
  /**
   * For the client, which alone sets money aside: how much it may set aside now.
   * @param guessOf the endpoint of a guessed price: one such call at a time
   */
  room(need: NeededMoney, guessOf: string | undefined): Money | 'wait' | 'over';
  /** For the client: sets aside what `room` allowed. */
  reserve(amount: Money, isGuess: boolean, guessOf: string | undefined): Reservation;
  /** Called in their order whenever there may be more room. @returns takes it back */
  onRoom(listener: () => void): () => void;
}

export interface Reservation {
  /** Books what the call came to, once, and frees what was set aside. */
  settle(amount: Money): void;
}

/**
 * Promise: no reservation makes spent + reserved exceed the cap. Only a call that costs more than its reservation can exceed
 * it, because its price was unknown or rose meanwhile; its full cost is booked.
 * @throws SocialDataError `input` for another option, or a cap that is not a bigint and so would not limit anything
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

/** @param call what it would set aside */
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

/** Dollars that no call of a service that charges fractions of a cent costs: ten. */
const maxLearnedPrice: Money = 10_000_000n;

/** Whether a price that was reported is believed of the next call, too. One beyond is booked, as it was charged, and is taken for a mistake. */
export function isPlausiblePrice(price: Money): boolean {
  return price <= maxLearnedPrice;
}

/** One cent. */
const firstGuess: Money = 10_000n;

/** The prices that calls have taught, by connection and endpoint. The newest counts. */
export interface PriceBook {
  priceOf(connection: string, endpointId: string): Money | undefined;
  learn(connection: string, endpointId: string, price: Money): void;
  /** What a call counts as whose price is not known: the highest price that the connection has reported, else one cent. */
  guessFor(connection: string): Money;
}

/** An empty price book. Seed it with `learn` from a ledger that was kept. */
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
