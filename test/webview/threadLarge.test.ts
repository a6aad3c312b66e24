import assert from 'node:assert/strict';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { landmarks } from '../../src/sandbox/world/landmarks.ts';
import { openWorkbench, type Workbench } from '../support/vscode/openWorkbench.ts';
import {
  acceptQuickInput,
  runCommand,
  takeScreenshot,
  typeInQuickInput,
  waitForQuickPickRow,
} from '../support/vscode/workbench.ts';
import { directSettings, enterKey } from './support/ownSandbox.ts';
import { threadLine, webviewPage } from './support/threadFrame.ts';

describe('a thread of thousands of replies', () => {
  let sandbox: Sandbox;
  let workbench: Workbench;
  const frame = () => webviewPage(workbench.page);

  before(async function () {
    this.timeout(180_000);
    sandbox = await startSandbox({ size: 'large' });
    workbench = await openWorkbench({ name: 'thread-large', settings: directSettings(sandbox) });
  });

  after(async () => {
    await workbench?.[Symbol.asyncDispose]();
    await sandbox?.close();
  });

  it('is fetched whole after one question, and stays light', async function () {
    this.timeout(400_000);
    const { page } = workbench;
    await enterKey(page, sandbox);
    await runCommand(page, 'Social Data: View Thread…');
    await page.locator('.quick-input-widget:visible .quick-input-title').filter({ hasText: 'View Thread' }).waitFor();
    await typeInQuickInput(page, landmarks.hugeThreadId);
    await waitForQuickPickRow(page, 'Thread');
    await acceptQuickInput(page);
    await threadLine(frame(), landmarks.hugeThreadId).waitFor();
    await runCommand(page, 'Social Data: Complete This Thread…');
    await takeScreenshot(page, 'thread complete question');
    await page.locator('.monaco-dialog-box').getByText('Fetch', { exact: true }).click();
    await frame()
      .locator('.summary', { hasText: /^\s*5,?001 posts ·/ })
      .waitFor({ timeout: 300_000 });
    await takeScreenshot(page, 'thread large');
    const measured = (await frame().locator('body').evaluate(`(async () => {
      const long = [];
      const watch = new PerformanceObserver((list) => long.push(...list.getEntries().filter(({ name }) => name === 'self').map(({ duration }) => duration)));
      watch.observe({ type: 'longtask' });
      const scroller = document.querySelector('.scroller');
      let most = 0;
      for (let step = 0; step < 200; step += 1) {
        scroller.scrollTop += step < 100 ? 400 : 4000;
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        most = Math.max(most, document.querySelectorAll('*').length);
      }
      await new Promise((done) => setTimeout(done, 100));
      return { most, long };
    })()`)) as { readonly most: number; readonly long: readonly number[] };
    console.log(`most elements ${measured.most}, long tasks ${JSON.stringify(measured.long.map(Math.round))}`);
    assert.ok(measured.most < 1_500, `${measured.most} elements`);
  });
});
