import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { formatExpected } from '../../app/cost/formatPrice.ts';
import { maxPriceOf, quoteOfPrice } from '../../app/cost/price.ts';
import type { ResultsStatus } from '../../protocol/resultsContract.ts';
import { t } from '../shared/translate.ts';
import { firstPress } from '../shared/pressOnce.ts';
import { boundedPages, mostPages } from './resultsView.ts';
import { stopButton } from './stopButton.ts';

export interface SummaryHands {
  readonly onPages: (pages: number) => void;
  readonly onLoadMore: (pages: number) => void;
  readonly onStop: () => void;
  /** Puts the question that the records answer back into its fields. */
  readonly onBack: () => void;
}

/**
 * How much is loaded, what it cost, and the buttons that load more, with their price.
 * @param earlier what the records answer, in words, where the fields ask something else by now; else empty
 */
export function summaryBar(
  status: ResultsStatus | undefined,
  isLoading: boolean,
  pages: number,
  earlier: string,
  { onPages, onLoadMore, onStop, onBack }: SummaryHands,
): TemplateResult | typeof nothing {
  if (status === undefined) {
    return nothing;
  }
  if (status.comingBack !== null) {
    const { done, atMost } = status.comingBack;
    return html`<footer class="summary">
      <span class="summary-text">${status.loaded === 1 ? t('1 result') : t('{0} results', status.loaded)}</span>
      <span class="grow"></span>
      <progress max=${atMost} value=${done} aria-label=${t('Answers')}></progress>
      <span class="quiet">${t('Bringing back what is kept: {0} of {1} answers', done, atMost)}</span>
    </footer>`;
  }
  if (status.summary === '' && !isLoading) {
    return nothing;
  }
  const { progress } = status;
  const moreOf = earlier === '' ? '' : t('More of: {0}', earlier);
  return html`<footer class="summary">
    <span class="summary-text">${status.summary}</span>
    ${
      earlier === ''
        ? nothing
        : html`<span class="earlier"
            ><span class="earlier-text" title=${earlier}>${t('Of what was asked before: {0}', earlier)}</span>
            <button type="button" class="link" @click=${onBack}>${t('Back to It')}</button></span
          >`
    }
    <span class="grow"></span>
    ${
      isLoading
        ? html`${
              progress === null
                ? nothing
                : html`<progress max=${progress.atMost} value=${progress.done} aria-label=${t('Pages')}></progress>`
            }
            <span class="quiet">${formatProgress(status)}</span>
            ${status.loaded > 0 ? stopButton(status.isStopping, onStop) : nothing}`
        : status.hasMore
          ? html`<vscode-button
                class="load-more"
                title=${moreOf === '' ? nothing : moreOf}
                @click=${firstPress(() => onLoadMore(1))}
                >${t('Load More ({0})', status.pagePrice)}</vscode-button
              >
              <span class="load-many">
                <input
                  type="number"
                  min="2"
                  max=${mostPages}
                  aria-label=${t('Pages at most')}
                  .value=${String(pages)}
                  @input=${({ target }: Event) => {
                    if (target instanceof HTMLInputElement && target.validity.valid && target.value !== '') {
                      onPages(target.valueAsNumber);
                    }
                  }}
                  @change=${(event: Event) => {
                    if (event.target instanceof HTMLInputElement) {
                      onPages(boundedPages(Number(event.target.value) || 2));
                    }
                  }}
                />
                <vscode-button
                  secondary
                  title=${[moreOf, t('{0} each; fewer where there are no more', status.pagePrice)].filter((part) => part !== '').join(' · ')}
                  @click=${firstPress(() => onLoadMore(pages))}
                >
                  ${t('Load {0} More Pages ({1})', pages, presentTotal(status, pages))}
                </vscode-button>
              </span>`
          : nothing
    }
  </footer>`;
}

function formatProgress({ isStopping, progress }: ResultsStatus): string {
  if (isStopping) {
    return t('Stopping after the page on its way');
  }
  return progress === null ? t('Loading…') : t('{0} of {1}', progress.done, progress.atMost);
}

/** What that many pages come to at most; in words where no price is known. */
function presentTotal({ pageMicroDollars, pagePrice }: ResultsStatus, pages: number): string {
  return pageMicroDollars === null ? pagePrice : formatExpected(maxPriceOf(quoteOfPrice(BigInt(pageMicroDollars)), pages).amount);
}
