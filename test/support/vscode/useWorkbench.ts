import { openWorkbench, type Workbench, type WorkbenchOptions } from './openWorkbench.ts';
import { takeScreenshot } from './workbench.ts';

/**
 * Opens a workbench for the calling suite and closes it after the suite; a failed test saves a
 * screenshot.
 * @returns a function that returns the workbench
 */
export function useWorkbench(options: WorkbenchOptions): () => Workbench {
  let opened: Workbench | undefined;
  before(async function () {
    opened = await openWorkbench(options);
  });
  afterEach(async function () {
    const test = this.currentTest;
    if (test?.state !== 'failed' || opened === undefined || opened.page.isClosed()) return;
    await takeScreenshot(opened.page, `failed ${test.fullTitle()}`);
  });
  after(async () => {
    await opened?.[Symbol.asyncDispose]();
  });
  return () => {
    if (opened === undefined) throw new Error('The workbench opens before the first test, not earlier.');
    return opened;
  };
}
