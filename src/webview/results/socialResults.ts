import { html, nothing, type TemplateResult } from 'lit';
import type { Medium } from '../../protocol/post.ts';
import '../components/lateRegion.ts';
import { liveRegion } from '../components/liveRegion.ts';
import type { PictureLoader } from '../components/remotePicture.ts';
import { type ViewedPictures, viewer } from '../post/pictureViewer.ts';
import type { PostCallbacks } from '../post/postCallbacks.ts';
import { heldKeys } from '../shared/pressOnce.ts';
import { remembered } from '../shared/remembered.ts';
import { t } from '../shared/translate.ts';
import { FocusSuccessors } from './focusSuccessors.ts';
import './plotsView.ts';
import { questionArea } from './questionArea.ts';
import './recordList.ts';
import './recordsTable.ts';
import { ResultsActs } from './resultsActs.ts';
import { warnOf } from './resultsPage.ts';
import type { Shown } from './shownRows.ts';
import { banners, emptyState, spokenFit, spokenStatus, summaryBar } from './states.ts';
import { toolbar } from './toolbar.ts';

/** Results: fills the page, and keeps what a person did to it over hiding, moving and reloading. */
export class SocialResults extends ResultsActs {
  static override properties = { ...ResultsActs.properties, viewing: { state: true } };

  private viewing: ViewedPictures | undefined;

  constructor() {
    super();
    this.addController(new FocusSuccessors(this));
  }

  protected override render(): TemplateResult {
    const { question, status, records, trouble } = this;
    if (question === undefined) {
      return html``;
    }
    const shown = this.shown();
    return html`<div class="results" aria-busy=${String(status?.isLoading === true)} @keydown=${heldKeys}>
      ${questionArea(this, question)}${records.rows.length === 0 ? nothing : toolbar(this, shown)}${banners(this)}
      <section class="body" aria-label=${t('Results')}>${this.#body(shown)}</section>
      ${summaryBar(this, question)}${liveRegion([trouble, spokenStatus(status)].filter((part) => part !== '').join('. '))}
      ${viewer(this.viewing, this.pictures, {
        allow: () => this.loadPictures(),
        close: () => {
          this.viewing = undefined;
        },
        open: (url) => this.ask('openLink', { url }),
      })}
      <social-late-region .text=${spokenFit(this.view.filter, records.rows.length, shown)}></social-late-region>
    </div>`;
  }

  #body(shown: Shown): TemplateResult | typeof nothing {
    const { records, view } = this;
    if (shown.isWhole && shown.indexes.length === 0) {
      return emptyState(this);
    }
    if (view.mode === 'plots') {
      this.loadSnapshots().catch(warnOf('snapshots'));
      return html`<social-plots
        .page=${this}
        .records=${records}
        .order=${shown.isWhole ? shown.indexes : undefined}
        .snapshots=${this.snapshots}
        .chosen=${view.plot}
      ></social-plots>`;
    }
    const price = this.status?.threadPrice ?? '';
    const opening = price === '' ? '' : t('View Thread: {0}, or free where it is kept', price);
    return view.mode === 'table'
      ? html`<social-records-table
          .page=${this}
          .records=${records}
          .view=${view}
          .shown=${shown}
          .opening=${opening}
        ></social-records-table>`
      : html`<social-record-list
          .page=${this}
          .records=${records}
          .view=${view}
          .order=${shown.indexes}
          .opening=${opening}
          .callbacks=${this.#postCallbacks(this.pictures.load)}
        ></social-record-list>`;
  }

  readonly #postCallbacks = remembered((loadPicture: PictureLoader): PostCallbacks => ({
    query: '',
    loadPicture,
    view: (media: readonly Medium[], at: number) => {
      this.viewing = { media, at };
    },
    openLink: (url) => this.ask('openLink', { url }),
    lookUpUser: (handle) => this.release.do(() => this.ask('lookUpUser', { handle })),
    lookUpRoom: (id) => this.release.do(() => this.ask('lookUpRoom', { id })),
    searchTag: (tag) => this.ask('searchTag', { tag }),
  }));
}

customElements.define('social-results', SocialResults);
