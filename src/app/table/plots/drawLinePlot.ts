import { bisectCenter, extent, maxIndex, minIndex } from 'd3-array';
import { type Axis, createTimeAxis, createValueAxis } from './axes.ts';
import {
  type DrawingOptions,
  type LegendEntryBox,
  type PlotDrawing,
  type SvgNode,
  clipLabel,
  plotFontSizePx,
  estimateLabelWidth,
  axisColor,
  plotLineHeightPx,
  plotMarginPx,
  createPlotSvg,
  getSeriesStroke,
  createSvgText,
  getMarksTop,
  roundToTenthPixel,
  createSvgNode,
} from './plotDrawing.ts';
import { type LinePlot, formatTimeByStep } from './plot.ts';

const plotAreaHeightPx = 230;
const legendSwatchWidthPx = 18;
/** Each point has a dot where there are fewer. */
const minPointsWithoutDots = 60;

type LineSeries = LinePlot['series'][number];
type AxisSide = LineSeries['axis'];

/** Where the lines are in a picture. */
type PlotFrame = Readonly<Record<'width' | 'left' | 'right' | 'top' | 'bottom', number>>;

/** Lines over time, with the names of the series above them. */
export function drawLinePlot(plot: LinePlot, options: DrawingOptions): PlotDrawing {
  const { width, hidden, language } = options;
  const names = toLegendNames(plot.series);
  const legend = placeLegendEntries(names, getMarksTop(plot.title, options), width);
  const top = (legend.at(-1)?.y ?? 0) + plotLineHeightPx + 12;
  const bottom = top + plotAreaHeightPx;
  const axes = createValueAxes(
    plot.series.filter(({ title }) => !hidden.has(title)),
    [bottom, top],
    language,
  );
  const frame: PlotFrame = {
    width,
    left: plotMarginPx + Math.max(20, estimateAxisLabelWidth(axes.get('left'))),
    right: width - plotMarginPx - Math.max(16, estimateAxisLabelWidth(axes.get('right'))),
    top,
    bottom,
  };
  const times = createTimeAxis(plot.x, [frame.left, frame.right], language);
  const pixels = plot.x.map(times.toPixel);
  const lines = plot.series.map(({ title, axis, values }): readonly LinePoint[] => {
    const toY = hidden.has(title) ? undefined : axes.get(axis)?.toPixel;
    const toPoint = (value: number | null, place: number): LinePoint =>
      value === null || toY === undefined ? null : [pixels[place] ?? 0, toY(value)];
    return toY === undefined ? [] : values.map(toPoint);
  });
  const marks = [
    ...drawAxes(frame, times, axes),
    ...plot.series.flatMap(({ title, spansGaps }, at) =>
      hidden.has(title) ? [] : drawSeriesLine(lines[at] ?? [], spansGaps, at),
    ),
    ...legend.flatMap((entry, at) => drawLegendEntry(names[at] ?? '', entry, at, !hidden.has(plot.series[at]?.title ?? ''))),
  ];
  const contexts = times.ticks.some(({ context }) => context !== undefined) ? 1 : 0;
  const height = bottom + (1 + contexts) * plotLineHeightPx + plotMarginPx;
  return {
    width,
    height,
    picture: createPlotSvg({ title: plot.title, description: describeLinePlot(plot, language) }, options, height, marks),
    legend,
    count: plot.x.length,
    nearest: (x) => bisectCenter(pixels, x),
    cursor: (place) => {
      const x = pixels[place] ?? frame.left;
      const dots = lines.flatMap((points, at) => {
        const point = points[place] ?? null;
        return point === null ? [] : [createDot(point, at, 5)];
      });
      return createSvgNode('g', {}, createSvgNode('line', { x1: x, x2: x, y1: top, y2: bottom, stroke: axisColor }), ...dots);
    },
  };
}

function createValueAxes(
  series: readonly LineSeries[],
  pixels: readonly [number, number],
  language: string,
): ReadonlyMap<AxisSide, Axis> {
  const sides = new Set(series.map(({ axis }) => axis));
  return new Map(
    [...sides].map((side) => {
      const values = series.filter(({ axis }) => axis === side).flatMap((one) => one.values.filter((value) => value !== null));
      return [side, createValueAxis(values, pixels, language)];
    }),
  );
}

function estimateAxisLabelWidth(axis: Axis | undefined): number {
  return Math.max(0, ...(axis?.ticks ?? []).map(({ label }) => estimateLabelWidth(label) + 8));
}

function drawAxes(
  { width, left, right, top, bottom }: PlotFrame,
  times: Axis,
  axes: ReadonlyMap<AxisSide, Axis>,
): readonly SvgNode[] {
  // lines across belong to one scale alone
  const grid = (axes.get('left') ?? axes.get('right'))?.ticks ?? [];
  const rule = (x1: number, y1: number, x2: number, y2: number, opacity?: number) =>
    createSvgNode('line', { x1, y1, x2, y2, stroke: axisColor, 'stroke-opacity': opacity });
  const below = (label: string, x: number, line: number) => {
    const half = estimateLabelWidth(label) / 2;
    return createSvgText(label, Math.max(half, Math.min(width - half, x)), bottom + line * plotLineHeightPx, {
      'text-anchor': 'middle',
    });
  };
  const values = (side: AxisSide, x: number) =>
    (axes.get(side)?.ticks ?? []).map(({ pixel, label }) =>
      createSvgText(label, x, pixel + plotFontSizePx / 3, side === 'left' ? { 'text-anchor': 'end' } : {}),
    );
  return [
    ...grid.map(({ pixel }) => rule(left, pixel, right, pixel, 0.4)),
    rule(left, top, left, bottom),
    rule(left, bottom, right, bottom),
    ...(axes.has('right') ? [rule(right, top, right, bottom)] : []),
    ...values('left', left - 6),
    ...values('right', right + 6),
    ...times.ticks.flatMap(({ pixel, label, context }) => [
      rule(pixel, bottom, pixel, bottom + 5),
      ...(label === '' ? [] : [below(label, pixel, 1)]),
      ...(context === undefined ? [] : [below(context, pixel, 2)]),
    ]),
  ];
}

