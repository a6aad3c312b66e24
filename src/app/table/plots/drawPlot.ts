import { drawLinePlot } from './drawLinePlot.ts';
import type { Plot, BarPlot } from './plot.ts';
import {
  type DrawingOptions,
  type PlotDrawing,
  clipLabel,
  plotFontSizePx,
  estimateLabelWidth,
  axisColor,
  plotMarginPx,
  createPlotSvg,
  getSeriesStroke,
  createSvgText,
  getMarksTop,
  createSvgNode,
} from './plotDrawing.ts';
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { clampAmount, formatAxisLabels, findValueRange } from './axes.ts';

/** A plot as it is seen in a page and saved from there. */
export function drawPlot(plot: Plot, options: DrawingOptions): PlotDrawing {
  return plot.kind === 'bar' ? drawBarPlot(plot, options) : drawLinePlot(plot, options);
}

const barRowHeightPx = 24;
const labelGapPx = 8;
/** Longer bars are harder to compare, not easier. */
const maxBarPlotWidthPx = 900;

/** Bars that lie one below the other, each between its name and its amount. */
function drawBarPlot({ title, bars }: BarPlot, options: DrawingOptions): PlotDrawing {
  const width = Math.min(options.width, maxBarPlotWidthPx);
  const top = getMarksTop(title, options);
  const height = top + bars.length * barRowHeightPx + plotMarginPx;
  const amounts = bars.map(({ value }) => value);
  const inFull = amounts.map((value) => new Intl.NumberFormat(options.language).format(value));
  const isRoomy = getMaxLabelWidth(inFull) < width / 4;
  const texts = isRoomy ? inFull : formatAxisLabels(amounts, options.language);
  const left = plotMarginPx + Math.min(getMaxLabelWidth(bars.map(({ label }) => label)), width * 0.38) + labelGapPx;
  const right = Math.max(left + 20, width - plotMarginPx - getMaxLabelWidth(texts) - labelGapPx);
  const [low, high] = findValueRange(amounts);
  const isFlat = low === 0 && high === 0;
  const scale = scaleLinear()
    .domain([Math.min(0, low), isFlat ? 1 : Math.max(0, high)])
    .range([left, right]);
  const zero = scale(0);
  const marks = bars.flatMap(({ label, value }, at) => {
    const y = top + at * barRowHeightPx;
    const end = scale(clampAmount(value));
    const baseline = y + barRowHeightPx / 2 + plotFontSizePx / 3;
    return [
      createSvgText(clipLabel(label, left - labelGapPx - plotMarginPx), left - labelGapPx, baseline, { 'text-anchor': 'end' }),
      createSvgNode('rect', {
        x: Math.min(zero, end),
        y: y + 4,
        width: Math.max(value === 0 ? 0 : 1, Math.abs(end - zero)),
        height: barRowHeightPx - 8,
        fill: getSeriesStroke(0).stroke,
      }),
      createSvgText(texts[at] ?? '', Math.max(zero, end) + labelGapPx, baseline),
    ];
  });
  const description = bars.map(({ label }, at) => `${label}: ${inFull[at] ?? ''}`).join(', ');
  const axis = createSvgNode('line', { x1: zero, x2: zero, y1: top, y2: height - plotMarginPx, stroke: axisColor });
  return {
    width: options.width,
    height,
    picture: createPlotSvg({ title, description }, options, height, [...marks, axis]),
    legend: [],
    count: bars.length,
    nearest: (_, y) => Math.max(0, Math.min(bars.length - 1, Math.floor((y - top) / barRowHeightPx))),
    cursor: (place) =>
      createSvgNode('rect', {
        x: plotMarginPx / 2,
        y: top + place * barRowHeightPx + 0.5,
        width: width - plotMarginPx,
        height: barRowHeightPx - 1,
        fill: 'none',
        stroke: axisColor,
      }),
  };
}

function getMaxLabelWidth(labels: readonly string[]): number {
  return max(labels, estimateLabelWidth) ?? 0;
}
