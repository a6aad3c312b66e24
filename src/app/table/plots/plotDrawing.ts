/** A plot as it is seen and saved, and where in it something can be read. Coordinates are pixels from its upper left. */
export interface PlotDrawing {
  readonly width: number;
  readonly height: number;
  /** An `svg` whose colours are those of the theme, by their variables. */
  readonly picture: SvgNode;
  /** The names of the series, by which they can be hidden. */
  readonly legend: readonly LegendEntryBox[];
  /** How many points or bars can be read. */
  readonly count: number;
  readonly nearest: (x: number, y: number) => number;
  /** Marks around a point or bar, to be drawn over the picture. */
  readonly cursor: (place: number) => SvgNode;
}

export type LegendEntryBox = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

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

export const plotMarginPx = 12;
export const plotLineHeightPx = 18;
const textColor = 'var(--vscode-foreground)';
export const axisColor = 'var(--vscode-charts-lines, #888888)';

/** Without orange: Dark Modern has a dark and half transparent one, high contrast light has none. The other colours can be seen on black and on white. */
const seriesColors = [
  'var(--vscode-charts-blue, #2b7de9)',
  'var(--vscode-charts-yellow, #a07800)',
  'var(--vscode-charts-green, #388a34)',
  'var(--vscode-charts-purple, #a05fc9)',
  'var(--vscode-charts-red, #e51400)',
] as const;

/** The line of a series. When there are no more colours, it is dashed. */
export function getSeriesStroke(series: number): { readonly stroke: string; readonly 'stroke-dasharray': string | undefined } {
  return {
    stroke: seriesColors[series % seriesColors.length] ?? axisColor,
    'stroke-dasharray': series < seriesColors.length ? undefined : '6 4',
  };
}

export function createSvgText(label: string, x: number, y: number, more: SvgAttributes = {}): SvgNode {
  return createSvgNode('text', { x, y, fill: textColor, ...more, 'unicode-bidi': 'plaintext' }, label);
}

/** The picture of a plot: its title, and below that its marks. */
export function createPlotSvg(
  { title, description }: { readonly title: string; readonly description: string },
  { width, note }: DrawingOptions,
  height: number,
  marks: readonly SvgNode[],
): SvgNode {
  const whole = formatTitleWithNote(title, note);
  return createSvgNode(
    'svg',
    {
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'font-family': 'var(--vscode-font-family)',
      'font-size': plotFontSizePx,
    },
    createSvgNode('title', {}, whole),
    createSvgNode('desc', {}, description),
    createSvgNode('rect', { width, height, fill: 'var(--vscode-editor-background)' }),
    ...toTitleLines(title, note, width).map((line, at) =>
      createSvgText(
        line,
        plotMarginPx,
        plotMarginPx + plotFontSizePx + at * plotLineHeightPx,
        at === 0 ? { 'font-weight': 'bold' } : {},
      ),
    ),
    ...marks,
  );
}

/** Where the marks begin below the title. */
export function getMarksTop(title: string, { note, width }: DrawingOptions): number {
  return plotMarginPx + toTitleLines(title, note, width).length * plotLineHeightPx + 6;
}

/** The note stands in a line of its own where there is no room beside the title. */
function toTitleLines(title: string, note: string, width: number): readonly string[] {
  const whole = formatTitleWithNote(title, note);
  const room = width - 2 * plotMarginPx;
  const lines = note === '' || estimateLabelWidth(whole) <= room ? [whole] : [title, note];
  return lines.map((line) => clipLabel(line, room));
}

function formatTitleWithNote(title: string, note: string): string {
  return note === '' ? title : `${title} (${note})`;
}

/** The size of all text in a plot, in pixels. */
export const plotFontSizePx = 12;

/** Of characters, in sizes of the font; all others are as wide as digits. */
const characterWidthsByPattern: readonly (readonly [RegExp, number])[] = [
  [/[\u1100-\u{10ffff}]/u, 1.1],
  [/[MWmw@%]/, 1],
  [/[A-Z&_#–]/, 0.8],
  [/[.,:;'|ijl ]/, 0.35],
];

/** About how wide a label is drawn. Estimated, since fonts are known to a page alone; rather too wide than too narrow. */
export function estimateLabelWidth(label: string): number {
  return Array.from(label).reduce((sum, character) => sum + getCharacterWidth(character), 0);
}

function getCharacterWidth(character: string): number {
  return plotFontSizePx * (characterWidthsByPattern.find(([characters]) => characters.test(character))?.[1] ?? 0.6);
}

/** The start of a label that fits in a width, with an ellipsis where something is cut off. */
export function clipLabel(label: string, width: number): string {
  if (estimateLabelWidth(label) <= width) {
    return label;
  }
  let clipped = '';
  let taken = estimateLabelWidth('…');
  for (const character of label) {
    taken += getCharacterWidth(character);
    if (taken > width) {
      break;
    }
    clipped += character;
  }
  return `${clipped}…`;
}

/** An element of SVG as data: the page makes elements of its document from it, and a file is written from the same. */
export interface SvgNode {
  readonly name: 'svg' | 'title' | 'desc' | 'g' | 'rect' | 'path' | 'line' | 'circle' | 'text';
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (SvgNode | string)[];
}

type SvgAttributes = Readonly<Record<string, string | number | undefined>>;

/** @param attributes coordinates are rounded to a tenth of a pixel; undefined ones are left out */
export function createSvgNode(name: SvgNode['name'], attributes: SvgAttributes, ...children: SvgNode['children']): SvgNode {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, typeof value === 'number' ? String(roundToTenthPixel(value)) : value] as const],
  );
  return { name, attributes: Object.fromEntries(written), children };
}

export function roundToTenthPixel(value: number): number {
  return Math.round(value * 10) / 10;
}

/**
 * A drawing as a document of its own.
 * @param resolve the value of a CSS variable, which a file does not have, and what is taken where the theme has none
 */
export function formatSvg(node: SvgNode, resolve: (variable: string, other: string) => string): string {
  const resolved = (value: string) =>
    value.replaceAll(/var\((--[\w-]+)(?:, (#\w+))?\)/g, (_, variable: string, other = '') => resolve(variable, String(other)));
  const attributes = Object.entries(node.attributes).map(([key, value]) => ` ${key}="${escapeXml(resolved(value))}"`);
  const children = node.children.map((child) => (typeof child === 'string' ? escapeXml(child) : formatSvg(child, resolve)));
  const space = node.name === 'svg' ? ' xmlns="http://www.w3.org/2000/svg"' : '';
  return `<${node.name}${space}${attributes.join('')}>${children.join('')}</${node.name}>`;
}

const xmlEntityByCharacter: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that no document of XML may hold, not even escaped, are replaced: one of them would make the file unreadable. */
function escapeXml(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- finding control characters is the purpose
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
      .replaceAll(/[&<>"]/g, (character) => xmlEntityByCharacter[character] ?? '')
  );
}
