import { clipLabel, fontSize, labelWidth } from './labelWidth.ts';
import { svgNode, type SvgNode } from './svgNode.ts';

/** A plot as it is seen and saved, and where in it something can be read. Coordinates are pixels from its upper left. */
export interface PlotDrawing {
  readonly width: number;
  readonly height: number;
  /** An `svg` whose colours are those of the theme, by their variables. */
  readonly picture: SvgNode;
  /** The names of the series, by which they can be hidden. */
  readonly legend: readonly LegendEntry[];
  /** How many points or bars can be read. */
  readonly count: number;
  /** The place of the point or bar that is nearest. */
  readonly nearest: (x: number, y: number) => number;
  /** Marks around a point or bar, to be drawn over the picture. */
  readonly cursor: (place: number) => SvgNode;
}

export interface LegendEntry {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a drawing depends on beside its plot. */
export interface DrawingOptions {
  /** In pixels. */
  readonly width: number;
  /** What stands behind the title: of which records the plot is. */
  readonly note: string;
  /** Of numbers and dates, as in `lang`. */
  readonly language: string;
  /** The titles of the series that are not drawn. */
  readonly hidden: ReadonlySet<string>;
}

export const margin = 12;
export const lineHeight = 18;
/** The colour of text, and that of axes. */
const ink = 'var(--vscode-foreground)';
export const axisInk = 'var(--vscode-charts-lines, #888888)';

/** Not each theme has all of them (high contrast light has no orange): the other colours can be seen on black and on white. */
const colours = [
  'var(--vscode-charts-blue, #2b7de9)',
  'var(--vscode-charts-orange, #c06a00)',
  'var(--vscode-charts-green, #388a34)',
  'var(--vscode-charts-purple, #a05fc9)',
  'var(--vscode-charts-red, #e51400)',
  'var(--vscode-charts-yellow, #a07800)',
] as const;

/** The line of a series. When there are no more colours, it is dashed. */
export function seriesStroke(series: number): { readonly stroke: string; readonly 'stroke-dasharray': string | undefined } {
  return {
    stroke: colours[series % colours.length] ?? axisInk,
    'stroke-dasharray': series < colours.length ? undefined : '6 4',
  };
}

export function textNode(
  label: string,
  x: number,
  y: number,
  more: {
    readonly 'text-anchor'?: 'middle' | 'end';
    readonly 'font-weight'?: 'bold';
    readonly 'text-decoration'?: 'line-through';
  } = {},
): SvgNode {
  return svgNode('text', { x, y, fill: ink, ...more, 'unicode-bidi': 'plaintext' }, label);
}

/**
 * The picture of a plot: its title, and below that its marks.
 * @param description what it shows, for who cannot see it
 */
export function pictureOf(
  { title, description }: { readonly title: string; readonly description: string },
  { width, note }: DrawingOptions,
  height: number,
  marks: readonly SvgNode[],
): SvgNode {
  const whole = wholeTitle(title, note);
  return svgNode(
    'svg',
    {
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'font-family': 'var(--vscode-font-family)',
      'font-size': fontSize,
    },
    svgNode('title', {}, whole),
    svgNode('desc', {}, description),
    svgNode('rect', { width, height, fill: 'var(--vscode-editor-background)' }),
    ...titleLines(title, note, width).map((line, at) =>
      textNode(line, margin, margin + fontSize + at * lineHeight, at === 0 ? { 'font-weight': 'bold' } : {}),
    ),
    ...marks,
  );
}

/** Where the marks begin below the title. */
export function topOf(title: string, { note, width }: DrawingOptions): number {
  return margin + titleLines(title, note, width).length * lineHeight + 6;
}

/** The note stands in a line of its own where there is no room beside the title. */
function titleLines(title: string, note: string, width: number): readonly string[] {
  const whole = wholeTitle(title, note);
  const room = width - 2 * margin;
  const lines = note === '' || labelWidth(whole) <= room ? [whole] : [title, note];
  return lines.map((line) => clipLabel(line, room));
}

function wholeTitle(title: string, note: string): string {
  return note === '' ? title : `${title} (${note})`;
}
