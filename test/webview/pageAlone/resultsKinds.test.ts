import assert from 'node:assert/strict';
import type { Endpoint } from '../../../src/client/endpoint.ts';
import { exampleValues } from '../../../src/client/endpoints/exampleValues.ts';
import { endpoints } from '../../../src/client/endpoints/table.ts';
import { toPage } from '../../../src/client/records/toPage.ts';
import { parseQueryTexts, toShownQuery } from '../../../src/features/results/host/query.ts';
import { resultsTables } from '../../../src/features/results/resultsContract.ts';
import { pictureStep } from '../../support/vscode/workbench.ts';
import { themesInTurn } from '../../support/vscode/themeTurns.ts';
import { toTable } from '../../support/toTable.ts';
import { exampleResponse } from '../../unit/client/records/responses.ts';
import { type Look, lookInThemes } from '../support/pageThemes.ts';
import { type PageAlone, statusOf, useResultsPage } from '../support/resultsPageAlone.ts';
import { checkNothingIsCutOff } from '../support/resultsTab.ts';
import { until } from '../support/steps.ts';
import { checkAccessibility } from '../support/threadFrame.ts';

/** Expectations for a record page, from its form to its plot. */
interface ShownRecords {
  readonly path: string;
  readonly title: string;
  /** Input for the form, by field label. */
  readonly fields: Readonly<Record<string, string>>;
  /** The first card's text. */
  readonly card: RegExp;
  /** The first table headers. */
  readonly columns: readonly string[];
  readonly plot: { readonly title: string; readonly kind: 'bar' | 'line' };
  /** Whether it opens with a plot. */
  readonly opensAsPlot?: true;
}

const pages: readonly ShownRecords[] = [
  {
    path: '/trends/hashtag/{hashtag}/analytics',
    title: 'Hashtag Analytics',
    fields: { Hashtag: exampleValues.hashtag },
    card: /Posts\s*\d+\s*Engagement/,
    columns: ['Time', 'Posts', 'Engagement'],
    plot: { title: 'Hashtag over Time', kind: 'line' },
    opensAsPlot: true,
  },
  {
    path: '/jobs/search/{searchTerm}',
    title: 'Search Jobs',
    fields: { Keyword: exampleValues.jobWord },
    card: /engineer/i,
    columns: ['Title', 'Company', 'Location'],
    plot: { title: 'Jobs over Time', kind: 'line' },
  },
  {
    path: '/user/{userId}/followers',
    title: 'Followers',
    fields: { User: exampleValues.userId },
    card: /@/,
    columns: ['Handle', 'Name', 'Description', 'Followers'],
    plot: { title: 'Most Followers', kind: 'bar' },
  },
];

const endpointAt = (path: string): Endpoint => {
  const found = endpoints.find((endpoint) => endpoint.path === path);
  assert.ok(found, path);
  return found;
};
const quoteParams = resultsTables.requests.quote;

