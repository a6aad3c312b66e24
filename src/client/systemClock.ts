import type { Clock } from './clock.ts';

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicNow: () => {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1_000 + Math.floor(nanoseconds / 1e6);
  },
  schedule: (afterMs, action) => {
    const timer = setTimeout(action, afterMs);
    return () => clearTimeout(timer);
  },
};
