import { axisX, axisY, barX, dot, gridY, lineY, plot as makePlot, ruleX, selectLast, text } from '@observablehq/plot';
import { type BarPlot, type LinePlot, type Plot, formatTimeByStep } from '../../../../core/table/plots.ts';

interface PlotOptions {
  readonly width: number;
  readonly language: string;
  /** From the page's CSP, for the plot's style sheet. */
  readonly nonce: string;
}

/** No orange: it is half transparent in Dark Modern and missing in High Contrast Light. */
const seriesColors = [
  'var(--vscode-charts-blue, #2b7de9)',
  'var(--vscode-charts-yellow, #a07800)',
  'var(--vscode-charts-green, #388a34)',
  'var(--vscode-charts-purple, #a05fc9)',
  'var(--vscode-charts-red, #e51400)',
];
const panelHeight = 240;
const barHeight = 24;
const plotStyle = { background: 'transparent', overflow: 'visible', fontFamily: 'var(--vscode-font-family)', fontSize: '12px' };
const tipColors = {
  fill: 'var(--vscode-editorHoverWidget-background, var(--vscode-editor-background))',
  stroke: 'var(--vscode-editorHoverWidget-border, currentColor)',
};
const characterWidth = 7;
/** Longer bars are harder to compare, not easier. */
const maxBarsWidth = 900;
const minPointsWithoutDots = 60;
/** With a larger ratio of maximum to minimum, a linear axis would show small values as 0. */
const minLogRatio = 100;
const millisecondsPerDay = 86_400_000;

declare global {
  interface DocumentEventMap {
    plotsReady: CustomEvent<DrawPlot>;
  }
}

export type DrawPlot = (plot: Plot, options: PlotOptions) => readonly Element[];

document.dispatchEvent(new CustomEvent<DrawPlot>('plotsReady', { detail: drawPlot }));

function drawPlot(plot: Plot, options: PlotOptions): readonly Element[] {
  const panels =
    plot.kind === 'bar'
      ? [drawBars(plot, options)]
      : [...new Set(plot.series.map(({ axis }) => axis))].map((axis) => drawPanel(plot, axis, options));
  for (const panel of panels) {
    panel.ariaHidden = 'true'; // its table has the values
    for (const style of panel.querySelectorAll('style')) {
      style.nonce = options.nonce;
    }
  }
  return panels;
}

function drawPanel({ x, series, step }: LinePlot, axis: 'left' | 'right', { width, language }: PlotOptions): Element {
  const shown = series.flatMap((one, at) =>
    one.axis === axis ? [{ ...one, color: seriesColors[at % seriesColors.length] ?? '' }] : [],
  );
  const points = shown.flatMap(({ title, values, color }) =>
    x.map((time, at) => ({ time, value: values[at] ?? Number.NaN, title, color })),
  );
  const known = points.map(({ value }) => value).filter((value) => !Number.isNaN(value));
  const [low, high] = [getMin(known), getMax(known)];
  const isLog = low > 0 && high / low >= minLogRatio;
  const isNearZero = Math.abs(low) <= high - low || low === high;
  const format = createAmountFormat(low, high, language);
  const number = new Intl.NumberFormat(language);
  const formatPoint = ({ time, title, value }: (typeof points)[number]) =>
    `${formatTimeByStep(time, step)}\n${title} ${number.format(value)}`;
  const [first = 0, last = 0] = [x[0], x.at(-1)];
  const padding = first === last ? millisecondsPerDay / 2 : 0;
  // the axis names a single series; several are named at the ends of their lines
  const isNamed = shown.length > 1;
  const longest = getMax(shown.map(({ title }) => title.length));
  return makePlot({
    width,
    height: panelHeight,
    marginTop: 24,
    marginLeft: 64,
    marginRight: isNamed ? Math.min(longest * characterWidth + 12, width * 0.35) : 24,
    marginBottom: 36,
    style: plotStyle,
    x: { type: 'utc', domain: [new Date(first - padding), new Date(last + padding)], label: null },
    y: { type: isLog ? 'log' : 'linear', nice: true, ...(isLog || !isNearZero || known.length === 0 ? {} : { zero: true }) },
    marks: [
      gridY({ strokeOpacity: 0.15, ticks: 5 }),
      axisX({ ...(step === undefined ? {} : { ticks: Math.max(2, Math.min(x.length, Math.floor(width / 90))) }) }),
      axisY({ label: isNamed ? null : (shown[0]?.title ?? ''), labelArrow: 'none', tickFormat: format, ticks: 5 }),
      lineY(points, { x: 'time', y: 'value', z: 'title', stroke: 'color', strokeWidth: 2, title: formatPoint, tip: tipColors }),
      ...(x.length < minPointsWithoutDots ? [dot(points, { x: 'time', y: 'value', fill: 'color', r: 3 })] : []),
      ...(isNamed
        ? [
            text(
              points,
              selectLast({
                x: 'time',
                y: 'value',
                z: 'title',
                text: 'title',
                fill: 'color',
                textAnchor: 'start',
                dx: 6,
                lineWidth: 12,
                textOverflow: 'ellipsis',
              }),
            ),
          ]
        : []),
    ],
  });
}

function drawBars({ bars }: BarPlot, options: PlotOptions): Element {
  const width = Math.min(options.width, maxBarsWidth);
  const amounts = bars.map(({ value }) => value);
  const format = createAmountFormat(getMin(amounts), getMax(amounts), options.language);
  const number = new Intl.NumberFormat(options.language);
  const marginLeft = Math.round(Math.min(getMax(bars.map(({ label }) => label.length)) * characterWidth + 12, width * 0.38));
  const rows = bars.map(({ label, value }, row) => ({
    ...{ row, value },
    amount: format(value),
    title: `${label}: ${number.format(value)}`,
  }));
  return makePlot({
    width,
    height: bars.length * barHeight + 8,
    marginTop: 4,
    marginBottom: 4,
    marginLeft,
    marginRight: 72,
    style: plotStyle,
    x: { axis: null, domain: [Math.min(0, getMin(amounts)), Math.max(getMin(amounts) < 0 ? 0 : 1, getMax(amounts))] },
    y: { type: 'band', domain: rows.map(({ row }) => row), label: null, padding: 0.3 },
    marks: [
      axisY({
        tickSize: 0,
        tickFormat: (row: number) => bars[row]?.label ?? '',
        lineWidth: marginLeft / 12 - 1,
        textOverflow: 'ellipsis',
      }),
      barX(rows, {
        x: 'value',
        y: 'row',
        fill: seriesColors[0] ?? '',
        title: 'title',
      }),
      text(rows, {
        x: (row: { readonly value: number }) => Math.max(0, row.value),
        y: 'row',
        text: 'amount',
        textAnchor: 'start',
        dx: 6,
      }),
      ruleX([0], { strokeOpacity: 0.4 }),
    ],
  });
}

/** "1.5K", or in full if short amounts would look the same. */
function createAmountFormat(low: number, high: number, language: string): (value: number) => string {
  const isNarrow = high !== low && high - low < Math.abs(high) / 10;
  const format = new Intl.NumberFormat(language, isNarrow ? {} : { notation: 'compact', maximumFractionDigits: 1 });
  return (value) => format.format(value);
}

function getMin(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), values[0] ?? 0);
}

function getMax(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), values[0] ?? 0);
}
