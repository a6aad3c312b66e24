import assert from 'node:assert/strict';
import { exampleValues } from '../../../src/client/endpoints/exampleValues.ts';
import { search } from '../../../src/client/endpoints/table.ts';
import { toShownQuery } from '../../../src/features/results/host/query.ts';
import { type ResultsStatus, resultsTables } from '../../../src/features/results/resultsContract.ts';
import { pictureStep, themeNames } from '../../support/vscode/workbench.ts';
import { themesInTurn } from '../../support/vscode/themeTurns.ts';
import { type Look, lookInThemes } from '../support/pageThemes.ts';
import { type PageAlone, searchQuery, searchTab, statusOf, useResultsPage } from '../support/resultsPageAlone.ts';
import { checkNothingIsCutOff } from '../support/resultsTab.ts';
import { drawn, until } from '../support/steps.ts';
import { checkAccessibility } from '../support/threadFrame.ts';
import { errorWords } from '../../support/errorWords.ts';

const failure = (
  message: string,
  severity: 'error' | 'warning' | 'information',
  ...actions: readonly (readonly [action: string, title: string])[]
): ResultsStatus['failure'] => ({ message, severity, actions: actions.map(([action, title]) => ({ action, title })) });

const broken = `Search: ${errorWords.server.failed} 500 (It is broken.). The request cost $0.0002. ${errorWords.server.advice}`;
const waiting = `Search: ${errorWords.network.failed} (ECONNREFUSED). No charge. Retrying (2 of 4)`;
const notice = 'Pages no longer in history: 1 of 2.';
const retry = ['retry', 'Retry (≈$0.0002)'] as const;
const showResponse = ['showResponse', 'Show Response'] as const;
const recover = (action: string) => ['recover', { action }] as const;

/** A page state, with its expected text and actions. */
interface Shown {
  readonly state: Partial<ResultsStatus>;
  /** Whether there are also records. */
  readonly hasRecords?: true;
  /** The text in place of, above, or below the records; also the announcement, unless it differs. */
  readonly says: string;
  readonly speaks?: string;
  /** The buttons, and the request that clicking each sends. */
  readonly offers?: Readonly<Record<string, readonly [name: 'recover' | 'stop', params: unknown]>>;
}

/** States with their own layout. They are checked wide and at 300 pixels in different themes. */
const looked = ['loading', 'several pages', 'failed', 'partial'];

const none = { loaded: 0, hasMore: false, summary: '' } as const;

const states: Readonly<Record<string, Shown>> = {
  idle: { state: { ...none, phase: 'idle' }, says: 'No results loaded.', speaks: '' },
  loading: {
    state: { ...none, phase: 'loading', isLoading: true },
    says: '',
    speaks: 'Loading…',
    offers: { Stop: ['stop', null] },
  },
  stopping: {
    hasRecords: true,
    state: {
      isLoading: true,
      stopping: 'Stopping after the current page (by 9:41:00 AM)',
      progress: { done: 1, atMost: 5 },
    },
    says: 'Stopping after the current page (by 9:41:00 AM)',
  },
  'several pages': {
    hasRecords: true,
    state: { isLoading: true, progress: { done: 1, atMost: 5 } },
    says: 'request 2 of up to 5',
    speaks: 'request 2 of up to 5. 20 results',
    offers: { Stop: ['stop', null] },
  },
  empty: { state: { ...none, phase: 'empty' }, says: 'No results.' },
  'no key': {
    state: {
      ...none,
      phase: 'failed',
      failure: failure(
        `Search ${errorWords.noKey.failed}. No charge. ${errorWords.noKey.advice}`,
        'warning',
        ['setKey', 'Set API Key…'],
        ['selectConnection', 'Select Connection…'],
      ),
    },
    says: 'no API key is set',
    offers: { 'Set API Key…': recover('setKey'), 'Select Connection…': recover('selectConnection') },
  },
  failed: {
    state: { ...none, phase: 'failed', failure: failure(broken, 'error', retry, showResponse) },
    says: broken,
    offers: { 'Retry (≈$0.0002)': recover('retry'), 'Show Response': recover('showResponse') },
  },
  partial: {
    hasRecords: true,
    state: { failure: failure(broken, 'error', retry, showResponse) },
    says: broken,
    speaks: `${broken} 20 results`,
    offers: { 'Retry (≈$0.0002)': recover('retry'), 'Show Response': recover('showResponse') },
  },
  'tries again': {
    state: { ...none, phase: 'loading', isLoading: true, waiting },
    says: waiting,
    offers: { Stop: ['stop', null] },
  },
  gone: { state: { ...none, phase: 'gone' }, says: 'These responses are no longer in history.' },
  'pages gone': {
    hasRecords: true,
    state: { notice },
    says: notice,
    speaks: `${notice} 20 results`,
  },
};

