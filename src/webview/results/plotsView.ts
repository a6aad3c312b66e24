import * as l10n from '@vscode/l10n';
import { translateTableText } from '../../app/records/translateTableText.ts';
import { html, type TemplateResult } from 'lit';
import { type Plot, type PlotOffer, toPlotTable } from '../../app/table/plots/plot.ts';
import { listPlotsOfShownRows } from '../../app/table/plots/listPlots.ts';
import type { FollowerSnapshot } from '../../app/table/plots/plotCountsOverTime.ts';
import type { RecordTable } from '../../app/table/cell.ts';
import { renderIcon } from '../components/icon.ts';
import { LightDomElement } from '../components/lightDomElement.ts';
import { Debouncer } from '../shared/debouncer.ts';
import { formatExactNumber } from '../shared/formatNumbersAndTimes.ts';
import { createValueHandler } from '../shared/fieldEvents.ts';
import type { DrawPlot } from '../plots/main.ts';
import { loadDrawPlot, PlotFigure } from './plotFigure.ts';
import { formatCell } from './formatCell.ts';
import type { ReceivedRecords } from './receivedRecords.ts';
import type { ResultsActions } from './resultsActions.ts';
import { createWarningLogger } from '../shared/connectToHost.ts';
import type { FilteredRows } from './receivedRecords.ts';

/** More records than these are not redrawn with every letter of a filter and every message that brings some. */
const maxRecordsRedrawnAtOnce = 5_000;
const plotRedrawDelayMs = 150;

interface PlotWithTable {
  readonly plot: Plot;
  readonly table: RecordTable;
}

/** Plots that were worked out, and of what. */
interface ComputedPlots {
  readonly records: ReceivedRecords;
  readonly order: readonly number[];
  readonly snapshots: readonly FollowerSnapshot[];
  readonly plots: readonly PlotOffer[];
  /** Those of them that were looked at, by their names, in the person's language. */
  readonly seen: Map<string, PlotWithTable>;
  /** How many records there were, of which those of `order` are drawn. */
  readonly loaded: number;
}

/** Pictures of what is loaded and fits the filter, each with a table that says the same. Makes no call. */
export class PlotsView extends LightDomElement {
  static override properties = { shown: {} };

  page!: ResultsActions;
  /** The rows to draw, another one whenever the page is drawn; once all are found. */
  shown!: FilteredRows;
  #made: ComputedPlots | undefined;
  #drawPlot: DrawPlot | undefined;
  readonly #later = new Debouncer(plotRedrawDelayMs, () => {
    this.#make();
    this.requestUpdate();
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

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#later.stop();
  }

  protected override render(): TemplateResult {
    const made = this.#made;
    const drawPlot = this.#drawPlot;
    if (made === undefined || drawPlot === undefined) {
      return html``;
    }
    const shown = this.#shown(made);
    if (shown === undefined) {
      return html`<p class="quiet middle">
        ${isEveryRecordDrawn(made) ? l10n.t('There is nothing to draw in what is loaded.') : l10n.t('There is nothing to draw in what fits the filter.')}
      </p>`;
    }
    const { plot, table } = shown;
    return html`<div class="plots">
      <div class="plot-bar">
        <label class="plain-label" for="plot-choice">${l10n.t('Plot')}</label>
        <select id="plot-choice" @change=${createValueHandler((value) => this.page.setView({ plot: value }))}>
          ${made.plots.map(({ name, title }) => html`<option value=${name} ?selected=${name === plot.name}>${translateTableText(title)}</option>`)}
        </select>
        <span class="grow"></span>
        <button type="button" class="plain" @click=${() => this.#save(plot.name)}>
          ${renderIcon('save')} ${l10n.t('Save as SVG')}
        </button>
      </div>
      <p class="quiet">${describeDrawnRecords(made)}</p>
      <social-plot
        .drawPlot=${drawPlot}
        .plot=${plot}
        .table=${table}
        .note=${isEveryRecordDrawn(made) ? '' : formatFilterMatchCount(made)}
      ></social-plot>
      <details class="section" open>
        <summary>${l10n.t('Table')}</summary>
        ${renderPlotTable(plot.title, table)}
      </details>
    </div>`;
  }

  protected override willUpdate(): void {
    const { records, snapshots } = this.page;
    const { indexes: order } = this.shown;
    const made = this.#made;
    const isMade = made?.records === records && made.order === order && made.snapshots === snapshots;
    if (!isMade) {
      if (made?.records.rows !== records.rows || records.rows.length <= maxRecordsRedrawnAtOnce) {
        this.#make();
      } else {
        this.#later.start();
      }
    }
  }

  #make(): void {
    const { records, snapshots } = this.page;
    const { indexes: order } = this.shown;
    const plots = listPlotsOfShownRows(records, order, snapshots);
    this.#made = { records, order, snapshots, plots, seen: new Map(), loaded: records.rows.length };
  }

  #shown({ plots, seen }: ComputedPlots): PlotWithTable | undefined {
    const offer = plots.find(({ name }) => name === this.page.view.plot) ?? plots[0];
    if (offer === undefined) {
      return undefined;
    }
    const before = seen.get(offer.name);
    if (before !== undefined) {
      return before;
    }
    const plot = translatePlot(offer.make());
    const made = { plot, table: toPlotTable(plot) };
    seen.set(plot.name, made);
    return made;
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

function isEveryRecordDrawn({ order, loaded }: ComputedPlots): boolean {
  return order.length === loaded;
}

/** Which records a plot and its table show. */
function describeDrawnRecords(made: ComputedPlots): string {
  return isEveryRecordDrawn(made)
    ? made.loaded === 1
      ? l10n.t('Drawn from the 1 record that is loaded.')
      : l10n.t('Drawn from the {0} records that are loaded.', formatExactNumber(made.loaded))
    : l10n.t('{0}; drawn from these.', formatFilterMatchCount(made));
}

function formatFilterMatchCount({ order, loaded }: ComputedPlots): string {
  return order.length === 1
    ? l10n.t('1 of {0} records fits the filter', formatExactNumber(loaded))
    : l10n.t('{0} of {1} records fit the filter', formatExactNumber(order.length), formatExactNumber(loaded));
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
