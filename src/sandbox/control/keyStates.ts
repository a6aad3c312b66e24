import type { Service } from '../../client/endpoint.ts';
import type { Money } from '../../client/money.ts';
import type { FaultRuleMatcher } from '../faultRules.ts';

export interface LoggedRequest {
  readonly atMs: number;
  readonly service: Service | null;
  readonly endpoint: string | null;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status: number;
  readonly cost: Money;
  readonly refunded: boolean;
  readonly fault: string | null;
  /** The fixture that answered; null: none did, left out: the sandbox itself. */
  readonly fixture?: string | null;
}

export interface KeyState {
  /** Prepaid, micro-dollars. */
  balance: Money;
  rules: FaultRuleMatcher | undefined;
  clockOffsetMs: number;
  rateWindow: RateLimiter;
  readonly log: LoggedRequest[];
}

const maxRequestsPerKey = 5000;

export type KeyStates = ReturnType<typeof createKeyStates>;

/** @param startBalance what a key has when it is seen for the first time, micro-dollars */
export function createKeyStates(startBalance: Money) {
  const states = new Map<string, KeyState>();
  /** The state of a key, made on first use; '' stands for requests without one. */
  const of = (key: string): KeyState => {
    const known = states.get(key);
    if (known !== undefined) return known;
    const made: KeyState = {
      balance: startBalance,
      rules: undefined,
      clockOffsetMs: 0,
      rateWindow: createRateLimiter(),
      log: [],
    };
    states.set(key, made);
    return made;
  };
  return {
    of,
    reset: (key: string): void => void states.delete(key),
    entries: (): Iterable<readonly [string, KeyState]> => states.entries(),
    record: (key: string, request: LoggedRequest): void => {
      const { log } = of(key);
      log.push(request);
      if (log.length > maxRequestsPerKey) log.shift();
    },
  };
}

/**
 * The sandbox's own time, milliseconds since 1970: "now" in its responses.
 * @param setting "wall": the real time in whole seconds; a number: always this time
 */
export function createSandboxClock(setting: 'wall' | number): () => number {
  return setting === 'wall' ? () => Math.floor(Date.now() / 1000) * 1000 : () => setting;
}

export interface RateLimit {
  readonly calls: number;
  readonly seconds: number;
}

/**
 * Counts a call of one key in the current window.
 * @param nowMs a monotonic clock, milliseconds
 * @returns undefined if the call is allowed, else the whole seconds until the next window
 */
type RateLimiter = (limit: RateLimit, nowMs: number) => number | undefined;

/** A fixed window that starts with its first call. Refused calls do not count. */
function createRateLimiter(): RateLimiter {
  let startedMs = Number.NEGATIVE_INFINITY;
  let count = 0;
  return ({ calls, seconds }, nowMs) => {
    if (nowMs - startedMs >= seconds * 1000) {
      startedMs = nowMs;
      count = 0;
    }
    if (count < calls) {
      count += 1;
      return undefined;
    }
    return Math.max(1, Math.ceil((startedMs + seconds * 1000 - nowMs) / 1000));
  };
}
