import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { drawn, until } from '../support/steps.ts';
import { statusOf, useResultsPage } from '../support/resultsPageAlone.ts';

/** The focused element's accessible name. */
async function focused(page: Page): Promise<string> {
  const words = `(({ tagName, ariaLabel, textContent }) => tagName === 'BODY' ? '' : ariaLabel ?? textContent)(document.activeElement)`;
  return String(await page.evaluate(words)).trim();
}

describe('announcements and focus on a results page', () => {
  const open = useResultsPage();
  const ask = { phase: 'idle', loaded: 0, hasMore: false, summary: '' } as const;
  const asking = { ...ask, phase: 'loading', isLoading: true } as const;
  const failure = { message: 'It failed.', severity: 'error', actions: [{ action: 'retry', title: 'Retry' }] } as const;
  const withActions = { ...failure, actions: [...failure.actions] };

  it('announces loading, and filter matches only when typing pauses', async () => {
    const { page, host, showPosts } = await open();
    showPosts(20);
    host.send('status', statusOf({ isLoading: true }));
    const spoken = page.locator('.spoken[role="status"]');
    await spoken.filter({ hasText: 'Loading' }).waitFor();
    host.send('status', statusOf());
    await spoken.filter({ hasText: /^20 results$/ }).waitFor();
    await page.evaluate(`(() => {
      window.said = [];
      const look = () => [...document.querySelectorAll('.spoken[aria-live]')].map(({ textContent }) => textContent).join('|');
      let last = look();
      new MutationObserver(() => { if (look() !== last) window.said.push(last = look()); })
        .observe(document.body, { subtree: true, childList: true, characterData: true });
    })()`);
    await page.getByRole('searchbox').pressSequentially('user1');
    await page.locator('.spoken[aria-live]').filter({ hasText: 'Filter matches 11 of 20' }).waitFor();
    const said = await page.evaluate<string[]>('window.said');
    assert.equal(said.length, 1, said.join(' / '));
  });

  it('moves focus from a removed button to its successor: Search, Stop, Load More', async () => {
    const { page, host, showPosts } = await open();
    host.send('status', statusOf(ask));
    await page.getByRole('button', { name: /^Search/ }).focus();
    host.send('status', statusOf(asking));
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await drawn(page);
    assert.equal(await focused(page), 'Stop');
    showPosts(20);
    host.send('status', statusOf());
    await page.getByRole('button', { name: /^Refresh/ }).waitFor();
    await page.locator('.record:focus').waitFor();
    assert.equal(await focused(page), 'User 0: post 0');
    await page.getByRole('button', { name: /^Load More/ }).focus();
    host.send('status', statusOf({ isLoading: true }));
    await page.locator('.summary').getByRole('button', { name: 'Stop' }).waitFor();
    await drawn(page);
    assert.equal(await focused(page), 'Stop');
    host.send('status', statusOf());
    await page.getByRole('button', { name: /^Load More/ }).waitFor();
    await drawn(page);
    assert.match(await focused(page), /^Load More/);
    host.send('status', statusOf({ hasMore: false, summary: '20 results, all' }));
    await page.getByText('20 results, all').first().waitFor();
    await drawn(page);
    assert.match(await focused(page), /^User 0: post 0$/, 'there is no more to load: the records are next');
  });

  it('names each card and its checkbox by the author and the start of the text', async () => {
    const { page, host, showPosts } = await open({
      textOf: (number) => (number === 0 ? '' : `post ${number}\n${'word '.repeat(500)}`),
    });
    showPosts(3);
    host.send('status', statusOf({ loaded: 3 }));
    await page.locator('.record').nth(2).waitFor();
    const card = (at: number) => page.locator('.record').nth(at);
    assert.equal(await card(0).getAttribute('aria-label'), 'User 0');
    const [spoken, select] = [
      await card(1).getAttribute('aria-label'),
      await card(1).getByRole('checkbox').getAttribute('aria-label'),
    ];
    assert.match(spoken ?? '', /^User 1: post 1 word word [\s\S]*…$/);
    assert.match(select ?? '', /^Select User 1: post 1 word word [\s\S]*…$/);
    assert.deepEqual([spoken?.length, select?.length], [200, 'Select '.length + 60]);
  });

  it('shows the number of selected records, also in menus, and doesn’t select hidden records', async () => {
    const { page, host, showPosts } = await open();
    showPosts(20);
    host.send('status', statusOf());
    const says = (words: string) =>
      page
        .locator('.selection-words')
        .filter({ hasText: new RegExp(`^${words}$`), visible: true })
        .waitFor();
    await page.getByRole('checkbox', { name: 'Select User 2: post 2' }).check();
    await says('1 of 20 selected');
    await page.getByRole('button', { name: 'Copy: 1 of 20 selected' }).waitFor();
    await page.getByRole('searchbox').fill('user1');
    await page.locator('.selection').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Copy: All results (11)' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select User 1: post 1', exact: true }).check();
    await says('1 of 20 selected');
    await page.getByRole('button', { name: 'Clear Selection' }).filter({ hasText: 'Clear Selection' }).click();
    await page.locator('.selection').waitFor({ state: 'detached' });
  });

  it('moves focus after Retry, Clear Filter, and Load Images', async () => {
    const { page, host, showPosts } = await open({ pictures: 'ask' });
    host.send('status', statusOf({ ...ask, phase: 'failed', failure: withActions }));
    await page.getByRole('button', { name: 'Retry' }).focus();
    host.send('status', statusOf(asking));
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await drawn(page);
    assert.equal(await focused(page), 'Stop');
    showPosts(20);
    host.send('status', statusOf({ failure: withActions }));
    await page.getByRole('button', { name: 'Retry' }).focus();
    host.send('status', statusOf());
    await page.getByRole('button', { name: 'Retry' }).waitFor({ state: 'detached' });
    await drawn(page);
    assert.equal(await focused(page), 'User 0: post 0');
    await page.getByRole('button', { name: 'Load Images' }).press('Enter');
    await page.getByRole('button', { name: 'Load Images' }).waitFor({ state: 'detached' });
    await drawn(page);
    assert.equal(await focused(page), 'User 0: post 0');
    for (const place of ['.empty', '.filter-field']) {
      await page.getByRole('searchbox').fill('nothing has this');
      await page.locator(place).getByRole('button', { name: 'Clear Filter' }).press('Enter');
      await page.locator('.record').first().waitFor();
      await drawn(page);
      assert.equal(await focused(page), 'Filter loaded results');
      assert.equal(await page.getByRole('searchbox').inputValue(), '');
      await page.getByRole('button', { name: 'Clear Filter' }).waitFor({ state: 'detached' });
    }
  });

  it('restores the scroll position without a selection', async () => {
    const source = statusOf().source;
    const stored = { source, draft: source.texts, view: { mode: 'cards', selected: [1, 2], top: 12 } };
    const { page, host, showPosts, received } = await open({ stored });
    showPosts(20);
    host.send('status', statusOf({ source }));
    await page.locator('.record').first().waitFor();
    await drawn(page);
    assert.equal(await page.locator('.selection').count(), 0);
    await page.locator('.drop > button').filter({ hasText: 'Save' }).click();
    await page.getByRole('menuitem', { name: 'Save as NDJSON…' }).click();
    await until(page, 'it is saved', () => received('save').length === 1);
    assert.deepEqual(received('save'), [{ format: 'ndjson', rows: Array.from({ length: 20 }, (_, at) => at) }]);
    const top = async () => Number(await page.evaluate(`document.querySelector('.list-scroller').scrollTop`));
    await until(page, 'the list is where it was', async () => (await top()) > 0);
  });

  it('reports that records couldn’t be copied', async () => {
    const act = () => assert.fail('no');
    const { page, host, showPosts, received, unheard } = await open({ responses: { act } });
    showPosts(20);
    host.send('status', statusOf());
    await page.locator('.record').first().waitFor();
    await page.locator('.drop > button').filter({ hasText: 'Copy' }).click();
    await page.getByRole('menuitem', { name: 'Copy as JSON' }).click();
    const why = /Couldn't copy\. No charge/;
    await page.locator('.banner.warning').filter({ hasText: why }).waitFor();
    assert.match((await page.locator('.spoken[role="status"]').textContent()) ?? '', why);
    assert.deepEqual(received('act'), [{ action: 'copyAsJson', rows: Array.from({ length: 20 }, (_, at) => at) }]);
    assert.deepEqual([received('copy'), unheard()], [[], []]);
  });
});
