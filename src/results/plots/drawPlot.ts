import type { BarPlot, LinePlot, Plot } from './plot.ts';
import { timeLabel } from './plotTable.ts';

/** One mark of a drawing, in pixels. `ink` is the colour of the text, `line` that of axes. */
export type Shape =
  | {
      readonly kind: 'rect';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly colour: number;
    }
  | { readonly kind: 'path'; readonly points: readonly (readonly [number, number])[]; readonly colour: number | 'line' }
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly anchor: 'start' | 'middle' | 'end';
      readonly bold?: true;
    };

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

const margin = 16;
const titleHeight = 32;
const barHeight = 24;
const labelWidth = 180;
const valueWidth = 90;
const longestLabel = 26;

/** A plot as marks on a plane of that width: what is saved as a picture. */
export function drawPlot(plot: Plot, width: number): Drawing {
  return plot.kind === 'bar' ? drawBars(plot, width) : drawLines(plot, width);
}

function drawBars({ title, bars }: BarPlot, width: number): Drawing {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const room = Math.max(40, width - labelWidth - valueWidth - 2 * margin);
  const shapes = bars.flatMap(({ label, value }, index): readonly Shape[] => {
    const y = margin + titleHeight + index * barHeight;
    return [
      { kind: 'text', x: margin + labelWidth - 8, y: y + barHeight * 0.65, text: clip(label), anchor: 'end' },
      { kind: 'rect', x: margin + labelWidth, y: y + 3, width: (value / most) * room, height: barHeight - 6, colour: 0 },
      {
        kind: 'text',
        x: margin + labelWidth + (value / most) * room + 6,
        y: y + barHeight * 0.65,
        text: value.toLocaleString('en'),
        anchor: 'start',
      },
    ];
  });
  return { width, height: 2 * margin + titleHeight + bars.length * barHeight, shapes: [heading(title), ...shapes] };
}

function drawLines({ title, x, series, step }: LinePlot, width: number): Drawing {
  const height = 360;
  const left = 70;
  const bottom = height - 64;
  const top = margin + titleHeight;
  const [first = 0] = x;
  const last = x.at(-1) ?? first;
  const most = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const toX = (time: number) => left + (last === first ? 0.5 : (time - first) / (last - first)) * (width - left - margin);
  const toY = (value: number) => bottom - (Math.max(0, value) / most) * (bottom - top);
  const shapes: readonly Shape[] = [
    heading(title),
    {
      kind: 'path',
      colour: 'line',
      points: [
        [left, top],
        [left, bottom],
        [width - margin, bottom],
      ],
    },
    { kind: 'text', x: left - 8, y: bottom, text: '0', anchor: 'end' },
    { kind: 'text', x: left - 8, y: top + 8, text: most.toLocaleString('en'), anchor: 'end' },
    { kind: 'text', x: left, y: bottom + 20, text: timeLabel(first, step), anchor: 'start' },
    { kind: 'text', x: width - margin, y: bottom + 20, text: timeLabel(last, step), anchor: 'end' },
    ...series.flatMap(({ title: name, values }, colour): readonly Shape[] => [
      {
        kind: 'path',
        colour,
        points: x.flatMap((time, at) =>
          values[at] === null || values[at] === undefined ? [] : [[toX(time), toY(values[at])] as const],
        ),
      },
      { kind: 'rect', x: left + colour * 150, y: height - 26, width: 12, height: 12, colour },
      { kind: 'text', x: left + colour * 150 + 18, y: height - 16, text: clip(name), anchor: 'start' },
    ]),
  ];
  return { width, height, shapes };
}

function heading(title: string): Shape {
  return { kind: 'text', x: margin, y: margin + 12, text: title, anchor: 'start', bold: true };
}

function clip(label: string): string {
  const characters = Array.from(label);
  return characters.length <= longestLabel ? label : `${characters.slice(0, longestLabel - 1).join('')}…`;
}
