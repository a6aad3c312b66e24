import { html, type TemplateResult } from 'lit';
import type uPlot from 'uplot';
import { drawPlot } from '../../results/plots/drawPlot.ts';
import type { BarPlot, LinePlot, Plot, PlotOffer } from '../../results/plots/plot.ts';
import { plotsOfShown } from '../../results/plots/plotsOfShown.ts';
import { plotTable } from '../../results/plots/plotTable.ts';
import type { Snapshot } from '../../results/plots/snapshots.ts';
import { toSvg } from '../../results/plots/toSvg.ts';
import { icon } from '../components/icon.ts';
import { LightElement } from '../components/lightElement.ts';
import { Later } from '../shared/later.ts';
import { presentExact } from '../shared/present.ts';
import { language, t } from '../shared/translate.ts';
import { themeColours, toPng } from './plotPicture.ts';
import { presentCell } from './presentCell.ts';
import { noRecords, type Records } from './records.ts';

const savedWidth = 900;
/** 1, 2, 5, 10, 20, 50… */
const wholeSteps = Array.from({ length: 13 }, (_, power) => [1, 2, 5].map((first) => first * 10 ** power)).flat();

/** More records than these are not drawn anew with every letter of a filter and every message that brings some. */
const mostAtOnce = 5_000;
const patienceMs = 150;

/** Plots that were worked out, and of what. */
interface Made {
  readonly records: Records;
  readonly order: Uint32Array;
  readonly snapshots: readonly Snapshot[];
  readonly plots: readonly PlotOffer[];
  /** Those of them that were looked at, by their names. */
  readonly seen: Map<string, Plot>;
  /** How many records there were, of which those of `order` are drawn. */
  readonly loaded: number;
}

/** Pictures of what is loaded and fits the filter, each with a table that says the same. Makes no call. */
export class PlotsView extends LightElement {
  static override properties = { records: {}, order: {}, snapshots: {}, chosen: {} };

