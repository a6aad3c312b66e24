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
  /** The request's fixture; null if no fixture matched, absent in a sandbox. */
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

/** @param startBalance a new key's balance, micro-dollars */
export function createKeyStates(startBalance: Money) {
  const states = new Map<string, KeyState>();
  /** @param key '' for requests without a key */
  const of = (key: string): KeyState => {
    const state = states.get(key) ?? {
      ...{ balance: startBalance, rules: undefined, clockOffsetMs: 0 },
      ...{ rateWindow: createRateLimiter(), log: [] },
    };
    states.set(key, state);
    return state;
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
 * "Now" in the sandbox's responses, milliseconds since 1970.
 * @param setting "wall" for the real time in whole seconds; a number for a fixed time
 */
export function createSandboxClock(setting: 'wall' | number): () => number {
  return setting === 'wall' ? () => Math.floor(Date.now() / 1000) * 1000 : () => setting;
}

export interface RateLimit {
  readonly calls: number;
  readonly seconds: number;
}

/**
 * Counts a key's request in the current window.
 * @param nowMs a monotonic clock, milliseconds
 * @returns undefined if the request is allowed, otherwise the whole seconds until the next window
 */
type RateLimiter = (limit: RateLimit, nowMs: number) => number | undefined;

/** A fixed window that starts with its first request. Rejected requests don't count. */
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
