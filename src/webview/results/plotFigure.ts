import * as l10n from '@vscode/l10n';
import { translateTableText } from '../../app/records/translateTableText.ts';
import { type PropertyValues, type TemplateResult, html, nothing } from 'lit';
import type { Plot } from '../../app/table/plots/plot.ts';
import type { RecordTable } from '../../app/table/cell.ts';
import { LightDomElement } from '../components/lightDomElement.ts';
import type { DrawnPlot, DrawPlot } from '../plots/main.ts';
import { displayLanguage } from '../shared/translate.ts';
import { formatCell } from './formatCell.ts';

/** Narrower plots are scrolled. */
const minPlotWidthPx = 220;

/** How far a key leads among the points of a plot. */
const pointStepByKey: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowUp', -1],
  ['ArrowRight', 1],
  ['ArrowDown', 1],
  ['PageUp', -10],
  ['PageDown', 10],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
]);

/** The page's own nonce (VS Code puts a script without one before its own), for the bundle that draws plots and the style sheets of its pictures. */
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

/** Runs the bundle that draws plots, under the page's policy. */
export async function loadDrawPlot(bundle: string): Promise<DrawPlot> {
  return await new Promise((resolve) => {
    document.addEventListener('plotsReady', ({ detail }) => resolve(detail), { once: true });
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', nonce, textContent: bundle }));
  });
}

/** The picture of a plot: what is saved is this. Its values are read with the pointer or the keys. */
export class PlotFigure extends LightDomElement {
  static override properties = { drawPlot: {}, plot: {}, table: {}, note: {} };

  drawPlot!: DrawPlot;
  plot: Plot | undefined;
  /** What the plot shows, one row for each of its points or bars. */
  table: RecordTable = { columns: [], rows: [] };
  note = '';
  #width = 0;
  #drawing: DrawnPlot | undefined;
  /** The point that is read. */
  #place = 0;
  #isRead = false;
  readonly #resized = new ResizeObserver(() => {
    const width = Math.max(minPlotWidthPx, Math.floor(this.clientWidth));
    if (width !== this.#width) {
      this.#width = width;
      this.#draw();
    }
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resized.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  /** The picture as a file of SVG, in the colours that the theme has now. */
  toSvgFile(): string {
    return this.#drawing === undefined ? '' : formatSvgFile(this.#drawing.svg);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('plot') && changed.get('plot')?.name !== this.plot?.name) {
      this.#place = this.plot?.kind === 'line' ? this.plot.x.length - 1 : 0;
    }
    if (changed.has('plot') || changed.has('note')) {
      this.#draw();
    }
  }

  #draw(): void {
    if (this.plot === undefined || this.#width === 0) {
      return;
    }
    this.#drawing = this.drawPlot(this.plot, { width: this.#width, note: this.note, language: displayLanguage, nonce });
    this.#place = Math.max(0, Math.min(this.#drawing.count - 1, this.#place));
    this.requestUpdate();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { plot } = this;
    const drawing = this.#drawing;
    if (plot === undefined || drawing === undefined) {
      return nothing;
    }
    const reading = this.#reading();
    const { x, y, width, height } = drawing.cursor(this.#place);
    return html`<div class="plot-figure">
        ${drawing.svg}
        <div
          class="plot-cursor"
          ?hidden=${!this.#isRead}
          .style=${`left:${x}px;top:${y}px;width:${width}px;height:${height}px`}
        ></div>
        <div
          class="plot-reader"
          role="slider"
          tabindex="0"
          aria-label=${l10n.t('Values of {0}', plot.title)}
          aria-orientation=${plot.kind === 'bar' ? 'vertical' : 'horizontal'}
          aria-valuemin="1"
          aria-valuemax=${drawing.count}
          aria-valuenow=${this.#place + 1}
          aria-valuetext=${reading}
          @keydown=${this.#press}
          @focus=${() => this.#read(this.#place)}
          @blur=${this.#leave}
          @pointerdown=${this.#point}
          @pointermove=${this.#point}
          @pointerleave=${this.#leave}
        ></div>
      </div>
      <p class="plot-reading" ?data-idle=${!this.#isRead} aria-hidden="true">${reading}</p>`;
  }

  /** "2026-01-31 · Posts 12 · Engagement 340" */
  #reading(): string {
    const [name, ...values] = this.table.rows[this.#place] ?? [];
    const [, ...columns] = this.table.columns;
    const known = columns.flatMap((column, at) => {
      const value = values[at] ?? null;
      return value === null ? [] : [`${translateTableText(column.title)} ${formatCell(value, column)}`];
    });
    return [formatCell(name ?? null, { type: 'text' }), ...known].join(' · ');
  }

  #read(place: number): void {
    this.#place = place;
    this.#isRead = true;
    this.requestUpdate();
  }

  readonly #point = ({ offsetX, offsetY }: PointerEvent): void => {
    if (this.#drawing !== undefined) {
      this.#read(this.#drawing.nearest(offsetX, offsetY));
    }
  };

  readonly #leave = (): void => {
    this.#isRead = this.querySelector('.plot-reader:focus-visible') !== null;
    this.requestUpdate();
  };

  readonly #press = (event: KeyboardEvent): void => {
    const step = pointStepByKey.get(event.key);
    if (step !== undefined && this.#drawing !== undefined) {
      event.preventDefault();
      this.#read(Math.max(0, Math.min(this.#drawing.count - 1, this.#place + step)));
    }
  };
}

customElements.define('social-plot', PlotFigure);

/** A picture as a document of its own: a file has no variables of a theme. */
function formatSvgFile(svg: SVGSVGElement): string {
  const style = getComputedStyle(document.body);
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const resolve = (variable: string, other: string): string => {
    const value = style.getPropertyValue(variable).trim() || other;
    return variable.endsWith('-font-family') || pen === null ? value.replaceAll('"', "'") : toOpaqueColor(pen, style, value);
  };
  const text = new XMLSerializer().serializeToString(svg).replaceAll(/ nonce="[^"]*"/g, '');
  return text.replaceAll(/var\((--vscode-[\w-]+)(?:, ?(#\w+))?\)/g, (_, variable: string, other = '') =>
    resolve(variable, String(other)),
  );
}

/** A theme's color may have any form and be transparent; readers of files know few forms. */
function toOpaqueColor(pen: CanvasRenderingContext2D, style: CSSStyleDeclaration, color: string): string {
  for (const fill of [style.backgroundColor, color]) {
    pen.fillStyle = fill;
    pen.fillRect(0, 0, 1, 1);
  }
  const { data } = pen.getImageData(0, 0, 1, 1);
  return `#${Array.from(data.slice(0, 3), (part) => part.toString(16).padStart(2, '0')).join('')}`;
}