  records: Records = noRecords();
  /** The places of the records that fit the filter; undefined while they are looked for. */
  order: Uint32Array | undefined;
  snapshots: readonly Snapshot[] = [];
  chosen = '';
  onChoice: (name: string) => void = () => undefined;
  onSave: (picture: { readonly name: string; readonly format: 'svg' | 'png'; readonly data: string }) => void = () => undefined;
  #drawn: { readonly plot: uPlot; readonly of: LinePlot } | undefined;
  /** What shall be drawn, once the plotter is there. */
  #wanted: LinePlot | undefined;
  #resized: ResizeObserver | undefined;
  /** Another theme is told by the classes of the body. */
  readonly #themed = new MutationObserver(() => {
    this.#undraw();
    this.requestUpdate();
  });
  #made: Made | undefined;
  readonly #later = new Later(patienceMs, () => {
    this.#make();
    this.requestUpdate();
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resized = new ResizeObserver(() => {
      this.#drawn?.plot.setSize(this.#size());
    });
    this.#resized.observe(this);
    this.#themed.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized?.disconnect();
    this.#themed.disconnect();
    this.#later.stop();
    this.#undraw();
  }

  #undraw(): void {
    this.#drawn?.plot.destroy();
    this.#drawn = undefined;
  }

  protected override updated(): void {
    const plot = this.#shown();
    void this.#draw(plot?.kind === 'line' ? plot : undefined);
  }

  protected override render(): TemplateResult {
    const made = this.#made;
    const plot = this.#shown();
    if (made === undefined) {
      return html``;
    }
    if (plot === undefined) {
      return html`<p class="quiet middle">
        ${isAll(made) ? t('There is nothing to draw in what is loaded.') : t('There is nothing to draw in what fits the filter.')}
      </p>`;
    }
    return html`<div class="plots">
      <div class="plot-bar">
        <label class="plain-label" for="plot-choice">${t('Plot')}</label>
        <select
          id="plot-choice"
          @change=${(event: Event) => {
            if (event.target instanceof HTMLSelectElement) {
              this.onChoice(event.target.value);
            }
          }}
        >
          ${made.plots.map(({ name, title }) => html`<option value=${name} ?selected=${name === plot.name}>${t(title)}</option>`)}
        </select>
        <span class="grow"></span>
        <button type="button" class="plain" @click=${() => this.#save(plot, 'svg')}>${icon('save')} ${t('Save as SVG')}</button>
        <button type="button" class="plain" @click=${() => this.#save(plot, 'png')}>${icon('save')} ${t('Save as PNG')}</button>
      </div>
      <p class="quiet">${drawnFrom(made)}</p>
      ${
        plot.kind === 'bar'
          ? bars(plot)
          : html`<div class="plot-canvas" role="img" aria-label=${t('{0}: the table below says the same', t(plot.title))}></div>
              <details class="plot-twin" open>
                <summary>${t('Table')}</summary>
                ${twin(plot)}
              </details>`
      }
    </div>`;
  }

  protected override willUpdate(): void {
    const { records, order, snapshots } = this;
    const made = this.#made;
    const isMade = made?.records === records && made.order === order && made.snapshots === snapshots;
    if (order !== undefined && !isMade) {
      if (made?.records.rows !== records.rows || records.rows.length <= mostAtOnce) {
        this.#make();
      } else {
        this.#later.start();
      }
    }
  }

  #make(): void {
    const { records, order, snapshots } = this;
    if (order !== undefined) {
      this.#made = {
        records,
        order,
        snapshots,
        plots: plotsOfShown(records, order, snapshots),
        seen: new Map(),
        loaded: records.rows.length,
      };
    }
  }

  #shown(): Plot | undefined {
    const { plots, seen } = this.#made ?? { plots: [], seen: new Map<string, Plot>() };
    const offer = plots.find(({ name }) => name === this.chosen) ?? plots[0];
    const plot = offer === undefined ? undefined : (seen.get(offer.name) ?? offer.make());
    if (plot !== undefined) {
      seen.set(plot.name, plot);
    }
    return plot;
  }

  #save(plot: Plot, format: 'svg' | 'png'): void {
    const made = this.#made;
    const title = made === undefined || isAll(made) ? t(plot.title) : `${t(plot.title)} (${fitting(made)})`;
    const drawing = drawPlot({ ...plot, title }, savedWidth);
    const colours = themeColours();
    this.onSave({ name: plot.name, format, data: format === 'svg' ? toSvg(drawing, colours) : toPng(drawing, colours) });
  }

  async #draw(plot: LinePlot | undefined): Promise<void> {
    const place = this.querySelector<HTMLElement>('.plot-canvas');
    if (plot !== undefined && this.#drawn?.of === plot && place?.contains(this.#drawn.plot.root) === true) {
      return;
    }
    this.#undraw();
    this.#wanted = plot;
    if (plot === undefined || place === null) {
      return;
    }
    mendLanguage();
    const { default: UPlot } = await import('uplot');
    if (!place.isConnected || this.#drawn !== undefined || this.#wanted !== plot) {
      return;
    }
    const colours = themeColours();
    const axis = { stroke: colours.ink, grid: { stroke: colours.line, width: 0.3 }, ticks: { stroke: colours.line, width: 0.5 } };
    const scales = plot.series.length > 1 ? plot.series.map((_, at) => `y${at}`) : ['y'];
    const made = new UPlot(
      {
        ...this.#size(),
        cursor: { drag: { x: false, y: false } },
        legend: { live: true },
        // the steps are days and months of UTC
        tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
        series: [
          { label: t('Time') },
          ...plot.series.map(({ title }, at) => ({
            label: t(title),
            stroke: colours.series[at % colours.series.length] ?? colours.ink,
            width: 2,
            scale: scales[at] ?? 'y',
            points: { show: plot.x.length < 60 },
            spanGaps: true,
          })),
        ],
        axes: [
          axis,
          ...scales.map((scale, at) => ({
            ...axis,
            // what is counted has no halves
            ...(plot.series[at]?.values.every((value) => value === null || Number.isInteger(value)) === true
              ? { incrs: wholeSteps }
              : {}),
            scale,
            side: at % 2 === 0 ? (3 as const) : (1 as const),
            size: 60,
            show: at < 2,
          })),
        ],
      },
      [plot.x.map((ms) => ms / 1000), ...plot.series.map(({ values }) => [...values])],
      place,
    );
    this.#drawn = { plot: made, of: plot };
  }

  #size(): { readonly width: number; readonly height: number } {
    return { width: Math.max(240, this.clientWidth - 24), height: 300 };
  }
}

function isAll({ order, loaded }: Made): boolean {
  return order.length === loaded;
}

/** Which records a plot and its table show. */
function drawnFrom(made: Made): string {
  return isAll(made)
    ? t('Drawn from the {0} records that are loaded.', presentExact(made.loaded))
    : t('{0}; drawn from these.', fitting(made));
}

function fitting({ order, loaded }: Made): string {
  return t('{0} of {1} records fit the filter', presentExact(order.length), presentExact(loaded));
}

/** The plotter formats numbers in the browser's language as it is loaded; on some machines that is no language ("en-US@posix"). */
function mendLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: language, configurable: true });
  }
}

/** Bars are a table already: the bar is drawn behind the number. */
function bars(plot: BarPlot): TemplateResult {
  const most = Math.max(1, ...plot.bars.map(({ value }) => value));
  return html`<table class="bars">
    <caption>
      ${t(plot.title)}
    </caption>
    <thead class="spoken">
      <tr>
        <th scope="col">${t('Name')}</th>
        <th scope="col">${t(plot.unit)}</th>
      </tr>
    </thead>
    <tbody>
      ${plot.bars.map(
        ({ label, value }) =>
          html`<tr>
            <th scope="row"><bdi>${label}</bdi></th>
            <td>
              <span class="bar" .style=${`inline-size:${((value / most) * 100).toFixed(1)}%`}></span>
              <span class="bar-value">${presentExact(value)}</span>
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function twin(plot: Plot): TemplateResult {
  const { columns, rows } = plotTable(plot);
  return html`<div class="twin-scroller" tabindex="0" role="group" aria-label=${t('Table')}>
    <table class="twin">
      <thead>
        <tr>
          ${columns.map(({ title }) => html`<th scope="col">${t(title)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${columns.map((column, at) => html`<td>${presentCell(row[at] ?? null, column)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

customElements.define('social-plots', PlotsView);
