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
  /** Below the service, as sent, 512 characters of it. */
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
  /** The last ones, oldest first. */
  readonly log: LoggedRequest[];
}

const maxRequestsPerKey = 5000;

export type KeyStates = ReturnType<typeof createKeyStates>;

/** The states of all keys. */
export function createKeyStates() {
  const states = new Map<string, KeyState>();
  /** The state of a key, made on first use; '' stands for requests without one. */
  const of = (key: string): KeyState => {
    const known = states.get(key);
    if (known !== undefined) return known;
    const made: KeyState = { rules: undefined, clockOffsetMs: 0, rateWindow: createRateLimiter(), log: [] };
    states.set(key, made);
    return made;
  };
  return {
    of,
    /** As if the key had never been seen. */
    reset: (key: string): void => void states.delete(key),
    entries: (): Iterable<readonly [string, KeyState]> => states.entries(),
    record: (key: string, request: LoggedRequest): void => {
      const { log } = of(key);
      log.push(request);
      if (log.length > maxRequestsPerKey) log.shift();
    },
  };
}