function drawSeriesLine(points: readonly LinePoint[], spansGaps: boolean, series: number): readonly SvgNode[] {
  const seen = selectVisiblePoints(points, spansGaps);
  return [
    createSvgNode('path', {
      d: toSvgPathData(seen),
      fill: 'none',
      ...getSeriesStroke(series),
      'stroke-width': 2,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    }),
    ...(points.length < minPointsWithoutDots
      ? seen.flatMap((point) => (point === null ? [] : [createDot(point, series, 3)]))
      : []),
  ];
}

function toSvgPathData(points: readonly LinePoint[]): string {
  return points
    .map((point, at) => {
      if (point === null) {
        return '';
      }
      const place = `${roundToTenthPixel(point[0])},${roundToTenthPixel(point[1])}`;
      // a point between two gaps is a line of no length, of which the round ends are seen
      return (points[at - 1] ?? null) === null ? `M${place}h0` : `L${place}`;
    })
    .join('');
}

function createDot([cx, cy]: NonNullable<LinePoint>, series: number, r: number): SvgNode {
  return createSvgNode('circle', { cx, cy, r, fill: getSeriesStroke(series).stroke });
}

/** From when to when, and between which values. */
function describeLinePlot({ x, series, step }: LinePlot, language: string): string {
  const format = new Intl.NumberFormat(language);
  const between = ([low, high]: readonly [string, string]) => (low === high ? low : `${low} – ${high}`);
  const ranges = series.flatMap(({ title, values }) => {
    const [low, high] = extent(values, (value) => value ?? undefined);
    return low === undefined ? [] : [`${title}: ${between([format.format(low), format.format(high)])}`];
  });
  return [between([formatTimeByStep(x[0] ?? 0, step), formatTimeByStep(x.at(-1) ?? 0, step)]), ...ranges].join(', ');
}

/** The names of series, with where their scale stands if there are two. */
function toLegendNames(series: readonly LineSeries[]): readonly string[] {
  const hasTwo = new Set(series.map(({ axis }) => axis)).size > 1;
  return series.map(({ title, axis }) => (hasTwo ? (axis === 'left' ? `← ${title}` : `${title} →`) : title));
}

/** Beside each other as long as there is room. */
function placeLegendEntries(names: readonly string[], top: number, width: number): readonly LegendEntryBox[] {
  let x = plotMarginPx;
  let y = top;
  return names.map((name) => {
    const needed = Math.min(legendSwatchWidthPx + 6 + estimateLabelWidth(name), width - 2 * plotMarginPx);
    if (x > plotMarginPx && x + needed > width - plotMarginPx) {
      x = plotMarginPx;
      y += plotLineHeightPx + 4;
    }
    const entry = { x, y, width: needed, height: plotLineHeightPx };
    x += needed + 14;
    return entry;
  });
}

function drawLegendEntry(name: string, { x, y, width }: LegendEntryBox, series: number, isShown: boolean): readonly SvgNode[] {
  const middle = y + plotLineHeightPx / 2;
  return [
    createSvgNode('line', {
      x1: x,
      x2: x + legendSwatchWidthPx,
      y1: middle,
      y2: middle,
      ...getSeriesStroke(series),
      'stroke-width': isShown ? 3 : 1,
    }),
    createSvgText(
      clipLabel(name, width - legendSwatchWidthPx - 6),
      x + legendSwatchWidthPx + 6,
      middle + plotFontSizePx / 3,
      isShown ? {} : { 'text-decoration': 'line-through' },
    ),
  ];
}

/** A point of a line in pixels; null breaks the line. */
export type LinePoint = readonly [x: number, y: number] | null;

/**
 * The points of a line that can be seen: of those in one column of pixels the first, the lowest, the highest and the last.
 * @param points by x
 * @param spansGaps whether a missing point is passed over; else it breaks the line, unless the break is narrower than a pixel
 */
export function selectVisiblePoints(points: Iterable<LinePoint>, spansGaps: boolean): readonly LinePoint[] {
  const kept: LinePoint[] = [];
  let column: NonNullable<LinePoint>[] = [];
  let hasGap = false;
  const flush = () => {
    kept.push(...selectColumnExtremes(column));
    column = [];
  };
  for (const point of points) {
    const [first] = column;
    if (point === null) {
      hasGap = !spansGaps;
    } else {
      if (first !== undefined && Math.floor(first[0]) !== Math.floor(point[0])) {
        flush();
        if (hasGap) {
          kept.push(null);
        }
      }
      hasGap = false;
      column.push(point);
    }
  }
  flush();
  return kept;
}

function selectColumnExtremes(column: readonly NonNullable<LinePoint>[]): readonly LinePoint[] {
  if (column.length <= 4) {
    return column;
  }
  const lowest = minIndex(column, ([, y]) => y);
  const highest = maxIndex(column, ([, y]) => y);
  const places = [...new Set([0, lowest, highest, column.length - 1])].toSorted((a, b) => a - b);
  return places.map((at) => column[at] ?? null);
}
