import type { Cell } from '../table/cell.ts';
import type { LinePlot } from './plot.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** More points than a line shows. */
const mostPoints = 400;

/** How many times fall into each hour, day or month (UTC), without gaps, so that a quiet day is seen as one. */
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
  return { kind: 'line', name, title, x, series: [{ title: series, values: x.map((at) => counts.get(at) ?? 0) }], step };
}

/** A few records over months are a line of single spikes by the day: they are counted by the month. */
function stepOf(span: number, count: number): 'hour' | 'day' | 'month' {
  if (span <= 3 * day) {
    return 'hour';
  }
  const isSparse = span > 120 * day && span > 2 * count * day;
  return span > mostPoints * day || isSparse ? 'month' : 'day';
}

function startOf(time: number, step: 'hour' | 'day' | 'month'): number {
  switch (step) {
    case 'hour':
      return Math.floor(time / hour) * hour;
    case 'day':
      return Math.floor(time / day) * day;
    case 'month': {
      const date = new Date(time);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
    }
  }
}

function nextOf(at: number, step: 'hour' | 'day' | 'month'): number {
  const date = new Date(at);
  return step === 'month' ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) : at + (step === 'hour' ? hour : day);
}
