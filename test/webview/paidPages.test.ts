import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { landmarks } from '../../src/sandbox/world/landmarks.ts';
import { installTestExtension } from '../support/vscode/installTestExtension.ts';
import { askForThread, typeInLookUp } from '../support/vscode/lookUp.ts';
import { openWorkbench, waitUntilWorkbenchReady, type Workbench } from '../support/vscode/openWorkbench.ts';
import {
  acceptQuickInput,
  acceptQuickPick,
  chooseQuickPick,
  quickInput,
  runCommand,
  runCommandAndType,
  pictureInEachLook,
  pictureStep,
  takeScreenshot,
  typeInQuickInput,
  waitForEditor,
  waitForInputTitle,
  waitForNotification,
  waitForSessionBudget,
} from '../support/vscode/workbench.ts';
import { enterKeyInInput, listSentTargets, directSettings, enterKey, setFaults } from './support/ownSandbox.ts';
import { askSearch, resultsTab } from './support/resultsTab.ts';
import { until } from './support/steps.ts';
import { checkAccessibility, sideBarPage, spokenIn, tabPage, threadLine } from './support/threadFrame.ts';
import { errorWords, toWordsPattern } from '../support/errorWords.ts';

const { handle, tweetId } = exampleValues;
const { deepThreadId, wideThreadId } = landmarks;

/** Calls a tool like an agent, and shows the start of its response. */
const agent = `
import * as vscode from 'vscode';
export function activate() {
  vscode.commands.registerCommand('testAgent.lookUp', async () => {
    const options = { input: { text: '@mira_maps' }, toolInvocationToken: undefined };
    const { content } = await vscode.lm.invokeTool('socialData_look_up', options);
    const text = content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
    void vscode.window.showInformationMessage('The agent read: ' + text.split('\\n')[0]);
  });
}
`;

