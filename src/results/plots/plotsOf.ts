import type { Cell, Column, Row } from '../table/cell.ts';
import type { RecordKind } from '../table/recordKind.ts';
import { visibleLine } from '../table/visibleText.ts';
import type { BarPlot, LinePlot, Plot } from './plot.ts';
import { overTime } from './overTime.ts';

/** Rows with what is needed to find a column's cells in them. */
export interface PlotRows {
  readonly kind: RecordKind;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

/** Bars that one screen holds. */
const mostBars = 20;

/** The plots that there is data for; makes no call. */
export function plotsOf(table: PlotRows): readonly Plot[] {
  return candidates(table).filter((plot) => (plot.kind === 'bar' ? plot.bars.length > 0 : plot.x.length > 0));
}

function candidates(table: PlotRows): readonly Plot[] {
  switch (table.kind) {
    case 'tweet':
      return [
        overTime('posts-over-time', 'Posts over Time', 'Posts', cells(table, 'created_at')),
        engagement(table),
        top(table, 'top-authors', 'Top Authors', 'author_username', 'posts', (handle) => `@${handle}`),
        top(table, 'top-tags', 'Top Hashtags', 'hashtags', 'posts', (tag) => `#${tag.replace(/^#/, '').toLowerCase()}`),
        top(table, 'top-links', 'Top Link Hosts', 'links', 'posts', hostOf),
        top(table, 'languages', 'Languages', 'lang', 'posts', (language) => language),
      ];
    case 'user':
      return [
        overTime('joined-over-time', 'Accounts by Date of Joining', 'Accounts', cells(table, 'created_at')),
        ranked(table, 'followers', 'Most Followers', 'username', 'followers', 'followers'),
        distribution(table, 'follower-sizes', 'Accounts by Followers', 'followers', 'accounts'),
      ];
    case 'trend':
      return [
        ranked(table, 'trend-volume', 'Trends by Posts', 'name', 'volume', 'posts'),
        ranked(table, 'trend-score', 'Trends by Score', 'name', 'score', 'score'),
      ];
    case 'list':
      return [
        ranked(table, 'members', 'Most Members', 'name', 'members', 'members'),
        ranked(table, 'followers', 'Most Followers', 'name', 'followers', 'followers'),
      ];
    case 'community':
      return [ranked(table, 'members', 'Most Members', 'name', 'members', 'members')];
    case 'space':
      return [ranked(table, 'participants', 'Most Participants', 'title', 'participants', 'participants')];
    case 'hashtagPoint':
      return [series(table)];
    case 'job':
      return [
        overTime('jobs-over-time', 'Jobs over Time', 'Jobs', cells(table, 'created_at')),
        top(table, 'companies', 'Top Companies', 'company', 'jobs', (name) => name),
      ];
    case 'place':
      return [top(table, 'countries', 'Places by Country', 'country', 'places', (name) => name)];
    case 'handleState':
      return [top(table, 'states', 'Handles by State', 'state', 'handles', (state) => state)];
    case 'other':
      return [];
  }
}

/** How much of what people do with a post: likes, reposts, replies and quotes together, in powers of ten. */
function engagement(table: PlotRows): BarPlot {
  const parts = ['likes', 'reposts', 'replies', 'quotes'].map((name) => cells(table, name));
  const sums = table.rows.map((_, row) => {
    const known = parts.map((part) => part[row]).filter((value) => typeof value === 'number');
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  });
  return buckets('engagement', 'Posts by Engagement', 'posts', sums);
}

function distribution(table: PlotRows, name: string, title: string, column: string, unit: string): BarPlot {
  return buckets(name, title, unit, cells(table, column));
}

/** "0", "1–9", "10–99", …: without gaps from the first to the last that holds something. */
function buckets(name: string, title: string, unit: string, values: readonly Cell[]): BarPlot {
  const counts: number[] = [];
  for (const value of values) {
    if (typeof value === 'number' && value >= 0) {
      const bucket = value < 1 ? 0 : Math.floor(Math.log10(value) + 1e-9) + 1;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
  }
  const first = counts.findIndex((count) => count > 0);
  const bars = Array.from(counts, (count, bucket) => ({ label: bucketLabel(bucket), value: count ?? 0 })).slice(
    Math.max(first, 0),
  );
  return { kind: 'bar', name, title, unit, bars };
}

function bucketLabel(bucket: number): string {
  if (bucket === 0) {
    return '0';
  }
  const from = 10 ** (bucket - 1);
  return `${from.toLocaleString('en')}–${(from * 10 - 1).toLocaleString('en')}`;
}

/** How often each value of a column stands in the rows; a row counts once for each of its values. */
function top(
  table: PlotRows,
  name: string,
  title: string,
  column: string,
  unit: string,
  toLabel: (value: string) => string,
): BarPlot {
  const counts = new Map<string, number>();
  for (const cell of cells(table, column)) {
    const values = typeof cell === 'string' ? [cell] : Array.isArray(cell) ? (cell as readonly string[]) : [];
    for (const label of new Set(values.map((value) => toLabel(visibleLine(value))))) {
      if (label !== '') {
        counts.set(label, (counts.get(label) ?? 0) + 1);
      }
    }
  }
  return { kind: 'bar', name, title, unit, bars: largest([...counts].map(([label, value]) => ({ label, value }))) };
}

/** The rows with the largest value of a column. */
function ranked(table: PlotRows, name: string, title: string, label: string, value: string, unit: string): BarPlot {
  const labels = cells(table, label);
  const bars = cells(table, value).flatMap((amount, row) => {
    const text = labels[row];
    return typeof amount === 'number' && typeof text === 'string' ? [{ label: visibleLine(text), value: amount }] : [];
  });
  return { kind: 'bar', name, title, unit, bars: largest(bars) };
}

function largest(bars: BarPlot['bars']): BarPlot['bars'] {
  return bars.toSorted((a, b) => b.value - a.value || (a.label < b.label ? -1 : 1)).slice(0, mostBars);
}

function series(table: PlotRows): LinePlot {
  const times = cells(table, 'timestamp');
  const counts = cells(table, 'tweet_count');
  const engagements = cells(table, 'engagement');
  const points = times
    .flatMap((time, row) => (typeof time === 'number' ? [{ time, row }] : []))
    .toSorted((a, b) => a.time - b.time);
  const values = (column: readonly Cell[]) =>
    points.map(({ row }) => {
      const value = column[row];
      return typeof value === 'number' ? value : null;
    });
  return {
    kind: 'line',
    name: 'hashtag-over-time',
    title: 'Hashtag over Time',
    x: points.map(({ time }) => time),
    series: [
      { title: 'Posts', values: values(counts) },
      { title: 'Engagement', values: values(engagements) },
    ],
    step: undefined,
  };
}

function cells({ columns, rows }: PlotRows, name: string): readonly Cell[] {
  const at = columns.findIndex((column) => column.name === name);
  return at < 0 ? [] : rows.map((row) => row[at] ?? null);
}

function hostOf(link: string): string {
  return /^https?:\/\/(?:[^/?#@]*@)?(?:www\.)?([^/?#:]+)/i.exec(link)?.[1]?.toLowerCase() ?? '';
}
