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
