/** A picture of what is loaded, as data: it is drawn, read as a table, and saved from this alone. */
export type Plot = LinePlot | BarPlot;

/** Steps of whole years. */
export const wholeYears = ['year', 'decade', 'century', 'millennium'] as const;
type WholeYears = (typeof wholeYears)[number];

export function yearsOf(step: WholeYears): number {
  return { year: 1, decade: 10, century: 100, millennium: 1_000 }[step];
}

/** A plot that there is data for; worked out when it is wanted. */
export interface PlotOffer extends PlotBase {
  readonly make: () => Plot;
}

interface PlotBase {
  /** Stable, for the choice that is kept. */
  readonly name: string;
  /** In English, for translation. */
  readonly title: string;
}

/** Values over time, or over another number. */
export interface LinePlot extends PlotBase {
  readonly kind: 'line';
  /** What `x` counts: milliseconds since 1970. */
  readonly x: readonly number[];
  readonly series: readonly PlotSeries[];
  /** How far apart two points are, where they are evenly spaced. */
  readonly step: 'hour' | 'day' | 'month' | WholeYears | undefined;
}

interface PlotSeries {
  readonly title: string;
  /** One for each of `x`; null for what is not known. */
  readonly values: readonly (number | null)[];
  /** Where its scale stands: series of one unit share one. */
  readonly axis: 'left' | 'right';
  /** Whether a line goes on over what is not known; else it breaks there. */
  readonly spansGaps: boolean;
}

/** Named amounts, in the order to show them. */
export interface BarPlot extends PlotBase {
  readonly kind: 'bar';
  readonly unit: string;
  readonly bars: readonly { readonly label: string; readonly value: number }[];
}
