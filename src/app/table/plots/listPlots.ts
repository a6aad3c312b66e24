import { rollups, extent, rollup } from 'd3-array';
import type { PlotOffer, BarPlot, LinePlot } from './plot.ts';
import type { Cell, Column, RowCells } from '../cell.ts';
import type { RecordKind } from '../../../client/records/recordKind.ts';
import { stripToSingleLine } from '../../../text/stripHiddenCharacters.ts';
import { type TimeInterval, utcDay, utcHour, utcMonth, utcYear } from 'd3-time';

/** The plots of the records that fit a filter. @param order the places of the rows that fit; in any order */
export function listPlotsOfShownRows(table: PlotSourceTable, order: readonly number[]): readonly PlotOffer[] {
  const isAll = order.length === table.rows.length;
  return listPlots(isAll ? table : { ...table, rows: order.map((place) => table.rows[place] ?? []) });
}

export interface PlotSourceTable {
  readonly kind: RecordKind;
  readonly columns: readonly Column[];
  readonly rows: readonly RowCells[];
}

const maxBars = 20;

/** A plot that there is data for where a cell of one of these columns fits: found without working it out. */
interface PlotCandidate extends PlotOffer {
  readonly columns: readonly string[];
  readonly fits: (cell: Cell, row: RowCells) => boolean;
}

/** The plots that there is data for; makes no call. */
export function listPlots(table: PlotSourceTable): readonly PlotOffer[] {
  return listPlotCandidates(table)
    .filter(({ columns, fits }) => columns.some((column) => hasFittingCell(table, column, fits)))
    .map(({ name, title, make }) => ({ name, title, make }));
}

function listPlotCandidates(table: PlotSourceTable): readonly PlotCandidate[] {
  switch (table.kind) {
    case 'post':
      return [
        createOverTimeCandidate(table, 'posts-over-time', 'Posts over Time', 'Posts'),
        createMagnitudeCandidate(table, 'engagement', 'Posts by Engagement', ['likes', 'reposts', 'replies', 'quotes'], 'Posts'),
        createTopValuesCandidate(table, 'top-authors', 'Top Authors', 'author_username', 'Posts', (handle) => `@${handle}`),
        createTopValuesCandidate(
          table,
          'top-tags',
          'Top Hashtags',
          'hashtags',
          'Posts',
          (tag) => `#${tag.replace(/^#/, '').toLowerCase()}`,
        ),
        createTopValuesCandidate(table, 'top-links', 'Top Link Hosts', 'links', 'Posts', getLinkHost),
        createTopValuesCandidate(table, 'languages', 'Languages', 'lang', 'Posts', (language) => language),
      ];
    case 'user':
      return [
        createOverTimeCandidate(table, 'joined-over-time', 'Accounts by Date of Joining', 'Accounts'),
        createTopRowsCandidate(table, 'followers', 'Most Followers', 'username', 'followers', 'Followers'),
        createMagnitudeCandidate(table, 'follower-sizes', 'Accounts by Followers', ['followers'], 'Accounts'),
      ];
    case 'trend':
      return [
        createTopRowsCandidate(table, 'trend-volume', 'Trends by Posts', 'name', 'volume', 'Posts'),
        createTopRowsCandidate(table, 'trend-score', 'Trends by Score', 'name', 'score', 'Score'),
      ];
    case 'list':
      return [
        createTopRowsCandidate(table, 'members', 'Most Members', 'name', 'members', 'Members'),
        createTopRowsCandidate(table, 'followers', 'Most Followers', 'name', 'followers', 'Followers'),
      ];
    case 'community':
      return [createTopRowsCandidate(table, 'members', 'Most Members', 'name', 'members', 'Members')];
    case 'space':
      return [createTopRowsCandidate(table, 'participants', 'Most Participants', 'title', 'participants', 'Participants')];
    case 'hashtagPoint':
      return [createHashtagCandidate(table)];
    case 'job':
      return [
        createOverTimeCandidate(table, 'jobs-over-time', 'Jobs over Time', 'Jobs'),
        createTopValuesCandidate(table, 'companies', 'Top Companies', 'company', 'Jobs', (name) => name),
      ];
    case 'place':
      return [createTopValuesCandidate(table, 'countries', 'Places by Country', 'country', 'Places', (name) => name)];
    case 'handleState':
      return [createTopValuesCandidate(table, 'states', 'Handles by State', 'state', 'Handles', (state) => state)];
    case 'other':
      return [];
  }
}

function createOverTimeCandidate(table: PlotSourceTable, name: string, title: string, series: string): PlotCandidate {
  const make = () => plotCountsOverTime(name, title, series, getColumnCells(table, 'created_at'));
  return { name, title, columns: ['created_at'], fits: isNumberCell, make };
}

/**
 * How many rows have how much of what some columns count together, in powers of ten: "0", "1–9", "10–99", …, without gaps from the
 * first to the last that holds something.
 */
