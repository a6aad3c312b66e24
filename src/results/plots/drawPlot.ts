import { drawBars } from './drawBars.ts';
import { drawLines } from './drawLines.ts';
import type { Plot } from './plot.ts';
import type { DrawingOptions, PlotDrawing } from './plotDrawing.ts';

/** A plot as it is seen in a page and saved from there. */
export function drawPlot(plot: Plot, options: DrawingOptions): PlotDrawing {
  return plot.kind === 'bar' ? drawBars(plot, options) : drawLines(plot, options);
}
