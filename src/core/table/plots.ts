import { rollups, extent, rollup } from 'd3-array';
import { type Cell, type Column, type RowCells, type RecordTable, formatIsoTime } from './cell.ts';
import type { RecordKind } from '../../client/endpoint.ts';
import { stripToSingleLine } from '../text/stripHiddenCharacters.ts';
import { type TimeInterval, utcDay, utcHour, utcMonth, utcYear } from 'd3-time';

export type Plot = LinePlot | BarPlot;

interface PlotBase {
  /** Stable, because the chosen plot is stored by name. */
  readonly name: string;
  /** English, for `translateTableText`. */
  readonly title: string;
}

export interface LinePlot extends PlotBase {
  readonly kind: 'line';
  /** Milliseconds since 1970. */
  readonly x: readonly number[];
  readonly series: readonly PlotSeries[];
  /** Undefined if the points aren't evenly spaced. */
  readonly step: 'hour' | 'day' | 'month' | 'year' | undefined;
}

interface PlotSeries {
  readonly title: string;
  /** One for each `x`; null if unknown. */
  readonly values: readonly (number | null)[];
  /** Series with the same unit share an axis. */
  readonly axis: 'left' | 'right';
}

export interface BarPlot extends PlotBase {
  readonly kind: 'bar';
  readonly unit: string;
  readonly bars: readonly { readonly label: string; readonly value: number }[];
}

export interface PlotSourceTable {
  readonly kind: RecordKind;
  readonly columns: readonly Column[];
  readonly rows: readonly RowCells[];
}

const maxBars = 20;

/** The plots that have data. @param order the row indexes to include */
export function listPlots({ kind, columns, rows }: PlotSourceTable, order: readonly number[]): readonly Plot[] {
  const plots = makePlots({ kind, columns, rows: order.map((place) => rows[place] ?? []) });
  return plots.filter((plot) => (plot.kind === 'bar' ? plot.bars : plot.x).length > 0);
}

function makePlots(table: PlotSourceTable): readonly Plot[] {
  const times = () => getColumnCells(table, 'created_at');
  switch (table.kind) {
    case 'post':
      return [
        plotCountsOverTime('posts-over-time', 'Posts over Time', 'Posts', times()),
        plotMagnitudes(table, 'engagement', 'Posts by Engagement', ['likes', 'reposts', 'replies', 'quotes'], 'Posts'),
        plotTopValues(table, 'top-authors', 'Top Authors', 'author_username', 'Posts', (handle) => `@${handle}`),
        plotTopValues(table, 'top-tags', 'Top Hashtags', 'hashtags', 'Posts', (tag) => `#${tag.replace(/^#/, '').toLowerCase()}`),
        plotTopValues(table, 'top-links', 'Top Link Hosts', 'links', 'Posts', getLinkHost),
        plotTopValues(table, 'languages', 'Languages', 'lang', 'Posts'),
      ];
    case 'user':
      return [
        plotCountsOverTime('joined-over-time', 'Accounts by Join Date', 'Accounts', times()),
        plotTopRows(table, 'followers', 'Most Followers', 'username', 'followers', 'Followers'),
        plotMagnitudes(table, 'follower-sizes', 'Accounts by Followers', ['followers'], 'Accounts'),
      ];
    case 'trend':
      return [
        plotTopRows(table, 'trend-volume', 'Trends by Posts', 'name', 'volume', 'Posts'),
        plotTopRows(table, 'trend-score', 'Trends by Score', 'name', 'score', 'Score'),
      ];
    case 'list':
      return [
        plotTopRows(table, 'members', 'Most Members', 'name', 'members', 'Members'),
        plotTopRows(table, 'followers', 'Most Followers', 'name', 'followers', 'Followers'),
      ];
    case 'community':
      return [plotTopRows(table, 'members', 'Most Members', 'name', 'members', 'Members')];
    case 'space':
      return [plotTopRows(table, 'participants', 'Most Participants', 'title', 'participants', 'Participants')];
    case 'hashtagPoint':
      return [plotHashtag(table)];
    case 'job':
      return [
        plotCountsOverTime('jobs-over-time', 'Jobs over Time', 'Jobs', times()),
        plotTopValues(table, 'companies', 'Top Companies', 'company', 'Jobs'),
      ];
    case 'place':
      return [plotTopValues(table, 'countries', 'Places by Country', 'country', 'Places')];
    case 'handleState':
      return [plotTopValues(table, 'states', 'Handles by State', 'state', 'Handles')];
    case 'other':
      return [];
  }
}

