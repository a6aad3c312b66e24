import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { openWorkbench, type Workbench } from '../support/vscode/openWorkbench.ts';
import { acceptQuickInput, quickInput, runCommand, takeScreenshot, typeInQuickInput } from '../support/vscode/workbench.ts';
import { startCheckedSandbox } from '../unit/sandbox/checkedSandbox.ts';
import { directSettings, enterKey, setFaults } from './support/ownSandbox.ts';
import { errorWords, saying } from '../support/errorWords.ts';

describe('a row of a tree whose call takes its time', () => {
  let sandbox: Sandbox;
  let opened: Workbench;
  before(async function () {
    this.timeout(120_000);
    sandbox = await startCheckedSandbox();
    opened = await openWorkbench({ name: 'tree-waits', settings: directSettings(sandbox) });
  });
  after(async () => {
    await opened?.[Symbol.asyncDispose]();
    await sandbox?.close();
  });

  const row = (label: string | RegExp): Locator =>
    opened.page
      .locator('.pane-body .monaco-list-row[role="treeitem"]')
      .filter({ has: opened.page.locator('.monaco-icon-label', { hasText: label }) })
      .first();

  it('says that it is tried again where its rows will stand, and shows them once they are here', async () => {
    const { page } = opened;
    await enterKey(page, sandbox);
    await runCommand(page, 'View: Show Social Data');
    await runCommand(page, 'Social Data: Pin User…');
    await typeInQuickInput(page, `@${exampleValues.handle}`);
    await page.locator('.quick-input-widget:visible .quick-input-message').filter({ hasText: 'User by Handle' }).waitFor();
    await acceptQuickInput(page);
    await quickInput(page).waitFor({ state: 'hidden' });
    await row(`@${exampleValues.handle}`).waitFor();
    await row(`@${exampleValues.handle}`).click();
    await row(/^\s*Followers/).waitFor();
    await setFaults(sandbox, [{ match: {}, status: 429, retryAfter: 20, times: 1 }]);
    await row(/^\s*Followers/).click();
    const waiting = row(/Trying again at .*\d\d:\d\d.* \(2 of 4\)…/);
    await waiting.waitFor();
    assert.match((await waiting.getAttribute('aria-label')) ?? '', saying`${errorWords.rateLimited.failed}`);
    // another row asks meanwhile: what the service said holds for all
    await row(/^\s*Likes/).click();
    const held = row(/Waiting until .*\d\d:\d\d.*…/);
    await held.waitFor();
    assert.match((await held.getAttribute('aria-label')) ?? '', / is not called yet: the service asked an earlier call/);
    await takeScreenshot(page, 'tree tries again');
    await row(/loaded, more available/).waitFor({ timeout: 30_000 });
    for (const gone of [held, waiting, row(/Loading…/)]) await gone.waitFor({ state: 'detached' });
    await takeScreenshot(page, 'tree tried again');
  });

  it('is let come at Stop and cut off at Stop Now, on the row as on the one below it', async () => {
    const { page } = opened;
    const press = async (label: string | RegExp, action: 'Stop' | 'Stop Now') => {
      // the tooltip of an action pressed before may lie over the row
      await page.mouse.move(0, 0);
      await page.locator('.hover-contents:visible').waitFor({ state: 'detached' });
      await row(label).hover();
      await row(label).getByRole('button', { name: action, exact: true }).click({ force: true });
    };
    await setFaults(sandbox, [{ match: {}, latency: 60_000 }]);
    await row(/^\s*Media/).click();
    await row('Loading…').waitFor();
    await press(/^\s*Media/, 'Stop');
    await row('Stopping after the page on its way').waitFor();
    await row(/^\s*Media/)
      .getByRole('button', { name: 'Stop Now', exact: true })
      .waitFor();
    await takeScreenshot(page, 'tree stopping');
    await page.waitForTimeout(800); // a press right after another one is the second click of a double click
    await press('Stopping after the page on its way', 'Stop Now');
    await row(/cancelled\./).waitFor();
    assert.match((await row(/cancelled\./).getAttribute('aria-label')) ?? '', /Retry/);
    await takeScreenshot(page, 'tree stopped now');
  });
});
