import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { landmarks } from '../../src/sandbox/world/landmarks.ts';
import { askForThread } from '../support/vscode/lookUp.ts';
import { openWorkbench, waitUntilWorkbenchReady, type Workbench } from '../support/vscode/openWorkbench.ts';
import {
  acceptQuickInput,
  chooseQuickPick,
  quickInput,
  runCommand,
  pictureStep,
  takeScreenshot,
  typeInQuickInput,
  waitForEditor,
  waitForInputTitle,
  waitForNotification,
  waitForSessionBudget,
} from '../support/vscode/workbench.ts';
import { startCheckedSandbox } from '../unit/sandbox/checkedSandbox.ts';
import { askedOf, directSettings, enterKey, setFaults } from './support/ownSandbox.ts';
import { threadLine, webviewPage } from './support/threadFrame.ts';
import { type PageThemes, readPageThemes } from './support/pageThemes.ts';
import { dragToNarrow, looksRight, spokenIn, type ThreadState } from './support/threadStatesPage.ts';
import { wordsMeanwhile } from './support/wordsMeanwhile.ts';
import { errorWords, toWordsPattern } from '../support/errorWords.ts';

/** Posts that are read here one after the other: an answer that is kept would hide what goes wrong. */
const { articleTweetId, tweetId } = exampleValues;
const { deepThreadId, wideThreadId, crowdThreadId, hugeThreadId, twentyDigitPostId } = landmarks;
const unknownId = '9000000000000000404';