/** Counts rows by the given columns' sum, in the ranges "0", "1–9", "10–99", …, without gaps. */
function plotMagnitudes(table: PlotSourceTable, name: string, title: string, columns: readonly string[], unit: string): BarPlot {
  const parts = columns.map((column) => getColumnCells(table, column));
  const counts: number[] = [];
  for (const row of table.rows.keys()) {
    const known = parts.flatMap((part) => {
      const cell = part[row];
      return typeof cell === 'number' && cell >= 0 ? [cell] : [];
    });
    if (known.length > 0) {
      const size = known.reduce((sum, value) => sum + value, 0);
      const bucket = size < 1 ? 0 : Math.floor(Math.log10(size) + 1e-9) + 1;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
  }
  const first = counts.findIndex((count) => count > 0);
  const bars = Array.from(counts, (count, bucket) => ({ label: formatBucketLabel(bucket), value: count ?? 0 }));
  return { kind: 'bar', name, title, unit, bars: bars.slice(Math.max(first, 0)) };
}

function formatBucketLabel(bucket: number): string {
  if (bucket === 0) {
    return '0';
  }
  const from = 10 ** (bucket - 1);
  return `${from.toLocaleString('en')}–${(from * 10 - 1).toLocaleString('en')}`;
}

/** Counts the rows with each value. A row with a list counts once for each of its values. */
function plotTopValues(
  table: PlotSourceTable,
  name: string,
  title: string,
  column: string,
  unit: string,
  toLabel: (value: string) => string = (value) => value,
): BarPlot {
  const labels = (cell: Cell): ReadonlySet<string> => {
    const values = typeof cell === 'string' ? [cell] : Array.isArray(cell) ? (cell as readonly string[]) : [];
    return new Set(values.map((value) => toLabel(stripToSingleLine(value))).filter((label) => label !== ''));
  };
  const counts = rollups(
    getColumnCells(table, column).flatMap((cell) => [...labels(cell)]),
    (same) => same.length,
    (label) => label,
  );
  return { kind: 'bar', name, title, unit, bars: selectLargestBars(counts.map(([label, value]) => ({ label, value }))) };
}

function plotTopRows(table: PlotSourceTable, name: string, title: string, label: string, value: string, unit: string): BarPlot {
  const labels = getColumnCells(table, label);
  const bars = getColumnCells(table, value).flatMap((amount, row) => {
    const text = labels[row];
    return typeof amount === 'number' && typeof text === 'string' ? [{ label: stripToSingleLine(text), value: amount }] : [];
  });
  return { kind: 'bar', name, title, unit, bars: selectLargestBars(bars) };
}

function selectLargestBars(bars: BarPlot['bars']): BarPlot['bars'] {
  return bars.toSorted((a, b) => b.value - a.value || (a.label < b.label ? -1 : 1)).slice(0, maxBars);
}

function plotHashtag(table: PlotSourceTable): LinePlot {
  const numbers = (column: string) => getColumnCells(table, column).map((cell) => (typeof cell === 'number' ? cell : null));
  const points = numbers('timestamp')
    .flatMap((time, row) => (time === null ? [] : [{ time, row }]))
    .toSorted((a, b) => a.time - b.time);
  const valuesOf = (column: string) => {
    const values = numbers(column);
    return points.map(({ row }) => values[row] ?? null);
  };
  return {
    kind: 'line',
    name: 'hashtag-over-time',
    title: 'Hashtag over Time',
    x: points.map(({ time }) => time),
    series: [
      { title: 'Posts', values: valuesOf('tweet_count'), axis: 'left' },
      { title: 'Engagement', values: valuesOf('engagement'), axis: 'right' },
    ],
    step: undefined,
  };
}

function getColumnCells({ columns, rows }: PlotSourceTable, name: string): readonly Cell[] {
  const at = columns.findIndex((column) => column.name === name);
  return at < 0 ? [] : rows.map((row) => row[at] ?? null);
}

function getLinkHost(link: string): string {
  return /^https?:\/\/(?:[^/?#@]*@)?(?:www\.)?([^/?#:]+)/i.exec(link)?.[1]?.toLowerCase() ?? '';
}

type TimeStep = NonNullable<LinePlot['step']>;

const intervalByTimeStep: Readonly<Record<TimeStep, TimeInterval>> = {
  hour: utcHour,
  day: utcDay,
  month: utcMonth,
  year: utcYear,
};

const millisecondsPerDay = 86_400_000;
const millisecondsPerYear = 365.25 * millisecondsPerDay;
const maxPoints = 400;

/**
 * Counts times per hour, day, month, or year (UTC), without gaps, so quiet days are visible. Dates long before the last one
 * are left out.
 */
export function plotCountsOverTime(name: string, title: string, series: string, times: readonly Cell[]): LinePlot {
  const numbers = times.filter((time) => typeof time === 'number');
  const [, last = 0] = extent(numbers);
  const known = numbers.filter((time) => time >= last - maxPoints * millisecondsPerYear);
  const [first = 0] = extent(known);
  const step = chooseTimeStep(last - first, known.length);
  const interval = intervalByTimeStep[step];
  const startOf = (time: number): number => interval.floor(new Date(time)).getTime();
  const counts = rollup(known, ({ length }) => length, startOf);
  const x: number[] = [];
  if (known.length > 0) {
    for (let at = startOf(first); at <= last; at = interval.floor(interval.offset(new Date(at), 1)).getTime()) {
      x.push(at);
    }
  }
  const values = x.map((at) => counts.get(at) ?? 0);
  return { kind: 'line', name, title, x, series: [{ title: series, values, axis: 'left' }], step };
}

/** A few records over months would show as single spikes per day, so they are counted by month. */
function chooseTimeStep(span: number, count: number): TimeStep {
  if (span <= 3 * millisecondsPerDay) {
    return 'hour';
  }
  const isSparse = span > 120 * millisecondsPerDay && span > 2 * count * millisecondsPerDay;
  if (span <= maxPoints * millisecondsPerDay && !isSparse) {
    return 'day';
  }
  return span <= maxPoints * 30 * millisecondsPerDay ? 'month' : 'year';
}

export function toPlotTable(plot: Plot): RecordTable {
  if (plot.kind === 'bar') {
    return {
      columns: [
        { name: 'label', title: 'Name', type: 'text', isShown: true },
        { name: plot.unit, title: plot.unit, type: 'count', isShown: true },
      ],
      rows: plot.bars.map(({ label, value }) => [label, value]),
    };
  }
  return {
    columns: [
      { name: 'time', title: 'Time (UTC)', type: 'text', isShown: true },
      ...plot.series.map(({ title }) => ({ name: title, title, type: 'number', isShown: true }) as const),
    ],
    rows: plot.x.map((time, at) => [formatTimeByStep(time, plot.step), ...plot.series.map(({ values }) => values[at] ?? null)]),
  };
}

/** UTC: "2026-01-31" for days, "2026" for years. */
export function formatTimeByStep(time: number, step: LinePlot['step']): string {
  const iso = formatIsoTime(time);
  switch (step) {
    case 'year':
      return String(new Date(time).getUTCFullYear());
    case 'month':
      return iso.slice(0, 7);
    case 'day':
      return iso.slice(0, 10);
    case 'hour':
      return `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
    case undefined:
      return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
  }
}
