import { joinSentences } from '../shared/joinSentences.ts';
import * as l10n from '@vscode/l10n';
import { renderRealMoneyBadge } from '../components/renderRealMoneyBadge.ts';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { addNoChargeSentence } from '../../app/cost/formatCost.ts';
import { formatExpectedPrice, formatPrice, getButtonShowsPriceHint, formatPriceEach } from '../../app/cost/formatPrice.ts';
import { computeMaxPrice, toQuoteFromPrice } from '../../app/cost/price.ts';
import { adviseOtherWords } from '../../app/records/formatLoaded.ts';
import type { ShownQuestion, ResultsStatus } from '../../protocol/resultsContract.ts';
import { renderIcon, type IconName } from '../components/icon.ts';
import { renderStopButton } from '../components/renderStopButton.ts';
import { renderLoadPicturesBanner } from '../post/pictureViewer.ts';
import { ignoreDoubleClick } from '../shared/pressOnce.ts';
import { createValueHandler } from '../shared/fieldEvents.ts';
import { describeCallBlocker, formatEarlierQuestion } from './questionDraft.ts';
import type { ResultsActions } from './resultsActions.ts';
import { maxPagesPerLoad } from './resultsViewState.ts';
import type { FilteredRows } from './receivedRecords.ts';

type ShownFailure = NonNullable<ResultsStatus['failure']>;

/** What stands in place of records while there are none. */
export function renderEmptyState(page: ResultsActions, question: ShownQuestion): TemplateResult | typeof nothing {
  const { isSearch } = question;
  const { status } = page;
  if (status === undefined) {
    return nothing;
  }
  if (status.failure !== null && status.loaded === 0) {
    return renderFailure(page, status.failure, 'middle'); // in the place of records, with its likeliest action first
  }
  switch (status.phase) {
    case 'loading':
      return page.isPatient ? nothing : renderRecordSkeletons();
    case 'idle': {
      if (describeCallBlocker(page, question) !== '') {
        return renderMiddleMessage('search', l10n.t('Nothing is loaded yet.'), ''); // why it cannot be stands beside the button
      }
      const ready = isSearch ? l10n.t('Press Search to run this query.') : l10n.t('Press Load to ask for these records.');
      return renderMiddleMessage('search', ready, getButtonShowsPriceHint());
    }
    case 'gone':
      return renderMiddleMessage(
        'history',
        addNoChargeSentence(l10n.t('These answers are not kept any more.')),
        `${isSearch ? l10n.t('Press Search to ask again.') : l10n.t('Press Load to ask again.')} ${getButtonShowsPriceHint()}`,
      );
    case 'empty':
      return renderMiddleMessage('circle-slash', l10n.t('No results.'), adviseOtherWords());
    case 'failed':
      return renderMiddleMessage('error', l10n.t('No records.'), '');
    case 'ready':
      return page.view.filter === ''
        ? renderMiddleMessage('circle-slash', l10n.t('This answer holds no records.'), '')
        : html`<div class="middle">
            <p>${l10n.t('No record that is loaded fits the filter.')}</p>
            <vscode-button secondary @click=${() => page.filter('')}>${l10n.t('Clear Filter')}</vscode-button>
          </div>`;
  }
}

/** What stands above records: notes of the host, what failed or waits, and that pictures wait for a press. */
export function renderBanners(page: ResultsActions): TemplateResult {
  const { status, problem } = page;
  const waiting = status?.waiting ?? '';
  const notice = status?.notice ?? '';
  const failed = page.records.rows.length === 0 ? null : (status?.failure ?? null);
  return html`${notice === '' ? nothing : html`<p class="banner information">${notice}</p>`}
  ${waiting === '' ? nothing : html`<div class="banner waiting">${renderIcon('debug-disconnect')}<span>${waiting}</span></div>`}
  ${problem === '' ? nothing : html`<p class="banner warning">${problem}</p>`}
  ${failed === null ? nothing : renderFailure(page, failed, 'banner')}
  ${renderLoadPicturesBanner(page.mode === 'cards' && page.pictures.isWaiting, () => page.loadPictures())}`;
}

function renderFailure(
  page: ResultsActions,
  { message, severity, actions }: ShownFailure,
  where: 'middle' | 'banner',
): TemplateResult {
  return html`<div class="${where} ${severity}">
    ${renderIcon(severity === 'information' ? 'info' : severity)}${where === 'middle' ? html`<p>${message}</p>` : html`<span>${message}</span>`}
    <div class="actions">
      ${actions
        .slice(0, 3)
        .map(
          ({ action, title }, at) =>
            html`<vscode-button ?secondary=${at > 0} @click=${ignoreDoubleClick(() => page.recover(action))}
              >${title}</vscode-button
            >`,
        )}
    </div>
  </div>`;
}

function renderMiddleMessage(sign: IconName, first: string, second: string): TemplateResult {
  return html`<div class="middle">
    ${renderIcon(sign)}
    <p>${first}</p>
    ${second === '' ? nothing : html`<p class="quiet">${second}</p>`}
  </div>`;
}

function renderRecordSkeletons(): TemplateResult {
  return html`<div class="skeletons" aria-hidden="true">
    ${Array.from(
      { length: 6 },
      () =>
        html`<div class="skeleton-card">
          <div class="skeleton short"></div>
          <div class="skeleton"></div>
          <div class="skeleton half"></div>
        </div>`,
    )}
  </div>`;
}