function createMagnitudeCandidate(
  table: PlotSourceTable,
  name: string,
  title: string,
  columns: readonly string[],
  unit: string,
): PlotCandidate {
  const make = (): BarPlot => {
    const parts = columns.map((column) => getColumnCells(table, column));
    const counts: number[] = [];
    for (const row of table.rows.keys()) {
      const known = parts.map((part) => part[row] ?? null).filter(isAmountCell);
      if (known.length > 0) {
        const size = known.reduce((sum, value) => sum + value, 0);
        const bucket = size < 1 ? 0 : Math.floor(Math.log10(size) + 1e-9) + 1;
        counts[bucket] = (counts[bucket] ?? 0) + 1;
      }
    }
    const first = counts.findIndex((count) => count > 0);
    const bars = Array.from(counts, (count, bucket) => ({ label: formatBucketLabel(bucket), value: count ?? 0 }));
    return { kind: 'bar', name, title, unit, bars: bars.slice(Math.max(first, 0)) };
  };
  return { name, title, columns, fits: isAmountCell, make };
}

function formatBucketLabel(bucket: number): string {
  if (bucket === 0) {
    return '0';
  }
  const from = 10 ** (bucket - 1);
  return `${from.toLocaleString('en')}–${(from * 10 - 1).toLocaleString('en')}`;
}

/** How often each value of a column stands in the rows; a row counts once for each of its values. */
function createTopValuesCandidate(
  table: PlotSourceTable,
  name: string,
  title: string,
  column: string,
  unit: string,
  toLabel: (value: string) => string,
): PlotCandidate {
  const labels = (cell: Cell): ReadonlySet<string> => {
    const values = typeof cell === 'string' ? [cell] : Array.isArray(cell) ? (cell as readonly string[]) : [];
    return new Set(values.map((value) => toLabel(stripToSingleLine(value))).filter((label) => label !== ''));
  };
  const make = (): BarPlot => {
    const all = getColumnCells(table, column).flatMap((cell) => [...labels(cell)]);
    const counts = rollups(
      all,
      (same) => same.length,
      (label) => label,
    );
    return { kind: 'bar', name, title, unit, bars: selectLargestBars(counts.map(([label, value]) => ({ label, value }))) };
  };
  return { name, title, columns: [column], fits: (cell) => labels(cell).size > 0, make };
}

function createTopRowsCandidate(
  table: PlotSourceTable,
  name: string,
  title: string,
  label: string,
  value: string,
  unit: string,
): PlotCandidate {
  const bar = (text: Cell, amount: Cell) =>
    typeof amount === 'number' && typeof text === 'string' ? [{ label: stripToSingleLine(text), value: amount }] : [];
  const make = (): BarPlot => {
    const labels = getColumnCells(table, label);
    const bars = getColumnCells(table, value).flatMap((amount, row) => bar(labels[row] ?? null, amount));
    return { kind: 'bar', name, title, unit, bars: selectLargestBars(bars) };
  };
  const at = findColumnIndex(table, label);
  return { name, title, columns: [value], fits: (cell, row) => bar(row[at] ?? null, cell).length > 0, make };
}

function selectLargestBars(bars: BarPlot['bars']): BarPlot['bars'] {
  return bars.toSorted((a, b) => b.value - a.value || (a.label < b.label ? -1 : 1)).slice(0, maxBars);
}

function createHashtagCandidate(table: PlotSourceTable): PlotCandidate {
  const name = 'hashtag-over-time';
  const title = 'Hashtag over Time';
  const make = (): LinePlot => {
    const numbers = (column: string) => getColumnCells(table, column).map((cell) => (isNumberCell(cell) ? cell : null));
    const points = numbers('timestamp')
      .flatMap((time, row) => (time === null ? [] : [{ time, row }]))
      .toSorted((a, b) => a.time - b.time);
    const valuesOf = (column: string) => {
      const values = numbers(column);
      return points.map(({ row }) => values[row] ?? null);
    };
    return {
      kind: 'line',
      name,
      title,
      x: points.map(({ time }) => time),
      series: [
        { title: 'Posts', values: valuesOf('tweet_count'), axis: 'left' },
        { title: 'Engagement', values: valuesOf('engagement'), axis: 'right' },
      ],
      step: undefined,
    };
  };
  return { name, title, columns: ['timestamp'], fits: isNumberCell, make };
}

function getColumnCells(table: PlotSourceTable, name: string): readonly Cell[] {
  const at = findColumnIndex(table, name);
  return at < 0 ? [] : table.rows.map((row) => row[at] ?? null);
}

/** Looks no further than to the first. */
function hasFittingCell(table: PlotSourceTable, name: string, fits: (cell: Cell, row: RowCells) => boolean): boolean {
  const at = findColumnIndex(table, name);
  return at >= 0 && table.rows.some((row) => fits(row[at] ?? null, row));
}

function findColumnIndex({ columns }: PlotSourceTable, name: string): number {
  return columns.findIndex((column) => column.name === name);
}

function isNumberCell(cell: Cell): cell is number {
  return typeof cell === 'number';
}

function isAmountCell(cell: Cell): cell is number {
  return typeof cell === 'number' && cell >= 0;
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
/** More points than a line shows. */
const maxPoints = 400;

/**
 * Counts times per hour, day, month or year (UTC), without gaps, so that quiet days are visible. Dates long before the last one
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
