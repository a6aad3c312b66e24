/** The time and the waiting of a client; a test passes its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whole milliseconds that pass evenly, also while the machine's time is set back or forward: for all that is waited and measured. */
  readonly monotonicNow: () => number;
  /**
   * Runs an action once after some milliseconds.
   * @returns takes it back
   */
  readonly schedule: (afterMs: number, action: () => void) => () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicNow: () => Math.floor(performance.now()),
  schedule: (afterMs, action) => {
    const timer = setTimeout(action, afterMs);
    return () => clearTimeout(timer);
  },
};
