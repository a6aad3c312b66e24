import { axisX, axisY, barX, dot, gridY, lineY, plot as makePlot, ruleX, selectLast, text } from '@observablehq/plot';
import { type BarPlot, type LinePlot, type Plot, formatTimeByStep } from '../../../../core/table/plots.ts';

/** Coordinates are pixels from the upper left. */
export interface DrawnPlot {
  readonly svg: SVGSVGElement;
  readonly count: number;
  readonly nearest: (x: number, y: number) => number;
  readonly cursor: (index: number) => { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

interface PlotOptions {
  readonly width: number;
  /** Shown after the title, for example which records the plot includes. */
  readonly note: string;
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
const titleHeight = 34;
const panelHeight = 240;
const barHeight = 24;
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

export type DrawPlot = (plot: Plot, options: PlotOptions) => DrawnPlot;

document.dispatchEvent(new CustomEvent<DrawPlot>('plotsReady', { detail: drawPlot }));

function drawPlot(plot: Plot, options: PlotOptions): DrawnPlot {
  return plot.kind === 'bar' ? drawBars(plot, options) : drawLines(plot, options);
}

function drawLines(plot: LinePlot, options: PlotOptions): DrawnPlot {
  const { width } = options;
  const panels = [...new Set(plot.series.map(({ axis }) => axis))].map((axis) => drawPanel(plot, axis, options));
  const height = titleHeight + panels.length * panelHeight;
  const scale = panels[0]?.scale('x');
  const pixels = plot.x.map((time) => Number(scale?.apply(time) ?? 0));
  const range = (format: (value: number) => string, values: readonly (number | null)[]) => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? '' : `${format(getMin(known))} – ${format(getMax(known))}`;
  };
  const number = new Intl.NumberFormat(options.language);
  const description = [
    range((time) => formatTimeByStep(time, plot.step), plot.x),
    ...plot.series.map(({ title, values }) => `${title}: ${range((value) => number.format(value), values)}`),
  ].join(', ');
  return {
    svg: joinPanels(plot.title, description, panels, { ...options, height }),
    count: plot.x.length,
    nearest: (x) => pixels.reduce((best, pixel, at) => (Math.abs(pixel - x) < Math.abs((pixels[best] ?? 0) - x) ? at : best), 0),
    cursor: (index) => ({ x: (pixels[index] ?? 0) - 1, y: titleHeight, width: Math.min(2, width), height: height - titleHeight }),
  };
}

function drawPanel({ x, series, step }: LinePlot, axis: 'left' | 'right', { width, language }: PlotOptions): PanelSvg {
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
    style: { background: 'transparent', overflow: 'visible' },
    x: { type: 'utc', domain: [new Date(first - padding), new Date(last + padding)], label: null },
    y: { type: isLog ? 'log' : 'linear', nice: true, ...(isLog || !isNearZero || known.length === 0 ? {} : { zero: true }) },
    marks: [
      gridY({ strokeOpacity: 0.15 }),
      axisX({ ...(step === undefined ? {} : { ticks: Math.max(2, Math.min(x.length, Math.floor(width / 90))) }) }),
      axisY({ label: isNamed ? null : (shown[0]?.title ?? ''), labelArrow: 'none', tickFormat: format, ticks: 5 }),
      lineY(points, { x: 'time', y: 'value', z: 'title', stroke: 'color', strokeWidth: 2 }),
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

function drawBars({ title, unit, bars }: BarPlot, options: PlotOptions): DrawnPlot {
  const width = Math.min(options.width, maxBarsWidth);
  const amounts = bars.map(({ value }) => value);
  const format = createAmountFormat(getMin(amounts), getMax(amounts), options.language);
  const number = new Intl.NumberFormat(options.language);
  const marginLeft = Math.round(Math.min(getMax(bars.map(({ label }) => label.length)) * characterWidth + 12, width * 0.38));
  const rows = bars.map(({ label, value }, row) => ({ row, label, value, amount: format(value) }));
  const height = bars.length * barHeight + 8;
  const panel = makePlot({
    width,
    height,
    marginTop: 4,
    marginBottom: 4,
    marginLeft,
    marginRight: 72,
    style: { background: 'transparent', overflow: 'visible' },
    x: { axis: null, domain: [Math.min(0, getMin(amounts)), Math.max(getMin(amounts) < 0 ? 0 : 1, getMax(amounts))] },
    y: { type: 'band', domain: rows.map(({ row }) => row), label: null, padding: 0.3 },
    marks: [
      axisY({
        tickSize: 0,
        tickFormat: (row: number) => bars[row]?.label ?? '',
        lineWidth: marginLeft / 12 - 1,
        textOverflow: 'ellipsis',
      }),
      barX(rows, { x: 'value', y: 'row', fill: seriesColors[0] ?? '' }),
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
  const description = `${unit}: ${bars.map(({ label, value }) => `${label} ${number.format(value)}`).join(', ')}`;
  const toTop = (row: number) => titleHeight + 4 + row * barHeight;
  return {
    svg: joinPanels(title, description, [panel], { ...options, height: titleHeight + height }),
    count: bars.length,
    nearest: (_, y) => Math.max(0, Math.min(bars.length - 1, Math.floor((y - toTop(0)) / barHeight))),
    cursor: (row) => ({ x: 2, y: toTop(row), width: width - 4, height: barHeight }),
  };
}

type PanelSvg = (SVGSVGElement | HTMLElement) & ReturnType<typeof makePlot>;

function joinPanels(
  title: string,
  description: string,
  panels: readonly PanelSvg[],
  { width, height, note, nonce }: PlotOptions & { readonly height: number },
): SVGSVGElement {
  const whole = note === '' ? title : `${title} (${note})`;
  const svg = createSvg('svg', {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    color: 'var(--vscode-foreground)',
    'font-family': 'var(--vscode-font-family)',
    'font-size': 12,
  });
  const named = {
    title: createSvg('title', {}),
    desc: createSvg('desc', {}),
    heading: createSvg('text', { x: 12, y: 20, fill: 'currentColor', 'font-weight': 'bold' }),
  };
  named.title.textContent = whole;
  named.desc.textContent = description;
  named.heading.textContent = whole;
  svg.append(
    named.title,
    named.desc,
    createSvg('rect', { width, height, fill: 'var(--vscode-editor-background)' }),
    named.heading,
  );
  for (const [at, panel] of panels.entries()) {
    panel.setAttribute('y', String(titleHeight + at * panelHeight));
    panel.setAttribute('aria-hidden', 'true');
    panel.removeAttribute('font-family');
    for (const style of panel.querySelectorAll('style')) {
      style.nonce = nonce;
      // the whole image has one font and size
      style.textContent = (style.textContent ?? '').replaceAll(/font-(?:family|size):[^;}]*;?/g, '');
    }
    svg.append(panel);
  }
  return svg;
}

function createSvg<N extends keyof SVGElementTagNameMap>(
  name: N,
  attributes: Readonly<Record<string, string | number>>,
): SVGElementTagNameMap[N] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, String(value));
  }
  return element;
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
