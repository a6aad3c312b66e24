import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import { createTimeAxis, createValueAxis } from '../../../../src/app/table/plots/axes.ts';
import { type LinePoint, selectVisiblePoints } from '../../../../src/app/table/plots/drawLinePlot.ts';
import { drawPlot } from '../../../../src/app/table/plots/drawPlot.ts';
import { type SvgNode, estimateLabelWidth, formatSvg } from '../../../../src/app/table/plots/plotDrawing.ts';
import { plotCountsOverTime, plotFollowersOverTime } from '../../../../src/app/table/plots/plotCountsOverTime.ts';
import { type LinePlot, type Plot, type PlotOffer, toPlotTable } from '../../../../src/app/table/plots/plot.ts';
import { listPlots, listPlotsOfShownRows } from '../../../../src/app/table/plots/listPlots.ts';
import { recordKinds } from '../../../../src/client/records/recordKind.ts';
import { toTable } from '../../../support/toTable.ts';
import { foreignTexts } from './tables.ts';
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

const madeOf = (offers: readonly PlotOffer[]) => offers.map(({ make }) => make());

describe('plots of what is loaded', () => {
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

  it('count a few records over months by the month, and many by the day', () => {
    const day = 86_400_000;
    const every = (days: number) =>
      Array.from({ length: Math.floor(150 / days) }, (_, at) => 1_700_000_000_000 + at * days * day);
    assert.equal(plotCountsOverTime('n', 'T', 'Jobs', every(7)).step, 'month');
    assert.equal(plotCountsOverTime('n', 'T', 'Jobs', every(1)).step, 'day');
  });

  it('count by the year and longer where a record has a date of long ago, so that there are never too many points', () => {
    const now = Date.parse('2026-05-05T00:00:00Z');
    const since = (date: string) => {
      const plot = plotCountsOverTime('n', 'T', 'Posts', [Date.parse(date), now, now]);
      const { rows } = toPlotTable(plot);
      assert.ok(rows.length <= 410, `${date}: ${rows.length}`);
      return [rows[0]?.[0], rows[0]?.[1], rows.at(-1)?.[0], rows.at(-1)?.[1]];
    };
    assert.deepEqual(since('1970-01-01T00:00:00Z'), ['1970', 1, '2026', 2]);
    assert.deepEqual(since('0001-01-01T00:00:00Z'), ['0–9', 1, '2020–2029', 2]);
    assert.deepEqual(since('-020000-06-01T00:00:00Z'), ['-20000–-19901', 1, '2000–2099', 2]);
    const [first] = plotCountsOverTime('n', 'T', 'Posts', [-8.64e15, 8.64e15]).x;
    assert.ok(first !== undefined && Number.isFinite(first));
    assert.ok(plotCountsOverTime('n', 'T', 'Posts', [-8.64e15, 8.64e15]).x.length < 600);
  });

  it('are offered exactly where there is something to draw, and worked out only when they are wanted', () => {
    let looks = 0;
    const table = posts(200);
    const rows = new Proxy(table.rows, {
      get: (target, name) => {
        looks += typeof name === 'string' && /^\d+$/.test(name) ? 1 : 0;
        return Reflect.get(target, name) as unknown;
      },
    });
    const offers = listPlots({ ...table, rows });
    assert.equal(offers.length, 6);
    assert.ok(looks < 12, `${looks} rows were looked at`);
    offers[2]?.make();
    assert.ok(looks < 240, `${looks} rows were looked at`);
    for (const kind of recordKinds) {
      const records = [{ username: 'a', name: 'b', likes: -1, createdAt: 'never', urls: ['x'], followers: -3 }];
      for (const plot of madeOf(listPlots({ kind, ...toTable(kind, records) }))) {
        assert.ok((plot.kind === 'bar' ? plot.bars : plot.x).length > 0, `${kind} ${plot.name}`);
      }
    }
  });

  it('rank authors, tags and hosts of links, each counted once per post', () => {
    const plots = madeOf(listPlots(posts(5)));
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

  it('are there for nothing where nothing is loaded', () => {
    for (const kind of recordKinds) assert.deepEqual(listPlots({ kind, ...toTable(kind, []) }), []);
  });

  it('say the same as a table', () => {
    for (const plot of madeOf(listPlots(posts(9)))) {
      const { columns, rows } = toPlotTable(plot);
      assert.equal(rows.length, plot.kind === 'bar' ? plot.bars.length : plot.x.length);
      for (const row of rows) assert.equal(row.length, columns.length);
    }
  });

  it('draw followers of the accounts that were read more than once', () => {
    const plot = plotFollowersOverTime([
      { at: 2, username: 'ada', followers: 12 },
      { at: 1, username: 'ada', followers: 10 },
      { at: 1, username: 'bea', followers: 5 },
    ]);
    assert.deepEqual(plot.x, [1, 2]);
    assert.deepEqual(plot.series, [{ title: '@ada', values: [10, 12], axis: 'left', spansGaps: true }]);
  });

  it('are of those that fit the filter alone, whatever their order', () => {
    const table = posts(9);
    const bars = (order: readonly number[]) => {
      const authors = madeOf(listPlotsOfShownRows(table, Uint32Array.from(order), [])).find(({ name }) => name === 'top-authors');
      assert.equal(authors?.kind, 'bar');
      return authors.bars;
    };
    assert.deepEqual(bars([7, 3, 2]), [
      { label: '@bea', value: 2 },
      { label: '@ada', value: 1 },
    ]);
    assert.deepEqual(madeOf(listPlotsOfShownRows(table, Uint32Array.from(table.rows.keys()), [])), madeOf(listPlots(table)));
    assert.deepEqual(listPlotsOfShownRows(table, new Uint32Array(), []), []);
  });

  it('show the followers of the accounts that fit the filter', () => {
    const table = { kind: 'user', ...toTable('user', [{ username: 'ada' }, { username: 'bea' }]) } as const;
    const snapshots = ['ada', 'bea', 'of no record'].flatMap((username) =>
      [1, 2].map((at) => ({ at, username, followers: at * 10 })),
    );
    const lines = (order: readonly number[]) =>
      madeOf(listPlotsOfShownRows(table, Uint32Array.from(order), snapshots)).flatMap((plot) =>
        plot.kind === 'line' && plot.name === 'followers-over-time' ? plot.series.map(({ title }) => title) : [],
      );
    assert.deepEqual(lines([1]), ['@bea']);
    assert.deepEqual(lines([0, 1]), ['@ada', '@bea']);
  });
});

const draw = (plot: Plot, width = 600, hidden: readonly string[] = []) =>
  drawPlot(plot, { width, note: '', language: 'en', hidden: new Set(hidden) });
const linePlot = (x: readonly number[], ...series: readonly (readonly (number | null)[])[]): LinePlot => ({
  kind: 'line',
  name: 'n',
  title: 'T',
  x,
  series: series.map((values, at) => ({ title: `s${at}`, values, axis: 'left', spansGaps: false })),
  step: undefined,
});
const barPlot = (values: readonly number[]): Plot => ({
  kind: 'bar',
  name: 'n',
  title: 'T',
  unit: 'u',
  bars: values.map((value, at) => ({ label: `bar ${at}`, value })),
});
const nodesOf = (node: SvgNode): readonly SvgNode[] => [
  node,
  ...node.children.flatMap((child) => (typeof child === 'string' ? [] : nodesOf(child))),
];
const textsOf = (node: SvgNode) => nodesOf(node).flatMap(({ name, children }) => (name === 'text' ? children.map(String) : []));
const pathsOf = (node: SvgNode) => nodesOf(node).flatMap(({ attributes: { d } }) => (d === undefined ? [] : [d]));
const black = () => '#000000';

/** All coordinates that are written in a drawing, with the end that they may not pass. */
function checkInside(plot: Plot, width: number): void {
  const drawing = draw(plot, width);
  const last = Math.max(0, drawing.count - 1);
  for (const { name, attributes } of [drawing.picture, drawing.cursor(0), drawing.cursor(last)].flatMap(nodesOf)) {
    for (const [key, value] of Object.entries(attributes)) {
      const limit = /^(x|x1|x2|cx|width)$/.test(key) ? width : /^(y|y1|y2|cy|height)$/.test(key) ? drawing.height : undefined;
      if (limit !== undefined) assert.ok(Number(value) >= 0 && Number(value) <= limit, `${name} ${key} ${value} of ${limit}`);
    }
    for (const [, x, y] of (attributes['d'] ?? '').matchAll(/[ML]([^,]+),([^A-Za-z]+)/g)) {
      assert.ok(Number(x) >= 0 && Number(x) <= width && Number(y) >= 0 && Number(y) <= drawing.height, `${x} ${y}`);
    }
  }
}

describe('the drawing of a plot', () => {
  it('stays inside the picture, whatever the values and the width', () => {
    const values = fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(0, -1, 1e300, -1e300),
    );
    const times = fc.uniqueArray(fc.integer({ min: -8.64e15, max: 8.64e15 }), { maxLength: 30 });
    fc.assert(
      fc.property(
        times,
        fc.array(fc.option(values), { maxLength: 60 }),
        fc.integer({ min: 220, max: 1500 }),
        (x, some, width) => {
          const sorted = x.toSorted((a, b) => a - b);
          const series = [0, 1].map((at) => sorted.map((_, place) => some[place * 2 + at] ?? null));
          checkInside(linePlot(sorted, ...series), width);
          checkInside(barPlot(some.filter((value) => value !== null)), width);
        },
      ),
      { numRuns: propertyRuns(3_000, 80) },
    );
    for (const plot of madeOf(listPlots(posts(40)))) checkInside(plot, 700);
  });

  it('is a well-formed document without script or addresses, whatever the labels', () => {
    fc.assert(
      fc.property(fc.array(foreignTexts, { minLength: 1, maxLength: 5 }), (labels) => {
        const bars = labels.map((label, value) => ({ label: `<script>${label}"'&\u0000\ud800`, value }));
        const { picture } = draw({ kind: 'bar', name: 'n', title: '<b>', unit: 'u', bars });
        const svg = formatSvg(picture, () => '"><script>');
        assert.doesNotMatch(svg, /<script|<b>|url\(|var\(/);
        assert.equal(svg.split('<text').length, svg.split('</text>').length);
        assert.doesNotMatch(svg.replaceAll(/&(amp|lt|gt|quot);/g, ''), /&/);
        // oxlint-disable-next-line no-control-regex -- what XML forbids
        assert.doesNotMatch(svg, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u);
      }),
      { numRuns: propertyRuns(2_000, 60) },
    );
  });

  it('says in words what it shows, and of which records', () => {
    const options = { width: 600, note: '3 of 9', language: 'en', hidden: new Set<string>() };
    const svg = formatSvg(drawPlot(linePlot([0, 86_400_000], [2, 1_000]), options).picture, black);
    assert.match(svg, /<title>T \(3 of 9\)<\/title><desc>1970-01-01 00:00:00 – 1970-01-02 00:00:00, s0: 2 – 1,000<\/desc>/);
    const narrow = drawPlot({ ...linePlot([0], [1]), title: 'A longer title' }, { ...options, width: 140 });
    assert.deepEqual(textsOf(narrow.picture).slice(0, 2), ['A longer title', '3 of 9']);
  });

  it('has a colour for each series in a theme that lacks some', () => {
    const { picture } = draw(linePlot([0, 1], ...Array.from({ length: 8 }, () => [1, 2])));
    const lines = nodesOf(picture).filter(({ name }) => name === 'path');
    const looks = lines.map(({ attributes }) => `${attributes['stroke'] ?? ''} ${attributes['stroke-dasharray'] ?? ''}`);
    assert.equal(new Set(looks).size, 8);
    assert.ok(
      looks.every((look) => /^var\(--vscode-charts-\w+, #\w{6}\)/.test(look)),
      looks.join(),
    );
    assert.doesNotMatch(
      formatSvg(picture, (_, other) => other),
      /var\(|stroke=""/,
    );
  });

  it('keeps the dates below the ends of its axis inside the picture', () => {
    const plot = linePlot([Date.parse('2026-01-03T00:00:00Z'), Date.parse('2026-01-03T23:00:00Z')], [1, 2]);
    const label = nodesOf(draw(plot, 300).picture).find(({ children: [text] }) => text === '2026-01-03');
    assert.ok(Number(label?.attributes['x']) >= estimateLabelWidth('2026-01-03') / 2 - 0.1);
  });

  it('breaks a line where a value is not known, and goes on over it where that says nothing', () => {
    const plot = linePlot([0, 1, 2, 3, 4], [1, 2, null, 2, 1]);
    assert.equal(pathsOf(draw(plot).picture)[0]?.split('M').length, 3);
    const spanning = { ...plot, series: plot.series.map((series) => ({ ...series, spansGaps: true })) };
    assert.equal(pathsOf(draw(spanning).picture)[0]?.split('M').length, 2);
  });

  it('shows one point, values that are all equal, and nothing at all', () => {
    assert.match(pathsOf(draw(linePlot([5], [7])).picture)[0] ?? '', /^M[\d.]+,[\d.]+h0$/);
    assert.deepEqual(pathsOf(draw(linePlot([], [])).picture), ['']);
    assert.equal(draw(barPlot([])).count, 0);
    const [, , first, second] = nodesOf(draw(barPlot([4, 4])).picture).filter(({ name }) => name === 'rect' || name === 'title');
    assert.equal(first?.attributes['width'], second?.attributes['width']);
  });

  it('draws amounts below 0 on the other side of it', () => {
    const [, plus, minus] = nodesOf(draw(barPlot([5, -5])).picture).filter(({ name }) => name === 'rect');
    const zero = Number(minus?.attributes['x']) + Number(minus?.attributes['width']);
    assert.ok(Math.abs(Number(plus?.attributes['x']) - zero) < 0.2);
  });

  it('hides a series, which leaves the scale to the others', () => {
    const plot = linePlot([0, 1], [1, 2], [1_000, 99_000]);
    assert.ok(textsOf(draw(plot).picture).includes('100K'));
    const without = draw(plot, 600, ['s1']);
    assert.equal(pathsOf(without.picture).length, 1);
    assert.ok(!textsOf(without.picture).includes('100K'));
    assert.equal(without.legend.length, 2, 'its name stays, to show it again');
    assert.equal(pathsOf(draw(plot, 600, ['s0', 's1']).picture).length, 0);
  });

  it('has a scale for each of two units, and says which is whose', () => {
    const [one, other] = linePlot([0, 1], [1, 2], [1_000, 9_000]).series;
    assert.ok(one && other);
    const texts = textsOf(draw({ ...linePlot([0, 1]), series: [one, { ...other, axis: 'right' }] }).picture);
    assert.deepEqual(
      ['← s0', 's1 →', '2', '10K'].filter((text) => !texts.includes(text)),
      [],
    );
  });

  it('finds the point or bar that is nearest', () => {
    const lines = draw(linePlot([0, 10, 100], [1, 2, 3]));
    assert.deepEqual(
      [-50, 50, 590, 2_000].map((x) => lines.nearest(x, 0)),
      [0, 0, 2, 2],
    );
    const bars = draw(barPlot([3, 2, 1]));
    assert.deepEqual(
      [0, bars.height / 2, 9_999].map((y) => bars.nearest(0, y)),
      [0, 1, 2],
    );
  });

  it('cuts off names that have no room and keeps the amounts', () => {
    const bars = [{ label: 'W'.repeat(60), value: 1_234_567 }];
    const texts = textsOf(draw({ kind: 'bar', name: 'n', title: 'T', unit: 'u', bars }, 300).picture);
    assert.ok(
      texts.some((text) => /^W{3,15}…$/.test(text)),
      texts.join(' '),
    );
    assert.ok(texts.includes('1,234,567'));
  });
});

describe('the points of a line that can be seen', () => {
  const point = fc.tuple(fc.double({ min: 0, max: 20, noNaN: true }), fc.double({ min: -1e9, max: 1e9, noNaN: true }));
  const lines = fc.array(fc.option(point), { maxLength: 400 }).map((points): readonly LinePoint[] => {
    const xs = points.flatMap((one) => (one === null ? [] : [one[0]])).toSorted((a, b) => a - b);
    return points.map((one) => (one === null ? null : [xs.shift() ?? 0, one[1]]));
  });
  const known = (points: readonly LinePoint[]) => points.filter((one) => one !== null);

  it('are in each column of pixels the first, the lowest, the highest and the last', () => {
    fc.assert(
      fc.property(lines, fc.boolean(), (points, spansGaps) => {
        const kept = selectVisiblePoints(points, spansGaps);
        assert.deepEqual(
          known(kept),
          known(points).filter((one) => kept.includes(one)),
          'they are points of the line, in their order',
        );
        for (let column = 0; column <= 20; column += 1) {
          const inColumn = (all: readonly LinePoint[]) => known(all).filter(([x]) => Math.floor(x) === column);
          const [all, some] = [inColumn(points), inColumn(kept)];
          assert.ok(some.length <= 4);
          for (const pick of [Math.min, Math.max]) assert.equal(pick(...some.map(([, y]) => y)), pick(...all.map(([, y]) => y)));
          assert.equal(some[0], all[0]);
          assert.equal(some.at(-1), all.at(-1));
        }
      }),
      { numRuns: propertyRuns(3_000, 80) },
    );
  });

  it('keep the gaps that are wider than a pixel, and no others', () => {
    const [a, b, c]: readonly LinePoint[] = [
      [0.1, 1],
      [0.9, 1],
      [2, 1],
    ];
    assert.deepEqual(selectVisiblePoints([null, a ?? null, null, b ?? null, null, c ?? null, null], false), [a, b, null, c]);
    assert.deepEqual(selectVisiblePoints([null, a ?? null, null, c ?? null], true), [a, c]);
  });

  it('are few, however many points there are', () => {
    const many = Array.from({ length: 100_000 }, (_, at): LinePoint => (at % 3 === 0 ? null : [at / 200, Math.sin(at)]));
    assert.ok(selectVisiblePoints(many, false).length <= 500 * 5);
  });
});

describe('the axes of a plot', () => {
  const labels = (values: readonly number[], language = 'en') =>
    createValueAxis(values, [230, 0], language).ticks.map(({ label }) => label);
  const timeLabels = (...times: readonly string[]) =>
    createTimeAxis(
      times.map((time) => Date.parse(time)),
      [0, 600],
      'en',
    ).ticks.flatMap(({ label, context }) => (label === '' ? [] : [context === undefined ? label : `${label}/${context}`]));

  it('begin with 0 where it is near, and leave it out where it is far', () => {
    assert.deepEqual(labels([3, 10]), ['0', '2', '4', '6', '8', '10']);
    assert.deepEqual(labels([10_000, 10_040]), ['10,000', '10,010', '10,020', '10,030', '10,040']);
    assert.deepEqual(labels([-10, -3]), ['-10', '-8', '-6', '-4', '-2', '0']);
    assert.deepEqual(labels([7, 7]), ['0', '1', '2', '3', '4', '5', '6', '7']);
    assert.deepEqual(labels([0, 0]), ['0', '1']);
    assert.deepEqual(labels([]), ['0', '1']);
  });

  it('have no halves of what is counted', () => {
    assert.deepEqual(labels([0, 2]), ['0', '1', '2']);
    assert.ok(labels([0, 1.5]).includes('0.5'));
  });

  it('are logarithmic where amounts are of different magnitudes', () => {
    assert.deepEqual(labels([90, 20_000, 1_500_000]), ['10', '100', '1K', '10K', '100K', '1M', '10M']);
  });

  it('tell their ticks from each other, in the language of the person', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 5 }), (values) => {
        const { ticks } = createValueAxis(values, [230, 0], 'en');
        assert.ok(ticks.length > 0 && ticks.length < 20, String(ticks.length));
        assert.equal(new Set(ticks.map(({ label }) => label)).size, ticks.length);
        assert.ok(ticks.every(({ pixel }) => pixel >= -0.01 && pixel <= 230.01));
      }),
      { numRuns: propertyRuns(3_000, 80) },
    );
    assert.ok(labels([0, 1_500_000], 'de').includes('1,5\u00a0Mio.'));
  });

  it('count time in UTC, as finely as there is room, and say the year or the day where it begins', () => {
    assert.deepEqual(timeLabels('2026-01-03T00:00:00Z', '2026-01-04T23:00:00Z').slice(0, 2), ['00:00/2026-01-03', '06:00']);
    assert.deepEqual(timeLabels('2025-12-29T00:00:00Z', '2026-01-03T00:00:00Z'), [
      'Dec 29/2025',
      'Dec 30',
      'Dec 31',
      'Jan 1/2026',
      'Jan 2',
      'Jan 3',
    ]);
    assert.deepEqual(timeLabels('2025-11-01T00:00:00Z', '2026-02-01T00:00:00Z'), ['Nov/2025', 'Dec', 'Jan/2026', 'Feb']);
    assert.deepEqual(timeLabels('2026-01-03T10:20:30Z'), ['10:20:30/2026-01-03']);
  });

  it('show dates of the year 1 and the first and last of all', () => {
    assert.equal(timeLabels('0001-01-01T00:00:00Z', '2026-01-01T00:00:00Z').at(-1), '2000');
    const { ticks } = createTimeAxis([-8.64e15, 8.64e15], [0, 600], 'en');
    assert.ok(ticks.length > 0 && ticks.every(({ pixel }) => pixel >= 0 && pixel <= 600));
  });
});
