import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { startCheckedSandbox } from '../unit/sandbox/checkedSandbox.ts';
import { landmarks } from '../../src/sandbox/world/landmarks.ts';
import { askForThread } from '../support/vscode/lookUp.ts';
import { openWorkbench, type Workbench } from '../support/vscode/openWorkbench.ts';
import { runCommand, takeScreenshot } from '../support/vscode/workbench.ts';
import { directSettings, enterKey } from './support/ownSandbox.ts';
import { scrollThread } from './support/scrollThread.ts';
import { threadLine, webviewPage } from './support/threadFrame.ts';

describe('a thread of thousands of replies', () => {
  let sandbox: Sandbox;
  let workbench: Workbench;
  const frame = () => webviewPage(workbench.page);

  before(async function () {
    this.timeout(180_000);
    sandbox = await startCheckedSandbox();
    workbench = await openWorkbench({ name: 'thread-large', settings: directSettings(sandbox) });
  });

  after(async () => {
    await workbench?.[Symbol.asyncDispose]();
    await sandbox?.close();
  });

  it('is fetched whole after one question, keeps few elements, and scrolls without a long task', async function () {
    this.timeout(400_000);
    const { page } = workbench;
    await enterKey(page, sandbox);
    await askForThread(page, landmarks.hugeThreadId);
    await threadLine(frame(), landmarks.hugeThreadId).waitFor();
    await runCommand(page, 'Social Data: Complete This Thread…');
    await takeScreenshot(page, 'thread complete question');
    await page.locator('.monaco-dialog-box').getByText('Fetch', { exact: true }).click();
    await frame()
      .locator('.summary', { hasText: /^\s*5,?001 posts ·/ })
      .waitFor({ timeout: 300_000 });
    await takeScreenshot(page, 'thread large');
    const { elements, longTasks, tasks, reached } = await scrollThread(page, frame());
    const worst = tasks.toSorted((left, right) => right.cpuMs - left.cpuMs)[0];
    console.log(
      `${elements} elements; ${longTasks.length} tasks over 50 ms by the clock (${longTasks.join(', ')}); ` +
        `${tasks.length} tasks, the slowest computed ${worst?.cpuMs.toFixed(1)} ms`,
    );
    assert.ok(reached > 0.5, `scrolled ${reached} of the thread`);
    assert.ok(elements < 1_500, `${elements} elements`);
    // the time that tasks computed: on a busy machine the clock on the wall counts the work of others
    assert.deepEqual(
      tasks.filter(({ cpuMs }) => cpuMs > 50),
      [],
    );
  });
});
