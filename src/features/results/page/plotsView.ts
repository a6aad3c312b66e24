import * as l10n from '@vscode/l10n';
import { translateTableText } from '../../../core/records/translateTableText.ts';
import { html, type TemplateResult } from 'lit';
import { type Plot, toPlotTable, listPlots } from '../../../core/table/plots.ts';
import type { RecordTable } from '../../../core/table/cell.ts';
import { memoizeLast, LightDomElement } from '../../../page/kit/lightDomElement.ts';
import { displayLanguage } from '../../../page/kit/formatNumbersAndTimes.ts';
import { createValueHandler } from '../../../page/kit/pressOnce.ts';
import type { DrawPlot } from './plots/main.ts';
import { formatCell, type FilteredRows } from './receivedRecords.ts';
import type { ResultsActions } from './resultsActions.ts';
import { createWarningLogger } from '../../../page/kit/connectToHost.ts';

const minPlotWidthPx = 220;
const paddingPx = 12;

/** For the plot bundle and plot style sheets. VS Code inserts its own script, which doesn't have a nonce, first. */
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

async function loadDrawPlot(bundle: string): Promise<DrawPlot> {
  return await new Promise((resolve) => {
    document.addEventListener('plotsReady', ({ detail }) => resolve(detail), { once: true });
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', nonce, textContent: bundle }));
  });
}

/** Plots with tables of the same values. */
export class PlotsView extends LightDomElement {
  static override properties = { shown: {}, width: { state: true }, drawPlot: { state: true } };

  page!: ResultsActions;
  shown!: FilteredRows;
  private width = 0;
  private drawPlot: DrawPlot | undefined;
  readonly #plots = memoizeLast(listPlots);
  readonly #drawn = memoizeLast((drawPlot: DrawPlot, chosen: Plot, width: number) => {
    const plot = translatePlot(chosen);
    return { plot, table: toPlotTable(plot), panels: drawPlot(plot, { width, language: displayLanguage, nonce }) };
  });

  constructor() {
    super();
    new ResizeObserver(() => {
      this.width = Math.max(minPlotWidthPx, Math.floor(this.clientWidth) - 2 * paddingPx);
    }).observe(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.drawPlot === undefined) {
      this.#loadPlots().catch(createWarningLogger('plotScript'));
    }
  }

  async #loadPlots(): Promise<void> {
    this.drawPlot = await loadDrawPlot(await this.page.host.channel.request('plotScript', {}));
  }

  protected override render(): TemplateResult {
    const { drawPlot, width } = this;
    if (drawPlot === undefined || width === 0) {
      return html``;
    }
    const { records, view } = this.page;
    const plots = this.#plots(records, this.shown.indexes);
    const chosen = plots.find(({ name }) => name === view.plot) ?? plots[0];
    if (chosen === undefined) {
      return html`<p class="quiet empty">${l10n.t('Nothing to plot.')}</p>`;
    }
    const { plot, table, panels } = this.#drawn(drawPlot, chosen, width);
    return html`<div class="plots">
      <div class="plot-bar">
        <label class="plain-label" for="plot-choice">${l10n.t('Plot')}</label>
        <select id="plot-choice" @change=${createValueHandler((value) => this.page.setView({ plot: value }))}>
          ${plots.map(({ name, title }) => html`<option value=${name} ?selected=${name === plot.name}>${translateTableText(title)}</option>`)}
        </select>
      </div>
      <div class="plot-figure" role="img" aria-label=${plot.title}>${panels}</div>
      <details class="section" open>
        <summary>${l10n.t('Table')}</summary>
        ${renderPlotTable(plot.title, table)}
      </details>
    </div>`;
  }
}

function translatePlot(plot: Plot): Plot {
  const title = translateTableText(plot.title);
  return plot.kind === 'bar'
    ? { ...plot, title, unit: translateTableText(plot.unit) }
    : { ...plot, title, series: plot.series.map((series) => ({ ...series, title: translateTableText(series.title) })) };
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
