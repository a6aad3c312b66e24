import type { FrameLocator, Page } from 'playwright-core';

/** A user's actions, and the times from each press to the paint after it. */
export interface EventTimes {
  /** In milliseconds, one for each action. */
  readonly times: readonly number[];
  /** Actions that had no effect in the expected frames. */
  readonly late: readonly string[];
}

/**
 * Measures actions in a webview: from the browser's press time to the end of the frame after it, or
 * to the time at which the browser reports it on the screen (from event entries, if any); the later of the two.
 * @param event the page's event for the press: `keydown`, `click`
 * @param effect an event after which the next frame is checked for the effect
 * @param isDone a JavaScript expression that is true when the page shows the effect
 * @param frames the number of additional frames in which the effect may appear; the time then ends at that paint
 * @param acts the actions; each waits for the previous one's paint
 */
export async function eventTimes(
  page: Page,
  frame: FrameLocator,
  {
    event,
    effect,
    isDone,
    frames = 0,
  }: { readonly event: string; readonly effect: string; readonly isDone: string; readonly frames?: number },
  acts: readonly (() => Promise<void>)[],
): Promise<EventTimes> {
  const body = frame.locator('body');
  await body.evaluate(`(() => {
    const late = [];
    const own = new Map();
    const delays = new Map();
    let pressed = 0;
    let settle = () => undefined;
    const press = ({ timeStamp }) => { pressed = timeStamp; };
    // after the page's own listeners, before the paint
    const look = (_event, start = pressed, left = ${frames}) => requestAnimationFrame(() => {
      const isThere = ${isDone};
      if (!isThere && left > 0) return look(_event, start, left - 1);
      if (!isThere) late.push('act ' + (own.size + 1));
      // a message that is sent in a frame arrives after its paint
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        own.set(start, performance.measure('act', { start }).duration);
        requestAnimationFrame(() => requestAnimationFrame(() => settle()));
      };
      port2.postMessage(undefined);
    });
    document.addEventListener('${event}', press, true);
    document.addEventListener('${effect}', look);
    const keep = (entries) => {
      for (const { name, startTime, duration } of entries) if (name === '${event}') delays.set(startTime, duration);
    };
    const watch = new PerformanceObserver((list) => keep(list.getEntries()));
    watch.observe({ type: 'event', durationThreshold: 16 });
    globalThis.benched = {
      next: () => new Promise((done) => { settle = done; }),
      end: () => {
        keep(watch.takeRecords());
        watch.disconnect();
        document.removeEventListener('${event}', press, true);
        document.removeEventListener('${effect}', look);
        return { late, times: Array.from(own, ([start, took]) => Math.max(took, delays.get(start) ?? 0)) };
      },
    };
  })()`);
  for (const act of acts) {
    await body.evaluate('globalThis.settled = globalThis.benched.next(), undefined');
    await act();
    await body.evaluate('globalThis.settled');
  }
  // the last action's entries come after its paint
  await page.evaluate('new Promise((done) => requestIdleCallback(done))');
  const measured = (await body.evaluate('globalThis.benched.end()')) as EventTimes; // the above script's result
  if (measured.times.length !== acts.length) {
    throw new Error(`${acts.length} acts of ${event}, and ${measured.times.length} effects`);
  }
  return measured;
}