describe('a results page in every state', () => {
  const open = useResultsPage();
  let alone: PageAlone;
  /** Checks the page wide and narrow, in themes that depend on the state. */
  const readsWell = async (state: string, place: number) => {
    const { page } = alone;
    for (const [width, pixels] of [
      ['wide', 1_280],
      ['narrow', 300],
    ] as const) {
      await page.setViewportSize({ width: pixels, height: 800 });
      await drawn(page);
      const look: Look = async (theme, rules) => {
        await pictureStep(page, `results ${state} ${theme} ${width}`);
        await checkAccessibility(page, `${state} ${theme} ${width}`, rules);
        await checkNothingIsCutOff({ frame: () => page }, `${state} ${theme} ${width}`);
      };
      await lookInThemes(page, look, themesInTurn(place, width));
    }
  };

  for (const [name, { state, hasRecords, says, speaks = says, offers = {} }] of Object.entries(states)) {
    it(`shows the right text and actions: ${name}`, async () => {
      alone = await open();
      const { page } = alone;
      if (hasRecords === true) alone.showPosts(20);
      alone.host.send('status', statusOf(state));
      await page
        .locator(name === 'loading' ? '.skeletons' : ':is(.empty, .banner, .summary)', { hasText: says })
        .first()
        .waitFor();
      const spoken = page.locator('.spoken[role="status"][aria-live="polite"]');
      await spoken.filter({ hasText: speaks === '' ? /^$/ : speaks }).waitFor({ state: 'attached' });
      assert.equal((await page.locator('.record').count()) > 0, hasRecords === true);
      assert.equal((await page.locator('.progress-bar').count()) > 0, state.isLoading === true);
      const offered = page.locator(':is(.empty vscode-button, .banner vscode-button, .stop)').filter({ visible: true });
      // there is a Stop button at the query and one below the records
      assert.deepEqual([...new Set((await offered.allInnerTexts()).map((text) => text.trim()))], Object.keys(offers));
      if (looked.includes(name)) await readsWell(name, looked.indexOf(name));
      for (const [title, [asked, params]] of Object.entries(offers)) {
        await page.getByRole('button', { name: title, exact: true }).first().click();
        await until(page, `${title} is asked for`, () => alone.received(asked).length > 0);
        assert.deepEqual(alone.received(asked).slice(-1), [params]);
      }
      assert.deepEqual([alone.unheard(), alone.received('call')], [[], []]);
    });
  }

  it('offers to load images with readable text, wide and at 300 pixels', async () => {
    alone = await open({ pictures: 'ask' });
    const { page, host } = alone;
    alone.showPosts(20);
    host.send('status', statusOf());
    const words = "Images aren't loaded because their hosts would see your IP address.";
    await page.locator('.banner').filter({ hasText: words }).waitFor();
    await readsWell('pictures wait', 0);
    assert.deepEqual([await page.locator('.record img').count(), alone.loaded()], [0, []]);
    await page.getByRole('button', { name: 'Load Images' }).press('Enter');
    await page.locator('.record img').first().waitFor();
    await until(page, 'it is remembered for this tab', async () =>
      JSON.stringify(await page.evaluate('window.savedState')).includes('"hasPictures":true'),
    );
  });

  it('is accessible with records in each view, wide and at 300 pixels', async () => {
    alone = await open();
    alone.showPosts(20);
    alone.host.send('status', statusOf());
    await alone.page.locator('.record').first().waitFor();
    for (const [place, [view, part]] of Object.entries({
      Cards: '.record',
      Table: '.table-row',
      JSON: '.record',
      Plots: '.plots',
    }).entries()) {
      await alone.page.getByRole('button', { name: view, exact: true }).click();
      await alone.page.locator(part).first().waitFor();
      await readsWell(view, place);
      await alone.page.setViewportSize({ width: 1_280, height: 800 });
    }
    assert.deepEqual(alone.unheard(), []);
  });

  it('sends one message to load more, and doesn’t request the price while more pages load', async () => {
    alone = await open();
    const { page, host, showPosts } = alone;
    showPosts(20);
    host.send('status', statusOf());
    await page.getByRole('button', { name: /^Load More/ }).click();
    await until(page, 'it is asked for', () => alone.received('loadMore').length > 0);
    assert.deepEqual(alone.received('loadMore'), [{}]);
    const quotes = alone.received('quote').length;
    host.send('status', statusOf({ isLoading: true }));
    host.send('status', statusOf({ loaded: 40, summary: '40 results' }));
    await page.locator('.summary-text').filter({ hasText: '40 results' }).waitFor();
    host.send('status', statusOf({ phase: 'gone' })); // after this one, the price is requested again
    await until(page, 'the price is asked for', () => alone.received('quote').length > quotes);
    assert.equal(alone.received('quote').length, quotes + 1);
  });

  it('folds the form to one line while records are shown, and takes back what was edited', async () => {
    const tabs = ['Top', 'Latest', 'People', 'Photos', 'Videos', 'Lists', 'Communities'];
    alone = await open({ query: { search: { ...searchTab, tabs } } });
    const { page, host, showPosts } = alone;
    await page.setViewportSize({ width: 922, height: 700 });
    const area = async () => (await page.locator('.question').boundingBox())?.height ?? 0;
    const query = page.getByRole('textbox', { name: 'Query', exact: true });
    await query.press('Enter');
    await until(page, 'it is asked', () => alone.received('call').length > 0);
    showPosts(20);
    const summary = '20 results · $0.0002 · more available';
    host.send('status', statusOf({ summary, age: 'from history, 3 min ago' }));
    await page.locator('.record[aria-posinset="1"]:focus').waitFor();
    assert.ok((await area()) < 50, `${await area()} pixels`);
    assert.equal(await page.locator('.shown-query').innerText(), `coffee\n${summary} · from history, 3 min ago\nLIVE`);
    await page.getByRole('button', { name: 'Edit Query: coffee' }).press('Enter');
    await page.locator('.query-input:focus').waitFor();
    await query.fill('harbour');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Edit Query: coffee' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Refresh (≈$0.0002)' }).click();
    await until(page, 'it is refreshed', () => alone.received('call').length === 2);
    assert.deepEqual(alone.received('call').at(-1), { texts: { searchItem: 'coffee' }, reuse: 'never' });
  });

  it('offers recent and example searches, which fill the form', async () => {
    alone = await open({ query: toShownQuery(search, {}, () => true) });
    const { page, host } = alone;
    host.send('recentSearches', ['harbour']);
    host.send('status', statusOf({ ...none, phase: 'idle' }));
    for (const [group, text] of [
      ['Recent', 'harbour'],
      ['Examples', `${exampleValues.searchWord} min_faves:10`],
    ] as const) {
      await page.getByRole('group', { name: group }).getByRole('button', { name: text }).click();
      await page.locator('.query-input:focus').waitFor();
      assert.equal(await page.getByRole('textbox', { name: 'Query', exact: true }).inputValue(), text);
    }
    assert.deepEqual(alone.received('call'), []);
  });

  it('shows the exact JSON of each record', async () => {
    const json = '{\n  "id": "1000",\n  "text": "post 0"\n}';
    alone = await open({
      responses: { json: (params) => resultsTables.requests.json.parse(params).rows.map(() => json) },
    });
    const { page, host, showPosts } = alone;
    showPosts(2);
    host.send('status', statusOf({ loaded: 2 }));
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    const record = page.locator('.record').first();
    await record
      .locator('.json-name')
      .filter({ hasText: /^"id":$/ })
      .waitFor();
    assert.equal(await record.locator('.json').innerText(), json);
  });

  it("uses the theme's secondary button border", async () => {
    alone = await open();
    const { page, host, showPosts } = alone;
    showPosts(20);
    host.send('status', statusOf());
    await page.getByRole('button', { name: 'Load All…' }).waitFor();
    const colors = `(() => {
      const styleOf = (name) => getComputedStyle(document.querySelector(name).shadowRoot.querySelector('.base')).borderTopColor;
      const probe = document.body.appendChild(document.createElement('i'));
      const colorOf = (name) => ((probe.style.color = 'var(' + name + ')'), getComputedStyle(probe).color);
      const of = { first: [styleOf('.load-more'), colorOf('--vscode-button-border')], second: [styleOf('vscode-button[secondary]'), colorOf('--vscode-button-secondaryBorder')] };
      probe.remove();
      return of;
    })()`;
    const look: Look = async (theme) => {
      const { first, second } = await page.evaluate<Record<'first' | 'second', [string, string]>>(colors);
      assert.equal(first[0], first[1], theme);
      assert.equal(second[0], second[1], theme);
      await pictureStep(page, `results second buttons ${theme}`);
    };
    await lookInThemes(page, look, themeNames);
  });

  it('updates a stored response’s age on the button, without a request', async () => {
    let age = 'just now';
    alone = await open({
      responses: { quote: () => ({ price: `from history, ${age}`, freshPrice: '≈$0.0002', faults: [] }) },
    });
    const { page, host } = alone;
    await page.clock.install();
    await page.reload(); // so the page uses that clock from the start
    host.send('query', searchQuery);
    host.send('query', searchQuery);
    host.send('status', statusOf({ phase: 'idle', loaded: 0, summary: '' }));
    await page.getByRole('button', { name: 'Search (from history, just now)' }).waitFor();
    age = '3 min ago';
    await page.clock.fastForward(3 * 60_000);
    await page.getByRole('button', { name: 'Search (from history, 3 min ago)' }).waitFor();
    assert.deepEqual(alone.received('call'), []);
  });
});
