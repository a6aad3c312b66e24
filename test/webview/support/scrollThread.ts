import type { FrameLocator, Page } from 'playwright-core';
import { type MainThreadTask, mainThreadTasks } from './mainThreadTasks.ts';

export interface ScrolledThread {
  /** The most elements that stood in the page at once. */
  readonly elements: number;
  /** The browser's own entries of tasks over 50 ms in the webview, in milliseconds by the clock on the wall. */
  readonly longTasks: readonly number[];
  readonly tasks: readonly MainThreadTask[];
  /** How far down it went, of all there is: 1 at the end. */
  readonly reached: number;
}

/**
 * Scrolls a thread of thousands hard: a hundred steps of half a screen, then a hundred leaps after which every line is a new one.
 * @param what where it is another list that is scrolled: its element, and how far it leaps, in pixels
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
  return { ...(result as Omit<ScrolledThread, 'tasks'>), tasks }; // as the script above returns it
}
