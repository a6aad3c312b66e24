import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { typeInLookUp } from '../support/vscode/lookUp.ts';
import { waitUntilWorkbenchReady } from '../support/vscode/openWorkbench.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import {
  acceptMenuEntry,
  acceptQuickInput,
  acceptQuickPick,
  chooseQuickPick,
  pictureStep,
  quickPickRows,
  runCommand,
  runCommandAndPick,
  sideBarView,
  statusBarItem,
  switchTheme,
  typeInQuickInput,
  waitForEditor,
  waitForInputTitle,
  waitForNotification,
  waitForQuickPickRow,
} from '../support/vscode/workbench.ts';
import { enterKey, enterKeyInInput, listSentTargets, setFaults } from './support/ownSandbox.ts';
import { tabPage } from './support/threadFrame.ts';

const { handle, otherHandle } = exampleValues;
const followers = 330;

/** A sandbox that looks like a paid service. The embedded sandbox is connected first. */
const paid = await startSandbox({ marksResponses: false });

describe('Collect…', () => {
  const workbench = useWorkbench({
    name: 'collect',
    settings: { 'socialData.connections': { Own: { service: 'primary', address: paid.primary } } },
  });
  let presses = 0;
  const press = async (act: () => Promise<unknown>) => {
    presses += 1;
    await act();
  };
  /** The newest run's row. */
  const firstRow = (text: string | RegExp) =>
    sideBarView(workbench().page, 'Activity')
      .locator('.monaco-list-row')
      .filter({ hasText: / records? · / })
      .first()
      .filter({ hasText: text });
  const notification = (button: string) => workbench().page.locator('.notification-toast').getByRole('button', { name: button });
  const sentPages = async () => (await listSentTargets(paid)).filter((target) => target.includes('/followers')).length;

  after(async () => {
    await paid.close();
  });

  async function openProfile(): Promise<void> {
    const { page } = workbench();
    await typeInLookUp(page, `@${handle}`);
    await quickPickRows(page);
    await acceptQuickPick(page);
    await waitForEditor(page, new RegExp(`^\\s*@${handle}`));
    await (await tabPage(page)).locator('.part[data-section="followers"]').waitFor();
  }

  /** From the profile's *Followers* to the folder. */
  async function chooseEverything(): Promise<void> {
    const { page } = workbench();
    const part = (await tabPage(page)).locator('.part[data-section="followers"]');
    await press(async () => await part.click({ button: 'right' }));
    await press(async () => await acceptMenuEntry(page.locator('.monaco-menu .action-label').filter({ hasText: 'Collect…' })));
    await waitForInputTitle(page, `Collect Followers: @${handle}`);
    await waitForQuickPickRow(page, 'Everything');
    await pictureStep(page, 'collect how much');
    await press(async () => await acceptQuickPick(page));
    await page.locator('.quick-input-message').filter({ hasText: 'A new folder' }).waitFor();
    await pictureStep(page, 'collect folder');
    await press(async () => await acceptQuickInput(page));
  }

  /** Its row has all records a moment earlier than its files. */
  async function waitUntilCollected(): Promise<void> {
    await waitForNotification(workbench().page, `Followers: @${handle}: ${followers} records collected.`);
  }

  /** The ids in a run's files. */
  async function readIds(number = ''): Promise<readonly string[]> {
    const folder = join(workbench().folders.workspace, 'collect');
    const runs = await readdir(folder);
    const run = runs.find((name) => new RegExp(`^followers-${handle}-\\d{4}-\\d\\d-\\d\\d${number}$`).test(name));
    const lines = (await readFile(join(folder, run ?? '', 'users', '000001.ndjson'), 'utf8')).trimEnd().split('\n');
    return lines.map((line) => (JSON.parse(line) as { readonly id: string }).id);
  }

  it("writes a profile's followers to files with a few presses, free of charge in the sandbox", async () => {
    const { page } = workbench();
    await openProfile();
    await chooseEverything();
    await waitUntilCollected();
    await firstRow(`${followers} records`).waitFor();
    await pictureStep(page, 'collect complete');
    assert.ok(presses <= 6, `${presses} presses`);
    assert.equal(new Set(await readIds()).size, followers);
    await notification('Open as Table').click();
    await waitForEditor(page, /^Collected: followers-/);
    const table = await tabPage(page);
    await table
      .locator('.summary-text')
      .filter({ hasText: `${followers} results` })
      .waitFor();
    await pictureStep(page, 'collected table');
    await runCommand(page, 'View: Close All Editors');
  });

  it('starts in the palette, for each handle of a list', async () => {
    const { page } = workbench();
    await runCommand(page, 'Social Data: Collect…');
    await waitForInputTitle(page, 'Collect');
    await typeInQuickInput(page, '/followers');
    await acceptQuickPick(page);
    await waitForQuickPickRow(page, 'From a List…');
    await pictureStep(page, 'collect from a list');
    await chooseQuickPick(page, 'From a List…');
    await waitForInputTitle(page, 'From a List');
    await typeInQuickInput(page, `@${handle}, ${otherHandle} @${handle}`);
    await acceptQuickInput(page);
    await chooseQuickPick(page, 'A Number of Records…');
    await waitForInputTitle(page, 'A Number of Records…');
    await typeInQuickInput(page, '5');
    await acceptQuickInput(page);
    await page.locator('.quick-input-message').filter({ hasText: 'A new folder' }).waitFor();
    await acceptQuickInput(page);
    await waitForNotification(page, 'Followers: List of 2: 10 records collected.');
    const folder = join(workbench().folders.workspace, 'collect');
    const [run = ''] = (await readdir(folder)).filter((name) => name.startsWith('followers-list-'));
    const lines = (await readFile(join(folder, run, 'users', '000001.ndjson'), 'utf8')).trimEnd().split('\n');
    const entries = lines.map((line) => (JSON.parse(line) as { readonly entry: string }).entry);
    assert.deepEqual(entries, [...Array<string>(5).fill(handle), ...Array<string>(5).fill(otherHandle)]);
    await notification('Open as Table').click();
    await waitForEditor(page, /^Collected: followers-list-/);
    await (await tabPage(page)).locator('.summary-text').filter({ hasText: '10 results' }).waitFor();
    await pictureStep(page, 'collected table of a list');
    await runCommand(page, 'View: Close All Editors');
    await runCommand(page, 'Notifications: Clear All Notifications');
  });

  it('asks for a budget on a paid connection, pauses when it is used up, and goes on with a higher one', async () => {
    const { page } = workbench();
    await runCommandAndPick(page, 'Social Data: Select Connection…', 'Own');
    await enterKeyInInput(page, paid.key);
    await statusBarItem(page, /LIVE \(Own\)/).waitFor();
    await openProfile();
    presses = 0;
    await chooseEverything();
    await waitForInputTitle(page, 'Budget for This Run');
    await pictureStep(page, 'collect budget');
    assert.equal(await sentPages(), 0);
    await press(async () => await typeInQuickInput(page, '0.0005'));
    await press(async () => await acceptQuickInput(page));
    assert.ok(presses <= 6, `${presses} presses`);
    await waitForNotification(page, /The run's budget of \$0\.0005 doesn't cover another request/);
    await firstRow(/paused · 200 records · \$0\.0004 of \$0\.0005/).waitFor();
    await pictureStep(page, 'collect budget used up');
    assert.equal(await sentPages(), 2);
    await notification('Raise Budget…').click();
    await waitForInputTitle(page, 'Raise Budget');
    await pictureStep(page, 'collect raise budget');
    await typeInQuickInput(page, '0.50');
    await acceptQuickInput(page);
    await waitUntilCollected();
    await firstRow(new RegExp(`${followers} records · \\$0\\.0008 of \\$0\\.50`)).waitFor();
    assert.equal(new Set(await readIds('-2')).size, followers);
    assert.equal(await sentPages(), 4);
    await firstRow(/Followers/).click({ button: 'right' });
    await acceptMenuEntry(page.locator('.monaco-menu .action-label').filter({ hasText: 'Collect New Records' }));
    await firstRow(/330 records · \$0\.001 of \$0\.50/).waitFor();
    assert.equal((await readIds('-2')).length, followers);
    assert.equal(await sentPages(), 5);
  });

  it('is paused after a reload, goes on by a press, and asks before it pays for a page again', async () => {
    const { page } = workbench();
    await setFaults(paid, [
      { match: { endpoint: 'primary.userFollowers' }, latency: 0, times: 1 },
      { match: { endpoint: 'primary.userFollowers' }, latency: 60_000 },
    ]);
    await chooseEverything();
    await waitForInputTitle(page, 'Budget for This Run');
    await acceptQuickInput(page);
    await firstRow(/100 records/).waitFor();
    await pictureStep(page, 'collect running');
    await firstRow(/100 records/).click();
    await waitForEditor(page, /^Collected: followers-/);
    await (await tabPage(page)).locator('.summary-text').filter({ hasText: '100 results' }).waitFor();
    await Promise.all([page.waitForEvent('load'), runCommand(page, 'Developer: Reload Window')]);
    await waitUntilWorkbenchReady(page);
    const paused = firstRow('paused · 100 records');
    await paused.waitFor();
    await waitForEditor(page, /^Collected: followers-/);
    await (await tabPage(page)).locator('.summary-text').filter({ hasText: '100 results' }).waitFor();
    for (const theme of ['light', 'dark'] as const) {
      await switchTheme(workbench(), theme);
      await pictureStep(page, `collect paused ${theme}`);
    }
    await enterKey(page, paid); // a test's workbench keeps no secrets
    await setFaults(paid, []);
    const sent = await sentPages();
    await paused.hover();
    await paused.getByRole('button', { name: 'Resume' }).click();
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.filter({ hasText: "Page 2 was requested but wasn't saved. It may have been charged." }).waitFor();
    await pictureStep(page, 'collect uncertain page');
    assert.equal(await sentPages(), sent);
    await dialog.getByRole('button', { name: 'Request Again' }).click();
    await waitUntilCollected();
    await firstRow(`${followers} records`).waitFor();
    const ids = await readIds('-3');
    assert.deepEqual([ids.length, new Set(ids).size], [followers, followers]);
    assert.equal(await sentPages(), sent + 3);
  });
});
