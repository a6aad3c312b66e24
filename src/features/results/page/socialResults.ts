import { type ResultsViewMode, resultsViewModes } from '../../../core/records/responseView.ts';
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { renderPictureViewer, renderLoadPicturesBanner } from '../../../page/post/pictureViewer.ts';
import { createValueHandler, textFieldMenuContext, ignoreDoubleClick } from '../../../page/kit/pressOnce.ts';
import './plotsView.ts';
import { renderQueryArea } from './renderQueryArea.ts';
import './recordList.ts';
import './recordsTable.ts';
import { ResultsActions } from './resultsActions.ts';
import type { FilteredRows } from './receivedRecords.ts';
import type { LightDomElement } from '../../../page/kit/lightDomElement.ts';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { addNoChargeSentence } from '../../../core/cost/formatCost.ts';
import { addPrice } from '../../../core/cost/formatPrice.ts';
import { type ResultsStatus, exportFormatNames, exportFormats } from '../resultsContract.ts';
import { renderIcon, type IconName, renderIconButton } from '../../../page/kit/icon.ts';
import {
  renderStopButton,
  joinSentences,
  renderLiveRegion,
  renderEmpty,
  renderFailure,
  renderNotice,
  renderProgressBar,
  renderSkeletons,
} from '../../../page/kit/pageStates.ts';
import type { Column } from '../../../core/table/cell.ts';
import { joinParts } from '../../../core/text/joinParts.ts';
import { renderDropMenu, renderMenuItem, renderMenuSeparator, renderMenuSwitch } from '../../../page/kit/dropMenu.ts';

function renderEmptyState(page: ResultsActions): TemplateResult | typeof nothing {
  const { status } = page;
  if (status === undefined) {
    return nothing;
  }
  if (status.failure !== null && status.loaded === 0) {
    return renderFailure(status.failure, 'empty', (action) => page.host.ask('recover', { action }));
  }
  switch (status.phase) {
    case 'loading':
      return renderSkeletons();
    case 'idle':
      return renderEmpty('search', l10n.t('No results loaded.'), renderSearchesToTry(page));
    case 'gone':
      return renderEmpty('history', addNoChargeSentence(l10n.t('These responses are no longer in history.')));
    case 'empty':
      return renderEmpty(
        'circle-slash',
        l10n.t('No results.'),
        html`<p class="quiet">${l10n.t('Try fewer or different words.')}</p>`,
      );
    case 'failed':
    case 'ready':
      return page.view.filter === ''
        ? renderEmpty('circle-slash', l10n.t('No results.'))
        : renderEmpty(
            'circle-slash',
            l10n.t('No loaded results match the filter.'),
            html`<vscode-button secondary @click=${() => page.filter('')}>${l10n.t('Clear Filter')}</vscode-button>`,
          );
  }
}

/** Choosing one fills the form. */
function renderSearchesToTry(page: ResultsActions): TemplateResult | typeof nothing {
  const { search, fields } = page.query ?? {};
  if (search === null || search === undefined) {
    return nothing;
  }
  const example = fields?.find(({ name }) => name === search.words)?.example ?? '';
  const all = search.hasOperators ? [example, `${example} min_faves:10`, `${example} lang:en -filter:replies`] : [example];
  const examples = example === '' ? [] : all;
  const renderSearches = (title: string, searches: readonly string[]) =>
    searches.length === 0
      ? nothing
      : html`<div class="searches" role="group" aria-label=${title}>
          <span class="quiet" aria-hidden="true">${title}</span>
          ${searches.map((text) => html`<button type="button" class="link" @click=${() => page.fill(text)}><bdi>${text}</bdi></button>`)}
        </div>`;
  return html`${renderSearches(l10n.t('Recent'), page.recent)}${renderSearches(l10n.t('Examples'), examples)}`;
}

