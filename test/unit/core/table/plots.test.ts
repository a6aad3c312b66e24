import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import { toPlotTable, listPlots, plotCountsOverTime, type PlotSourceTable } from '../../../../src/core/table/plots.ts';
import { recordKinds } from '../../../../src/client/endpoint.ts';
import { toTable } from '../../../support/toTable.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';

const post = (id: number, more: object = {}) => ({
  id: String(id),
  text: 'a',
  createdAt: `2026-01-0${1 + (id % 5)}T0${id % 10}:00:00Z`,
  author: { username: id % 2 === 0 ? 'ada' : 'bea' },
  counts: { likes: id * 10, retweets: 0, replies: 0, quotes: 0 },
  hashtags: ['Data', { text: 'data' }],
  urls: ['https://www.example.org/a?b', 'https://user@example.org/c'],
  lang: 'en',
  ...more,
});
const posts = (count: number) =>
  ({
    kind: 'post',
    ...toTable(
      'post',
      Array.from({ length: count }, (_, id) => post(id)),
    ),
  }) as const;

const allPlots = (table: PlotSourceTable) => listPlots(table, [...table.rows.keys()]);

describe('plots', () => {
  it('count each post once over time, without gaps', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1_500_000_000_000, max: 1_800_000_000_000 }), { minLength: 1, maxLength: 50 }),
        (times) => {
          const { x, series } = plotCountsOverTime('n', 'T', 'Posts', times);
          assert.equal(
            series[0]?.values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
            times.length,
          );
          assert.ok(x.length <= 500);
          assert.deepEqual(
            x,
            x.toSorted((a, b) => a - b),
          );
        },
      ),
      { numRuns: propertyRuns(3_000, 80) },
    );
  });

  it('count few records over months by month, and many by day', () => {
    const day = 86_400_000;
    const every = (days: number) =>
      Array.from({ length: Math.floor(150 / days) }, (_, at) => 1_700_000_000_000 + at * days * day);
    assert.equal(plotCountsOverTime('n', 'T', 'Jobs', every(7)).step, 'month');
    assert.equal(plotCountsOverTime('n', 'T', 'Jobs', every(1)).step, 'day');
  });

  it('count by year for an old record, and leave out records that are centuries older', () => {
    const now = Date.parse('2026-05-05T00:00:00Z');
    const since = (date: string) => {
      const { rows } = toPlotTable(plotCountsOverTime('n', 'T', 'Posts', [Date.parse(date), now, now]));
      return [rows[0]?.[0], rows[0]?.[1], rows.at(-1)?.[0], rows.at(-1)?.[1]];
    };
    assert.deepEqual(since('1970-01-01T00:00:00Z'), ['1970', 1, '2026', 2]);
    assert.deepEqual(since('0001-01-01T00:00:00Z'), ['2026-05-05 00:00', 2, '2026-05-05 00:00', 2]);
  });

  it('exist only if there is something to draw', () => {
    assert.equal(allPlots(posts(200)).length, 6);
    for (const kind of recordKinds) {
      const records = [{ username: 'a', name: 'b', likes: -1, createdAt: 'never', urls: ['x'], followers: -3 }];
      for (const plot of allPlots({ kind, ...toTable(kind, records) })) {
        assert.ok((plot.kind === 'bar' ? plot.bars : plot.x).length > 0, `${kind} ${plot.name}`);
      }
    }
  });

  it('rank authors, tags, and link hosts, counted once per post', () => {
    const plots = allPlots(posts(5));
    const bars = (name: string) => {
      const plot = plots.find((candidate) => candidate.name === name);
      return plot?.kind === 'bar' ? plot.bars : [];
    };
    assert.deepEqual(bars('top-authors'), [
      { label: '@ada', value: 3 },
      { label: '@bea', value: 2 },
    ]);
    assert.deepEqual(bars('top-tags'), [{ label: '#data', value: 5 }]);
    assert.deepEqual(bars('top-links'), [{ label: 'example.org', value: 5 }]);
    assert.deepEqual(bars('engagement'), [
      { label: '0', value: 1 },
      { label: '1–9', value: 0 },
      { label: '10–99', value: 4 },
    ]);
  });

  it("don't exist without loaded records", () => {
    for (const kind of recordKinds) assert.deepEqual(allPlots({ kind, ...toTable(kind, []) }), []);
  });

  it('have a table with the same values', () => {
    for (const plot of allPlots(posts(9))) {
      const { columns, rows } = toPlotTable(plot);
      assert.equal(rows.length, plot.kind === 'bar' ? plot.bars.length : plot.x.length);
      for (const row of rows) assert.equal(row.length, columns.length);
    }
  });

  it('include only records that match the filter, in any order', () => {
    const table = posts(9);
    const bars = (order: readonly number[]) => {
      const authors = listPlots(table, order).find(({ name }) => name === 'top-authors');
      assert.equal(authors?.kind, 'bar');
      return authors.bars;
    };
    assert.deepEqual(bars([7, 3, 2]), [
      { label: '@bea', value: 2 },
      { label: '@ada', value: 1 },
    ]);
    assert.deepEqual(listPlots(table, []), []);
  });
});
