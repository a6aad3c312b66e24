import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { waitForLookUpRow } from '../support/vscode/lookUp.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import {
  acceptQuickPick,
  chooseQuickPick,
  pictureStep,
  quickInput,
  runCommand,
  statusBarItem,
  waitForEditor,
  waitForInputTitle,
  waitForNotification,
} from '../support/vscode/workbench.ts';
import { addPrimaryConnection, listSentTargets } from './support/ownSandbox.ts';
import { resultsTab } from './support/resultsTab.ts';
import { tabPage } from './support/threadFrame.ts';

const { handle } = exampleValues;

/** A new user's steps without a mouse. Each keystroke that a person types is counted. */
describe('a new user’s first hour', () => {
  const workbench = useWorkbench({ name: 'first-hour' });
  const page = () => workbench().page;
  let keys = 0;
  let sandbox: Sandbox;
  beforeEach(() => {
    keys = 0;
  });
  before(async () => {
    sandbox = await startSandbox();
  });
  after(async () => await sandbox?.close());

  const press = async (key: string) => {
    keys += 1;
    await page().keyboard.press(key);
  };
  const type = async (text: string) => {
    keys += text.length;
    await page().keyboard.type(text);
  };

  it('looks up a profile with at most 14 keys', async () => {
    await page()
      .locator('.monaco-workbench')
      .first()
      .click({ position: { x: 700, y: 400 } });
    await press('ControlOrMeta+k');
    await press('l');
    await waitForInputTitle(page(), 'Look Up');
    await pictureStep(page(), 'walk 1 look up');
    await type(handle);
    await waitForLookUpRow(page(), `@${handle}`);
    await pictureStep(page(), 'walk 2 handle');
    await press('Enter');
    await waitForEditor(page(), new RegExp(`@${handle}`));
    await (await tabPage(page())).locator('.profile').getByRole('heading', { name: /Ada/ }).waitFor();
    await pictureStep(page(), 'walk 3 profile');
    assert.ok(keys <= 14, String(keys));
  });

  it('saves the profile as a fixture with at most 3 keys, and its test passes', async () => {
    const { folders } = workbench();
    await press('ControlOrMeta+s');
    await waitForInputTitle(page(), 'Save as Fixture');
    await pictureStep(page(), 'walk 4 save');
    keys += 1;
    await acceptQuickPick(page());
    await waitForNotification(page(), /Saved\sfixtures\/userByUsername\/ada_writes\.json/);
    await pictureStep(page(), 'walk 5 saved');
    assert.ok(keys <= 3, String(keys));
    await readFile(join(folders.workspace, 'fixtures', 'userByUsername', 'ada_writes.json'));
    await page().locator('.notification-toast').getByRole('button', { name: 'Insert and Run Test' }).click();
    await page().locator('.terminal-wrapper, .terminal-outer-container').first().waitFor();
    await waitForEditor(page(), /\.test\./);
    await pictureStep(page(), 'walk 6 test');
    await runCommand(page(), 'View: Close All Editors');
    await runCommand(page(), 'View: Toggle Panel Visibility');
    await runCommand(page(), 'Notifications: Clear All Notifications');
  });

  it('searches, and Enter opens the first result', async () => {
    await runCommand(page(), 'Social Data: Search…');
    const tab = resultsTab(page);
    await tab.frame().locator('textarea:focus').waitFor();
    await pictureStep(page(), 'walk 7 search');
    await type('coffee');
    await press('Enter');
    await tab.frame().locator('.record:focus, .record :focus').first().waitFor();
    await pictureStep(page(), 'walk 8 results');
    await press('Enter');
    await page().locator('.part.auxiliarybar').waitFor();
    await pictureStep(page(), 'walk 9 thread');
    await runCommand(page(), 'View: Close All Editors');
  });

  it('adds a key, tests it, and uses it in one flow of 5 steps', async () => {
    await runCommand(page(), 'Social Data: Manage Connections…');
    await chooseQuickPick(page(), 'Add Connection…');
    await addPrimaryConnection(page(), sandbox.primary, 'Own', sandbox.key);
    await chooseQuickPick(page(), 'Test and Use (price unknown)');
    await waitForNotification(page(), /Own works, and new lookups use it/);
    await pictureStep(page(), 'walk 10 connected');
    assert.equal((await listSentTargets(sandbox)).length, 1);
    await statusBarItem(page(), /\$/).waitFor();
    await quickInput(page()).waitFor({ state: 'hidden' });
  });
});