function renderBanners(page: ResultsActions): TemplateResult {
  const { status, problem } = page;
  const failed = page.records.rows.length === 0 ? null : (status?.failure ?? null);
  return html`${renderNotice('notice', 'info', status?.notice ?? '')}
  ${renderNotice('waiting', 'debug-disconnect', status?.waiting ?? '')} ${renderNotice('warning', 'warning', problem)}
  ${failed === null ? nothing : renderFailure(failed, 'banner', (action) => page.host.ask('recover', { action }))}
  ${renderLoadPicturesBanner(page.mode === 'cards' && page.pictures.isWaiting, () => page.loadPictures())}`;
}

function renderSummaryBar(page: ResultsActions): TemplateResult | typeof nothing {
  const { status } = page;
  if (status === undefined || (page.isFolded ? !status.hasMore && !status.isLoading : status.summary === '')) {
    return nothing;
  }
  return html`<footer class="summary">
    ${page.isFolded ? nothing : html`<span class="summary-text">${page.summary}</span>`}
    ${status.isLoading ? renderLoadingProgress(page, status) : status.hasMore ? renderLoadMoreControls(page, status) : nothing}
  </footer>`;
}

function renderLoadingProgress(page: ResultsActions, status: ResultsStatus): TemplateResult {
  const { stopping, loaded } = status;
  return html`<span class="quiet">${stopping === '' ? formatProgress(status) : stopping}</span>
    ${loaded > 0 ? renderStopButton(stopping, () => page.stop(), 'button') : nothing}`;
}

/** A single page doesn't report progress. */
function formatProgress({ progress }: ResultsStatus): string {
  return progress === null ? l10n.t('Loading…') : l10n.t('request {0} of up to {1}', progress.done + 1, progress.atMost);
}

function renderLoadMoreControls({ host: { channel } }: ResultsActions, { pagePrice, isLive }: ResultsStatus): TemplateResult {
  return html`<vscode-button class="load-more" @click=${ignoreDoubleClick(() => channel.send('loadMore', {}))}
      >${addPrice(l10n.t('Load More'), pagePrice)}</vscode-button
    >
    <vscode-button secondary @click=${ignoreDoubleClick(() => channel.send('loadAll', {}))}>
      ${isLive ? l10n.t('Load All…') : l10n.t('Load All')}
    </vscode-button>`;
}

function formatSpokenStatus(status: ResultsStatus | undefined): string {
  if (status === undefined) {
    return '';
  }
  if (status.waiting !== '') {
    return status.waiting;
  }
  if (status.stopping !== '') {
    return status.stopping;
  }
  if (status.phase === 'loading' || (status.isLoading && status.progress === null)) {
    return l10n.t('Loading…');
  }
  const page = status.progress === null ? '' : formatProgress(status);
  const parts = [page, status.notice, status.failure?.message ?? '', joinParts([status.summary, status.mark])];
  switch (status.failure === null ? status.phase : 'failed') {
    case 'empty':
      return l10n.t('No results.');
    case 'gone':
      return l10n.t('These responses are no longer in history.');
    case 'idle':
    case 'ready':
    case 'failed':
      return joinSentences(parts);
  }
}

