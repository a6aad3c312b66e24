import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { landmarks } from '../../src/sandbox/world/landmarks.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { askForThread } from '../support/vscode/lookUp.ts';
import { openWorkbench, type Workbench } from '../support/vscode/openWorkbench.ts';
import {
  acceptQuickInput,
  chooseQuickPick,
  openPalette,
  quickInput,
  quickPickRows,
  runCommand,
  pictureStep,
  takeScreenshot,
  typeInQuickInput,
  waitForInputTitle,
  waitForNotification,
  waitForSessionBudget,
} from '../support/vscode/workbench.ts';
import { errorWords, toWordsPattern } from '../support/errorWords.ts';
import { askedOf, directSettings, enterKey, setFaults } from './support/ownSandbox.ts';
import { type Look, lookInThemes } from './support/pageThemes.ts';
import { themesInTurn } from '../support/vscode/themeTurns.ts';
import { checkAccessibility, threadLine, webviewPage } from './support/threadFrame.ts';

describe('what waits for a person or for the service', () => {
  let sandbox: Sandbox;
  let workbench: Workbench;

  before(async function () {
    sandbox = await startSandbox();
    workbench = await openWorkbench({
      name: 'jobs',
      settings: directSettings(sandbox),
      viewport: { width: 1400, height: 900 },
    });
    await enterKey(workbench.page, sandbox);
  });

  afterEach(async function () {
    const test = this.currentTest;
    if (test?.state === 'failed' && workbench !== undefined) {
      await takeScreenshot(workbench.page, `failed ${test.fullTitle()}`);
    }
  });

  after(async () => {
    await workbench?.[Symbol.asyncDispose]();
    await sandbox?.close();
  });

  describe('work of several calls at the budget', () => {
    const frame = () => webviewPage(workbench.page);
    const button = (name: string | RegExp) => frame().getByRole('button', { name });
    /** Answers *Set Budget…*, which is open, with an amount for the session. */
    async function giveBudget(dollars: string): Promise<void> {
      const { page } = workbench;
      await chooseQuickPick(page, 'Per Session');
      await waitForInputTitle(page, 'Set Budget: Per Session');
      await typeInQuickInput(page, dollars);
      await acceptQuickInput(page);
      await quickInput(page).waitFor({ state: 'hidden' });
      await waitForSessionBudget(page, dollars);
    }

    async function setBudget(dollars: string): Promise<void> {
      await runCommand(workbench.page, 'Social Data: Set Budget…');
      await giveBudget(dollars);
    }

    /** The titles of commands that the palette has for what waits. */
    async function resumeCommands(): Promise<readonly string[]> {
      await openPalette(workbench.page, 'Social Data: Resume Fetching');
      const rows = (await quickPickRows(workbench.page)).filter((row) => row === 'Social Data: Resume Fetching');
      await workbench.page.keyboard.press('Escape');
      return rows;
    }

    /** No page was asked for twice. */
    async function assertOnce(calls: number): Promise<void> {
      const asked = await askedOf(sandbox);
      assert.equal(asked.length, calls, asked.join('\n'));
      assert.equal(new Set(asked).size, calls, asked.join('\n'));
    }

    it('completes a thread up to the cap, says in the view what waits, and spends no more', async () => {
      const { page } = workbench;
      await askForThread(page, landmarks.wideThreadId);
      await threadLine(frame(), landmarks.wideThreadId).waitFor();
      assert.deepEqual(await resumeCommands(), []);
      await setBudget('0.0006');
      await runCommand(page, 'Social Data: Complete This Thread…');
      await page.locator('.monaco-dialog-box .monaco-button').filter({ hasText: 'Fetch (' }).click();
      const banner = frame().locator('.banner', { hasText: /At most \d more calls wait: raise the budget, then resume/ });
      await banner.waitFor();
      const toasts = page.locator('.notifications-toasts .notification-list-item');
      await toasts.filter({ hasText: 'call' }).waitFor({ state: 'detached' }); // the progress
      assert.equal(await toasts.count(), 0, 'the view says it');
      await button(/^Resume \(≈\$0\.\d+ at most\)$/).waitFor();
      await button('Stop').waitFor();
      await pictureStep(page, 'job waits thread');
      await checkAccessibility(frame(), 'a thread that waits');
      await assertOnce(3);
      assert.deepEqual(await resumeCommands(), ['Social Data: Resume Fetching']);
    });

    it('offers to go on when the budget is raised, and finishes the thread when that is pressed', async () => {
      const { page } = workbench;
      await button('Set Budget…').click();
      await giveBudget('1');
      await frame()
        .locator('.banner', { hasText: /: the budget was raised\..*more calls wait: resume to go on\./ })
        .waitFor();
      await pictureStep(page, 'job can go on');
      await assertOnce(3);
      await button(/^Resume \(≈\$0\.\d+ at most\)$/).click();
      await frame()
        .locator('.summary', { hasText: /151 posts · / })
        .waitFor();
      await frame().locator('.banner').waitFor({ state: 'detached' });
      assert.deepEqual(await resumeCommands(), []);
      const asked = await askedOf(sandbox);
      await assertOnce(asked.length);
      await pictureStep(page, 'job done thread');
    });

    it('loads more results up to the cap, says so above them, and goes on from the palette', async () => {
      const { page } = workbench;
      const before = (await askedOf(sandbox)).length;
      await runCommand(page, 'Notifications: Clear All Notifications');
      await runCommand(page, 'View: Toggle Secondary Side Bar Visibility');
      await runCommand(page, 'Social Data: Search…');
      await frame().getByRole('textbox', { name: 'Query', exact: true }).fill('coffee');
      await button(/^Search \(/).click();
      await frame().locator('.record').first().waitFor();
      await setBudget(((before + 3) * 0.0002).toFixed(4));
      await frame().getByLabel('Pages at most').fill('4');
      await frame().getByLabel('Pages at most').press('Tab');
      await button(/^Load 4 More Pages \(≈\$0\.0008\)$/).click();
      await frame().locator('.banner', { hasText: 'At most 2 more calls wait: raise the budget, then resume.' }).waitFor();
      await assertOnce(before + 3);
      const inTurn = themesInTurn(0);
      const look: Look = async (theme, rules) => {
        await pictureStep(page, `job waits results ${theme}`);
        await checkAccessibility(frame(), theme, rules);
      };
      await lookInThemes(frame(), look, inTurn);
      await runCommand(page, 'File: New Untitled Text File'); // covers it
      await setBudget('1');
      await waitForNotification(page, /^Loading more of Search: ready to resume, at most 2 more calls for \$0\.0004\./);
      await runCommand(page, 'View: Close Editor');
      const raised = /: the budget was raised\..*At most 2 more calls wait: resume to go on\./;
      await frame().locator('.banner', { hasText: raised }).waitFor();
      await runCommand(page, 'Social Data: Resume Fetching');
      await frame()
        .locator('.summary-text')
        .filter({ hasText: /^100 results/ })
        .waitFor();
      await frame().locator('.banner', { hasText: 'wait' }).waitFor({ state: 'detached' });
      await assertOnce(before + 5);
      await pictureStep(page, 'job done results');
    });
  });

  describe('a row of a tree whose call takes its time', () => {
    const row = (label: string | RegExp): Locator =>
      workbench.page
        .locator('.pane-body .monaco-list-row[role="treeitem"]')
        .filter({ has: workbench.page.locator('.monaco-icon-label', { hasText: label }) })
        .first();

    it('says that it is tried again where its rows will stand, and shows them once they are here', async () => {
      const { page } = workbench;
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
      const waiting = row(/Retrying at .*\d\d:\d\d.* \(2 of 4\)/);
      await waiting.waitFor();
      assert.match((await waiting.getAttribute('aria-label')) ?? '', toWordsPattern`${errorWords.rateLimited.failed}`);
      // another row asks meanwhile: what the service said holds for all
      await row(/^\s*Likes/).click();
      const held = row(/Waiting until .*\d\d:\d\d.*…/);
      await held.waitFor();
      assert.match((await held.getAttribute('aria-label')) ?? '', / waits: an earlier call/);
      await pictureStep(page, 'tree tries again');
      await row(/loaded, more available/).waitFor({ timeout: 30_000 });
      for (const gone of [held, waiting, row(/Loading…/)]) await gone.waitFor({ state: 'detached' });
      await pictureStep(page, 'tree tried again');
    });

    it('is let come at Stop and cut off at Stop Now, on the row as on the one below it', async () => {
      const { page } = workbench;
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
      await pictureStep(page, 'tree stopping');
      await page.waitForTimeout(800); // a press right after another one is the second click of a double click
      await press('Stopping after the page on its way', 'Stop Now');
      await row(/cancelled\./).waitFor();
      assert.match((await row(/cancelled\./).getAttribute('aria-label')) ?? '', /Retry/);
      await pictureStep(page, 'tree stopped now');
    });
  });
});
