/** The time and the waiting of a client; a test hands in its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Runs an action once after some milliseconds.
   * @returns takes it back
   */
  readonly schedule: (afterMs: number, action: () => void) => () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  schedule: (afterMs, action) => {
    const timer = setTimeout(action, afterMs);
    return () => clearTimeout(timer);
  },
};

/**
 * Waits, never less than asked, unless the signal is aborted first.
 * @throws the signal's reason, when the signal ended it
 */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const due = clock.now() + ms;
    const abort = () => {
      cancel();
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted', { cause: signal.reason }));
    };
    const wake = () => {
      const left = due - clock.now();
      if (left > 0) {
        cancel = clock.schedule(left, wake); // a timer may fire a little early
        return;
      }
      signal.removeEventListener('abort', abort);
      resolve();
    };
    let cancel = clock.schedule(ms, wake);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) {
      abort();
    }
  });
}