describe('a thread that is not there, or not whole', () => {
  let sandbox: Sandbox;
  let port = 0;
  let opened: Workbench;
  let themes: PageThemes;
  /** What `askedOf` had after the last step. */
  let known = 0;
  before(async function () {
    this.timeout(120_000);
    sandbox = await startCheckedSandbox();
    port = Number(new URL(sandbox.primary).port);
    opened = await openWorkbench({
      name: 'thread-states',
      viewport: { width: 1200, height: 800 },
      settings: directSettings(sandbox),
    });
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await takeScreenshot(page(), `failed ${this.currentTest.fullTitle()}`);
  });
  after(async () => {
    await opened?.[Symbol.asyncDispose]();
    // what broke on the way is meant to be broken; the sandbox itself holds each answer against the documents
    await sandbox?.close();
  });
  const workbench = () => opened;
  const page = () => workbench().page;
  const frame = () => webviewPage(page());
  const button = (name: string | RegExp): Locator => frame().getByRole('button', { name });
  const place = () => frame().locator('.empty, .banner.failure');
  const noQuickInput = async () => {
    await quickInput(page()).waitFor({ state: 'hidden' });
  };
  /** The calls for threads since it was asked last. */
  const calls = async (): Promise<number> => {
    const all = (await askedOf(sandbox)).filter((target) => target.startsWith('/tweet/')).length;
    const fresh = all - known;
    known = all;
    return fresh;
  };
  /** Waits until the view says something, to eyes and to ears alike; holds the words of its buttons. */
  const says = async (what: RegExp, ...buttons: readonly (string | RegExp)[]): Promise<void> => {
    const said = place().locator('p').filter({ hasText: what });
    await said.waitFor();
    // a time that is named moves on by a second between two readings
    const words = async (line: Locator) => (await line.innerText()).replace(/:\d\d(?= [AP]M)/, '');
    assert.equal(await words(spokenIn(frame())), await words(said));
    const shown = await place().locator('vscode-button, button').allInnerTexts();
    assert.equal(shown.length, buttons.length, shown.join());
    for (const [at, expected] of buttons.entries()) {
      assert.match(shown[at]?.trim() ?? '', expected instanceof RegExp ? expected : new RegExp(`^${expected}$`), shown.join());
    }
  };
  const loaded = async (id: string) => {
    await threadLine(frame(), id).waitFor();
    await frame().locator('.banner.failure').waitFor({ state: 'detached' });
  };

  it('is empty before anything was opened, and leads to Look Up', async () => {
    await runCommand(page(), 'Thread: Focus on Thread View');
    await place().filter({ hasText: 'Read a whole conversation beside your code.' }).waitFor();
    await dragToNarrow(page());
    themes = await readPageThemes(workbench(), frame());
    await looksRight(workbench(), themes, 'empty');
    await button('Look Up…').click();
    await waitForInputTitle(page(), /^Look Up$/);
    await page().keyboard.press('Escape');
    await noQuickInput();
    assert.equal(await workbench().answers(), 0);
  });

  it('says that no key is set, and is there once one is', async () => {
    await askForThread(page(), tweetId);
    await says(
      toWordsPattern`^Thread ${errorWords.noKey.failed}\. Nothing was spent\. ${errorWords.noKey.advice}$`,
      'Set API Key…',
      'Select Connection…',
      /^Retry \(price unknown\)$/,
    );
    await looksRight(workbench(), themes, 'no key');
    await button('Select Connection…').click();
    await waitForInputTitle(page(), /^Select Connection$/);
    await page().keyboard.press('Escape');
    await noQuickInput();
    await button('Set API Key…').click();
    await waitForInputTitle(page(), /^Address/);
    await page().keyboard.press('Escape');
    await noQuickInput();
    await enterKey(page(), sandbox);
    assert.equal(await calls(), 0);
    await button(/^Retry/).click();
    await loaded(tweetId);
    assert.equal(await calls(), 1);
  });

  it('fails with what it cost, and comes when Retry is pressed after the fault is gone', async () => {
    await setFaults(sandbox, [{ match: {}, status: 500, refund: false }]);
    await askForThread(page(), deepThreadId);
    await says(
      toWordsPattern`^Thread: ${errorWords.server.failed} 500 \(.+\)\. The call was charged \$0\.0002\. ${errorWords.server.advice}$`,
      'Retry \\(≈\\$0\\.0002\\)',
      'Show Answer',
    );
    assert.equal(await calls(), 1);
    await looksRight(workbench(), themes, 'failed');
    await button('Show Answer').click();
    await waitForEditor(page(), /\.json/);
    await runCommand(page(), 'View: Close All Editors');
    await setFaults(sandbox, []);
    assert.equal(await calls(), 0);
    await button(/^Retry/).click();
    await loaded(deepThreadId);
    assert.equal(await calls(), 1);
  });

  it('was not found: the call is paid, and nothing invites to pay again', async () => {
    await askForThread(page(), unknownId);
    await says(
      toWordsPattern`^Thread: ${errorWords.notFound.failed} \(.+\)\. The call was charged \$0\.0002\. ${errorWords.notFound.advice}$`,
      'Show Answer',
    );
    assert.equal(await calls(), 1);
    await looksRight(workbench(), themes, 'not found');
  });

  it('was paid for but cannot be read: the answer can be looked at, and asked for again', async () => {
    await setFaults(sandbox, [{ match: {}, kind: 'garbage', times: 1 }]);
    await askForThread(page(), wideThreadId);
    await says(
      toWordsPattern`^Thread: ${errorWords.shape.failed}\. The call was charged \$0\.0002\. ${errorWords.shape.advice}`,
      'Show Answer',
      'Retry \\(≈\\$0\\.0002\\)',
    );
    await looksRight(workbench(), themes, 'unreadable');
    await button('Show Answer').click();
    await waitForEditor(page(), wideThreadId);
    await runCommand(page(), 'View: Close All Editors');
    await button(/^Retry/).click();
    await loaded(wideThreadId);
    assert.equal(await calls(), 2);
  });

  it('shows the shape of posts while a call takes its time', async () => {
    await setFaults(sandbox, [{ match: {}, latency: 60_000, times: 1 }]);
    await askForThread(page(), articleTweetId);
    await frame().locator('.skeletons').waitFor();
    assert.equal(await spokenIn(frame()).innerText(), 'Loading the thread');
    await looksRight(workbench(), themes, 'loading');
    await setFaults(sandbox, []);
    // another thread takes its place: what is on its way comes and is kept
    await askForThread(page(), twentyDigitPostId);
    await loaded(twentyDigitPostId);
    await frame().locator('.skeletons').waitFor({ state: 'detached' });
    assert.equal(await calls(), 2);
  });

  it('says at Stop that the page on its way is let come, and cuts it off at Stop Now', async function () {
    this.timeout(120_000); // looked at twice in each theme
    const cutOff = async (state: ThreadState) => {
      await button(/^Stop$/).press('Enter');
      const words = 'Stopping after the page on its way';
      await frame().locator('.summary', { hasText: words }).waitFor();
      await spokenIn(frame()).filter({ hasText: words }).waitFor();
      await looksRight(workbench(), themes, state);
      await button('Stop Now').press('Enter');
      await says(/^Thread: cancelled\. The call may have been charged\.$/, 'Retry \\(≈\\$0\\.0002\\)');
      await setFaults(sandbox, []);
    };
    await setFaults(sandbox, [{ match: {}, latency: 60_000 }]);
    await askForThread(page(), hugeThreadId);
    await cutOff('stopping while it opens');
    await button(/^Retry/).click();
    await loaded(hugeThreadId);
    await setFaults(sandbox, [{ match: {}, latency: 60_000 }]);
    await frame().locator('.line[tabindex="0"]').focus();
    await page().keyboard.press('End');
    await button('Show More Replies (≈$0.0002)').click();
    await cutOff('stopping a further page');
    assert.equal(await calls(), 3);
  });

  it('stays readable under what went wrong with a further page, and Retry brings that page', async () => {
    await askForThread(page(), tweetId);
    await loaded(tweetId);
    await setFaults(sandbox, [{ match: {}, status: 500, refund: false }]);
    await frame().locator('.line[tabindex="0"]').focus();
    await page().keyboard.press('End');
    await button('Show More Replies (≈$0.0002)').click();
    await says(
      toWordsPattern`^Thread: ${errorWords.server.failed} 500.* The call was charged`,
      'Retry \\(≈\\$0\\.0002\\)',
      'Show Answer',
    );
    await looksRight(workbench(), themes, 'partial');
    await page().keyboard.press('Home');
    await threadLine(frame(), tweetId).waitFor();
    assert.equal(await calls(), 1);
    await setFaults(sandbox, []);
    await button(/^Retry/).click();
    await frame().locator('.summary', { hasText: ' · $0.0004' }).waitFor();
    await frame().locator('.banner.failure').waitFor({ state: 'detached' });
    assert.equal(await calls(), 1);
  });

  it('keeps its order where another one could not be had, and Retry asks for that order', async () => {
    await setFaults(sandbox, [{ match: {}, kind: 'reset', times: 1 }]);
    await button(/^Order of replies/).click();
    await frame()
      .getByRole('menuitemradio', { name: /Most liked/ })
      .click();
    await says(toWordsPattern`${errorWords.interrupted.failed}.* The call may have been charged\. It was not`, /^Retry/);
    await button(/^Order of replies.*Relevance/).waitFor();
    await button(/^Retry/).click();
    await button(/^Order of replies.*Most liked/).waitFor();
    await loaded(tweetId);
    assert.equal(await calls(), 2);
  });

  it('says how completing it ended and what is left, goes on from there, and says that it is whole', async function () {
    this.timeout(120_000); // looked at twice in each theme, while calls come
    const fetched = async () => {
      await page().locator('.monaco-dialog-box').getByText('Fetch', { exact: true }).click();
      await page().locator('.monaco-dialog-box').waitFor({ state: 'detached' });
    };
    const summary = frame().locator('.summary');
    await setFaults(sandbox, [{ match: {}, latency: 5_000, times: 1 }]);
    await runCommand(page(), 'Social Data: Complete This Thread…');
    await fetched();
    await summary.filter({ hasText: /Fetching: call 1 of at most \d+/ }).waitFor();
    await pictureStep(page(), 'thread completing narrow');
    // a notification may lie over it, with a *Cancel* of its own
    await button('Stop').press('Enter');
    assert.equal(await frame().locator('body').evaluate('document.scrollingElement.scrollTop'), 0, 'the bar above stays');
    await waitForNotification(page(), /^Stopped after 1 call: .*left \(≈\$0\.00\d+\)\./);
    assert.equal(await calls(), 1);
    await runCommand(page(), 'Notifications: Show Notifications');
    await looksRight(workbench(), themes, 'stopped completing');
    // an answer may lead on to more than what was agreed to
    for (let end = 'Stopped'; end.startsWith('Stopped');) {
      await page().locator('.notification-list-item').getByRole('button', { name: 'Continue…' }).click();
      await fetched();
      // the list closes with its last notification, and what comes in that moment is no toast either
      await runCommand(page(), 'Notifications: Show Notifications');
      const notice = page()
        .locator('.notification-list-item-message')
        .filter({ hasText: /^(Stopped after \d+ calls?:|The thread is complete, after \d+ calls?\.)/ })
        .first();
      await notice.waitFor();
      end = await notice.innerText();
    }
    // nothing is left; the request that was cut off before is in the sum
    assert.match(await summary.innerText(), /^\d+ posts · ≈\$0\.00\d+ · 1 may have been charged\nLIVE$/);
    assert.ok((await calls()) > 0);
    await pictureStep(page(), 'thread complete reported');
    await runCommand(page(), 'Notifications: Clear All Notifications');
    await looksRight(workbench(), themes, 'complete');
  });

  it('is not called over the budget, and is there after the budget was raised', async () => {
    const setBudget = async (amount: string) => {
      await waitForInputTitle(page(), /^Set Budget$/);
      await chooseQuickPick(page(), 'Per Session');
      await waitForInputTitle(page(), /^Set Budget: Per Session$/);
      await typeInQuickInput(page(), amount);
      await acceptQuickInput(page());
      await noQuickInput();
      await waitForSessionBudget(page(), amount);
    };
    await runCommand(page(), 'Social Data: Set Budget…');
    await setBudget('0.0004');
    await askForThread(page(), crowdThreadId);
    await says(
      toWordsPattern`^Thread was not called: it may cost \$0\.0002, and \$0\.00 of the session budget of \$0\.0004 is left\. Nothing was spent\. ${errorWords.budget.advice}`,
      'Set Budget…',
      'Retry \\(≈\\$0\\.0002\\)',
    );
    await looksRight(workbench(), themes, 'over budget');
    await button('Set Budget…').click();
    await setBudget('1');
    assert.equal(await calls(), 0);
    await button(/^Retry/).click();
    await loaded(crowdThreadId);
    assert.equal(await calls(), 1);
  });

  it('is gone where its answer was deleted, and costs the same again', async () => {
    await runCommand(page(), 'Social Data: Clear History…');
    await page().locator('.monaco-dialog-box').getByRole('button', { name: 'Delete Answers' }).click();
    await waitForNotification(page(), /answers were deleted/);
    await runCommand(page(), 'Developer: Reload Window');
    await page().locator('iframe.webview.ready:visible').waitFor({ state: 'detached' });
    await waitUntilWorkbenchReady(page());
    await place().filter({ hasText: 'its answer is not kept any more. Nothing was spent.' }).waitFor();
    assert.match(await spokenIn(frame()).innerText(), /not kept any more/);
    await looksRight(workbench(), themes, 'gone');
    assert.equal(await calls(), 0);
    // a browser keeps no secrets over a reload
    await enterKey(page(), sandbox);
    await button('Load Again (≈$0.0002)').click();
    await loaded(crowdThreadId);
    assert.equal(await calls(), 1);
  });

  it('says that the service cannot be reached, and comes once it can', async () => {
    await sandbox.close();
    const meanwhile = await wordsMeanwhile(frame(), '.banner.waiting');
    const spokenMeanwhile = await wordsMeanwhile(frame(), 'social-thread > .spoken');
    await askForThread(page(), deepThreadId);
    await says(
      toWordsPattern`^Thread: ${errorWords.network.failed} \(ECONNREFUSED\)\. Nothing was spent\. ${errorWords.network.advice}`,
      /^Retry/,
      'Show Log',
    );
    const tryingAgain = toWordsPattern`^Thread: ${errorWords.network.failed} \(ECONNREFUSED\)\. Nothing was spent\. Retrying \(\d of 4\)$`;
    assert.match((await meanwhile())[0] ?? '', tryingAgain);
    assert.ok((await spokenMeanwhile()).some((words) => tryingAgain.test(words)));
    await looksRight(workbench(), themes, 'offline');
    sandbox = await startCheckedSandbox({ port });
    known = 0;
    await button(/^Retry/).click();
    await loaded(deepThreadId);
    assert.equal(await calls(), 1);
  });

  it('says that it is tried again when the service asks to wait, and comes then', async () => {
    await setFaults(sandbox, [{ match: {}, status: 429, retryAfter: 20, times: 1 }]);
    await askForThread(page(), twentyDigitPostId);
    await frame()
      .locator('.banner.waiting p')
      .filter({
        hasText: toWordsPattern`^Thread: ${errorWords.rateLimited.failed}\. Nothing was spent\. Retrying at .*\d\d:\d\d.* \(2 of 4\)$`,
      })
      .waitFor();
    assert.match(await spokenIn(frame()).innerText(), /Retrying at/);
    await looksRight(workbench(), themes, 'tries again');
    await threadLine(frame(), twentyDigitPostId).waitFor({ timeout: 25_000 });
    await frame().locator('.banner.waiting').waitFor({ state: 'detached' });
    assert.equal(await calls(), 2);
  });

  it('says when the service takes calls again', async () => {
    await setFaults(sandbox, [{ match: {}, status: 429, retryAfter: 3_600 }]);
    await askForThread(page(), wideThreadId);
    await says(
      toWordsPattern`^Thread: ${errorWords.rateLimited.failedUntil} .*\d\d:\d\d.*\. Nothing was spent\. ${errorWords.rateLimited.advice}`,
      /^Retry \(≈\$0\.0002\)$/,
    );
    await looksRight(workbench(), themes, 'rate limited');
    assert.equal(await calls(), 1);
    await button(/^Retry/).click();
    await says(toWordsPattern`^Thread: ${errorWords.rateLimited.failedUntil} .*Nothing was spent`, /^Retry/);
    assert.equal(await calls(), 0, 'nothing is sent before its time');
  });
});
