import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import {
  acceptMenuEntry,
  acceptQuickInput,
  quickInput,
  runCommand,
  statusBarItem,
  pictureStep,
  typeInQuickInput,
  waitForClipboard,
  waitForQuickPickRow,
  focusTreeView,
} from '../support/vscode/workbench.ts';
import { webviewPage } from './support/threadFrame.ts';

describe('exploring in the activity bar', () => {
  const workbench = useWorkbench({ name: 'explore', viewport: { width: 1400, height: 1200 } });
  const page = () => workbench().page;

  /** A row of the trees by a part of its label. */
  const row = (label: string | RegExp): Locator =>
    page()
      .locator('.pane-body .monaco-list-row[role="treeitem"]')
      .filter({ has: page().locator('.monaco-icon-label', { hasText: label }) })
      .first();
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      await page().keyboard.press(key);
    }
  };
  /** What was spent so far, as the status bar says it. */
  const spent = async (): Promise<string> =>
    (await statusBarItem(page(), /Sandbox/).innerText()).replaceAll('\u00a0', ' ').trim();
  /** The same in calls. */
  const calls = async (): Promise<number> => Number(/(\d+) calls?$/.exec(await spent())?.[1] ?? 0);
  /** Whether the row that has the focus says this. */
  const isFocused = async (text: string | RegExp): Promise<boolean> => {
    const focused = page().locator('.pane-body .monaco-list-row.focused').first();
    return (await focused.count()) > 0 && new RegExp(text).test((await focused.innerText()).replaceAll(/\s+/g, ' ').trim());
  };
  const goTo = async (label: string | RegExp): Promise<void> => {
    for (let step = 0; step < 60; step += 1) {
      if (await isFocused(label)) {
        return;
      }
      await press('ArrowDown');
    }
    throw new Error(`no way down to ${String(label)}`);
  };

  const focusUsers = async (): Promise<void> => {
    await focusTreeView(page(), 'Users');
  };

  it('greets with one button where nothing is pinned, and calls nothing', async () => {
    await runCommand(page(), 'View: Show Social Data');
    await page().getByRole('button', { name: 'Pin User…' }).first().waitFor();
    await page().getByText('Pin an account').waitFor();
    await pictureStep(page(), 'explore welcome');
    assert.equal(await spent(), 'Sandbox · free');
    // the whole height for the view that this walk goes through
    for (const other of ['Fixtures', 'Activity']) {
      await page().locator('.pane-header[aria-expanded="true"]').filter({ hasText: other }).click();
    }
  });

  it('offers examples of the sandbox in an empty look-up, and calls nothing for them', async () => {
    await runCommand(page(), 'Social Data: Look Up…');
    await waitForQuickPickRow(page(), `Try @${exampleValues.handle}`);
    await pictureStep(page(), 'explore look up examples');
    await press('Escape');
    await quickInput(page()).waitFor({ state: 'hidden' });
    assert.equal(await spent(), 'Sandbox · free');
  });

  it('pins a user by its handle and says before what the look-up costs', async () => {
    await page().getByRole('button', { name: 'Pin User…' }).first().focus();
    await press('Enter');
    await quickInput(page()).waitFor();
    await typeInQuickInput(page(), `@${exampleValues.handle}`);
    await page().locator('.quick-input-widget:visible .quick-input-message').filter({ hasText: 'User by Handle' }).waitFor();
    await pictureStep(page(), 'explore pin');
    await acceptQuickInput(page());
    // the new pin has the focus: the way goes on from there by the keyboard
    await page()
      .locator('.pane-body .monaco-list:focus .monaco-list-row.focused')
      .filter({ hasText: exampleValues.handle })
      .waitFor();
    await pictureStep(page(), 'explore pinned');
  });

  it('expands three levels by the keyboard, and only the one that is loaded costs anything', async () => {
    const first = await spent();
    await press('ArrowRight');
    await row('Posts & Replies').waitFor();
    assert.equal(await spent(), first, 'opening an account is free');
    await pictureStep(page(), 'explore sections');
    await goTo(/^Followers/);
    await press('ArrowRight');
    await row(/^Followers.*loaded/).waitFor();
    await page().locator('.pane-body .monaco-list-row[aria-level="3"]').first().waitFor();
    assert.notEqual(await spent(), first);
    await pictureStep(page(), 'explore followers');
    const second = await spent();
    await press('ArrowDown', 'ArrowRight');
    await page().locator('.pane-body .monaco-list-row[aria-level="4"]').first().waitFor();
    assert.equal(await spent(), second);
    await pictureStep(page(), 'explore third level');
  });

  it('does not call for a whole tree that is expanded at once', async () => {
    const before = await spent();
    await press('ArrowLeft');
    await page().locator('.pane-body .monaco-list-row[aria-level="4"]').first().waitFor({ state: 'detached' });
    await page()
      .locator('.pane-body .monaco-list-row.focused .monaco-tl-twistie')
      .click({ modifiers: ['Alt'] });
    await page().locator('.pane-body .monaco-list-row[aria-level="4"]').first().waitFor();
    await row(/^Followers.*loaded/).waitFor();
    await pictureStep(page(), 'explore expanded at once');
    // what would have been called for shows in the exact sums of the steps that follow
    assert.equal(await spent(), before);
    await press('ArrowLeft');
  });

  it('loads more on Enter, at the price that stands on the row, and stays where it was', async () => {
    const before = await calls();
    await press('End');
    for (let step = 0; step < 12 && !(await isFocused(/more available ?free$/)); step += 1) {
      await press('ArrowUp');
    }
    assert.ok(await isFocused(/more available ?free$/));
    await pictureStep(page(), 'explore load more');
    await press('Enter');
    await row(/^Followers.*200\sloaded/).waitFor();
    await pictureStep(page(), 'explore loaded more');
    assert.equal(await calls(), before + 1);
  });

  it('opens what is loaded as a table, all pages of it, for free', async () => {
    const before = await calls();
    await row(/^Followers.*200\sloaded/).hover();
    await row(/^Followers.*200\sloaded/)
      .getByRole('button', { name: 'Open as Table' })
      .click();
    await webviewPage(page())
      .getByText(/^200 results/)
      .first()
      .waitFor();
    await pictureStep(page(), 'explore as table');
    await webviewPage(page()).getByRole('columnheader').first().waitFor();
    await webviewPage(page()).getByRole('button', { name: 'Cards', exact: true }).click();
    await webviewPage(page()).getByRole('button', { name: 'Pin', exact: true }).first().click();
    await page().locator('.statusbar').getByText('Pinned in Users.').waitFor();
    assert.equal(await calls(), before);
  });

  it('shows a post for free, and the replies to it for what stands there', async () => {
    const before = await calls();
    await focusUsers();
    await press('Home');
    await goTo(/^Posts ?(?:[\d,]+ · )?free/);
    await press('ArrowRight');
    await row(/^Posts.*loaded/).waitFor();
    await page().locator('.pane-body .monaco-list-row[aria-level="3"]').first().waitFor();
    await pictureStep(page(), 'explore posts');
    assert.equal(await calls(), before + 1);
    await press('ArrowDown');
    await press('Enter');
    const thread = webviewPage(page());
    await thread.locator('.line', { hasText: 'Coffee, a map and a question' }).waitFor();
    const replies = thread.getByRole('button', { name: /^Show Replies \(\d+ · free\)$/ });
    await replies.waitFor();
    await pictureStep(page(), 'explore post');
    assert.equal(await calls(), before + 1);
    await replies.click();
    await thread.locator('.line').nth(5).waitFor();
    await statusBarItem(page(), new RegExp(`free · ${before + 2} calls`)).waitFor();
    await pictureStep(page(), 'explore thread');
  });

  it('shows what can be done with an account', async () => {
    await focusUsers();
    await row(`@${exampleValues.handle}`).click({ button: 'right' });
    await page().locator('.context-view .action-item, .monaco-menu .action-item').filter({ hasText: 'Unpin' }).first().waitFor();
    await pictureStep(page(), 'explore menu');
    const entries = page().locator('.monaco-menu .action-item .action-label:not(.separator)');
    const texts = (await entries.allInnerTexts()).map((text) => text.trim());
    for (const expected of ['Open', 'Save as Fixture…', 'Save for Tests…', 'Copy as JSON', 'Copy as curl']) {
      assert.ok(texts.includes(expected), `${expected} is not among ${texts.join(', ')}`);
    }
    await acceptMenuEntry(entries.filter({ hasText: 'Copy as curl' }));
    const copied = await waitForClipboard(page(), 'curl');
    assert.match(copied, /^curl ".*ada_writes/);
  });

  it('has its pins after a reload, folded up, and calls nothing for it', async () => {
    await workbench().reload();
    await row(`@${exampleValues.handle}`).waitFor();
    await pictureStep(page(), 'explore reloaded');
    assert.equal(await page().locator('.pane-body .monaco-list-row[aria-level="2"]').count(), 0);
    assert.equal(await spent(), 'Sandbox · free');
    await focusUsers();
    await goTo(`@${exampleValues.handle}`);
    await press('ArrowRight');
    await row('Posts & Replies').waitFor();
    assert.equal(await spent(), 'Sandbox · free');
  });
});
