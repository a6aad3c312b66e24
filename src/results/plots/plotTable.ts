import type { RecordTable } from '../table/cell.ts';
import { isoTime } from '../table/cellText.ts';
import { type LinePlot, type Plot, yearsOf } from './plot.ts';

/** The table that says the same as a plot. */
export function plotTable(plot: Plot): RecordTable {
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
    rows: plot.x.map((time, at) => [timeLabel(time, plot.step), ...plot.series.map(({ values }) => values[at] ?? null)]),
  };
}

/** "2026-01-31", "2020–2029", as fine as the steps of the plot; UTC, as the steps are. */
export function timeLabel(time: number, step: LinePlot['step']): string {
  const iso = isoTime(time);
  switch (step) {
    case 'year':
    case 'decade':
    case 'century':
    case 'millennium': {
      const first = new Date(time).getUTCFullYear();
      return step === 'year' ? String(first) : `${first}–${first + yearsOf(step) - 1}`;
    }
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
