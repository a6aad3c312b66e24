import { type RecordTable, formatIsoTime } from '../cell.ts';

/** A picture of what is loaded, as data: it is drawn, read as a table, and saved from this alone. */
export type Plot = LinePlot | BarPlot;

interface PlotBase {
  /** Stable, for the choice that is kept. */
  readonly name: string;
  /** In English, for translation. */
  readonly title: string;
}

export interface LinePlot extends PlotBase {
  readonly kind: 'line';
  /** What `x` counts: milliseconds since 1970. */
  readonly x: readonly number[];
  readonly series: readonly PlotSeries[];
  /** The distance between two points, where they are evenly spaced. */
  readonly step: 'hour' | 'day' | 'month' | 'year' | undefined;
}

interface PlotSeries {
  readonly title: string;
  /** One for each of `x`; null for what is not known. */
  readonly values: readonly (number | null)[];
  /** Where its scale stands: series of one unit share one. */
  readonly axis: 'left' | 'right';
}

export interface BarPlot extends PlotBase {
  readonly kind: 'bar';
  readonly unit: string;
  readonly bars: readonly { readonly label: string; readonly value: number }[];
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

/** "2026-01-31", "2026", as fine as the steps of the plot; UTC, as the steps are. */
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
