import type { Service } from '../../client/endpoint.ts';
import type { Money } from '../../client/money.ts';
import type { FaultRuleMatcher } from '../faults/faultRuleMatcher.ts';
import { createRateLimiter, type RateLimiter } from '../faults/rateLimiter.ts';

/** One request that a key made, and what came of it. */
export interface LoggedRequest {
  /** Wall clock, milliseconds since 1970. */
  readonly atMs: number;
  /** null when the path is below neither of them. */
  readonly service: Service | null;
  /** The id of the row; null when the path led to none. */
  readonly endpoint: string | null;
  readonly method: string;
  /** Below the service, as sent; of a long one what `truncateWithHash` keeps. */
  readonly path: string;
  /** What stood behind the `?`, in the same way. */
  readonly query: string;
  readonly status: number;
  /** What it took from the balance and did not give back, micro-dollars. */
  readonly cost: Money;
  readonly refunded: boolean;
  /** The fault that struck it: a kind, a status, "latency" or "retried". */
  readonly fault: string | null;
  /** The fixture that answered; null: none did, left out: the sandbox itself. */
  readonly fixture?: string | null;
}

/** What the sandbox remembers of one key, beside its balance; the balance stands in the accounts. */
export interface KeyState {
  rules: FaultRuleMatcher | undefined;
  /** What is added to the sandbox's clock, milliseconds. */
  clockOffsetMs: number;
  rateWindow: RateLimiter;
  /** Oldest first. */
  log: LoggedRequest[];
  /** How many requests are no longer in the log. */
  forgottenCount: number;
}

/** How much is remembered. */
const maxRememberedByDefault = { keys: 1000, requestsPerKey: 5000, requests: 50_000 };

export type KeyStates = ReturnType<typeof createKeyStates>;

/** The states of all keys. Bounded, so that made-up keys and long runs cannot fill the memory. */
export function createKeyStates(limits = maxRememberedByDefault) {
  const states = new Map<string, KeyState>();
  let total = 0;
  /** As if the key had never been seen. */
  const reset = (key: string): void => {
    total -= states.get(key)?.log.length ?? 0;
    states.delete(key);
  };
  /** The state of a key, made on first use; '' stands for requests without one. */
  const of = (key: string): KeyState => {
    const known = states.get(key);
    if (known !== undefined) return known;
    if (states.size >= limits.keys) {
      const first = states.keys().next();
      if (first.done !== true) reset(first.value);
    }
    const made: KeyState = { rules: undefined, clockOffsetMs: 0, rateWindow: createRateLimiter(), log: [], forgottenCount: 0 };
    states.set(key, made);
    return made;
  };
  return {
    of,
    reset,
    entries: (): Iterable<readonly [string, KeyState]> => states.entries(),
    record: (key: string, request: LoggedRequest): void => {
      const state = of(key);
      state.log.push(request);
      total += 1;
      if (state.log.length > limits.requestsPerKey) {
        state.log.shift();
        state.forgottenCount += 1;
        total -= 1;
      }
      if (total > limits.requests) {
        const longest = [...states.values()].reduce((a, b) => (b.log.length > a.log.length ? b : a), state);
        const count = Math.ceil(longest.log.length / 2);
        longest.log.splice(0, count);
        longest.forgottenCount += count;
        total -= count;
      }
    },
  };
}
