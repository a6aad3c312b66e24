import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import {
  acceptQuickInput,
  quickInput,
  runCommand,
  statusBarItem,
  pictureStep,
  typeInQuickInput,
  focusTreeView,
  sideBarView,
  waitForEditor,
} from '../support/vscode/workbench.ts';

describe('the views in the activity bar', () => {
  const workbench = useWorkbench({ name: 'explore', viewport: { width: 1400, height: 1200 } });
  const page = () => workbench().page;

  /** A tree row by part of its label. */
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
  /** The status bar item that shows spending. */
  const spent = async (): Promise<string> =>
    (await statusBarItem(page(), /Sandbox/).innerText()).replaceAll('\u00a0', ' ').trim();
  /** The number of requests in it. */
  const calls = async (): Promise<number> => Number(/(\d+) requests?$/.exec(await spent())?.[1] ?? 0);
  /** Whether the focused row contains this text. */
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

  it('show one button without pins, and don’t send requests', async () => {
    await runCommand(page(), 'View: Show Social Data');
    await page().getByRole('button', { name: 'Pin User…' }).first().waitFor();
    await page().getByText('Pin a user').waitFor();
    await pictureStep(page(), 'explore welcome');
    assert.equal(await spent(), 'Sandbox · free');
    // gives the tested view the whole height
    for (const other of ['Fixtures', 'Activity']) {
      await page().locator('.pane-header[aria-expanded="true"]').filter({ hasText: other }).click();
    }
  });

  it('pin a user by handle, after showing the lookup’s cost', async () => {
    await page().getByRole('button', { name: 'Pin User…' }).first().focus();
    await press('Enter');
    await quickInput(page()).waitFor();
    await typeInQuickInput(page(), `@${exampleValues.handle}`);
    await page()
      .locator('.quick-input-widget:visible .quick-input-message')
      .filter({ hasText: /^User\b/ })
      .waitFor();
    await pictureStep(page(), 'explore pin');
    await acceptQuickInput(page());
    // the new pin has focus, so the next tests can continue by keyboard
    await page()
      .locator('.pane-body .monaco-list:focus .monaco-list-row.focused')
      .filter({ hasText: exampleValues.handle })
      .waitFor();
    await pictureStep(page(), 'explore pinned');
  });

  it('expand three levels by keyboard, and only the loaded level costs anything', async () => {
    const first = await spent();
    await press('ArrowRight');
    await row('Posts and Replies').waitFor();
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

  it('don’t send requests when a whole tree is expanded at once', async () => {
    const before = await spent();
    await press('ArrowLeft');
    await page().locator('.pane-body .monaco-list-row[aria-level="4"]').first().waitFor({ state: 'detached' });
    await page()
      .locator('.pane-body .monaco-list-row.focused .monaco-tl-twistie')
      .click({ modifiers: ['Alt'] });
    await page().locator('.pane-body .monaco-list-row[aria-level="4"]').first().waitFor();
    await row(/^Followers.*loaded/).waitFor();
    await pictureStep(page(), 'explore expanded at once');
    // any request would change the exact sums in the next tests
    assert.equal(await spent(), before);
    await press('ArrowLeft');
  });

  it('load more on Enter', async () => {
    const before = await calls();
    await press('End');
    for (let step = 0; step < 12 && !(await isFocused(/^\d+\sloaded, more available$/)); step += 1) {
      await press('ArrowUp');
    }
    assert.ok(await isFocused(/^\d+\sloaded, more available$/));
    await pictureStep(page(), 'explore load more');
    await press('Enter');
    await row(/^Followers.*200\sloaded/).waitFor();
    await pictureStep(page(), 'explore loaded more');
    await statusBarItem(page(), new RegExp(`free · ${before + 1} requests$`)).waitFor();
  });

  it('have collapsed pins after a reload, without a request', async () => {
    await workbench().reload();
    await row(`@${exampleValues.handle}`).waitFor();
    await pictureStep(page(), 'explore reloaded');
    assert.equal(await page().locator('.pane-body .monaco-list-row[aria-level="2"]').count(), 0);
    assert.equal(await spent(), 'Sandbox · free');
    await focusUsers();
    await goTo(`@${exampleValues.handle}`);
    await press('ArrowRight');
    await row('Posts and Replies').waitFor();
    assert.equal(await spent(), 'Sandbox · free');
  });

  describe('a response in the Activity view', () => {
    const asked = (label: string | RegExp): Locator =>
      sideBarView(page(), 'Activity').locator('.monaco-list-row[role="treeitem"]').filter({ hasText: label }).first();
    /** The number of today's responses. */
    const today = async (): Promise<number> => Number(/\d+/.exec(await asked(/^Today\s*\d/).innerText())?.[0]);
    let stored = 0;

    it('opens again on Enter, for free', async () => {
      await runCommand(page(), 'Social Data: Focus on Activity View');
      await asked(/@\w+.*User\b/).click();
      await waitForEditor(page(), new RegExp(`^@${exampleValues.handle}`));
      await runCommand(page(), 'View: Close All Editors');
      await page().locator('.tab').first().waitFor({ state: 'detached' });
      await focusTreeView(page(), 'Activity');
      await press('Enter');
      await waitForEditor(page(), new RegExp(`^@${exampleValues.handle}`));
      assert.equal(await spent(), 'Sandbox · free');
      stored = await today();
    });

    it('is requested again at once, because that is free', async () => {
      await asked(/@\w+.*User\b/).hover();
      await asked(/@\w+.*User\b/)
        .getByRole('button', { name: 'Refresh…' })
        .click();
      await asked(new RegExp(`^Today\\s*${stored + 1}$`)).waitFor();
      await statusBarItem(page(), /free · 1 request$/).waitFor();
    });

    it('is deleted with the Delete key, without a question in the sandbox', async () => {
      await asked(/@\w+.*User\b/).click();
      await waitForEditor(page(), new RegExp(`^@${exampleValues.handle}`));
      await focusTreeView(page(), 'Activity');
      await press('Delete');
      await asked(new RegExp(`^Today\\s*${stored}$`)).waitFor();
    });
  });
});
