import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { waitUntilWorkbenchReady } from '../support/vscode/openWorkbench.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import {
  acceptMenuEntry,
  acceptQuickInput,
  acceptQuickPick,
  waitForClipboard,
  explorerEntry,
  openExplorer,
  openPalette,
  quickInput,
  runCommand,
  statusBarItem,
  pictureStep,
  waitForEditor,
  waitForNotification,
} from '../support/vscode/workbench.ts';
import { resultsTab } from './support/resultsTab.ts';
import { checkAccessibility } from './support/threadFrame.ts';

describe('results in the editor', () => {
  const workbench = useWorkbench({ name: 'results' });
  const tab = resultsTab(() => workbench().page);
  const { frame, query, button } = tab;
  const summary = () => frame().locator('.summary-text');
  const spoken = () => frame().locator('.spoken[role="status"]');
  const filter = () => frame().getByRole('searchbox', { name: 'Filter loaded results' });
  const cell = (row: number, column: number) =>
    frame().locator(`[role="row"][aria-rowindex="${row + 2}"] [role="gridcell"][aria-colindex="${column + 1}"]`);
  const item = (name: string) => frame().getByRole('menuitem', { name, exact: true });
  const called = async (calls: string) => {
    await statusBarItem(workbench().page, new RegExp(`free · ${calls}`)).waitFor();
  };

  it('open a search without cost until Search is clicked', async () => {
    const { page } = workbench();
    await runCommand(page, 'Social Data: Search…');
    await query().fill('coffee');
    await button(/^Search$/).waitFor();
    await frame().getByText('No results loaded.').waitFor();
    await pictureStep(page, 'results idle');
    await checkAccessibility(frame(), 'idle');
    assert.equal(await statusBarItem(page, /\d requests?/).count(), 0);
  });

  it('show records as cards, with the number of results and the cost', async () => {
    const { page } = workbench();
    await query().press('Enter');
    await frame().locator('.record:focus').first().waitFor();
    assert.match(await summary().innerText(), /^20 results · free · more available$/);
    assert.match((await spoken().textContent()) ?? '', /20 results · free · more available/);
    assert.equal(await frame().locator('.live').count(), 0, 'no money of the sandbox looks like real money');
    await called('1 request');
    await waitForEditor(page, /Search: coffee/);
    await pictureStep(page, 'results cards');
    assert.equal(await frame().locator('body').evaluate(`document.querySelector('.list-scroller').scrollTop`), 0);
  });

  /** Chooses a page menu item and accepts the path that VS Code's dialog proposes. */
  const save = async (title: string): Promise<Buffer> => {
    const { page, folders } = workbench();
    const before = await readdir(folders.workspace);
    await frame().locator('.drop > button').filter({ hasText: 'Save' }).click();
    await item(title).click();
    await quickInput(page).waitFor();
    await acceptQuickInput(page);
    await waitForNotification(page, /^Saved\s/);
    await page.locator('.notifications-toasts .codicon-notifications-clear').first().click();
    const name = (await readdir(folders.workspace)).find((file) => !before.includes(file));
    return await readFile(join(folders.workspace, name ?? ''));
  };

  it('are saved as CSV, NDJSON, and Parquet with the same records and exact ids', async () => {
    const ndjson = (await save('Save as NDJSON…')).toString('utf8').trimEnd().split('\n');
    const ids = ndjson.map((line) => /^\{"id":"(\d+)"/.exec(line)?.[1] ?? line);
    assert.equal(ids.length, 20);
    const csv = (await save('Save as CSV…')).toString('utf8');
    assert.match(csv, /^id,created_at,author_username,/);
    for (const id of ids) assert.ok(csv.includes(`\n${id},`), id);
    const parquet = await save('Save as Parquet…');
    const file = new Uint8Array(parquet).buffer;
    const rows = await parquetReadObjects({ file });
    assert.deepEqual(
      rows.map((row): unknown => row['id']),
      ids,
    );
    assert.ok(rows[0]?.['created_at'] instanceof Date);
    assert.equal(typeof rows[0]['likes'], 'bigint');
  });

  it('copy all shown records’ exact JSON as a list', async () => {
    const { page, folders } = workbench();
    await frame().locator('.drop > button').filter({ hasText: 'Copy' }).click();
    await item('Copy as JSON').click();
    const copied = await waitForClipboard(page, '[\n{"id":');
    const lines = copied.split('\n').slice(1, -2);
    const file = (await readdir(folders.workspace)).find((name) => name.endsWith('.ndjson'));
    const saved = await readFile(join(folders.workspace, file ?? ''), 'utf8');
    assert.deepEqual(
      lines.map((line) => line.replace(/,$/, '')),
      saved.trimEnd().split('\n'),
    );
  });

  it('plot the records that match the filter', async () => {
    await button('Plots').click();
    await frame().getByRole('img', { name: 'Posts over Time' }).waitFor();
    await frame().getByLabel('Plot', { exact: true }).selectOption('Top Authors');
    const handles = frame().getByRole('table', { name: 'Top Authors' }).getByRole('rowheader');
    const handle = ((await handles.first().textContent()) ?? '').replace('@', '');
    await frame().getByLabel('Filter loaded results').fill(`author_username:${handle}`);
    await frame()
      .getByText(/^\d+ of 20$/)
      .waitFor();
    assert.deepEqual(await handles.allTextContents(), [`@${handle}`]);
    await frame().getByLabel('Filter loaded results').fill('');
  });

  it('save the selected records as a fixture', async () => {
    const { page, folders } = workbench();
    await button('Cards').click();
    await frame()
      .getByRole('checkbox', { name: /^Select / })
      .first()
      .check();
    await frame().locator('.drop > button').filter({ hasText: 'Save' }).click();
    await pictureStep(page, 'results save menu');
    await item('Save as Fixture…').click();
    await quickInput(page).waitFor();
    await acceptQuickPick(page);
    await waitForNotification(page, /Saved\sfixtures\/search\/coffee\S*-records-[0-9a-f]{8}\.json/);
    const files = await readdir(join(folders.workspace, 'fixtures', 'search'));
    assert.equal(files.filter((file) => file.endsWith('.meta.json')).length, 1);
    await runCommand(page, 'Notifications: Clear All Notifications'); // it covers the buttons
  });

  it("copy a cell with VS Code's menu", async () => {
    const { page } = workbench();
    await button('Table').click();
    const text = await cell(0, 1).innerText();
    await cell(0, 1).click({ button: 'right' });
    await acceptMenuEntry(page.locator('.monaco-menu .action-label').filter({ hasText: 'Copy Cell' }));
    await page.locator('.context-view.monaco-menu-container').waitFor({ state: 'hidden' });
    assert.equal(await waitForClipboard(workbench().page, text), text);
  });

  it('return focus when the palette closes', async () => {
    const { page } = workbench();
    await button(/^Edit Query/).click();
    await frame().locator('.query-input:focus').waitFor();
    await page.keyboard.press('Home');
    await openPalette(page);
    await page.keyboard.press('Escape');
    await quickInput(page).waitFor({ state: 'hidden' });
    await frame().locator('.query-input:focus').waitFor();
    await page.keyboard.type('x');
    assert.equal(await query().inputValue(), 'xcoffee');
    await page.keyboard.press('Escape');
    await button('Edit Query: coffee').waitFor();
  });

  it('load one more page, and all without a question', async () => {
    await button('Cards').click();
    await button(/^Load More$/).click();
    await summary()
      .filter({ hasText: /^40 results/ })
      .waitFor();
    await button('Load All').click();
    await summary()
      .filter({ hasText: /^\d{3} results · free · end of list$/ })
      .waitFor();
  });

  it('save all loaded pages as one fixture with one key', async () => {
    const { page, folders } = workbench();
    await button('Clear Selection').filter({ hasText: 'Clear Selection' }).click();
    await summary().click();
    await page.keyboard.press('ControlOrMeta+s');
    await waitForNotification(page, /Saved\sfixtures\/search\/coffee\S*-pages/);
    const files = await readdir(join(folders.workspace, 'fixtures', 'search'), { recursive: true });
    assert.ok(
      files.some((file) => /-pages.004\.json$/.test(file)),
      files.join(),
    );
  });

  it('focus the filter with Ctrl+F', async () => {
    const { page } = workbench();
    const isInFilter = '(() => document.activeElement?.matches(".filter"))()';
    await frame().locator('.record').first().click();
    await page.keyboard.press('ControlOrMeta+f');
    await frame().locator('.filter:focus').waitFor();
    assert.equal(await filter().evaluate(isInFilter), true);
  });

  it('are restored after hiding, moving, and reloading the window, without a request', async () => {
    const { page } = workbench();
    const [loaded = ''] = (await summary().innerText()).split(' · ');
    await button('Table').click();
    await filter().fill('coffee');
    await frame()
      .getByText(/^\d+ of \d+$/)
      .waitFor();
    await runCommand(page, 'View: Move Editor into Next Group');
    await frame()
      .getByText(/^\d+ of \d+$/)
      .waitFor();
    await openExplorer(page);
    await explorerEntry(page, 'README.md').dblclick();
    await waitForEditor(page, 'README.md');
    await page.locator('.tab').filter({ hasText: 'Search: coffee' }).click();
    await frame()
      .getByText(/^\d+ of \d+$/)
      .waitFor();
    assert.equal(await filter().inputValue(), 'coffee');
    // reload by command, so the workbench stores its state first
    await Promise.all([page.waitForEvent('load'), runCommand(page, 'Developer: Reload Window')]);
    await waitUntilWorkbenchReady(page);
    await page.locator('.tab').filter({ hasText: 'Search: coffee' }).click();
    await frame()
      .getByText(/^\d+ of \d+$/)
      .waitFor();
    await cell(0, 0).waitFor();
    assert.ok((await summary().innerText()).startsWith(`${loaded} · `));
    assert.equal(await filter().inputValue(), 'coffee');
    await pictureStep(page, 'results after a reload');
    assert.equal(await statusBarItem(page, /\d requests?/).count(), 0);
    await filter().fill('');
  });
});
