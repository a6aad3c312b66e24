import type { FrameLocator, Page } from 'playwright-core';

/** What a person did, and how long it took from the press to the painting after it. */
export interface EventTimes {
  /** In milliseconds, one for each act. */
  readonly times: readonly number[];
  /** Acts whose effect did not stand in the page by that painting, nor soon after where that may be. */
  readonly late: readonly string[];
}

/**
 * Measures acts of a person in a webview: from the time that the browser gave the press to the end of the frame after it, or
 * to when the browser says that it was on the screen (its entries of events, where it made one), whichever is later.
 * @param event what the press is for the page: `keydown`, `click`
 * @param effect listens to this, and looks in the frame after it whether the effect is there
 * @param isDone a script's expression that is true when the page shows what the act asked for
 * @param frames in how many further frames it may come to stand there; the time then goes on to the painting of that one
 * @param acts each a press; the next one waits for the painting of the one before
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
    // after what the page itself listens with, and before the painting
    const look = (_event, start = pressed, left = ${frames}) => requestAnimationFrame(() => {
      const isThere = ${isDone};
      if (!isThere && left > 0) return look(_event, start, left - 1);
      if (!isThere) late.push('act ' + (own.size + 1));
      // a message that is sent while a frame is made comes after its painting
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
  // the entries of the last act come after its painting
  await page.evaluate('new Promise((done) => requestIdleCallback(done))');
  const measured = (await body.evaluate('globalThis.benched.end()')) as EventTimes; // as the script above returns it
  if (measured.times.length !== acts.length) {
    throw new Error(`${acts.length} acts of ${event}, and ${measured.times.length} effects`);
  }
  return measured;
}
