import { extent, rollup } from 'd3-array';
import type { Cell } from '../cell.ts';
import { type TimeInterval, utcDay, utcHour, utcMonth, utcYear } from 'd3-time';
import type { LinePlot } from './plot.ts';

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
 * How many times fall into each hour, day, month or year (UTC), without gaps, so that a quiet day is seen as one. Dates of long before
 * the last one are left out.
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

/** A few records over months are a line of single spikes by the day: they are counted by the month. */
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
