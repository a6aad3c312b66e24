import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import {
  acceptMenuEntry,
  acceptQuickInput,
  acceptQuickPick,
  chooseQuickPick,
  quickInput,
  runCommand,
  setViewport,
  statusBarItem,
  pictureStep,
  typeInQuickInput,
  waitForEditor,
  waitForInputTitle,
  waitForNotification,
  focusTreeView,
  sideBarView,
  runCommandAndType,
} from '../support/vscode/workbench.ts';
import { until } from './support/steps.ts';

/** What is used of an element of the page. */
interface Measured {
  getBoundingClientRect(): { readonly left: number; readonly right: number };
}

const wide = { width: 1400, height: 1000 } as const;

describe('activity and fixtures in the activity bar', () => {
  // pictures are requests too
  const workbench = useWorkbench({ name: 'activity', viewport: wide, settings: { 'socialData.media.load': 'never' } });
  const page = () => workbench().page;

  /** The whole of a view: its title, its rows or its welcome. */
  const noQuickInput = () => page().waitForFunction(`!document.querySelector('.quick-input-widget')?.checkVisibility()`);
  const view = (name: string): Locator => sideBarView(page(), name);
  const row = (name: string, label: string | RegExp): Locator =>
    view(name).locator('.monaco-list-row[role="treeitem"]').filter({ hasText: label }).first();
  const rowTexts = async (name: string): Promise<string[]> =>
    (await view(name).locator('.monaco-list-row[role="treeitem"]').allInnerTexts()).map((text) =>
      text.replaceAll(/\s+/g, ' ').trim(),
    );
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      await page().keyboard.press(key);
    }
  };
  const closeEditors = async (): Promise<void> => {
    await runCommand(page(), 'View: Close All Editors');
    await page().locator('.tab').first().waitFor({ state: 'detached' });
  };
  const menuEntries = (): Locator => page().locator('.monaco-menu .action-item .action-label:not(.separator)');
  const menuTexts = async (): Promise<string[]> => (await menuEntries().allInnerTexts()).map((text) => text.trim());
  const openMenu = async (): Promise<void> => {
    await menuEntries().last().waitFor();
  };
  const dialog = () => page().locator('.monaco-dialog-box');

  const lookUp = async (handle: string, isThere: boolean): Promise<void> => {
    await runCommandAndType(page(), 'Social Data: View User…', 'View User', `@${handle}`);
    await page().locator('.quick-input-widget:visible .monaco-list-row', { hasText: handle }).first().waitFor();
    // a row that has just come does not take a press
    await until(page(), 'the look-up has begun', async () => {
      await page().keyboard.press('Enter');
      return await page()
        .locator('.quick-input-widget')
        .waitFor({ state: 'hidden', timeout: 5_000 })
        .then(
          () => true,
          () => false,
        );
    });
    await (isThere ? waitForEditor(page(), new RegExp(`@${handle}`)) : noQuickInput());
  };

  it('greets in each view with what will stand there, and calls nothing', async () => {
    await runCommand(page(), 'View: Show Social Data');
    await view('Activity').getByRole('button', { name: 'Look Up…' }).waitFor();
    await view('Fixtures').getByRole('button', { name: 'Look Up…' }).waitFor();
    await pictureStep(page(), 'activity welcome');
    assert.equal(await workbench().answers(), 0);
  });

  it('shows what was asked today with its price', async () => {
    await view('Activity').getByRole('button', { name: 'Look Up…' }).click();
    await quickInput(page()).waitFor();
    await press('Escape');
    await noQuickInput();
    await lookUp(exampleValues.handle, true);
    await row('Activity', exampleValues.handle).waitFor();
    await pictureStep(page(), 'activity first');
    assert.match((await rowTexts('Activity')).join('\n'), /@ada_writes · Profile ?free/);
    assert.equal(await workbench().answers(), 1);
  });

  it('opens the answer again by a click and by Enter, for free', async () => {
    await closeEditors();
    await row('Activity', exampleValues.handle).click();
    const isPage = new RegExp(`^@${exampleValues.handle}`);
    await waitForEditor(page(), isPage);
    await closeEditors();
    await focusTreeView(page(), 'Activity');
    await press('Enter');
    await waitForEditor(page(), isPage);
    assert.equal(await workbench().answers(), 1);
  });

  it('unfolds what was spent, down to the endpoint', async () => {
    await row('Activity', 'Spent Today').click();
    await press('ArrowRight');
    await row('Activity', 'Sandbox, last 7 days').click();
    await press('ArrowRight');
    await row('Activity', /User by Handle.*free\s·\s1\scall/).waitFor();
    await pictureStep(page(), 'activity spend');
  });

  it('offers what can be done with an answer', async () => {
    await row('Activity', exampleValues.handle).click({ button: 'right' });
    await openMenu();
    await pictureStep(page(), 'activity menu');
    assert.deepEqual(await menuTexts(), [
      'Open Answer',
      'Open as JSON',
      'Refresh…',
      'Copy as JSON',
      'Copy as…',
      'Save as Fixture…',
      'Save for Tests…',
      'Pin Answer',
      'Delete Answer…',
    ]);
    await press('Escape');
  });

  it('shows a fixture that is saved from here, below its endpoint', async () => {
    await row('Activity', exampleValues.handle).hover();
    await row('Activity', exampleValues.handle).getByRole('button', { name: 'Save as Fixture…' }).click();
    await waitForInputTitle(page(), 'Save as Fixture');
    await acceptQuickPick(page());
    await waitForNotification(page(), /Saved\s/);
    await row('Fixtures', /ada_writes/).waitFor();
    await row('Fixtures', /ada_writes/).click({ button: 'right' });
    await openMenu();
    await pictureStep(page(), 'fixtures menu');
    assert.deepEqual(await menuTexts(), [
      'Refresh Fixture…',
      'Compare Fixture with Newer Answer…',
      'Check Fixture Against Schema',
      'Copy Test Snippet…',
      'Copy Server Request…',
      'Types of Fixture…',
      'Rename…',
      'Delete Fixture',
    ]);
    await press('Escape');
    await runCommand(page(), 'Notifications: Clear All Notifications');
    await row('Fixtures', /ada_writes/).click();
    await waitForEditor(page(), /ada_writes\.json/);
    await row('Fixtures', /ada_writes/).focus();
    await press('Delete');
    await waitForNotification(page(), /Deleted\sada_writes/);
    await row('Fixtures', /ada_writes/).waitFor({ state: 'detached' });
    await page().locator('.notification-toast').getByRole('button', { name: 'Undo' }).click();
    await row('Fixtures', /ada_writes/).waitFor();
    assert.equal(await workbench().answers(), 1);
  });

  it('serves the fixtures from the menu of their view, says so in the status bar, and stops from there', async () => {
    const before = await workbench().answers();
    await view('Fixtures').locator('.pane-header').hover();
    await view('Fixtures')
      .getByRole('button', { name: /^More Actions/ })
      .click({ delay: 300 }); // a menu that opens under a press that is over at once closes with it
    await openMenu();
    assert.deepEqual(await menuTexts(), ['Refresh All Fixtures…', 'Start Fixture Server…']);
    await acceptMenuEntry(menuEntries().last());
    await chooseQuickPick(page(), 'Strict');
    const said = await waitForNotification(page(), /The\sfixture\sserver\sanswers\sat/);
    const [origin = ''] = /http:\S+\d/.exec(said) ?? [];
    const answer = await fetch(`${origin}/primary/user/by/username/${exampleValues.handle}?format=simple`, {
      headers: { 'X-API-KEY': 'any' },
    });
    assert.deepEqual([answer.status, answer.headers.get('x-replay')], [200, `userByUsername/${exampleValues.handle}`]);
    await statusBarItem(page(), 'Fixtures · Strict').click();
    await waitForInputTitle(page(), /^Fixture server at http:.*: Strict$/);
    await pictureStep(page(), 'fixture server');
    await chooseQuickPick(page(), 'Stop Fixture Server');
    await statusBarItem(page(), 'Fixtures · Strict').waitFor({ state: 'detached' });
    await assert.rejects(fetch(origin));
    await runCommand(page(), 'Notifications: Clear All Notifications');
    assert.equal(await workbench().answers(), before);
  });

  it('shows an answer that is an error with its status', async () => {
    await lookUp('no_such_user', false);
    await row('Activity', /4\d\d\s·\sfree/).waitFor();
    await runCommand(page(), 'Notifications: Clear All Notifications');
  });

  it('has everything again after a reload, and calls nothing for it', async () => {
    const before = await workbench().answers();
    await workbench().reload();
    await row('Activity', exampleValues.handle).waitFor();
    await row('Fixtures', /ada_writes/).waitFor();
    assert.equal(await workbench().answers(), before);
  });

  it('calls again only after saying the price', async () => {
    const before = await workbench().answers();
    await row('Activity', exampleValues.handle).hover();
    await row('Activity', exampleValues.handle).getByRole('button', { name: 'Refresh…' }).click();
    await dialog()
      .getByRole('button', { name: /^Refresh \(/ })
      .waitFor();
    await pictureStep(page(), 'activity call again');
    assert.equal(await workbench().answers(), before);
    await dialog()
      .getByRole('button', { name: /^Refresh \(/ })
      .click();
    await row('Activity', /^Today\s*3$/).waitFor();
    assert.equal(await workbench().answers(), before + 1);
  });

  it('deletes by the Delete key, after asking', async () => {
    const before = await workbench().answers();
    await row('Activity', exampleValues.handle).click();
    await waitForEditor(page(), new RegExp(`^@${exampleValues.handle}`));
    await focusTreeView(page(), 'Activity');
    await press('Delete');
    await dialog().getByText('Delete the answer to User by Handle: @ada_writes?').waitFor();
    await pictureStep(page(), 'activity delete');
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await row('Activity', /^Today\s*2$/).waitFor();
    assert.equal(await workbench().answers(), before);
  });

  it('keeps status and price in sight in a narrow window', async () => {
    await setViewport(page(), 700, 700);
    await pictureStep(page(), 'activity narrow');
    const words = row('Activity', /4\d\d\s·\sfree/).locator('.label-description');
    const shown = await words.evaluate((element: { readonly parentElement: Measured | null } & Measured) => {
      const edge = element.parentElement?.getBoundingClientRect().right ?? 0;
      return Math.min(edge, element.getBoundingClientRect().right) - element.getBoundingClientRect().left;
    });
    assert.ok(shown > 60, `${shown} px of status and price are to be seen`);
    await setViewport(page(), wide.width, wide.height);
  });

  it('shows what is known of an id under the pointer, without a call', async () => {
    const before = await workbench().answers();
    await closeEditors();
    await page().keyboard.press('ControlOrMeta+P');
    await typeInQuickInput(page(), 'notes.md');
    await page().locator('.quick-input-widget:visible .monaco-list-row').filter({ hasText: 'notes.md' }).first().waitFor();
    await acceptQuickInput(page());
    await waitForEditor(page(), /notes/);
    const id = page().locator('.view-line span span').filter({ hasText: exampleValues.tweetId }).last();
    const hover = page()
      .locator('.monaco-hover')
      .filter({ hasText: /Created.*as.its.id.says/ });
    // the id is at the end of its line; a pointer that came before the editor was ready to ask moves again, as a person's does
    await until(page(), 'the hover is shown', async () => {
      const box = await id.boundingBox(); // the editor draws its lines again, with other elements, as it learns more of them
      if (box === null) {
        return false;
      }
      await page().mouse.move(box.x + box.width - 60, box.y + box.height / 2);
      await page().mouse.move(box.x + box.width - 20, box.y + box.height / 2, { steps: 5 });
      return await hover.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    });
    await pictureStep(page(), 'hover');
    assert.equal(await workbench().answers(), before);
  });

  it('tells the way to each service on a page', async () => {
    await runCommand(page(), 'Social Data: Diagnose Connection');
    await waitForEditor(page(), /Connections\.md/);
    await pictureStep(page(), 'diagnose');
  });
});
