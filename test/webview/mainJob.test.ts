import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { typeInLookUp } from '../support/vscode/lookUp.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import { webviewPage } from './support/threadFrame.ts';
import {
  acceptQuickInput,
  acceptQuickPick,
  activeEditorText,
  explorerEntry,
  openExplorer,
  quickPickRows,
  runCommand,
  statusBarItem,
  pictureStep,
  typeInQuickInput,
  waitForEditor,
  waitForInputTitle,
  waitForNotification,
} from '../support/vscode/workbench.ts';

describe('a person with nothing but this repository', () => {
  const workbench = useWorkbench({ name: 'main-job' });
  const lens = (title: string | RegExp) => workbench().page.locator('.codelens-decoration a').filter({ hasText: title }).first();

  const savedFile = () => join(workbench().folders.workspace, 'fixtures', 'userByUsername', 'ada_writes.json');

  const quickInputSays = (text: RegExp) =>
    workbench().page.locator('.quick-input-widget:visible .quick-input-message').filter({ hasText: text }).waitFor();

  it('looks up a handle from the palette and reads the answer with its price', async () => {
    const { page } = workbench();
    await typeInLookUp(page, `@${exampleValues.handle}`);
    const rows = await quickPickRows(page);
    assert.equal(rows[0], 'User');
    await pictureStep(page, 'look-up');
    await acceptQuickPick(page);
    await waitForEditor(page, new RegExp(`@${exampleValues.handle}`));
    await webviewPage(page).getByRole('button', { name: 'Show JSON' }).click();
    await waitForEditor(page, /userByUsername/);
    await lens(/^free/).waitFor();
    await pictureStep(page, 'answer');
    const text = await activeEditorText(page);
    assert.match(text, new RegExp(`^\\{\\n  "data": \\{\\n    "id": "${exampleValues.userId}",`));
    await statusBarItem(page, /Sandbox/).waitFor();
  });

  it('saves the answer and sees the file in the explorer', async () => {
    const { page } = workbench();
    await lens('Save as Fixture').click();
    await waitForInputTitle(page, 'Save as Fixture');
    assert.match((await quickPickRows(page))[0] ?? '', /^fixtures\/userByUsername\/ada_writes\.json/);
    await pictureStep(page, 'save-as-fixture');
    await acceptQuickPick(page);
    await waitForNotification(page, /Saved\sfixtures\/userByUsername\/ada_writes\.json/);
    await openExplorer(page);
    await explorerEntry(page, 'fixtures').click();
    await explorerEntry(page, 'ada_writes.json').waitFor();
    await pictureStep(page, 'saved');
    const saved = await readFile(savedFile(), 'utf8');
    assert.match(saved, new RegExp(`^\\{\n  "data": \\{\n    "id": "${exampleValues.userId}"`), 'it is saved formatted');
  });

  it('saves the answer with one keystroke, and takes that back', async () => {
    const { page } = workbench();
    await runCommand(page, 'Notifications: Clear All Notifications');
    await rm(savedFile());
    await activeEditorText(page);
    await page.keyboard.press('ControlOrMeta+S');
    await waitForNotification(page, /Saved\sfixtures\/userByUsername\/ada_writes\.json/);
    await readFile(savedFile());
    await page.locator('.notification-toast').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.statusbar-item').filter({ hasText: 'Undone.' }).waitFor();
    await assert.rejects(readFile(savedFile()), /ENOENT/);
  });

  it('shows the answer as it came, in the same tab and for free', async () => {
    const { page } = workbench();
    await lens('Show Original').click();
    await lens('Show Formatted').waitFor();
    await pictureStep(page, 'answer-original');
    const original = await activeEditorText(page);
    assert.match(original, new RegExp(`^\\{"data":\\{"id":"${exampleValues.userId}"`));
    await statusBarItem(page, /free · 1 call/).waitFor();
  });

  it('hears what is wrong with a search before it is paid for, and how to correct it', async () => {
    const { page } = workbench();
    await runCommand(page, 'Social Data: Search…');
    const results = webviewPage(page);
    await results.getByRole('textbox', { name: 'Query', exact: true }).fill('note: coffee');
    await results.locator('.faults li').filter({ hasText: '"note:" is not a search operator' }).waitFor();
    await pictureStep(page, 'search-fault');
    await results.getByRole('button', { name: 'Put it in quotes' }).click();
    await results.getByRole('button', { name: /^Search \(free\)$/ }).waitFor();
    await statusBarItem(page, /free · 1 call/).waitFor();
  });

  it('calls any endpoint through a form made from the catalogue', async () => {
    const { page } = workbench();
    await runCommand(page, 'Social Data: Call Endpoint…');
    await waitForInputTitle(page, 'Call Endpoint');
    await typeInQuickInput(page, 'User by Id');
    await pictureStep(page, 'call-endpoint');
    await acceptQuickPick(page);
    await quickInputSays(/User Id/);
    await typeInQuickInput(page, 'not a number');
    await acceptQuickInput(page);
    await quickInputSays(/numeric id/);
    await pictureStep(page, 'call-endpoint-refused');
    await typeInQuickInput(page, `@${exampleValues.handle}`);
    await acceptQuickInput(page);
    await page
      .locator('.quick-input-list .label-name')
      .filter({ hasText: /^ ?Call/ })
      .first()
      .waitFor();
    await pictureStep(page, 'call-endpoint-review');
    await acceptQuickPick(page);
    await waitForEditor(page, /userById/); // as JSON, which was chosen last for users
  });
});
