import * as l10n from '@vscode/l10n';
import { translateTableText } from '../../app/records/translateTableText.ts';
import { type PropertyValues, type TemplateResult, html, nothing } from 'lit';
import { drawPlot } from '../../app/table/plots/drawPlot.ts';
import type { Plot } from '../../app/table/plots/plot.ts';
import { type PlotDrawing, type SvgNode, formatSvg } from '../../app/table/plots/plotDrawing.ts';
import type { RecordTable } from '../../app/table/cell.ts';
import { LightDomElement } from '../components/lightDomElement.ts';
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

/** The picture of a plot: what is saved is this. Its values are read with the pointer or the keys; series can be hidden. */
export class PlotFigure extends LightDomElement {
  static override properties = { plot: {}, table: {}, note: {} };

  plot: Plot | undefined;
  /** What the plot shows, one row for each of its points or bars. */
  table: RecordTable = { columns: [], rows: [] };
  note = '';
  #width = 0;
  #hidden: ReadonlySet<string> = new Set();
  #drawing: PlotDrawing | undefined;
  #picture: SVGElement | undefined;
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

  /** What is seen, as a file: SVG as text, PNG in base64. */
  async file(format: 'svg' | 'png'): Promise<string> {
    const drawing = this.#drawing;
    if (drawing === undefined) {
      return '';
    }
    return format === 'svg' ? toSvgFile(drawing.picture) : await toPngBase64(drawing.picture, drawing.width, drawing.height);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('plot') && changed.get('plot')?.name !== this.plot?.name) {
      this.#hidden = new Set();
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
    this.#drawing = drawPlot(this.plot, { width: this.#width, note: this.note, language: displayLanguage, hidden: this.#hidden });
    this.#picture = toSvgElement(this.#drawing.picture);
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
    return html`<div class="plot-figure">
        ${this.#picture}
        <svg class="plot-cursor" width=${drawing.width} height=${drawing.height} aria-hidden="true">
          ${this.#isRead ? toSvgElement(drawing.cursor(this.#place)) : nothing}
        </svg>
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
        ${plot.kind === 'line' && plot.series.length > 1 ? this.#legend(plot.series, drawing) : nothing}
      </div>
      <p class="plot-reading" ?data-idle=${!this.#isRead} aria-hidden="true">${reading}</p>`;
  }

  /** The names are in the picture; on each of them stands a button. */
  #legend(series: readonly { readonly title: string }[], { legend }: PlotDrawing): readonly TemplateResult[] {
    return legend.map(({ x, y, width, height }, at) => {
      const title = series[at]?.title ?? '';
      const isHidden = this.#hidden.has(title);
      return html`<button
        type="button"
        class="plot-series"
        aria-label=${title}
        aria-pressed=${!isHidden}
        title=${isHidden ? l10n.t('Show {0}', title) : l10n.t('Hide {0}', title)}
        .style=${`left:${x}px;top:${y}px;width:${width}px;height:${height}px`}
        @click=${() => {
          const others = [...this.#hidden].filter((other) => other !== title);
          this.#hidden = new Set(isHidden ? others : [...others, title]);
          this.#draw();
        }}
      ></button>`;
    });
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

/** A drawing as elements of the page, whose colours follow the theme. */
function toSvgElement(node: SvgNode): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', node.name);
  for (const [name, value] of Object.entries(node.attributes)) {
    element.setAttribute(name, value);
  }
  element.append(...node.children.map((child) => (typeof child === 'string' ? child : toSvgElement(child))));
  return element;
}

/** A drawing as a file, in the colours that the theme has now. */
function toSvgFile(node: SvgNode): string {
  const style = getComputedStyle(document.body);
  const pen = createCanvasContext(1, 1);
  return formatSvg(node, (variable, other) => {
    const found = style.getPropertyValue(variable).trim();
    const value = found === '' ? other : found;
    return variable.endsWith('-font-family') ? value : toOpaqueColour(pen, style, value);
  });
}

/** A drawing as a PNG in base64, twice as fine as on the screen. */
async function toPngBase64(node: SvgNode, width: number, height: number): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(toSvgFile(node))}`;
  await image.decode();
  const pen = createCanvasContext(width * 2, height * 2);
  pen.drawImage(image, 0, 0, width * 2, height * 2);
  return pen.canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
}

/** A colour of a theme may have any form and let through what is below it; readers of files know few forms. */
function toOpaqueColour(pen: CanvasRenderingContext2D, style: CSSStyleDeclaration, colour: string): string {
  pen.fillStyle = style.backgroundColor;
  pen.fillRect(0, 0, 1, 1);
  // what is no colour leaves the one before
  pen.fillStyle = style.color;
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const { data } = pen.getImageData(0, 0, 1, 1);
  return `#${Array.from(data.slice(0, 3), (part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function createCanvasContext(width: number, height: number): CanvasRenderingContext2D {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  if (pen === null) {
    throw new Error('This browser cannot draw pictures.');
  }
  return pen;
}
