import type { FrameLocator, Page } from 'playwright-core';
import { type MainThreadTask, mainThreadTasks } from './mainThreadTasks.ts';

export interface ScrolledThread {
  /** The maximum number of elements in the page. */
  readonly elements: number;
  /** The webview's `longtask` entries, in milliseconds of elapsed time. */
  readonly longTasks: readonly number[];
  readonly tasks: readonly MainThreadTask[];
  /** The lowest position: 1 is the end. */
  readonly reached: number;
}

/**
 * Scrolls a long thread: a hundred steps of half a screen, then a hundred jumps that replace every row.
 * @param what a different list: its element, and the jump length in pixels
 */
export async function scrollThread(
  page: Page,
  frame: Pick<FrameLocator, 'locator'>,
  { scroller = '.scroller', leap = 4_000 }: { readonly scroller?: string; readonly leap?: number } = {},
): Promise<ScrolledThread> {
  const { result, tasks } = await mainThreadTasks(
    page,
    frame,
    `
    const longTasks = [];
    const keep = (entries) => longTasks.push(...entries.filter(({ name }) => name === 'self').map(({ duration }) => Math.round(duration)));
    const watch = new PerformanceObserver((list) => keep(list.getEntries()));
    watch.observe({ type: 'longtask' });
    const scroller = document.querySelector('${scroller}');
    let elements = 0;
    for (let step = 0; step < 200; step += 1) {
      scroller.scrollTop += step < 100 ? 400 : ${leap};
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      elements = Math.max(elements, document.querySelectorAll('*').length);
    }
    keep(watch.takeRecords());
    watch.disconnect();
    const reached = scroller.scrollTop / (scroller.scrollHeight - scroller.clientHeight);
    return { elements, longTasks, reached };
    `,
  );
  return { ...(result as Omit<ScrolledThread, 'tasks'>), tasks }; // the above script's result
}