/** How much is loaded, what it cost, and the buttons that load more, with their price. */
export function renderSummaryBar(page: ResultsActions, question: ShownQuestion): TemplateResult | typeof nothing {
  const { status } = page;
  if (status === undefined) {
    return nothing;
  }
  if (status.restoring !== null) {
    const { done, atMost } = status.restoring;
    return html`<footer class="summary">
      <span class="summary-text">${status.loaded === 1 ? l10n.t('1 result') : l10n.t('{0} results', status.loaded)}</span>
      <span class="grow"></span>
      <progress max=${atMost} value=${done} aria-label=${l10n.t('Answers')}></progress>
      <span class="quiet">${l10n.t('Bringing back what is kept: {0} of {1}', done, atMost)}</span>
    </footer>`;
  }
  if (status.summary === '' && !status.isLoading) {
    return nothing;
  }
  const earlier = status.loaded === 0 ? '' : formatEarlierQuestion(question, status.source.texts, page.draft);
  return html`<footer class="summary">
    <span class="summary-text">${status.summary}</span>${renderRealMoneyBadge(status.isLive)}
    ${
      earlier === ''
        ? nothing
        : html`<span class="earlier"
            ><span class="earlier-text" title=${earlier}>${l10n.t('Of what was asked before: {0}', earlier)}</span>
            <button type="button" class="link" @click=${() => page.restoreAskedQuestion()}>${l10n.t('Back to It')}</button></span
          >`
    }
    <span class="grow"></span>
    ${status.isLoading ? renderLoadingProgress(page, status) : status.hasMore ? renderLoadMoreControls(page, status, earlier) : nothing}
  </footer>`;
}

function renderLoadingProgress(page: ResultsActions, { stopping, loaded, progress }: ResultsStatus): TemplateResult {
  const words = progress === null ? l10n.t('Loading…') : l10n.t('{0} of {1}', progress.done, progress.atMost);
  return html`${
      progress === null
        ? nothing
        : html`<progress max=${progress.atMost} value=${progress.done} aria-label=${l10n.t('Pages')}></progress>`
    }
    <span class="quiet">${stopping === '' ? words : stopping}</span>
    ${loaded > 0 ? renderStopButton(stopping, () => page.stop(), 'button') : nothing}`;
}

/** @param earlier what more would be loaded of, where the fields ask something else by now */
function renderLoadMoreControls(
  page: ResultsActions,
  { pagePrice, pageMicroDollars }: ResultsStatus,
  earlier: string,
): TemplateResult {
  const { pages } = page.view;
  const moreOf = earlier === '' ? [] : [l10n.t('More of: {0}', earlier)];
  // those behind the next one may be kept no longer, whatever the next one costs
  const each = toQuoteFromPrice(pageMicroDollars === null ? undefined : BigInt(pageMicroDollars));
  const total = formatExpectedPrice(computeMaxPrice(each, pages).amount);
  return html`<vscode-button
      class="load-more"
      title=${moreOf[0] ?? nothing}
      @click=${ignoreDoubleClick(() => page.host.ask('loadMore', { pages: 1 }))}
      >${l10n.t('Load More ({0})', pagePrice)}</vscode-button
    >
    <span class="load-many">
      <input
        type="number"
        min="2"
        max=${maxPagesPerLoad}
        aria-label=${l10n.t('Pages at most')}
        .value=${String(pages)}
        @input=${({ target }: Event) => {
          if (target instanceof HTMLInputElement && target.validity.valid && target.value !== '') {
            page.setView({ pages: target.valueAsNumber });
          }
        }}
        @change=${createValueHandler((value) => page.setView({ pages: Math.max(2, Math.min(maxPagesPerLoad, Math.trunc(Number(value)))) }))}
      />
      <vscode-button
        secondary
        title=${[...moreOf, l10n.t('{0}; fewer where there are no more', formatPriceEach(formatPrice(each)))].join(' · ')}
        @click=${ignoreDoubleClick(() => page.host.ask('loadMore', { pages }))}
      >
        ${l10n.t('Load {0} More Pages ({1})', pages, total)}
      </vscode-button>
    </span>`;
}

/** What a screen reader says of the page as it is now. */
export function formatSpokenStatus(status: ResultsStatus | undefined): string {
  if (status === undefined) {
    return '';
  }
  if (status.waiting !== '') {
    return status.waiting;
  }
  if (status.stopping !== '') {
    return status.stopping;
  }
  // one page more has no progress to tell of
  if (status.phase === 'loading' || (status.isLoading && status.progress === null)) {
    return l10n.t('Loading');
  }
  const { progress } = status;
  const page = progress === null ? '' : l10n.t('Loading page {0} of {1}', progress.done + 1, progress.atMost);
  const parts = [page, status.notice, status.failure?.message ?? '', status.summary];
  switch (status.failure === null ? status.phase : 'failed') {
    case 'empty':
      return l10n.t('No results.');
    case 'gone':
      return l10n.t('These answers are not kept any more.');
    case 'idle':
    case 'ready':
    case 'failed':
      return joinSentences(parts);
  }
}

/** How many fit a filter, for a voice of its own that waits for the last letter. */
export function formatSpokenMatchCount(filter: string, loaded: number, { indexes }: FilteredRows): string {
  if (filter === '') {
    return '';
  }
  return indexes.length === 1
    ? l10n.t('1 of {0} fits the filter', loaded)
    : l10n.t('{0} of {1} fit the filter', indexes.length, loaded);
}
