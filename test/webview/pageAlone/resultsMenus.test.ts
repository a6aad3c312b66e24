import assert from 'node:assert/strict';
import { pictureStep } from '../../support/vscode/workbench.ts';
import { type PageAlone, statusOf, useResultsPage } from '../support/resultsPageAlone.ts';
import { checkMenusFit, checkToolbarIsOneLine } from '../support/resultsTab.ts';
import { drawn, until } from '../support/steps.ts';
import { checkAccessibility } from '../support/threadFrame.ts';

describe('a table on a narrow results page', () => {
  const open = useResultsPage();
  let alone: PageAlone;
  const frame = () => alone.page;
  const cell = (row: number, column: number) =>
    alone.page.locator(`[role="row"][aria-rowindex="${row + 2}"] [role="gridcell"][aria-colindex="${column + 1}"]`);

  before(async () => {
    alone = await open();
    alone.showPosts(20);
    alone.host.send('status', statusOf());
    await alone.page.getByRole('button', { name: 'Table', exact: true }).click();
    await cell(0, 0).waitFor();
  });

  it('keeps its toolbar on one line and its menus inside the window, at 730 and at 300 pixels', async () => {
    const { page } = alone;
    await cell(0, 0).click();
    await cell(1, 0).click({ modifiers: ['Shift'] });
    await page
      .locator('.selection-words')
      .filter({ hasText: /^2 of \d+ selected$/ })
      .waitFor();
    for (const width of [730, 300]) {
      await page.setViewportSize({ width, height: 720 });
      await drawn(page);
      await pictureStep(page, `results table ${width}`);
      await checkToolbarIsOneLine({ frame }, `selected at ${width}`);
      await checkMenusFit({ frame }, `at ${width}`);
      await checkAccessibility(page, `table ${width}`);
    }
    for (const name of [/^Copy/, /^Columns/]) {
      const sign = page.locator('.drop > button').and(page.getByLabel(name));
      await sign.click();
      await pictureStep(page, `results menu 300 ${String(name).replaceAll(/\W/g, '')}`);
      await sign.press('Escape');
    }
    await page.getByRole('button', { name: 'Clear Selection' }).press('Enter');
    await page.locator('.selection').waitFor({ state: 'detached' });
    assert.equal(await page.locator('[role="row"][aria-selected="true"]').count(), 0);
    await page.getByRole('searchbox').fill('user');
    await page.locator('.filter-field > .icon').waitFor();
    await drawn(page);
    await pictureStep(page, 'results filter 300');
    await checkToolbarIsOneLine({ frame }, 'filtered at 300');
    await page.getByRole('searchbox').fill('');
    await checkToolbarIsOneLine({ frame }, 'at 300');
  });

  it('scrolls sideways for keys, but not for clicks', async () => {
    const { page } = alone;
    await page.setViewportSize({ width: 600, height: 720 });
    await drawn(page);
    const left = async () => await page.evaluate<number>("document.querySelector('.table-scroller').scrollLeft");
    await cell(0, 2).click({ position: { x: 4, y: 10 } });
    assert.equal(await cell(0, 2).getAttribute('tabindex'), '0');
    await drawn(page);
    assert.equal(await left(), 0);
    await cell(0, 2).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('End');
    await drawn(page);
    assert.ok((await left()) > 0);
    assert.deepEqual(alone.unheard(), []);
  });
});

describe('a menu on a results page', () => {
  const open = useResultsPage();
  let alone: PageAlone;
  const sign = (name: RegExp) => alone.page.locator('.drop > button').and(alone.page.getByLabel(name));
  /** The open menu's items, and which one has focus. */
  const lines = async () =>
    await alone.page.evaluate<readonly string[]>(
      `[...document.querySelectorAll('.menu:popover-open [role]')]
        .map((one) => (one === document.activeElement ? '> ' : '') + (one.role === 'separator' ? '-' : (one.ariaLabel ?? one.textContent).trim()))`,
    );
  const focused = async () => (await lines()).find((line) => line.startsWith('> ')) ?? '';
  const isShut = async (name: RegExp) => {
    await alone.page.locator('.menu:popover-open').waitFor({ state: 'detached' });
    await sign(name).and(alone.page.locator(':focus')).waitFor();
  };

  before(async () => {
    alone = await open();
    alone.showPosts(20);
    alone.host.send('savedSearches', [{ name: 'Tea', text: 'tea', tab: 'Latest' }]);
    alone.host.send('status', statusOf());
    await alone.page.getByRole('button', { name: 'Table', exact: true }).click();
    await alone.page.locator('.table-row').first().waitFor();
  });

  it('opens with Enter, wraps around with arrow keys, and returns focus on Escape', async () => {
    const { page } = alone;
    await sign(/^Save:/).press('Enter');
    const all = ['> Save as CSV…', 'Save as NDJSON…', 'Save as Parquet…', '-', 'Save as Fixture…', 'Save Pseudonymized Fixture…'];
    assert.deepEqual(await lines(), all);
    for (const [key, expected] of [
      ['ArrowDown', '> Save as NDJSON…'],
      ['End', '> Save Pseudonymized Fixture…'],
      ['ArrowDown', '> Save as CSV…'],
      ['ArrowUp', '> Save Pseudonymized Fixture…'],
      ['Home', '> Save as CSV…'],
    ] as const) {
      await page.keyboard.press(key);
      assert.equal(await focused(), expected, key);
    }
    await pictureStep(page, 'results menu keyboard');
    await checkAccessibility(page, 'an open menu');
    await page.keyboard.press('Escape');
    await isShut(/^Save:/);
  });

  it('opens with arrow keys, runs an item once, and returns focus', async () => {
    const { page, received } = alone;
    for (const key of ['ArrowDown', 'ArrowUp']) {
      await sign(/^Save:/).press(key);
      assert.equal(await focused(), '> Save as CSV…');
      await page.keyboard.press('Escape');
      await isShut(/^Save:/);
    }
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await isShut(/^Save:/);
    await until(page, 'it is saved', () => received('save').length > 0);
    assert.equal(received('save').length, 1);
  });

  it('remains open while columns are switched', async () => {
    const { page } = alone;
    await sign(/^Columns/).press('Enter');
    const first = page.getByRole('menuitemcheckbox').first();
    const before = await first.getAttribute('aria-checked');
    await page.keyboard.press('Enter');
    await first
      .and(page.locator(`[aria-checked="${before !== 'true'}"]`))
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Space');
    await first.and(page.locator(`[aria-checked="${before}"]`)).waitFor();
    await pictureStep(page, 'results menu columns');
    await checkAccessibility(page, 'the menu of columns');
    await page.keyboard.press('Tab');
    await page.locator('.menu:popover-open').waitFor({ state: 'detached' });
  });

  it('opens and removes saved searches', async () => {
    const { page } = alone;
    await page.getByRole('button', { name: /^Edit Query/ }).click();
    await sign(/^Saved Searches/).press('Enter');
    assert.deepEqual(await lines(), ['> Save This Search…', '-', 'Tea', 'Remove Tea']);
    await pictureStep(page, 'results menu saved');
    await checkAccessibility(page, 'the menu of saved searches');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await isShut(/^Saved Searches/);
    await until(page, 'its tab is opened', () => alone.received('openTab').length > 0);
    assert.deepEqual(alone.received('openTab'), [{ tab: 'Latest', text: 'tea' }]);
    assert.deepEqual(alone.unheard(), []);
  });
});
