import { runIsolated } from '../client/runIsolated.ts';
import type { Clock } from '../client/clock.ts';

/** How often other windows are asked whether they wrote something, while somebody listens. */
const pollMs = 1_000;

/** Who listens to changes of the store. */
export interface Changes {
  /** This window wrote something. Listeners are told once for all that is written in one go. */
  readonly touch: () => void;
  /** @returns takes it back */
  readonly onDidChange: (listener: () => void) => () => void;
  readonly end: () => void;
}

/**
 * Tells of changes of this window at once and of other windows' within a second.
 * @param version another number whenever another window wrote; asked only while somebody listens
 */
export function changesOf(clock: Pick<Clock, 'schedule'>, version: () => number): Changes {
  const listeners = new Set<() => void>();
  let seen = 0;
  let isDue = false;
  let stop: (() => void) | undefined;
  const tell = () => {
    for (const listener of listeners) {
      runIsolated(listener);
    }
  };
  const poll = () => {
    runIsolated(() => {
      const now = version();
      if (now !== seen) {
        seen = now;
        tell();
      }
    });
    stop = listeners.size > 0 ? clock.schedule(pollMs, poll) : undefined;
  };
  const end = () => {
    listeners.clear();
    stop?.();
    stop = undefined;
  };
  return {
    touch: () => {
      if (!isDue) {
        isDue = true;
        queueMicrotask(() => {
          isDue = false;
          tell();
        });
      }
    },
    onDidChange: (listener) => {
      // a listener of its own for each caller, who may pass the same function twice
      const own = () => listener();
      listeners.add(own);
      if (stop === undefined) {
        seen = version();
        stop = clock.schedule(pollMs, poll);
      }
      return () => {
        listeners.delete(own);
        if (listeners.size === 0) {
          stop?.();
          stop = undefined;
        }
      };
    },
    end,
  };
}