function renderResultsToolbar(page: ResultsActions, shown: FilteredRows): TemplateResult {
  const { mode } = page;
  const { filter } = page.view;
  const selected = page.selected();
  const fitting = shown.indexes.length;
  const loaded = page.records.rows.length;
  const many =
    selected.length > 0 ? l10n.t('{0} of {1} selected', selected.length, loaded) : l10n.t('All results ({0})', fitting);
  const views: Readonly<Record<ResultsViewMode, readonly [IconName, string]>> = {
    cards: ['list-unordered', l10n.t('Cards')],
    table: ['table', l10n.t('Table')],
    json: ['json', l10n.t('JSON')],
    plots: ['graph', l10n.t('Plots')],
  };
  return html`<div class="toolbar">
    <div class="views" role="group" aria-label=${l10n.t('View')}>
      ${resultsViewModes.map((view) => {
        const [sign, title] = views[view];
        return html`<button
          type="button"
          class="plain view"
          title=${title}
          aria-label=${title}
          aria-pressed=${String(view === mode)}
          @click=${() => page.setView({ mode: view, top: 0 })}
        >
          ${renderIcon(sign)}<span>${title}</span>
        </button>`;
      })}
    </div>
    ${renderFilterField(page)}
    ${filter === '' ? nothing : html`<span class="quiet fitting">${l10n.t('{0} of {1}', fitting, loaded)}</span>`}
    ${selected.length === 0 ? nothing : renderSelectionCountAndClear(page, many)}
    <div class="drops">
      ${mode === 'table' ? renderColumnsMenu(page) : nothing}
      ${renderActionsMenu('copy', l10n.t('Copy'), many, [
        [
          [l10n.t('Copy as {0}', 'JSON'), () => void page.copy('json', page.picked())],
          [l10n.t('Copy as {0}', 'Markdown'), () => void page.copy('markdown', page.picked())],
          [l10n.t('Copy as {0}', 'CSV'), () => void page.copy('csv', page.picked())],
        ],
      ])}
      ${renderActionsMenu('save', l10n.t('Save'), many, [
        exportFormats.map((format) => [
          l10n.t('Save as {0}…', exportFormatNames[format]),
          () => page.host.ask('save', { format, rows: [...page.picked()] }),
        ]),
        [
          [l10n.t('Save as Fixture…'), () => page.act('saveAsFixture', page.selected())],
          [l10n.t('Save Pseudonymized Fixture…'), () => page.act('savePseudonymized', page.selected())],
        ],
      ])}
    </div>
  </div>`;
}

/** The button removes itself, so focus moves to the field. */
function renderFilterField(page: ResultsActions): TemplateResult {
  const { filter } = page.view;
  const clear = () => {
    page.filter('');
    page.querySelector<HTMLElement>('.filter')?.focus();
  };
  return html`<div class="filter-field">
    <input
      class="filter"
      type="search"
      dir="auto"
      placeholder=${l10n.t('Filter loaded results')}
      aria-label=${l10n.t('Filter loaded results')}
      title=${l10n.t('Words, or a column and a value such as likes:12')}
      data-vscode-context=${textFieldMenuContext}
      .value=${filter}
      @input=${createValueHandler((value) => page.filter(value))}
    />${filter === '' ? nothing : renderIconButton('close', l10n.t('Clear Filter'), clear)}
  </div>`;
}

/** The button removes itself, so focus moves to the view buttons. */
function renderSelectionCountAndClear(page: ResultsActions, words: string): TemplateResult {
  const clear = () => {
    page.setView({ selected: [] });
    page.querySelector<HTMLElement>('.view[aria-pressed="true"]')?.focus();
  };
  return html`<span class="selection" title=${words}
    ><span class="selection-short" aria-hidden="true">${page.selected().length}</span
    ><span class="selection-words">${words}</span>
    <button
      type="button"
      class="plain"
      aria-label=${l10n.t('Clear Selection')}
      title=${l10n.t('Clear Selection')}
      @click=${clear}
    >
      ${renderIcon('close')}<span class="clear-label">${l10n.t('Clear Selection')}</span>
    </button></span
  >`;
}

function renderActionsMenu(
  sign: IconName,
  label: string,
  many: string,
  groups: readonly (readonly (readonly [title: string, act: () => void])[])[],
): TemplateResult {
  return renderDropMenu({
    sign,
    label,
    title: `${label}: ${many}`,
    content: html`<p class="quiet menu-note" aria-hidden="true">${many}</p>
      ${groups.map(
        (items, group) =>
          html`${group === 0 ? nothing : renderMenuSeparator()}${items.map(([title, act], at) => renderMenuItem({ title, act, isFirst: group === 0 && at === 0 }))}`,
      )}`,
  });
}

function renderColumnsMenu(page: ResultsActions): TemplateResult {
  const toggle = (column: Column) => page.setView({ columns: { ...page.view.columns, [column.name]: !page.isShown(column) } });
  return renderDropMenu({
    sign: 'split-horizontal',
    label: l10n.t('Columns'),
    content: html`${page.records.columns.map((column, at) =>
      renderMenuSwitch({ title: column.title, act: () => toggle(column), isFirst: at === 0 }, page.isShown(column)),
    )}`,
  });
}

