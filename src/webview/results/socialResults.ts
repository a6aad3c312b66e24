import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { liveRegion } from '../components/liveRegion.ts';
import { viewer } from '../post/pictureViewer.ts';
import { heldKeys } from '../shared/pressOnce.ts';
import { passFocusOn } from './focusSuccessors.ts';
import './plotsView.ts';
import { questionArea } from './questionArea.ts';
import './recordList.ts';
import './recordsTable.ts';
import { ResultsActs } from './resultsActs.ts';
import { warnOf } from '../shared/connectToHost.ts';
import type { Shown } from './shownRows.ts';
import { banners, emptyState, spokenFit, spokenStatus, summaryBar } from './states.ts';
import { resultsToolbar } from './toolbar.ts';

/** Results: fills the page, and keeps what a person did to it over hiding, moving and reloading. */
export class SocialResults extends ResultsActs {
  constructor() {
    super();
    passFocusOn(this);
  }

  protected override render(): TemplateResult {
    const { question, status, records, problem } = this;
    if (question === undefined) {
      return html``;
    }
    const shown = this.shown();
    return html`<div class="results" aria-busy=${String(status?.isLoading === true)} @keydown=${heldKeys}>
      ${questionArea(this, question)}${records.rows.length === 0 ? nothing : resultsToolbar(this, shown)}${banners(this)}
      <section class="body" aria-label=${l10n.t('Results')}>${this.#body(shown)}</section>
      ${summaryBar(this, question)}${liveRegion([problem, spokenStatus(status)].filter((part) => part !== '').join('. '))}
      ${viewer(this.viewed, this.pictures, {
        allow: () => this.loadPictures(),
        close: () => {
          this.viewed = undefined;
        },
        open: (url) => this.host.ask('openLink', { url }),
      })}
      <social-late-region .text=${spokenFit(this.view.filter, records.rows.length, shown)}></social-late-region>
    </div>`;
  }

  #body(shown: Shown): TemplateResult | typeof nothing {
    if (shown.isWhole && shown.indexes.length === 0) {
      return emptyState(this);
    }
    switch (this.mode) {
      case 'cards':
      case 'json':
        return html`<social-record-list .page=${this} .shown=${shown}></social-record-list>`;
      case 'table':
        return html`<social-records-table .page=${this} .shown=${shown}></social-records-table>`;
      case 'plots':
        this.loadSnapshots().catch(warnOf('snapshots'));
        return html`<social-plots .page=${this} .shown=${shown}></social-plots>`;
    }
  }
}

customElements.define('social-results', SocialResults);
