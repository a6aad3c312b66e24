import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { whenReady } from '../support/vscode/openWorkbench.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import {
  acceptQuickInput,
  activeEditorText,
  quickPickRows,
  runCommand,
  statusBarItem,
  takeScreenshot,
  typeInQuickInput,
  waitForEditor,
} from '../support/vscode/workbench.ts';

describe('an answer that is open when the window is reloaded', () => {
  const workbench = useWorkbench({ name: 'reload' });

  it('is shown again from what is kept, with its receipt and without a call', async () => {
    const { page } = workbench();
    await runCommand(page, 'Social Data: Look Up…');
    await page.locator('.quick-input-widget:visible .quick-input-title').filter({ hasText: 'Look Up' }).waitFor();
    await typeInQuickInput(page, `@${exampleValues.handle}`);
    await quickPickRows(page);
    await acceptQuickInput(page);
    await waitForEditor(page, /userByUsername/);
    await page
      .locator('.codelens-decoration a')
      .filter({ hasText: /\$0\.\d+/ })
      .first()
      .waitFor();
    const before = await activeEditorText(page);
    // as a person does it: the window writes down what is open before it goes
    await runCommand(page, 'Developer: Reload Window');
    await page.locator('.tab').waitFor({ state: 'detached' });
    await whenReady(page);
    await waitForEditor(page, /userByUsername/);
    await page.locator('.codelens-decoration a').filter({ hasText: /Kept/ }).first().waitFor();
    await takeScreenshot(page, 'answer-after-reload');
    assert.equal(await activeEditorText(page), before);
    assert.equal(await statusBarItem(page, /\$/).count(), 0, 'this session has paid for something');
    assert.match(before, new RegExp(`"id":"${exampleValues.userId}"`));
  });

  it('serves the same question once more for free: the sandbox stands where it stood', async () => {
    const { page } = workbench();
    await runCommand(page, 'Social Data: Look Up…');
    await page.locator('.quick-input-widget:visible .quick-input-title').filter({ hasText: 'Look Up' }).waitFor();
    await typeInQuickInput(page, `@${exampleValues.handle}`);
    await page.locator('.quick-input-widget:visible .monaco-list-row').filter({ hasText: /free/i }).first().waitFor();
    await acceptQuickInput(page);
    await waitForEditor(page, /userByUsername/);
    assert.equal(await statusBarItem(page, /\$/).count(), 0, 'this session has paid for something');
  });
});
