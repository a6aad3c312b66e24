import { extent, groups, rollup } from 'd3-array';
import type { Cell } from '../cell.ts';
import { type TimeInterval, utcDay, utcHour, utcMonth, utcYear } from 'd3-time';
import { type LinePlot, yearStepNames, getYearsOfStep } from './plot.ts';
import { stripToSingleLine } from '../../../text/stripHiddenCharacters.ts';

type TimeStep = NonNullable<LinePlot['step']>;

const createYearInterval = (step: (typeof yearStepNames)[number]): TimeInterval => utcYear.every(getYearsOfStep(step)) ?? utcYear;
const intervalByTimeStep: Readonly<Record<TimeStep, TimeInterval>> = {
  hour: utcHour,
  day: utcDay,
  month: utcMonth,
  year: utcYear,
  decade: createYearInterval('decade'),
  century: createYearInterval('century'),
  millennium: createYearInterval('millennium'),
};

const millisecondsPerDay = 86_400_000;
const millisecondsPerYear = 365.25 * millisecondsPerDay;
/** The first date that there is. */
const minDateMs = -8.64e15;

/** More points than a line shows. */
const maxPoints = 400;

/** How many times fall into each hour, day, month or some years (UTC), without gaps, so that a quiet day is seen as one. */
export function plotCountsOverTime(name: string, title: string, series: string, times: readonly Cell[]): LinePlot {
  const known = times.filter((time) => typeof time === 'number');
  const [first = 0, last = 0] = extent(known);
  const step = chooseTimeStep(last - first, known.length);
  const interval = intervalByTimeStep[step];
  const startOf = (time: number): number => {
    const start = interval.floor(new Date(time)).getTime();
    return Number.isNaN(start) ? minDateMs : start;
  };
  const counts = rollup(known, ({ length }) => length, startOf);
  const x: number[] = [];
  if (known.length > 0) {
    for (let at = startOf(first); at <= last; at = interval.floor(interval.offset(new Date(at), 1)).getTime()) {
      x.push(at);
    }
  }
  const values = x.map((at) => counts.get(at) ?? 0);
  return { kind: 'line', name, title, x, series: [{ title: series, values, axis: 'left', spansGaps: false }], step };
}

/** A few records over months are a line of single spikes by the day: they are counted by the month. */
function chooseTimeStep(span: number, count: number): TimeStep {
  if (span <= 3 * millisecondsPerDay) {
    return 'hour';
  }
  const isSparse = span > 120 * millisecondsPerDay && span > 2 * count * millisecondsPerDay;
  if (span <= maxPoints * millisecondsPerDay && !isSparse) {
    return 'day';
  }
  // a single record with a date of the year 1 shall not make a point of each month since
  return span <= maxPoints * 30 * millisecondsPerDay
    ? 'month'
    : (yearStepNames.find((step) => span <= maxPoints * getYearsOfStep(step) * millisecondsPerYear) ?? 'millennium');
}

/** What was read of an account at a time. */
export interface FollowerSnapshot {
  readonly at: number;
  readonly username: string;
  readonly followers: number;
}

/** The most lines that can be distinguished. */
const maxFollowerLines = 8;

/** Followers over the answers that are kept, one line per account that was read more than once. */
export function plotFollowersOverTime(snapshots: readonly FollowerSnapshot[]): LinePlot {
  const byTime = snapshots.toSorted((a, b) => a.at - b.at);
  const named = groups(byTime, ({ username }) => username)
    .filter(([, seen]) => new Set(seen.map(({ at }) => at)).size > 1)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, maxFollowerLines);
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
      return { title: `@${stripToSingleLine(username)}`, values, axis: 'left', spansGaps: true };
    }),
    step: undefined,
  };
}