const resultsMenuContext = JSON.stringify({ viewItem: 'socialData results hasResponse markdown csv' });

export class SocialResults extends ResultsActions {
  constructor() {
    super();
    passFocusOnRemoval(this);
  }

  protected override render(): TemplateResult {
    const { query, status, records, problem } = this;
    const progress = renderProgressBar(status?.isLoading !== false);
    if (query === undefined) {
      return html`${progress}`;
    }
    const shown = this.shown();
    return html`<div class="results" aria-busy=${String(status?.isLoading === true)}>
      ${progress}${renderQueryArea(this, query)}${records.rows.length === 0 ? nothing : renderResultsToolbar(this, shown)}${renderBanners(this)}
      <section
        class="body"
        id="results"
        data-vscode-context=${records.rows.length === 0 ? nothing : resultsMenuContext}
        role=${query.search === null ? nothing : 'tabpanel'}
        aria-label=${l10n.t('Results')}
      >
        ${this.#body(shown)}
      </section>
      ${renderSummaryBar(this)}${renderLiveRegion(joinSentences([problem, formatSpokenStatus(status)]))}
      ${renderPictureViewer(this.viewed, this.pictures, {
        allow: () => this.loadPictures(),
        close: () => {
          this.viewed = undefined;
        },
        open: (url) => this.host.ask('openLink', { url }),
      })}
      <div class="spoken" aria-live="polite" aria-atomic="true">${this.spokenMatchCount}</div>
    </div>`;
  }

  #body(shown: FilteredRows): TemplateResult | typeof nothing {
    if (shown.indexes.length === 0) {
      return renderEmptyState(this);
    }
    switch (this.mode) {
      case 'cards':
      case 'json':
        return html`<social-record-list .page=${this} .shown=${shown}></social-record-list>`;
      case 'table':
        return html`<social-records-table .page=${this} .shown=${shown}></social-records-table>`;
      case 'plots':
        return html`<social-plots .page=${this} .shown=${shown}></social-plots>`;
    }
  }
}

const recordsFocusSelector = '.body [tabindex="0"], .body select';
const queryFocusSelectors = ['.question .stop', '.question :is(.call, .query-summary)'];

/** Where focus moves if the focused element is removed, by that element's container. */
const focusSelectorsAfterRemoval: readonly (readonly [within: string, next: readonly string[]])[] = [
  ['.saved', [':popover-open .saved .icon', '.drop:has(:popover-open) > button']],
  ['.question', [...queryFocusSelectors, '.question :is(input, select, textarea, [tabindex="0"])']],
  ['.summary', ['.summary vscode-button', recordsFocusSelector, ...queryFocusSelectors]],
  ['.empty', ['.question .stop', '.filter', ...queryFocusSelectors]],
  ['.banner', ['.summary .stop', recordsFocusSelector, ...queryFocusSelectors]],
];

/** Without this, focus would return to the top of the page when a button removes itself. */
function passFocusOnRemoval(page: LightDomElement): void {
  let had: { readonly element: Element; readonly next: readonly string[] } | undefined;
  const moveFocus = (next: readonly string[]) => {
    // the user may already have moved focus
    if (document.activeElement === document.body && document.hasFocus()) {
      const found = next.map((selector) => page.querySelector<HTMLElement>(selector)).find((element) => element !== null);
      found?.focus({ preventScroll: true });
    }
  };
  page.addController({
    hostUpdate: () => {
      const element = document.activeElement;
      const next = focusSelectorsAfterRemoval.find(([within]) => (element?.closest(within) ?? null) !== null)?.[1];
      had = element === null || next === undefined || !page.contains(element) ? undefined : { element, next };
    },
    hostUpdated: () => {
      if (had?.element.isConnected === false) {
        const { next } = had;
        requestAnimationFrame(() => moveFocus(next)); // records are rendered after the page
      }
    },
  });
}

customElements.define('social-results', SocialResults);
