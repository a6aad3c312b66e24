import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import {
  acceptQuickInput,
  acceptQuickPick,
  activeEditorText,
  chooseQuickPick,
  waitForClipboard,
  quickInput,
  quickPickRows,
  runCommand,
  pictureStep,
  waitForEditor,
  waitForNotification,
} from '../support/vscode/workbench.ts';
import { webviewPage } from './support/threadFrame.ts';

describe('saving results', () => {
  const workbench = useWorkbench({ name: 'results-save' });
  const frame = () => webviewPage(workbench().page);
  const button = (name: string | RegExp) => frame().getByRole('button', { name, exact: typeof name === 'string' });
  const item = (name: string) => frame().getByRole('menuitem', { name, exact: true });

  /** Chooses from the menu of the page, and takes the place that VS Code's own dialog proposes. */
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

  it('writes CSV, NDJSON and Parquet with the same records and exact ids', async () => {
    const { page } = workbench();
    await runCommand(page, 'Social Data: Search…');
    await frame().getByRole('textbox', { name: 'Query', exact: true }).fill('coffee');
    await button(/^Search \(/).click();
    await frame().locator('.record').first().waitFor();
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

  it('copies the exact JSON of all that is shown, as a list', async () => {
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

  it('saves plots as SVG', async () => {
    const { page, folders } = workbench();
    await button('Plots').click();
    await frame().getByRole('img', { name: 'Posts over Time' }).waitFor();
    await button('Save as SVG').click();
    await quickInput(page).waitFor();
    await acceptQuickInput(page);
    await waitForNotification(page, /^Saved\s/);
    await page.locator('.notifications-toasts .codicon-notifications-clear').first().click();
    const svg = await readFile(join(folders.workspace, 'posts-over-time.svg'), 'utf8');
    assert.match(svg, /^<svg[^>]* xmlns="http:\/\/www\.w3\.org\/2000\/svg"[\s\S]*Posts over Time[\s\S]*<path/);
  });

  it('says in the picture of a plot how many records fit the filter that it was drawn with', async () => {
    const { page, folders } = workbench();
    await frame().getByLabel('Plot', { exact: true }).selectOption('Top Authors');
    const authors = frame().getByRole('table', { name: 'Top Authors' });
    const handle = ((await authors.getByRole('rowheader').first().textContent()) ?? '').replace('@', '');
    await frame().getByLabel('Filter loaded results').fill(`author_username:${handle}`);
    const words = await frame()
      .getByText(/^\d+ of 20 match the filter$/)
      .textContent();
    await button('Save as SVG').click();
    await quickInput(page).waitFor();
    await acceptQuickInput(page);
    await waitForNotification(page, /^Saved\s/);
    await page.locator('.notifications-toasts .codicon-notifications-clear').first().click();
    const svg = await readFile(join(folders.workspace, 'top-authors.svg'), 'utf8');
    assert.ok(svg.includes(`Top Authors (${words?.split(';')[0] ?? 'no words'})`));
    const authorsDrawn = Array.from(svg.matchAll(/<text[^>]*>@([^<…]*)…?</g), ([, name = '']) => name);
    assert.equal(authorsDrawn.length, 1);
    assert.ok(handle.startsWith(authorsDrawn[0] ?? '-'), `${authorsDrawn.join()} is ${handle}`);
    await frame().getByLabel('Filter loaded results').fill('');
  });

  it('saves the answer that holds what is selected as a fixture', async () => {
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
  });

  it('opens the answer as a JSON document', async () => {
    const { page } = workbench();
    await frame().locator('.drop > button').filter({ hasText: 'Save' }).click();
    await item('Open as JSON').click();
    await page
      .locator('.tab')
      .filter({ hasText: /search.*\.json/ })
      .waitFor();
  });

  it('asks which answer is meant where several were loaded, and opens that one', async () => {
    const { page } = workbench();
    const first = await activeEditorText(page);
    await runCommand(page, 'Notifications: Clear All Notifications'); // it lies over the button
    await page.locator('.tab').filter({ hasText: 'Search: coffee' }).click();
    await button(/^Load More/).click();
    await frame()
      .locator('.summary-text')
      .filter({ hasText: /^40 results/ })
      .waitFor();
    await frame().locator('.drop > button').filter({ hasText: 'Save' }).click();
    await item('Open as JSON').click();
    assert.deepEqual(await quickPickRows(page), ['Page 1', 'Page 2']);
    await chooseQuickPick(page, 'Page 2');
    await waitForEditor(page, /search.*\.json/);
    assert.notEqual(await activeEditorText(page), first);
  });

  it('saves all pages that are loaded as one fixture with one keystroke', async () => {
    const { page, folders } = workbench();
    await runCommand(page, 'Notifications: Clear All Notifications');
    await page.locator('.tab').filter({ hasText: 'Search: coffee' }).click();
    await frame()
      .locator('.summary-text')
      .filter({ hasText: /^40 results/ })
      .click();
    await page.keyboard.press('ControlOrMeta+s');
    await waitForNotification(page, /Saved\sfixtures\/search\/coffee\S*-pages:\s2\sanswers/);
    const files = await readdir(join(folders.workspace, 'fixtures', 'search'), { recursive: true });
    assert.ok(
      files.some((file) => /-pages.002\.json$/.test(file)),
      files.join(),
    );
  });
});
