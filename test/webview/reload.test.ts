import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { askForThread, typeInLookUp } from '../support/vscode/lookUp.ts';
import { waitUntilWorkbenchReady } from '../support/vscode/openWorkbench.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import {
  acceptQuickInput,
  acceptQuickPick,
  activeEditorText,
  chooseQuickPick,
  quickInput,
  quickPickRows,
  runCommand,
  runCommandAndPick,
  statusBarItem,
  pictureStep,
  waitForEditor,
  waitForQuickPickRow,
} from '../support/vscode/workbench.ts';
import { addPrimaryConnection, enterKeyInInput, listSentTargets } from './support/ownSandbox.ts';
import { askSearch, resultsTab } from './support/resultsTab.ts';
import { webviewPage } from './support/threadFrame.ts';
import { maxWaitMs } from '../support/limits.ts';

/** A sandbox that looks like a paid service. The embedded sandbox is connected first. */
const paid = await startSandbox({ marksResponses: false });

async function showJson(page: Page): Promise<void> {
  await webviewPage(page).getByRole('button', { name: 'Open as JSON' }).click();
}

describe('a response that is open when the window is reloaded', () => {
  const workbench = useWorkbench({
    name: 'reload',
    viewport: { width: 1600, height: 900 },
    settings: {
      'socialData.media.load': 'never', // images are requests too
      'socialData.connections': { Paid: { service: 'primary', address: paid.primary } },
    },
  });

  after(async () => {
    await paid.close();
  });

  it('is shown again from history, with its cost and without a request', async () => {
    const { page } = workbench();
    await typeInLookUp(page, `@${exampleValues.handle}`);
    await quickPickRows(page);
    await acceptQuickPick(page);
    await showJson(page);
    await waitForEditor(page, /userByUsername/);
    await page
      .locator('.codelens-decoration > *')
      .filter({ hasText: /free · just now/ })
      .first()
      .waitFor();
    const before = await activeEditorText(page);
    // by command, so VS Code saves its state first
    await runCommand(page, 'Developer: Reload Window');
    await page.locator('.tab').first().waitFor({ state: 'detached' });
    await waitUntilWorkbenchReady(page);
    await waitForEditor(page, /userByUsername/);
    await page
      .locator('.codelens-decoration > *')
      .filter({ hasText: /free · from history/ })
      .first()
      .waitFor();
    await pictureStep(page, 'answer-after-reload');
    assert.equal(await activeEditorText(page), before);
    assert.equal(await statusBarItem(page, /\$/).count(), 0, 'this session has paid for something');
    assert.match(before, new RegExp(`"id": "${exampleValues.userId}"`));
  });

  it('is found again by the same lookup, for free', async () => {
    const { page } = workbench();
    await typeInLookUp(page, `@${exampleValues.handle}`);
    await page
      .locator('.quick-input-widget:visible .monaco-list-row')
      .filter({ hasText: /from history/i })
      .first()
      .waitFor();
    await acceptQuickInput(page);
    await showJson(page);
    await waitForEditor(page, /userByUsername/);
    assert.equal(await statusBarItem(page, /\$/).count(), 0, 'this session has paid for something');
  });

  it('is shown again with its named connection, and looked up there for free', async () => {
    const { page } = workbench();
    const service = await startSandbox();
    const handle = exampleValues.otherHandle;
    try {
      await makeConnection(page, 'Staging', service);
      await statusBarItem(page, /LIVE \(Staging\)/).waitFor();
      await runCommand(page, 'Social Data: Select Connection…');
      await waitForQuickPickRow(page, service.primary);
      await pictureStep(page, 'select-connection');
      await page.keyboard.press('Escape');
      await quickInput(page).waitFor({ state: 'hidden' });
      assert.deepEqual(await listSentTargets(service), []);
      await typeInLookUp(page, `@${handle}`);
      await waitForQuickPickRow(page, 'User');
      await acceptQuickPick(page);
      await showJson(page);
      await waitForEditor(page, new RegExp(handle));
      await statusBarItem(page, /LIVE \(Staging\) · \$0\.0002/).waitFor();
      await Promise.all([page.waitForEvent('load'), runCommand(page, 'Developer: Reload Window')]);
      await waitUntilWorkbenchReady(page);
      await waitForEditor(page, new RegExp(handle));
      await statusBarItem(page, /LIVE \(Staging\) · \$0\.00$/).waitFor();
      await typeInLookUp(page, `@${handle}`);
      await page
        .locator('.quick-input-widget:visible .monaco-list-row')
        .filter({ hasText: /from history/i })
        .first()
        .waitFor();
      await page.keyboard.press('Escape');
      await quickInput(page).waitFor({ state: 'hidden' });
      assert.equal((await listSentTargets(service)).length, 1);
      await runCommand(page, 'View: Close Editor');
      await runCommand(page, 'View: Close Editor'); // its JSON, and its page
      await runCommandAndPick(page, 'Social Data: Select Connection…', 'Sandbox');
      await statusBarItem(page, /Sandbox · free/).waitFor();
    } finally {
      await service.close();
    }
  });

  it('is restored with a thread, results, and views, without a request', async () => {
    const { page, responses } = workbench();
    const sawAll = async () => {
      await webviewWith(page, `.line[data-key="${exampleValues.tweetId}"]`);
      await webviewWith(page, '.summary-text', /^\d+ results /);
      await page
        .locator('.codelens-decoration > *')
        .filter({ hasText: /free · from history/ })
        .first()
        .waitFor();
      await page.locator('.sidebar .monaco-list-row[role="treeitem"]').filter({ hasText: 'Today' }).first().waitFor();
    };
    await askForThread(page, exampleValues.tweetId);
    await webviewWith(page, `.line[data-key="${exampleValues.tweetId}"]`);
    await runCommand(page, 'Social Data: Search…');
    const results = await webviewWith(page, '.query-input');
    await results.getByRole('textbox', { name: 'Query', exact: true }).fill('coffee');
    await results.getByRole('button', { name: /^Search$/ }).click();
    await webviewWith(page, '.summary-text', /^\d+ results /);
    await runCommand(page, 'View: Move Editor into Next Group');
    await runCommand(page, 'Social Data: Focus on Activity View');
    await sawAll();
    await pictureStep(page, 'everything-before-reload');
    const before = await responses();
    await Promise.all([page.waitForEvent('load'), runCommand(page, 'Developer: Reload Window')]);
    await waitUntilWorkbenchReady(page);
    await sawAll();
    await pictureStep(page, 'everything-after-reload');
    assert.equal(await responses(), before);
    // a new request increases the same count
    await askForThread(page, exampleValues.articleTweetId);
    await webviewWith(page, `.line[data-key="${exampleValues.articleTweetId}"]`);
    assert.equal(await responses(), before + 1);
  });

  it('is still requested from the sandbox in a sandbox tab after a different connection is selected', async () => {
    const { page } = workbench();
    await runCommand(page, 'View: Toggle Secondary Side Bar Visibility');
    await runCommand(page, 'View: Close All Editors');
    const tab = resultsTab(() => page);
    await askSearch(page, tab, `${exampleValues.searchWord} from:${exampleValues.handle}`);
    await tab
      .frame()
      .getByText(/\d+ results/)
      .first()
      .waitFor();
    await runCommandAndPick(page, 'Social Data: Select Connection…', 'Paid');
    await enterKeyInInput(page, paid.key);
    await statusBarItem(page, /LIVE \(Paid\)/).waitFor();
    await tab.button(/^Edit Query/).click();
    await tab.query().fill(exampleValues.searchWord);
    await tab.button(/^Search( \(|$)/).waitFor();
    await tab.query().press('Enter');
    await tab.frame().locator('.question .badge', { hasText: 'Sandbox' }).waitFor();
    await tab
      .frame()
      .locator('.spoken', { hasText: /\d+ results .* · Sandbox$/ })
      .waitFor();
    await pictureStep(page, 'results over the sandbox');
    assert.deepEqual(await listSentTargets(paid), []);
  });
});

/** Creates and selects a connection to the Primary API, like a user. */
async function makeConnection(page: Page, name: string, { primary, key }: Sandbox): Promise<void> {
  await runCommandAndPick(page, 'Social Data: Manage Connections…', 'Add Connection…');
  await addPrimaryConnection(page, primary, name, key);
  await chooseQuickPick(page, 'Use for New Lookups');
}

/** Waits for a webview that shows this. */
async function webviewWith(page: Page, selector: string, text?: RegExp): Promise<Frame> {
  const end = Date.now() + maxWaitMs;
  for (;;) {
    for (const frame of page.frames()) {
      const place = text === undefined ? frame.locator(selector) : frame.locator(selector).filter({ hasText: text });
      // a frame may be removed while it is checked
      if ((await place.count().catch(() => 0)) > 0) {
        return frame;
      }
    }
    if (Date.now() > end) {
      throw new Error(`No webview shows ${selector} ${String(text ?? '')}`);
    }
    await page.waitForTimeout(50);
  }
}
