import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { waitUntilWorkbenchReady } from '../support/vscode/openWorkbench.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import {
  acceptMenuEntry,
  waitForClipboard,
  explorerEntry,
  openExplorer,
  openPalette,
  quickInput,
  runCommand,
  runCommandAndType,
  statusBarItem,
  pictureStep,
  takeScreenshot,
  typeInQuickInput,
  waitForEditor,
  waitForInputTitle,
} from '../support/vscode/workbench.ts';
import { resultsTab } from './support/resultsTab.ts';
import { closeMenu, drawn } from './support/steps.ts';
import { checkAccessibility } from './support/threadFrame.ts';
import { errorWords, toWordsPattern } from '../support/errorWords.ts';

describe('results in the editor', () => {
  const workbench = useWorkbench({ name: 'results' });
  const tab = resultsTab(() => workbench().page);
  const { frame, query, button } = tab;
  const summary = () => frame().locator('.summary-text');
  const spoken = () => frame().locator('.spoken[role="status"]');
  const filter = () => frame().getByRole('searchbox', { name: 'Filter loaded results' });
  const cell = (row: number, column: number) =>
    frame().locator(`[role="row"][aria-rowindex="${row + 2}"] [role="gridcell"][aria-colindex="${column + 1}"]`);
  const called = async (calls: string) => {
    await statusBarItem(workbench().page, new RegExp(`free · ${calls}`)).waitFor();
  };

  it('opens a search that costs nothing before Search is pressed', async () => {
    const { page } = workbench();
    await runCommand(page, 'Social Data: Search…');
    await query().fill('coffee');
    await button(/^Search \(/).waitFor();
    await frame().getByText('No results loaded.').waitFor();
    await pictureStep(page, 'results idle');
    await checkAccessibility(frame(), 'idle');
    assert.equal(await statusBarItem(page, /\d calls?/).count(), 0);
  });

  it('says what is wrong while one types, corrects it, and completes operators by keyboard', async () => {
    const { page } = workbench();
    await query().fill('note: coffee');
    await frame().locator('.faults li').filter({ hasText: '"note:" is not a search operator' }).waitFor();
    await pictureStep(page, 'results fault');
    await button('Put it in quotes').click();
    await frame().locator('.faults li').waitFor({ state: 'detached' });
    assert.equal(await query().inputValue(), '"note:" coffee');
    await query().fill('coffee ');
    await query().press('End');
    await page.keyboard.type('min_f');
    await frame()
      .getByRole('option', { name: /min_faves:/ })
      .waitFor();
    await pictureStep(page, 'results completion');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('1');
    assert.equal(await query().inputValue(), 'coffee min_faves:1');
    await query().fill('coffee');
  });

  it('shows the records as cards with what was loaded and spent', async () => {
    const { page } = workbench();
    await query().press('Enter');
    await frame().locator('.record').first().waitFor();
    assert.match(await summary().innerText(), /^20 results · more available \(free\) · nothing spent$/);
    assert.match((await spoken().textContent()) ?? '', /20 results · more available/);
    assert.equal(await frame().locator('.live').count(), 0, 'no money of the sandbox looks like real money');
    await called('1 call');
    await waitForEditor(page, /Search: coffee/);
    await pictureStep(page, 'results cards');
    assert.equal(await frame().locator('body').evaluate(`document.querySelector('.list-scroller').scrollTop`), 0);
  });

  it('says what a thread costs wherever one is opened', async () => {
    const words = /View Thread: free$/;
    assert.match((await frame().locator('.record [title^="View Thread"]').first().getAttribute('title')) ?? '', words);
    await button('Table').click();
    assert.match((await frame().locator('.table-row').first().getAttribute('title')) ?? '', words);
    await called('1 call');
  });

  it('completes the handles of those who wrote what is kept, without a call', async () => {
    const { page } = workbench();
    await query().fill('');
    await query().pressSequentially('from:');
    await frame().getByRole('option').nth(3).waitFor();
    await pictureStep(page, 'results handles');
    await page.keyboard.press('Tab');
    assert.match(await query().inputValue(), /^from:\w+ $/);
    await query().fill('coffee');
    await called('1 call');
  });

  it('leads back in Look Up: to what was saved, and to every name in what is kept, without a call', async () => {
    const { page } = workbench();
    await button('Saved Searches').click();
    await frame().getByRole('menuitem', { name: 'Save This Search…' }).click();
    await waitForInputTitle(page, 'Save Search');
    await quickInput(page).press('Enter');
    await quickInput(page).waitFor({ state: 'hidden' });
    await runCommandAndType(page, 'Social Data: Look Up…', 'Look Up', '');
    const row = (text: string) => page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text }).first();
    await row('Saved searches').waitFor();
    await pictureStep(page, 'look up empty');
    await typeInQuickInput(page, 'ember');
    await row('@ada_ember54').waitFor();
    await pictureStep(page, 'look up names');
    await page.keyboard.press('Escape');
    await called('1 call');
  });

  it('sorts, filters, selects and copies in a table by keyboard alone, without a call', async () => {
    const { page } = workbench();
    await button('Table').press('Enter');
    await frame().getByRole('columnheader', { name: /^Time/ }).focus();
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await frame().locator('[role="columnheader"][aria-sort="descending"]').filter({ hasText: 'Likes' }).waitFor();
    const likes = await Promise.all([0, 1, 2].map(async (row) => Number((await cell(row, 4).innerText()).replaceAll(',', ''))));
    assert.deepEqual(
      likes,
      likes.toSorted((a, b) => b - a),
    );
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    assert.equal(await frame().locator('[role="row"][aria-selected="true"]').count(), 2);
    await page.keyboard.press('ControlOrMeta+C');
    const copied = await waitForClipboard(workbench().page, 'created_at,author_username,text');
    assert.ok(copied.trimEnd().split(/\r?\n/).length >= 3, JSON.stringify(copied));
    await filter().fill('likes:1');
    await frame()
      .getByText(/^\d+ of 20$/)
      .waitFor();
    await pictureStep(page, 'results table');
    await checkAccessibility(frame(), 'table');
    await filter().fill('');
    await called('1 call');
  });

  it('chooses and widens columns', async () => {
    const { page } = workbench();
    await frame().locator('.drop > button').filter({ hasText: 'Columns' }).click();
    await frame().getByRole('menuitemcheckbox', { name: 'Conversation Id' }).click();
    await frame()
      .getByRole('columnheader', { name: /Conversation Id/ })
      .waitFor();
    await page.keyboard.press('Escape');
    const head = frame().getByRole('columnheader', { name: /^Author/ });
    const before = (await head.boundingBox())?.width ?? 0;
    await head.focus();
    await page.keyboard.press('Alt+ArrowRight');
    await frame().locator('body').evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
    assert.equal((await head.boundingBox())?.width, before + 20);
  });

  it('copies a cell through the menu of VS Code itself', async () => {
    const { page } = workbench();
    const text = await cell(0, 1).innerText();
    await cell(0, 1).click({ button: 'right' });
    await acceptMenuEntry(page.locator('.monaco-menu .action-label').filter({ hasText: 'Copy Cell' }));
    await page.locator('.context-view.monaco-menu-container').waitFor({ state: 'hidden' });
    assert.equal(await waitForClipboard(workbench().page, text), text);
  });

  it('offers what VS Code offers in any field by a right click in its own', async () => {
    const { page } = workbench();
    for (const field of [query(), filter()]) {
      // a press that comes while VS Code puts away the menu before is its end, and no new menu
      await field.click();
      await field.and(frame().locator(':focus')).waitFor();
      await field.click({ button: 'right' });
      await page.locator('.monaco-menu .action-label').filter({ hasText: 'Paste' }).waitFor();
      await closeMenu(page, frame());
    }
  });

  it('goes on by keyboard where it was when the palette or a menu of a right click closes', async () => {
    const { page } = workbench();
    await query().focus();
    await page.keyboard.press('Home');
    await openPalette(page);
    await page.keyboard.press('Escape');
    await quickInput(page).waitFor({ state: 'hidden' });
    await frame().locator('.query-input:focus').waitFor();
    await page.keyboard.type('x');
    assert.equal(await query().inputValue(), 'xcoffee');
    await page.keyboard.press('Backspace');
    await cell(3, 1).click({ button: 'right' });
    await closeMenu(page, frame());
    await cell(3, 1).and(frame().locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    await cell(4, 1).and(frame().locator(':focus')).waitFor();
  });

  it('shows the exact JSON of each record', async () => {
    const { page } = workbench();
    await button('JSON').click();
    await frame().locator('.json').first().filter({ hasText: '"id": "' }).waitFor();
    await pictureStep(page, 'results json');
    await checkAccessibility(frame(), 'json');
    const record = frame().locator('.record').first();
    const head = record.locator('summary').first();
    const identity = record
      .locator('.json-key')
      .filter({ hasText: /^"id":$/ })
      .first();
    await head.press('ArrowLeft');
    await identity.waitFor({ state: 'hidden' });
    await pictureStep(page, 'results json folded');
    await head.click();
    await identity.waitFor();
    const shown = await record.locator('.json').innerText();
    assert.match(shown, /^\{\n {2}"id": "\d+",\n {2}"/, 'no blank line stands between the lines');
    await head.press('ArrowDown');
    await record.locator('summary').nth(1).and(frame().locator(':focus')).waitFor();
    await called('1 call');
  });

  it('draws plots of what is loaded, each with its table, and makes no call', async () => {
    const { page } = workbench();
    await button('Plots').click();
    await frame().getByRole('img', { name: 'Posts over Time' }).waitFor();
    await pictureStep(page, 'results plot over time');
    for (const plot of ['Top Authors', 'Posts by Engagement']) {
      await frame().getByLabel('Plot', { exact: true }).selectOption(plot);
      await frame().getByRole('table', { name: plot }).waitFor();
      await pictureStep(page, `results plot ${plot}`);
      await checkAccessibility(frame(), plot);
    }
    await called('1 call');
  });

  it('draws of plots what fits the filter, with its table, says how many those are, and makes no call', async () => {
    const { page } = workbench();
    await frame().getByLabel('Plot', { exact: true }).selectOption('Top Authors');
    const authors = frame().getByRole('table', { name: 'Top Authors' });
    const handle = ((await authors.getByRole('rowheader').first().textContent()) ?? '').replace('@', '');
    const count = (await authors.locator('tbody td').first().textContent()) ?? '';
    assert.ok((await authors.getByRole('rowheader').count()) > 1, 'posts of several authors');
    const filter = frame().getByLabel('Filter loaded results');
    await filter.fill(`author_username:${handle}`);
    const note = frame().locator('.plot-figure title', { hasText: `${count} of 20 match the filter` });
    await note.waitFor({ state: 'attached' });
    assert.deepEqual(await authors.getByRole('rowheader').allTextContents(), [`@${handle}`]);
    await pictureStep(page, 'results plot with a filter');
    await checkAccessibility(frame(), 'a plot with a filter');
    await frame().getByLabel('Plot', { exact: true }).selectOption('Posts over Time');
    await frame().getByRole('img', { name: 'Posts over Time' }).waitFor();
    const posts = await frame().locator('.plot-table tbody td').allTextContents();
    assert.equal(
      posts.reduce((sum, one) => sum + Number(one), 0),
      Number(count),
    );
    await pictureStep(page, 'results plot over time with a filter');
    await filter.fill('no record has these words');
    await frame().getByText('No loaded results match the filter.').waitFor();
    await frame().locator('.middle').getByText('Clear Filter').click();
    await note.waitFor({ state: 'detached' });
    await called('1 call');
  });

  it('loads one more page, and several with their number as the cap', async () => {
    await button('Cards').click();
    await button(/^Load More \(free\)/).click();
    await summary()
      .filter({ hasText: /^40 results/ })
      .waitFor();
    await button('Load 5 More Pages (free)').waitFor();
    await frame().getByLabel('Pages', { exact: true }).fill('2');
    await button('Load 2 More Pages (free)').click();
    await summary()
      .filter({ hasText: /^80 results · more available \(free\) · nothing spent$/ })
      .waitFor();
    await called('4 calls');
  });

  it('says of what the records are while another question is typed, without a call', async () => {
    const { page } = workbench();
    const earlier = frame().locator('.earlier-text');
    const asked = await query().inputValue();
    await query().fill(`${asked} `);
    await drawn(page);
    assert.equal(await earlier.count(), 0, 'a blank is not another question');
    await query().fill('harbour');
    await frame().getByRole('radio', { name: 'Latest' }).click();
    assert.equal(await earlier.textContent(), `Results of: ${asked} · Top`);
    await pictureStep(page, 'results-earlier');
    await query().fill(asked);
    await frame().getByRole('radio', { name: 'Top' }).click();
    await earlier.waitFor({ state: 'detached' });
    await called('4 calls');
  });

  it('looks in what is loaded by Ctrl+F, and leaves it to other views', async () => {
    const { page } = workbench();
    const isInFilter = '(() => document.activeElement?.matches(".filter"))()';
    await frame().locator('.record').first().click();
    await page.keyboard.press('ControlOrMeta+f');
    await frame().locator('.filter:focus').waitFor();
    assert.equal(await filter().evaluate(isInFilter), true);
    await frame().locator('.record').first().click();
    await openExplorer(page);
    await page.locator('.explorer-folders-view .monaco-list:focus').waitFor();
    await page.keyboard.press('ControlOrMeta+f');
    await page.keyboard.press('End');
    await page.locator('.explorer-folders-view .monaco-list:focus .monaco-list-row.focused:last-child').waitFor();
  });

  it('comes back after hiding, moving and reloading the window as it was, without a call', async () => {
    const { page } = workbench();
    await button('Table').click();
    await filter().fill('coffee');
    await frame()
      .getByText(/^\d+ of 80$/)
      .waitFor();
    await runCommand(page, 'View: Move Editor into Next Group');
    await frame()
      .getByText(/^\d+ of 80$/)
      .waitFor();
    await openExplorer(page);
    await explorerEntry(page, 'README.md').dblclick();
    await waitForEditor(page, 'README.md');
    await page.locator('.tab').filter({ hasText: 'Search: coffee' }).click();
    await frame()
      .getByText(/^\d+ of 80$/)
      .waitFor();
    assert.equal(await filter().inputValue(), 'coffee');
    // as a person does it: the workbench keeps its state first
    await Promise.all([page.waitForEvent('load'), runCommand(page, 'Developer: Reload Window')]);
    await waitUntilWorkbenchReady(page);
    await page.locator('.tab').filter({ hasText: 'Search: coffee' }).click();
    await frame()
      .getByText(/^\d+ of 80$/)
      .waitFor();
    await cell(0, 0).waitFor();
    assert.match(await summary().innerText(), /^80 results/);
    assert.equal(await filter().inputValue(), 'coffee');
    await button(/^Load 2 More Pages/).waitFor();
    await pictureStep(page, 'results after a reload');
    assert.equal(await statusBarItem(page, /\d calls?/).count(), 0);
    await filter().fill('');
  });

  it('says that there are no results, and that nothing was spent', async () => {
    const { page } = workbench();
    await query().fill('sandboxfindsnothing');
    await query().press('Enter');
    await frame()
      .locator('.middle')
      .filter({ hasText: toWordsPattern`${errorWords.noResults.failed}.*Nothing was spent` })
      .waitFor();
    await pictureStep(page, 'results empty');
    await checkAccessibility(frame(), 'empty');
  });

  it('opens any other page of records with its parameters as a form', async () => {
    const { page } = workbench();
    // the tab is hidden: what it is asked now counts, not what it showed
    await openExplorer(page);
    await explorerEntry(page, 'README.md').dblclick();
    await waitForEditor(page, 'README.md');
    await runCommand(page, 'Social Data: Call Endpoint…');
    await waitForInputTitle(page, 'Call Endpoint');
    await typeInQuickInput(page, '/user/{userId}/followers');
    await page.keyboard.press('Enter');
    const field = frame().getByLabel(/^User Id/);
    await field.fill('not a number');
    await frame()
      .locator('.field-fault')
      .filter({ hasText: /a handle, a link to a profile, or a numeric id/ })
      .waitFor();
    await pictureStep(page, 'results form fault');
    await checkAccessibility(frame(), 'form');
    await field.fill(`@${exampleValues.handle}`);
    await button(/^Load \(/).click();
    await waitForEditor(page, new RegExp(`Followers: @${exampleValues.handle}`));
    await button('Cards').click();
    await frame().locator('.record').first().waitFor();
    await pictureStep(page, 'results users');
    const dialog = page.locator('.monaco-dialog-box');
    await frame().locator('.record').first().getByRole('button', { name: 'Open in Browser' }).click();
    await dialog.filter({ hasText: /social\.example\/\w+/ }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('says what failed and offers one thing to do', async () => {
    const { page } = workbench();
    await frame()
      .getByLabel(/^User Id/)
      .fill('9000000000000000500');
    await button(/^Load \(/).click();
    await frame()
      .locator('.middle.error')
      .filter({ hasText: /status 500.*Nothing was spent/s })
      .waitFor();
    await button(/^Retry/).waitFor();
    await takeScreenshot(page, 'results failed');
    await checkAccessibility(frame(), 'failed');
  });

  it('shows the pictures of the sandbox, and leads on from what a text names without a call', async () => {
    const { page } = workbench();
    await runCommand(page, 'Social Data: Search…');
    await query().fill('#opendata');
    await query().press('Enter');
    await button('Cards').click();
    await frame().locator('.record .avatar img').first().waitFor();
    const tag = frame().locator('.record .words button.link').filter({ hasText: '#' }).first();
    await tag.waitFor();
    await pictureStep(page, 'results links and pictures');
    await checkAccessibility(frame(), 'links and pictures');
    const name = (await tag.innerText()).trim();
    await tag.click();
    await waitForEditor(page, new RegExp(`Search: ${name}`, 'u'));
    await frame().getByText('No results loaded.').waitFor();
    assert.equal(await query().inputValue(), name);
  });

  it('has the whole window to itself', async () => {
    const { page } = workbench();
    await runCommand(page, 'View: Close Primary Side Bar');
    await page.locator('.part.sidebar').waitFor({ state: 'hidden' });
    await runCommand(page, 'Social Data: Search…');
    await frame().getByText('No results loaded.').waitFor();
  });
});