describe('a results page, from its form to its plot', () => {
  const open = useResultsPage();
  let alone: PageAlone;
  const frame = () => alone.page;
  const button = (name: string | RegExp) => alone.page.getByRole('button', { name, exact: typeof name === 'string' });
  const heads = () => alone.page.getByRole('columnheader');
  /** Opens an endpoint's form with the extension's host code. */
  const openForm = async (endpoint: Endpoint) => {
    alone = await open({
      query: toShownQuery(endpoint, {}, () => true),
      responses: {
        quote: (params) => ({
          price: '≈$0.0002',
          freshPrice: null,
          faults: parseQueryTexts(endpoint, quoteParams.parse(params).texts).faults,
        }),
      },
    });
    alone.host.send('status', statusOf({ phase: 'idle', loaded: 0, hasMore: false, summary: '' }));
    await alone.page.locator('.empty').waitFor();
  };

  const sendRecords = (endpoint: Endpoint, texts: Readonly<Record<string, string>> = {}) => {
    const { kind, records } = toPage(exampleResponse(endpoint), { endpoint });
    const { columns, rows } = toTable(
      kind,
      records.map(({ source }) => source),
    );
    alone.host.send('records', { series: 1, kind, columns: [...columns], start: 0, rows: JSON.stringify(rows) });
    const source = { endpointId: endpoint.id, texts, exchangeIds: ['one'] };
    alone.host.send('status', statusOf({ loaded: rows.length, source, hasMore: false }));
    return records;
  };

  /** Waits for a plot with its table. Bars are sorted with the largest first. */
  const plotsAs = {
    bar: async (title: string) => {
      const table = frame().getByRole('table', { name: title });
      await table.waitFor();
      const values = (await table.locator('tbody td').allInnerTexts()).map((text) => Number(text.replaceAll(',', '')));
      assert.ok(values.length > 1);
      assert.deepEqual(
        values,
        values.toSorted((a, b) => b - a),
      );
    },
    line: async (title: string) => {
      await frame().getByRole('img', { name: title }).waitFor();
      assert.ok((await frame().locator('.plot-table tbody tr').count()) > 1);
    },
  };

  for (const { path, title, fields, card, columns, plot, opensAsPlot } of pages) {
    it(`names missing fields for ${title}, sends it, and shows accessible cards, a table, and a plot`, async () => {
      const endpoint = endpointAt(path);
      await openForm(endpoint);
      const { page } = alone;
      const labels = Object.keys(fields);
      await page.getByText(`Enter ${labels.join(', ')}.`, { exact: true }).waitFor();
      for (const label of labels) {
        assert.match((await page.getByLabel(label).getAttribute('placeholder')) ?? '', /^for example /);
      }
      const load = button('Load');
      assert.equal(await load.getAttribute('aria-disabled'), 'true');
      assert.equal(
        await load.getAttribute('aria-describedby'),
        await page.getByText(`Enter ${labels[0] ?? ''}`).getAttribute('id'),
      );
      await pictureStep(page, `results pages ${title} why not`);
      await checkAccessibility(page, `${title}, not filled in`);
      await load.focus();
      await page.keyboard.press('Enter');
      await page
        .getByLabel(labels[0] ?? '')
        .and(page.locator(':focus'))
        .waitFor();
      for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
      await button(/^Load \(/).click();
      await until(page, 'it is sent', () => alone.received('call').length === 1);

      const [query] = alone.received('call').map((params) => resultsTables.requests.call.parse(params));
      sendRecords(endpoint, query?.texts);
      if (opensAsPlot) {
        await plotsAs[plot.kind](plot.title);
        await button('Cards').click();
      }
      const first = page.locator('.record').first();
      await first.filter({ hasText: card }).waitFor();
      assert.doesNotMatch(await first.innerText(), /https?:/, 'a link is there to be pressed');
      const name = (await first.locator('.name').innerText()).trim();
      const [spoken, select] = [
        await first.getAttribute('aria-label'),
        await first.getByRole('checkbox').getAttribute('aria-label'),
      ];
      assert.ok(name !== '' && spoken?.startsWith(name), `${spoken} does not say ${name}`);
      assert.ok(select?.startsWith(`Select ${name.slice(0, 50)}`), `${select} does not say ${name}`);
      await pictureStep(page, `results pages ${title} cards`);
      await button('Table').click();
      await heads().first().waitFor();
      assert.deepEqual((await heads().allInnerTexts()).slice(0, columns.length), columns);
      await pictureStep(page, `results pages ${title} table`);
      await button('Plots').click();
      await page.getByLabel('Plot', { exact: true }).selectOption(plot.title);
      await plotsAs[plot.kind](plot.title);
      const place = pages.findIndex((one) => one.title === title);
      for (const width of ['wide', 'narrow'] as const) {
        await page.setViewportSize({ width: width === 'wide' ? 1_280 : 300, height: 800 });
        const look: Look = async (theme, rules) => {
          await pictureStep(page, `results pages ${title} plot ${width} ${theme}`);
          await checkAccessibility(page, `${title} ${width} ${theme}`, rules);
          await checkNothingIsCutOff({ frame }, `${title} ${width} ${theme}`);
        };
        await lookInThemes(page, look, themesInTurn(place, width));
      }
      assert.deepEqual([alone.received('call').length, alone.received('loadMore'), alone.unheard()], [1, [], []]);
    });
  }

  it('names the user in the header, and offers Unpin for what is pinned', async () => {
    const endpoint = endpointAt('/user/{userId}/followers');
    const texts = { userId: '12', count: '100' };
    alone = await open({ query: toShownQuery(endpoint, texts, () => true) });
    const [pinned] = sendRecords(endpoint, texts);
    await button('Edit Query: Followers: 12').waitFor();
    alone.host.send('subject', '@ada_writes');
    alone.host.send('pins', [`user:${pinned?.id}`]);
    await button('Edit Query: Followers: @ada_writes').waitFor();
    const [first, second] = [0, 1].map((at) => frame().locator('.record').nth(at));
    assert.ok(first && second);
    await first.getByRole('button', { name: 'Unpin' }).click();
    await second.getByRole('button', { name: 'Pin', exact: true }).waitFor();
    const words = await Promise.all([first, second].map(async (card) => await card.getAttribute('data-vscode-context')));
    assert.deepEqual(
      words.map((context) => /\bpinn\w+/.exec(context ?? '')?.[0]),
      ['pinned', 'pinnable'],
    );
    await until(frame(), 'it is unpinned', () => alone.received('act').length === 1);
    assert.deepEqual(alone.received('act'), [{ action: 'unpin', rows: [0] }]);
  });
});
