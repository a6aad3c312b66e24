import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { userFollowers } from '../../../src/client/endpoints/table.ts';
import { toShownQuery } from '../../../src/features/results/host/query.ts';
import { type PageAlone, searchQuery, searchTab, statusOf, useResultsPage } from '../support/resultsPageAlone.ts';
import { drawn, until } from '../support/steps.ts';

/** The focused element's or its table row's text. */
async function focused(page: Page): Promise<string> {
  return String(
    await page.evaluate(`(document.activeElement?.closest('.table-row, .record') ?? document.activeElement)?.textContent ?? ''`),
  ).trim();
}

describe('the keyboard in results', () => {
  const open = useResultsPage();
  const shown = async (mode: 'Table' | 'Cards', count = 400): Promise<PageAlone> => {
    const alone = await open();
    alone.showPosts(count);
    alone.host.send('status', statusOf({ loaded: count }));
    await alone.page.getByRole('button', { name: mode, exact: true }).click();
    await alone.page
      .locator(mode === 'Table' ? '.table-row' : '.record')
      .first()
      .waitFor();
    return alone;
  };
  const scroll = async (page: Page, top: number) => {
    const scroller = page.locator('.table-scroller, .list-scroller');
    await scroller.evaluate(`document.querySelector('.table-scroller, .list-scroller').scrollTop = ${top}`);
    await drawn(page);
  };
  const cell = (page: Page, text: string) => page.getByRole('gridcell', { name: text, exact: true });

  it('opens, selects, and copies the table’s focused record, even if it is scrolled away', async () => {
    const { page, received } = await shown('Table');
    await cell(page, 'post 3').click();
    await scroll(page, 200 * 24);
    assert.match(await focused(page), /post 3(?!\d)/);
    await page.keyboard.press('Enter');
    await until(page, 'a record is opened', () => received('act').length === 1);
    assert.deepEqual(received('act'), [{ action: 'open', rows: [3] }]);
    await page.keyboard.press('ControlOrMeta+C');
    await until(page, 'a cell is copied', () => received('copy').length === 1);
    assert.deepEqual(received('copy'), [{ text: 'post 3' }]);
    await page.keyboard.press('Space');
    assert.equal(await page.locator('.table-row[aria-selected="true"]').count(), 0, 'it was selected by the click');
    await scroll(page, 0);
    assert.match(await focused(page), /post 3(?!\d)/);
  });

  it('sorts only the table, whose header shows its whole title and the order', async () => {
    const { page } = await shown('Table');
    const likes = page.getByRole('columnheader', { name: 'Likes' });
    await likes.click();
    await likes.and(page.locator('[aria-sort="descending"]')).waitFor();
    assert.equal(await cell(page, 'post 0').count(), 0);
    const cut = `[...document.querySelectorAll('.cell-text')].filter((one) => one.scrollWidth > one.clientWidth).length`;
    assert.equal(await page.evaluate(cut), 0);
    await page.getByRole('button', { name: 'Cards', exact: true }).click();
    await page.getByRole('article', { name: /post 0$/ }).waitFor();
  });

  it('leaves the second key of a Ctrl+K chord to VS Code', async () => {
    const { page, received } = await shown('Table');
    const filter = page.getByRole('searchbox');
    await filter.fill('library');
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.press('l');
    assert.equal(await filter.inputValue(), 'library');
    await page.keyboard.type('l');
    assert.equal(await filter.inputValue(), 'libraryl', 'one key alone');
    await page.getByRole('button', { name: /^Edit Query/ }).click();
    await page.locator('.query-input:focus').waitFor();
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.press('Enter');
    await drawn(page);
    assert.deepEqual(received('call'), []);
    await page.keyboard.press('Enter');
    await until(page, 'Enter alone searches', () => received('call').length === 1);
  });

  it('shows a table for a command that opens one, until a different view is chosen', async () => {
    const { page, showPosts, host } = await open({ query: { view: 'table' } });
    showPosts(3);
    host.send('status', statusOf({ loaded: 3 }));
    await page.locator('.table-row').first().waitFor();
    await page.getByRole('button', { name: 'Cards', exact: true }).click();
    await page.locator('.record').first().waitFor();
    const stored = await page.evaluate('window.savedState');
    const again = await open({ stored, query: { view: 'table' } });
    again.showPosts(3);
    again.host.send('status', statusOf({ loaded: 3 }));
    await again.page.locator('.record').first().waitFor();
    assert.equal(await again.page.locator('.table-row').count(), 0);
  });

  it('shows tabs by arrow keys, and keeps what is typed in each, without a request', async () => {
    const { page, host, received } = await open();
    const query = page.getByRole('textbox', { name: 'Query', exact: true });
    const show = (tab: string, searchItem: string) => {
      host.send('query', { ...searchQuery, search: { ...searchTab, tab }, texts: { searchItem } });
    };
    const selected = (name: string) => page.getByRole('tab', { name, selected: true }).and(page.locator(':focus'));
    await query.fill('harbour');
    await page.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press('ArrowLeft');
    await until(page, 'the last tab is asked for', () => received('openTab').length === 1);
    show('Lists', 'harbour');
    await selected('Lists').waitFor();
    await query.fill('boats');
    await page.getByRole('tab', { selected: true }).press('ArrowRight');
    await until(page, 'the first tab is asked for', () => received('openTab').length === 2);
    show('Top', 'coffee');
    await selected('Top').waitFor();
    assert.equal(await query.inputValue(), 'harbour');
    assert.deepEqual(received('openTab'), [
      { tab: 'Lists', text: 'harbour' },
      { tab: 'Top', text: 'boats' },
    ]);
    assert.deepEqual(received('call'), []);
  });

  it('replaces the query when Search… is chosen again', async () => {
    const { page, host } = await open({ query: { texts: { searchItem: 'opendata' } } });
    host.send('command', { command: 'focusQuery', row: null, column: null });
    const query = page.getByRole('textbox', { name: 'Query', exact: true });
    await query.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('coffee');
    assert.equal(await query.inputValue(), 'coffee');
  });

  for (const key of ['Enter', 'Tab']) {
    it(`accepts the first completion with ${key} and searches with Enter only if the list is closed`, async () => {
      const { page, received } = await open({ query: { texts: {} } });
      const query = page.getByRole('textbox', { name: 'Query', exact: true });
      await query.focus();
      await page.keyboard.type('coffee min_f');
      await page.locator('[role="option"][aria-selected="true"]').waitFor();
      await page.keyboard.press(key);
      assert.equal(await query.inputValue(), 'coffee min_faves:');
      assert.equal(received('call').length, 0);
      await page.keyboard.press('Escape');
      await page.keyboard.type('5');
      await page.keyboard.press('Enter');
      await until(page, 'the search is called', () => received('call').length === 1);
    });
  }

  it('completes known handles after @, from:, and to:', async () => {
    const { page, host, received } = await open({ query: { texts: {} } });
    host.send('handles', ['ada_writes', 'river_desk']);
    const query = page.getByRole('textbox', { name: 'Query', exact: true });
    await query.focus();
    for (const typed of ['from:riv', 'to:ad', '@a']) {
      await page.keyboard.type(typed);
      await page.locator('[role="option"][aria-selected="true"]').waitFor();
      await page.keyboard.press('Enter');
    }
    assert.equal(await query.inputValue(), 'from:river_desk to:ada_writes @ada_writes ');
    assert.equal(received('call').length, 0);
  });

  it('opens a record once while Enter is held', async () => {
    for (const mode of ['Table', 'Cards'] as const) {
      const { page, received } = await shown(mode, 40);
      await (mode === 'Table' ? cell(page, 'post 3') : page.locator('.record').nth(3)).focus();
      await page.keyboard.down('Enter');
      await page.keyboard.down('Enter');
      await page.keyboard.down('Enter');
      await page.keyboard.up('Enter');
      await page.keyboard.press('ControlOrMeta+C');
      await drawn(page);
      assert.deepEqual(received('act'), [{ action: 'open', rows: [3] }], mode);
    }
  });
});

