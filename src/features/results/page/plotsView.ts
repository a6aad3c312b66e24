import * as l10n from '@vscode/l10n';
import { translateTableText } from '../../../core/records/translateTableText.ts';
import { html, type TemplateResult, type PropertyValues, nothing } from 'lit';
import { type Plot, toPlotTable, listPlots } from '../../../core/table/plots.ts';
import type { RecordTable } from '../../../core/table/cell.ts';
import { renderIcon } from '../../../page/kit/icon.ts';
import { memoizeLast, LightDomElement } from '../../../page/kit/lightDomElement.ts';
import { displayLanguage, formatExactNumber } from '../../../page/kit/formatNumbersAndTimes.ts';
import { createValueHandler } from '../../../page/kit/pressOnce.ts';
import type { DrawPlot, DrawnPlot } from './plots/main.ts';
import { formatCell, type FilteredRows } from './receivedRecords.ts';
import type { ResultsActions } from './resultsActions.ts';
import { createWarningLogger } from '../../../page/kit/connectToHost.ts';

const minPlotWidthPx = 220;

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

/** For the plot bundle and plot style sheets. VS Code inserts its own script, which doesn't have a nonce, first. */
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

async function loadDrawPlot(bundle: string): Promise<DrawPlot> {
  return await new Promise((resolve) => {
    document.addEventListener('plotsReady', ({ detail }) => resolve(detail), { once: true });
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', nonce, textContent: bundle }));
  });
}

export class PlotFigure extends LightDomElement {
  static override properties = { drawPlot: {}, plot: {}, table: {}, note: {} };

  drawPlot!: DrawPlot;
  plot: Plot | undefined;
  table: RecordTable = { columns: [], rows: [] };
  note = '';
  #width = 0;
  #drawing: DrawnPlot | undefined;
  #place = 0;
  #isRead = false;

  constructor() {
    super();
    new ResizeObserver(() => {
      const width = Math.max(minPlotWidthPx, Math.floor(this.clientWidth));
      if (width !== this.#width) {
        this.#width = width;
        this.#draw();
      }
    }).observe(this);
  }

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
          aria-label=${l10n.t('Values: {0}', plot.title)}
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

/** Replaces theme variables, which a file doesn't have. */
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

/** Theme colors may be transparent and have any notation, which few programs support. */
function toOpaqueColor(pen: CanvasRenderingContext2D, style: CSSStyleDeclaration, color: string): string {
  for (const fill of [style.backgroundColor, color]) {
    pen.fillStyle = fill;
    pen.fillRect(0, 0, 1, 1);
  }
  const { data } = pen.getImageData(0, 0, 1, 1);
  return `#${Array.from(data.slice(0, 3), (part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Plots with tables of the same values. */
export class PlotsView extends LightDomElement {
  static override properties = { shown: {} };

  page!: ResultsActions;
  shown!: FilteredRows;
  #drawPlot: DrawPlot | undefined;
  readonly #plots = memoizeLast(listPlots);
  readonly #drawn = memoizeLast((chosen: Plot) => {
    const plot = translatePlot(chosen);
    return { plot, table: toPlotTable(plot) };
  });

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#drawPlot === undefined) {
      this.#loadPlots().catch(createWarningLogger('plotScript'));
    }
  }

  async #loadPlots(): Promise<void> {
    this.#drawPlot = await loadDrawPlot(await this.page.host.channel.request('plotScript', {}));
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const drawPlot = this.#drawPlot;
    if (drawPlot === undefined) {
      return html``;
    }
    const { records, view } = this.page;
    const { indexes: order } = this.shown;
    const plots = this.#plots(records, order);
    const chosen = plots.find(({ name }) => name === view.plot) ?? plots[0];
    if (chosen === undefined) {
      return html`<p class="quiet empty">${l10n.t('Nothing to plot.')}</p>`;
    }
    const { plot, table } = this.#drawn(chosen);
    const note = formatFilterMatchCount(order.length, records.rows.length);
    return html`<div class="plots">
      <div class="plot-bar">
        <label class="plain-label" for="plot-choice">${l10n.t('Plot')}</label>
        <select id="plot-choice" @change=${createValueHandler((value) => this.page.setView({ plot: value }))}>
          ${plots.map(({ name, title }) => html`<option value=${name} ?selected=${name === plot.name}>${translateTableText(title)}</option>`)}
        </select>
        <span class="grow"></span>
        <button type="button" class="plain" @click=${() => this.#save(plot.name)}>
          ${renderIcon('save')} ${l10n.t('Save as SVG')}
        </button>
      </div>
      <social-plot .drawPlot=${drawPlot} .plot=${plot} .table=${table} .note=${note}></social-plot>
      <details class="section" open>
        <summary>${l10n.t('Table')}</summary>
        ${renderPlotTable(plot.title, table)}
      </details>
    </div>`;
  }

  #save(name: string): void {
    const figure = this.querySelector('social-plot');
    if (figure instanceof PlotFigure) {
      this.page.host.ask('savePlot', { name, svg: figure.toSvgFile() });
    }
  }
}

function translatePlot(plot: Plot): Plot {
  const title = translateTableText(plot.title);
  return plot.kind === 'bar'
    ? { ...plot, title, unit: translateTableText(plot.unit) }
    : { ...plot, title, series: plot.series.map((series) => ({ ...series, title: translateTableText(series.title) })) };
}

/** Also part of the saved image; empty if it includes all loaded records. */
function formatFilterMatchCount(fitting: number, loaded: number): string {
  return fitting === loaded ? '' : l10n.t('Filter matches {0} of {1}', formatExactNumber(fitting), formatExactNumber(loaded));
}

function renderPlotTable(title: string, { columns, rows }: RecordTable): TemplateResult {
  return html`<div class="plot-table-scroller" tabindex="0" role="group" aria-label=${l10n.t('Table')}>
    <table class="plot-table">
      <caption class="spoken">
        ${title}
      </caption>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${translateTableText(column.title)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, ...values]) =>
            html`<tr>
              <th scope="row"><bdi>${formatCell(name ?? null, { type: 'text' })}</bdi></th>
              ${values.map((value, at) => html`<td>${formatCell(value, { type: columns[at + 1]?.type ?? 'number' })}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

customElements.define('social-plots', PlotsView);
