import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { openWorkbench, type Workbench } from '../support/vscode/openWorkbench.ts';
import {
  acceptQuickInput,
  chooseQuickPick,
  quickInput,
  runCommand,
  pictureStep,
  takeScreenshot,
  typeInQuickInput,
  waitForInputTitle,
  waitForQuickPickRow,
  focusTreeView,
  sideBarView,
  runCommandAndType,
} from '../support/vscode/workbench.ts';
import { drawn } from './support/steps.ts';
import { answerKeyQuestions, askedOf, directSettings, enterKey, setFaults } from './support/ownSandbox.ts';

describe('what was paid for in the trees', () => {
  let sandbox: Sandbox;
  let opened: Workbench | undefined;
  const page = () => {
    assert.ok(opened !== undefined);
    return opened.page;
  };
  const rows = (): Locator => page().locator('.pane-body .monaco-list-row[role="treeitem"]');
  const row = (label: string | RegExp): Locator =>
    rows()
      .filter({ has: page().locator('.monaco-icon-label', { hasText: label }) })
      .first();
  const unfold = async (label: string | RegExp): Promise<void> => {
    await row(label).locator('.monaco-tl-twistie').click();
  };
  /** Walks up from the last row to the one that says this. */
  const toEnd = async (text: RegExp): Promise<void> => {
    const focused = page().locator('.pane-body .monaco-list-row.focused').first();
    for (let step = 0; step < 24; step += 1) {
      if (text.test((await focused.innerText()).replaceAll(/\s+/g, ' '))) {
        return;
      }
      await page().keyboard.press('ArrowUp');
    }
    throw new Error(`no way up to ${String(text)}`);
  };
  /** Until then a press on the row counts as the second one of a double click: no person presses what it brought that quickly. */
  const pressIsOver = async () => {
    await page().evaluate('new Promise((resolve) => setTimeout(resolve, 800))');
    await drawn(page());
  };
  const asked = async (part: string): Promise<number> =>
    (await askedOf(sandbox)).filter((target) => target.includes(part)).length;

  before(async function () {
    sandbox = await startSandbox();
    const gateway = { 'socialData.gateway.connection': 'direct', 'socialData.gateway.address': sandbox.gateway };
    opened = await openWorkbench({
      name: 'explore-halfway',
      settings: { ...directSettings(sandbox), ...gateway },
      viewport: { width: 1400, height: 1200 },
    });
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await takeScreenshot(page(), `failed ${this.currentTest.fullTitle()}`);
    }
  });

  after(async () => {
    await opened?.[Symbol.asyncDispose]();
    await sandbox.close();
  });

  it('waits when Refresh ends halfway, says what it cost, and Retry pays for the rest alone', async () => {
    await enterKey(page(), sandbox);
    await runCommand(page(), 'Social Data: Set API Key…');
    await waitForInputTitle(page(), /^Set API Key$/);
    await chooseQuickPick(page(), 'Gateway');
    await answerKeyQuestions(page(), sandbox.key);
    await runCommand(page(), 'View: Show Social Data');
    await page().getByText('Pin an account').waitFor();
    await runCommandAndType(page(), 'Social Data: Pin User…', /^Pin User/, `@${exampleValues.handle}`);
    await page().locator('.quick-input-widget:visible .quick-input-message').filter({ hasText: 'User by Handle' }).waitFor();
    await acceptQuickInput(page());
    await row(`@${exampleValues.handle}`).waitFor();
    // the whole height for the view that this walk goes through
    for (const other of ['Fixtures', 'Activity', 'Lists', 'Communities']) {
      const header = page().locator('.pane-header[aria-expanded="true"]').filter({ hasText: other });
      if ((await header.count()) > 0) {
        await header.click();
      }
    }
    await unfold(`@${exampleValues.handle}`);
    await row(/^About/).waitFor();
    await drawn(page());
    await unfold(/^Followers/);
    await row(/^Followers.*loaded/).waitFor();
    await page().keyboard.press('End');
    await toEnd(/more available/);
    await page().keyboard.press('Enter');
    await row(/^Followers.*200\sloaded/).waitFor();
    // the first account that came has the focus, as the last step of loading more
    await page().locator('.pane-body .monaco-list-row.focused[aria-expanded]').waitFor();
    await page().keyboard.press('End'); // where the row that leads on stands, which a load leaves on screen
    await row(/200\sloaded,\smore\savailable/).waitFor();
    await setFaults(sandbox, [{ match: { endpoint: 'primary.userFollowers' }, after: 1, times: 1, status: 401 }]);
    await row(/^Followers/).hover();
    await row(/^Followers/)
      .getByRole('button', { name: 'Refresh…' })
      .click();
    await waitForQuickPickRow(page(), 'All 2 pages');
    await pictureStep(page(), 'explore halfway call again');
    await acceptQuickInput(page());
    await row(/^1\sof\s2\spages\scame/).waitFor();
    await pictureStep(page(), 'explore halfway waits');
    assert.equal(await asked('/followers'), 4);
    await pressIsOver();
    await row(/^1\sof\s2\spages\scame/).click();
    await row(/^1\sof\s2\spages\scame/).waitFor({ state: 'detached' });
    await row(/loaded, more available/).waitFor();
    await pictureStep(page(), 'explore halfway done');
    assert.equal(await asked('/followers'), 5);
  });

  it('is shown below the community in whose row members are searched, in the tree of users too', async () => {
    await focusTreeView(page(), 'Users');
    await page().keyboard.press('Home');
    await unfold(/^Followers/);
    await unfold(/^Communities/);
    await row(/^Communities.*loaded/).waitFor();
    const community = row(/\d\smembers/);
    await community.waitFor();
    await pictureStep(page(), 'explore communities of a user');
    await community.click({ button: 'right' });
    // by the keyboard: a menu that has just opened takes a click for the end of the one that opened it
    await page().locator('.monaco-menu .action-item').filter({ hasText: 'Search Members…' }).first().hover();
    await page().locator('.monaco-menu .action-item.focused').filter({ hasText: 'Search Members…' }).waitFor();
    await page().keyboard.press('Enter');
    await quickInput(page()).waitFor();
    await typeInQuickInput(page(), exampleValues.memberText);
    await acceptQuickInput(page());
    await row(/^Search Members: ada.*loaded/).waitFor();
    await page().locator('.pane-body .monaco-list-row[aria-level="5"]').first().waitFor();
    await pictureStep(page(), 'explore members in users');
    assert.equal(await asked('/members'), 1);
  });

  it('is one page however long Enter is held, and nothing of what came is opened', async () => {
    await runCommandAndType(page(), 'Social Data: Pin Community…', /^Pin Community/, exampleValues.communityId);
    await page().locator('.quick-input-widget:visible .quick-input-message').filter({ hasText: 'Community:' }).waitFor();
    await acceptQuickInput(page());
    await quickInput(page()).waitFor({ state: 'hidden' });
    await focusTreeView(page(), 'Communities');
    const view = sideBarView(page(), 'Communities');
    const rowOf = (text: RegExp) => view.locator('.monaco-list-row').filter({ hasText: text }).first();
    await view.locator('.monaco-list-row[aria-level="1"] .monaco-tl-twistie').click();
    await rowOf(/^Posts/)
      .locator('.monaco-tl-twistie')
      .click();
    await rowOf(/^Posts.*100\sloaded/).waitFor();
    await focusTreeView(page(), 'Communities');
    const focused = view.locator('.monaco-list-row.focused').first();
    await page().keyboard.press('End');
    for (let step = 0; step < 24 && !/more.available/.test(await focused.innerText()); step += 1) {
      await page().keyboard.press('ArrowUp');
    }
    const before = (await askedOf(sandbox)).length;
    await page().keyboard.down('Enter');
    await view.locator('.monaco-list-row.focused:not([aria-label*="loaded"])').waitFor();
    for (let repeats = 0; repeats < 60; repeats += 1) {
      await page().keyboard.down('Enter'); // as a key does that is held
    }
    await page().keyboard.up('Enter');
    await page().keyboard.press('ArrowDown');
    await pictureStep(page(), 'explore held key');
    const calls = (await askedOf(sandbox)).slice(before);
    assert.equal(calls.length, 1, calls.join('\n'));
    assert.match(calls[0] ?? '', /^\/communities\/\d+\/tweets.*cursor=/);
  });
});
