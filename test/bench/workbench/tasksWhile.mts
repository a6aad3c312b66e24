import type { FrameLocator, Page } from 'playwright-core';
import { type MainThreadTask, mainThreadTasks } from '../../webview/support/mainThreadTasks.ts';

/** The browser's main-thread tasks during an action, for the webview or the workbench. */
export async function tasksWhile(
  page: Page,
  frame: Pick<FrameLocator, 'locator'>,
  act: () => Promise<void>,
): Promise<readonly MainThreadTask[]> {
  const body = frame.locator('body');
  const recording = mainThreadTasks(page, frame, 'await new Promise((done) => { globalThis.endOfAct = done; });');
  await body.evaluate(`new Promise((done) => {
    const look = () => (globalThis.endOfAct === undefined ? requestAnimationFrame(look) : done());
    look();
  })`);
  await act();
  await body.evaluate('globalThis.endOfAct(), globalThis.endOfAct = undefined');
  return (await recording).tasks;
}
