/** So many calls in a window, for each key. */
export interface RateLimit {
  readonly calls: number;
  readonly seconds: number;
}

/**
 * Counts a call of one key in its running window.
 * @param nowMs a clock that never goes back, milliseconds
 * @returns undefined when it is let in, else the whole seconds until the next window
 */
export type RateLimiter = (limit: RateLimit, nowMs: number) => number | undefined;

/** A fixed window that starts with its first call. What is refused does not count. */
export function createRateLimiter(): RateLimiter {
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
