import type { Clock } from '../../client/clock.ts';

/**
 * Milliseconds that passed since it was made, for what is forgotten when nobody used it: by the clock that went on further. The
 * machine's time can be set back, and the steady one stands still while the machine sleeps.
 */
export function createStopwatch({ now, monotonicNow }: Pick<Clock, 'now' | 'monotonicNow'>): () => number {
  let [seen, seenSteady] = [now(), monotonicNow()];
  let passed = 0;
  return () => {
    const [wall, even] = [now(), monotonicNow()];
    passed += Math.max(wall - seen, even - seenSteady, 0);
    [seen, seenSteady] = [wall, even];
    return passed;
  };
}
