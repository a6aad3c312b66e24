import { joinSentences } from '../shared/joinSentences.ts';
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { renderLiveRegion } from '../components/liveRegion.ts';
import { renderPictureViewer } from '../post/pictureViewer.ts';
import { heldKeyBlocker } from '../shared/pressOnce.ts';
import './plotsView.ts';
import { renderQuestionArea } from './renderQuestionArea.ts';
import './recordList.ts';
import './recordsTable.ts';
import { ResultsActions } from './resultsActions.ts';
import { createWarningLogger } from '../shared/connectToHost.ts';
import type { FilteredRows } from './receivedRecords.ts';
import { renderBanners, renderEmptyState, formatSpokenMatchCount, formatSpokenStatus, renderSummaryBar } from './states.ts';
import { renderResultsToolbar } from './toolbar.ts';
import type { LightDomElement } from '../components/lightDomElement.ts';
import type { ShownQuestion } from '../../protocol/resultsContract.ts';

/** Results: fills the page, and keeps what a person did to it over hiding, moving and reloading. */
export class SocialResults extends ResultsActions {
  constructor() {
    super();
    passFocusOnRemoval(this);
  }

  protected override render(): TemplateResult {
    const { question, status, records, problem } = this;
    if (question === undefined) {
      return html``;
    }
    const shown = this.shown();
    return html`<div class="results" aria-busy=${String(status?.isLoading === true)} @keydown=${heldKeyBlocker}>
      ${renderQuestionArea(this, question)}${records.rows.length === 0 ? nothing : renderResultsToolbar(this, shown)}${renderBanners(this)}
      <section class="body" aria-label=${l10n.t('Results')}>${this.#body(shown, question)}</section>
      ${renderSummaryBar(this, question)}${renderLiveRegion(joinSentences([problem, formatSpokenStatus(status)]))}
      ${renderPictureViewer(this.viewed, this.pictures, {
        allow: () => this.loadPictures(),
        close: () => {
          this.viewed = undefined;
        },
        open: (url) => this.host.ask('openLink', { url }),
      })}
      <social-late-region .text=${formatSpokenMatchCount(this.view.filter, records.rows.length, shown)}></social-late-region>
    </div>`;
  }

  #body(shown: FilteredRows, question: ShownQuestion): TemplateResult | typeof nothing {
    if (shown.indexes.length === 0) {
      return renderEmptyState(this, question);
    }
    switch (this.mode) {
      case 'cards':
      case 'json':
        return html`<social-record-list .page=${this} .shown=${shown}></social-record-list>`;
      case 'table':
        return html`<social-records-table .page=${this} .shown=${shown}></social-records-table>`;
      case 'plots':
        this.loadSnapshots().catch(createWarningLogger('snapshots'));
        return html`<social-plots .page=${this} .shown=${shown}></social-plots>`;
    }
  }
}

const recordsFocusSelector = '.body [tabindex="0"], .body select';

/** Where the keyboard goes on when what had the focus is gone, by where that stood: to what took its place, else to what is next. */
const focusSelectorsAfterRemoval: readonly (readonly [within: string, next: readonly string[]])[] = [
  ['.saved', [':popover-open .saved .icon', '.drop:has(:popover-open) > button']],
  ['.question', ['.question .stop', '.question .call', '.question :is(input, select, textarea, [tabindex="0"])']],
  ['.summary', ['.summary vscode-button', recordsFocusSelector, '.question .call']],
  ['.middle', ['.question .stop', '.filter', '.question .call']],
  ['.banner', ['.summary .stop', recordsFocusSelector, '.question .call']],
];

/** Gives the focus of a button that goes, often by its own press, to what stands in its place: else it would go back to the top. */
function passFocusOnRemoval(page: LightDomElement): void {
  let had: { readonly element: Element; readonly next: readonly string[] } | undefined;
  const goOn = (next: readonly string[]) => {
    // by then a person may be in another place, on the page or beyond it
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
        requestAnimationFrame(() => goOn(next)); // the records draw themselves after the page around them
      }
    },
  });
}

customElements.define('social-results', SocialResults);
