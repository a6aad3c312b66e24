import type { Drawing, Shape } from './drawPlot.ts';

export interface PlotColours {
  readonly background: string;
  readonly ink: string;
  readonly line: string;
  /** For series, in turn. */
  readonly series: readonly string[];
}

/** A drawing as an SVG document. All text is escaped, colours that are no colours are left out. */
export function toSvg({ width, height, shapes }: Drawing, colours: PlotColours): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="${colour(colours.background)}"/>`,
    ...shapes.map((shape) => element(shape, colours)),
    '</svg>',
    '',
  ].join('\n');
}

/** The colour of a series, or of a line of the axes. */
export function colourOf(index: number | 'line', { line, series }: PlotColours): string {
  return index === 'line' ? line : (series[index % Math.max(1, series.length)] ?? line);
}

function element(shape: Shape, colours: PlotColours): string {
  switch (shape.kind) {
    case 'rect':
      return `<rect x="${round(shape.x)}" y="${round(shape.y)}" width="${round(shape.width)}" height="${round(shape.height)}" fill="${colour(colourOf(shape.colour, colours))}"/>`;
    case 'path':
      return `<polyline fill="none" stroke-width="2" stroke="${colour(colourOf(shape.colour, colours))}" points="${shape.points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')}"/>`;
    case 'text':
      return `<text x="${round(shape.x)}" y="${round(shape.y)}" text-anchor="${shape.anchor}"${shape.bold === true ? ' font-weight="bold"' : ''} fill="${colour(colours.ink)}">${escape(shape.text)}</text>`;
  }
}

/** A theme's colour may be anything; only what is plainly a colour goes into a file. */
function colour(text: string): string {
  return /^(#[0-9a-f]{3,8}|[a-z]+|rgba?\([\d\s.,%/]+\))$/i.test(text.trim()) ? text.trim() : 'gray';
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