describe('a query', () => {
  const open = useResultsPage();

  it('is sent once while Enter is held in the query line', async () => {
    const { page, host, received } = await open();
    host.send('status', statusOf({ phase: 'idle', loaded: 0 }));
    await page.getByRole('textbox', { name: 'Query' }).focus();
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await until(page, 'it is sent', () => received('call').length > 0);
    await drawn(page);
    assert.equal(received('call').length, 1);
  });

  it('isn’t sent by the Enter that ends a composition, and is sent once while Enter is held in the form', async () => {
    const { page, received } = await open({ query: toShownQuery(userFollowers, { userId: '12' }, () => true) });
    const input = page.getByRole('textbox', { name: /^User/ });
    await input.focus();
    await input.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }))`,
    );
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await until(page, 'it is sent', () => received('call').length > 0);
    await drawn(page);
    assert.equal(received('call').length, 1);
  });

  it('isn’t stopped by a double click on Load More', async () => {
    const { page, host, received, showPosts } = await open();
    showPosts(20);
    host.send('status', statusOf());
    const button = page.getByRole('button', { name: 'Load All…' });
    const box = (await button.boundingBox()) ?? assert.fail();
    const at = [box.x + box.width - 6, box.y + box.height / 2] as const;
    await page.mouse.click(...at);
    host.send('status', statusOf({ isLoading: true }));
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await drawn(page);
    assert.deepEqual(received('stop'), []);
    // a user who sees it may stop
    await page.mouse.click(...at);
    await until(page, 'it is stopped', () => received('stop').length === 1);
  });
});