/** How pages for a paid service work with VS Code. The suites in pageAlone/ check what they show in each state. */
describe('pages for a paid service', () => {
  let sandbox: Sandbox;
  let opened: Workbench;
  before(async function () {
    sandbox = await startSandbox();
    opened = await openWorkbench({
      name: 'paid-pages',
      settings: { ...directSettings(sandbox), 'socialData.agents.budget': 0.5 },
      install: async (extensions) => {
        const commands = [{ command: 'testAgent.lookUp', title: 'Test Agent: Look Up' }];
        await installTestExtension(extensions, { name: 'test-agent', main: agent, commands });
      },
    });
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await takeScreenshot(page(), `failed ${this.currentTest.fullTitle()}`);
  });
  after(async () => {
    await opened?.[Symbol.asyncDispose]();
    // doesn't check the responses against the documents, because some tests break them on purpose
    await sandbox?.close();
  });
  const page = () => opened.page;
  const tab = resultsTab(page);
  const dialog = () => page().locator('.monaco-dialog-box');
  /** The number of requests to one path during an action. */
  const callsDuring = async (part: '/tweet/' | '/search', act: () => Promise<void>): Promise<number> => {
    const calls = async () => (await listSentTargets(sandbox)).filter((target) => target.includes(part)).length;
    const before = await calls();
    await act();
    return (await calls()) - before;
  };
  const fails = async (rules: Parameters<typeof setFaults>[1]) => await setFaults(sandbox, rules);
  const noQuickInput = async () => {
    await quickInput(page()).waitFor({ state: 'hidden' });
  };
  const hideThread = async () => {
    await runCommand(page(), 'View: Toggle Secondary Side Bar Visibility');
    await page().locator('.part.auxiliarybar').waitFor({ state: 'hidden' });
  };
  const showThread = async () => {
    await runCommand(page(), 'Thread: Focus on Thread View');
    return await sideBarPage(page());
  };
  const threadButton = (side: FrameLocator, name: string | RegExp): Locator => side.getByRole('button', { name });
  /** Waits until the thread shows and announces a message. */
  const threadSays = async (side: FrameLocator, what: RegExp): Promise<void> => {
    const said = side.locator('.empty, .banner.failure').locator('p').filter({ hasText: what });
    await said.waitFor();
    assert.equal(await spokenIn(side).innerText(), await said.innerText());
  };

  it('report that nothing was sent without a key, prompt for the key, and then load', async () => {
    const says = (name: string) => toWordsPattern`${name} ${errorWords.noKey.failed}\. No charge\. ${errorWords.noKey.advice}`;
    const threads = await callsDuring('/tweet/', async () => {
      const searches = await callsDuring('/search', async () => {
        await askForThread(page(), tweetId);
        const side = await sideBarPage(page());
        await threadSays(side, says('Thread'));
        await threadButton(side, 'Select Connection…').click();
        await waitForInputTitle(page(), /^Select Connection$/);
        await page().keyboard.press('Escape');
        await noQuickInput();
        await hideThread();
        await askSearch(page(), tab, 'without a key');
        await tab
          .middle()
          .filter({ hasText: says('Search') })
          .waitFor();
        assert.match(await tab.spoken(), says('Search'));
        await tab.button('Set API Key…').click();
        await enterKeyInInput(page(), sandbox.key);
        await tab
          .middle()
          .filter({ hasText: says('Search') })
          .waitFor();
      });
      assert.equal(searches, 0);
    });
    assert.equal(threads, 0);
    const loaded = await callsDuring('/tweet/', async () => {
      const side = await showThread();
      await threadButton(side, /^Retry \(price unknown\)$/).click();
      await threadLine(side, tweetId).waitFor();
    });
    assert.equal(loaded, 1);
  });

  it('report a failure’s cost, show the paid response, and load on Retry after the fault is gone', async () => {
    await fails([{ match: {}, status: 500, refund: false }]);
    const side = await sideBarPage(page());
    const calls = await callsDuring('/tweet/', async () => {
      await askForThread(page(), deepThreadId);
      await threadSays(
        side,
        toWordsPattern`^Thread: ${errorWords.server.failed} 500 \(.+\)\. The request cost \$0\.0002\. ${errorWords.server.advice}$`,
      );
      await threadButton(side, 'Show Response').click();
      await waitForEditor(page(), /\.json/);
      await runCommand(page(), 'View: Close All Editors');
      await fails([]);
      await threadButton(side, 'Retry (≈$0.0002)').click();
      await threadLine(side, deepThreadId).waitFor();
    });
    assert.equal(calls, 2);
  });

  it('load the rest of a thread in one step, report how it ended, and continue with the same button', async () => {
    const side = await sideBarPage(page());
    await askForThread(page(), tweetId);
    await threadLine(side, tweetId).waitFor();
    const summary = side.locator('.summary');
    const rest = summary.getByRole('button', { name: /^Load the Rest \(up to ≈\$0\.00\d+\)$/ });
    await fails([{ match: {}, latency: 5_000, times: 1 }]);
    const calls = await callsDuring('/tweet/', async () => {
      await rest.press('Enter');
      await summary.filter({ hasText: /1 of \d+/ }).waitFor();
      await threadButton(side, 'Stop').press('Enter');
      await side.locator('.banner.notice p', { hasText: /^Stopped after 1 request: .*not loaded\.$/ }).waitFor();
    });
    assert.equal(calls, 1);
    await pictureStep(page(), 'thread rest stopped');
    // a response may have more pages than were offered
    while ((await rest.count()) > 0) {
      const before = await summary.innerText();
      await rest.press('Enter');
      await until(page(), 'the run has ended', async () => {
        const now = await summary.innerText();
        return now !== before && !now.includes('Stop');
      });
    }
    assert.match(await summary.innerText(), /^\d+ posts loaded · \$0\.00\d+\nLIVE$/);
    await hideThread();
  });

  it('request again on Retry, at the price on the button, and continue', async () => {
    await fails([{ match: { endpoint: 'primary.search' }, status: 500, refund: false, times: 1 }]);
    const calls = await callsDuring('/search', async () => {
      await askSearch(page(), tab, 'coffee -again');
      await tab.button(/^Retry \(≈\$0\.0002\)$/).click();
      await tab.frame().locator('.record').first().waitFor();
    });
    assert.equal(calls, 2);
    assert.match(await tab.spoken(), /^20 results/);
    await tab.frame().locator('.question .live', { hasText: 'LIVE' }).waitFor();
    await pictureStep(page(), 'results live');
  });

  it('report that nothing was sent over the budget, and raise the budget', async () => {
    const setTo = async (amount: string) => {
      await waitForInputTitle(page(), 'Set Budget');
      await chooseQuickPick(page(), 'Session budget');
      await waitForInputTitle(page(), /^Session budget/);
      await typeInQuickInput(page(), amount);
      await acceptQuickInput(page());
      await noQuickInput();
      await waitForSessionBudget(page(), amount);
    };
    await runCommand(page(), 'Social Data: Set Budget…');
    await setTo('0.0001');
    const says = /Search wasn't sent because it may cost \$0\.0002\. Session budget: .* of \$0\.0001 left\. No charge\./;
    const calls = await callsDuring('/search', async () => {
      await askSearch(page(), tab, 'coffee -budget');
      await tab.middle().filter({ hasText: says }).waitFor();
    });
    assert.equal(calls, 0);
    assert.match(await tab.spoken(), says);
    await pictureStep(page(), 'results states over the budget');
    await askForThread(page(), wideThreadId);
    const side = await sideBarPage(page());
    await threadSays(side, /^Thread wasn't sent because it may cost .* Session budget: .* of \$0\.0001 left\./);
    await tab.button('Set Budget…').click();
    await setTo('5');
    await tab.middle().filter({ hasText: 'No results loaded.' }).waitFor();
    await page().locator('.part.auxiliarybar').getByRole('button', { name: /^Back/ }).click();
    await threadLine(side, tweetId).waitFor();
    await hideThread();
  });

  it('show an agent’s request in one dialog that shows the price once, and Enter doesn’t send it', async () => {
    const agentReads = async (what: RegExp) => {
      await waitForNotification(page(), what);
      assert.equal(await dialog().count(), 0, 'there is no second question');
      await runCommand(page(), 'Notifications: Clear All Notifications');
    };
    const before = (await listSentTargets(sandbox)).length;
    await runCommand(page(), 'View: Close All Editors'); // a page would take focus back from the palette, and so from the dialog
    await runCommand(page(), 'Test Agent: Look Up');
    await dialog().waitFor();
    await pictureStep(page(), 'agent asks');
    const allowOnce = dialog()
      .locator('.monaco-button')
      .filter({ hasText: /^Allow Once \(/ });
    const offered = (await allowOnce.innerText()).replaceAll('\u00a0', ' ').trim();
    assert.equal(offered, 'Allow Once (price unknown, counted as $0.0002)');
    assert.equal((await dialog().innerText()).split('$0.0002').length, 2, 'said once');
    assert.equal(await dialog().locator('.monaco-button:focus').innerText(), "Don't Allow");
    await page().keyboard.press('Enter');
    await agentReads(/The agent read: Error in look_up: The user didn't allow this request/);
    assert.equal((await listSentTargets(sandbox)).length, before);
    await runCommand(page(), 'Test Agent: Look Up');
    await allowOnce.click();
    await agentReads(/The agent read: Live: a new response from a paid service/);
    assert.equal((await listSentTargets(sandbox)).length, before + 1);
  });

  it('report after a reload that their responses were deleted, and don’t send requests', async function () {
    const profileTab = () => page().getByRole('tab', { name: `@${handle}`, exact: true });
    await runCommand(page(), 'View: Close All Editors');
    await typeInLookUp(page(), `@${handle}`);
    await acceptQuickPick(page());
    await (await tabPage(page())).locator('.profile').waitFor();
    await askSearch(page(), tab, 'coffee');
    await tab.frame().locator('.record').first().waitFor();
    await runCommand(page(), 'Social Data: Clear History…');
    await dialog().getByRole('button', { name: 'Delete Responses' }).click();
    await waitForNotification(page(), /Deleted \d+ response/);
    await runCommand(page(), 'Notifications: Clear All Notifications');
    const before = (await listSentTargets(sandbox)).length;
    // by command, so VS Code saves its state first
    await Promise.all([page().waitForEvent('load'), runCommand(page(), 'Developer: Reload Window')]);
    await waitUntilWorkbenchReady(page());

    await profileTab().click();
    const profile = await tabPage(page());
    const empty = profile.locator('.empty');
    await empty.filter({ hasText: 'This response is no longer in history. No charge.' }).waitFor();
    await pictureStep(page(), 'profile gone');
    await checkAccessibility(profile, 'a profile that is gone');
    await empty.getByRole('button', { name: 'Look Up…' }).click();
    await waitForInputTitle(page(), 'Look Up');
    await page().keyboard.press('Escape');
    await noQuickInput();
    const side = await showThread();
    await threadSays(side, /^This thread is no longer in history\. No charge\.$/);
    assert.equal((await listSentTargets(sandbox)).length, before);

    await enterKey(page(), sandbox); // browsers don't keep secrets across reloads
    const calls = await callsDuring('/tweet/', async () => {
      await threadButton(side, 'Load Again (≈$0.0002)').click();
      await threadLine(side, tweetId).waitFor();
    });
    assert.equal(calls, 1);
  });

  it('are opened from a search of the history, without a request', async () => {
    await hideThread();
    await runCommand(page(), 'View: Close All Editors');
    await askSearch(page(), tab, 'coffee');
    await tab.frame().locator('.record').first().waitFor();
    await runCommandAndType(page(), 'Social Data: Call Endpoint…', 'Call Endpoint', 'Followers');
    await acceptQuickPick(page());
    await tab.frame().locator('input:focus').waitFor();
    await page().keyboard.type(`@${handle}`);
    await page().keyboard.press('Enter');
    await tab.frame().locator('.record').first().waitFor();
    await runCommand(page(), 'View: Close All Editors');
    const before = (await listSentTargets(sandbox)).length;
    const row = (text: RegExp) => page().locator('.quick-input-widget:visible .monaco-list-row').filter({ hasText: text });

    const findCoffee = async () => {
      await runCommandAndType(page(), 'Social Data: Search History…', 'Search History', 'COFF');
      await row(/Followers.*Own.*coffee/i)
        .first()
        .waitFor();
    };
    await pictureInEachLook(page(), 'search history', findCoffee);
    await findCoffee();
    await page().keyboard.press('ArrowDown');
    const second = page().locator('.quick-input-list .monaco-list-row.focused[data-index="1"]');
    const [, follower = ''] = /@(\w+)/.exec(await second.innerText()) ?? [];
    await acceptQuickPick(page());
    await tab.frame().locator('.record').filter({ hasText: follower }).waitFor();
    assert.equal(await tab.frame().locator('input.filter').inputValue(), follower);
    assert.equal(await tab.frame().locator('.record').count(), 1);
    await pictureStep(page(), 'search history results');

    await runCommandAndType(page(), 'Social Data: Search History…', 'Search History', 'river hill coff');
    await row(/Search.*The coffee by the river is worth the hill/s)
      .first()
      .waitFor();
    await acceptQuickPick(page());
    await (await sideBarPage(page())).locator('.line.focal').filter({ hasText: 'The coffee by the river' }).waitFor();
    await pictureStep(page(), 'search history thread');

    await runCommandAndType(page(), 'Social Data: Search History…', 'Search History', 'not "in history');
    await row(/No results in history/).waitFor();
    await pictureStep(page(), 'search history nothing');
    await page().keyboard.press('Escape');
    await noQuickInput();
    assert.equal((await listSentTargets(sandbox)).length, before);
  });
});
