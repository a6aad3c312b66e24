import type { RecordTable } from '../table/cell.ts';
import type { Plot } from './plot.ts';

/** The table that says the same as a plot. */
export function plotTable(plot: Plot): RecordTable {
  if (plot.kind === 'bar') {
    return {
      columns: [
        { name: 'label', title: plot.title, type: 'text', isShown: true },
        { name: plot.unit, title: plot.unit, type: 'count', isShown: true },
      ],
      rows: plot.bars.map(({ label, value }) => [label, value]),
    };
  }
  return {
    columns: [
      { name: 'time', title: 'Time', type: 'time', isShown: true },
      ...plot.series.map(({ title }) => ({ name: title, title, type: 'number', isShown: true }) as const),
    ],
    rows: plot.x.map((time, at) => [time, ...plot.series.map(({ values }) => values[at] ?? null)]),
  };
}
