import type { Clock } from '../../src/client/clock.ts';

/** A clock that only moves on request. */
export interface FakeClock extends Clock {
  /** Moves the clock and runs due actions in order, with the promises in between. */
  advance(ms: number): Promise<void>;
  /** Moves the clock to the next action; false if nothing is scheduled. */
  advanceToNext(): Promise<boolean>;
  /** Changes the machine's time without running actions. */
  setWall(byMs: number): void;
  /** Resolves after that time. */
  sleep(ms: number): Promise<void>;
  /** The number of scheduled actions. */
  pending(): number;
}

export function fakeClock(start = 1_800_000_000_000): FakeClock {
  let now = 0;
  let wallAtZero = start;
  let order = 0;
  const due = new Map<number, { readonly at: number; readonly action: () => void }>();
  const next = (): [number, { readonly at: number; readonly action: () => void }] | undefined => {
    let first: ReturnType<typeof next>;
    for (const entry of due) {
      if (first === undefined || entry[1].at < first[1].at) {
        first = entry; // in the order in which they were scheduled
      }
    }
    return first;
  };
  const runNext = async (until: number): Promise<boolean> => {
    await flushPromises();
    const entry = next();
    if (entry === undefined || entry[1].at > until) {
      return false;
    }
    now = Math.max(now, entry[1].at);
    due.delete(entry[0]);
    entry[1].action();
    await flushPromises();
    return true;
  };
  const schedule: Clock['schedule'] = (afterMs, action) => {
    order += 1;
    const id = order;
    due.set(id, { at: now + Math.max(0, afterMs), action });
    return () => due.delete(id);
  };
  return {
    now: () => wallAtZero + now,
    monotonicNow: () => now,
    setWall: (byMs) => {
      wallAtZero += byMs;
    },
    schedule,
    sleep: async (ms) =>
      await new Promise<void>((resolve) => {
        schedule(ms, resolve);
      }),
    async advance(ms) {
      const until = now + ms;
      while (await runNext(until));
      now = until;
      await flushPromises();
    },
    advanceToNext: () => runNext(Number.POSITIVE_INFINITY),
    pending: () => due.size,
  };
}

/** Runs pending promise callbacks. */
export function flushPromises(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
