import type { Cell } from '../table/cell.ts';
import { type LinePlot, wholeYears, yearsOf } from './plot.ts';
import { visibleLine } from '../table/visibleText.ts';

const hour = 3_600_000;
const day = 24 * hour;
const year = 365.25 * day;
/** The first date that there is. */
const earliest = -8.64e15;

type Step = NonNullable<LinePlot['step']>;

/** More points than a line shows. */
const mostPoints = 400;

/** How many times fall into each hour, day, month or some years (UTC), without gaps, so that a quiet day is seen as one. */
export function overTime(name: string, title: string, series: string, times: readonly Cell[]): LinePlot {
  const known = times.filter((time) => typeof time === 'number');
  const first = known.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const last = known.reduce((most, time) => Math.max(most, time), Number.NEGATIVE_INFINITY);
  const step = stepOf(last - first, known.length);
  const counts = new Map<number, number>();
  if (known.length > 0) {
    for (let at = startOf(first, step); at <= last; at = nextOf(at, step)) {
      counts.set(at, 0);
    }
  }
  for (const time of known) {
    const at = startOf(time, step);
    counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  const x = [...counts.keys()];
  const values = x.map((at) => counts.get(at) ?? 0);
  return { kind: 'line', name, title, x, series: [{ title: series, values, axis: 'left', spansGaps: false }], step };
}

/** A few records over months are a line of single spikes by the day: they are counted by the month. */
function stepOf(span: number, count: number): Step {
  if (span <= 3 * day) {
    return 'hour';
  }
  const isSparse = span > 120 * day && span > 2 * count * day;
  if (span <= mostPoints * day && !isSparse) {
    return 'day';
  }
  // a single record with a date of the year 1 shall not make a point of each month since
  return span <= mostPoints * 30 * day
    ? 'month'
    : (wholeYears.find((step) => span <= mostPoints * yearsOf(step) * year) ?? 'millennium');
}

function startOf(time: number, step: Step): number {
  switch (step) {
    case 'hour':
      return Math.floor(time / hour) * hour;
    case 'day':
      return Math.floor(time / day) * day;
    case 'month': {
      const date = new Date(time);
      return firstOf(date.getUTCFullYear(), date.getUTCMonth());
    }
    case 'year':
    case 'decade':
    case 'century':
    case 'millennium': {
      const first = firstOf(wholeOf(new Date(time), step), 0);
      return Number.isNaN(first) ? earliest : first;
    }
  }
}

function nextOf(at: number, step: Step): number {
  const date = new Date(at);
  switch (step) {
    case 'hour':
      return at + hour;
    case 'day':
      return at + day;
    case 'month':
      return firstOf(date.getUTCFullYear(), date.getUTCMonth() + 1);
    case 'year':
    case 'decade':
    case 'century':
    case 'millennium':
      return firstOf(wholeOf(date, step) + yearsOf(step), 0);
  }
}

function wholeOf(date: Date, step: (typeof wholeYears)[number]): number {
  return Math.floor(date.getUTCFullYear() / yearsOf(step)) * yearsOf(step);
}

/** `Date.UTC` takes the years before 100 for those of the last century. NaN beyond the first and the last date of all. */
function firstOf(fullYear: number, month: number): number {
  return new Date(0).setUTCFullYear(fullYear, month);
}

/** What was read of an account at a time. */
export interface Snapshot {
  readonly at: number;
  readonly username: string;
  readonly followers: number;
}

/** Lines that can be told apart. */
const mostLines = 8;

/** Followers over the answers that are kept, one line per account that was read more than once. */
export function followersOverTime(snapshots: readonly Snapshot[]): LinePlot {
  const byName = new Map<string, Snapshot[]>();
  for (const snapshot of snapshots.toSorted((a, b) => a.at - b.at)) {
    byName.set(snapshot.username, [...(byName.get(snapshot.username) ?? []), snapshot]);
  }
  const named = [...byName]
    .filter(([, seen]) => new Set(seen.map(({ at }) => at)).size > 1)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, mostLines);
  const x = [...new Set(named.flatMap(([, seen]) => seen.map(({ at }) => at)))].toSorted((a, b) => a - b);
  return {
    kind: 'line',
    name: 'followers-over-time',
    title: 'Followers over Time',
    x,
    series: named.map(([username, seen]) => {
      const at = new Map(seen.map((snapshot) => [snapshot.at, snapshot.followers]));
      const values = x.map((time) => at.get(time) ?? null);
      // an account is rarely in two answers that follow each other
      return { title: `@${visibleLine(username)}`, values, axis: 'left', spansGaps: true };
    }),
    step: undefined,
  };
}
