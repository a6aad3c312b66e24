import { html, nothing, type TemplateResult } from 'lit';
import type { Medium } from '../../protocol/post.ts';
import type { Question } from '../../protocol/resultsContract.ts';
import { liveRegion } from '../components/liveRegion.ts';
import type { PictureLoader } from '../components/remotePicture.ts';
import { type ViewedPictures, viewer } from '../post/pictureViewer.ts';
import { remembered } from '../shared/remembered.ts';
import { t } from '../shared/translate.ts';
import { earlierQuestion } from './earlierQuestion.ts';
import { FocusSuccessors } from './focusSuccessors.ts';
import './plotsView.ts';
import { heldKeys } from '../shared/pressOnce.ts';
import { focusQuestion, questionArea } from './questionArea.ts';
import './recordList.ts';
import './recordsTable.ts';
import { ResultsActs } from './resultsActs.ts';
import { warnOf } from './resultsPage.ts';
import type { Shown } from './shownRows.ts';
import { spokenFit, spokenStatus } from './spokenStatus.ts';
import { emptyState, failureBanner, pictureOffer, waitingBanner } from './states.ts';
import { summaryBar } from './summaryBar.ts';
import { boundedWidth } from './tableLayout.ts';
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
    const { question, status } = this;
    if (question === undefined) {
      return html``;
    }
    const shown = this.shown();
    const isLoading = status?.isLoading === true;
    return html`<div class="results" aria-busy=${String(isLoading)} @keydown=${heldKeys}>
      ${questionArea({
        question,
        draft: this.draft,
        ...this.quote,
        saved: this.saved,
        isLoading,
        isStopping: status?.isStopping === true,
        isBuilderOpen: this.view.isBuilderOpen,
        onText: (name, text) => this.setDraft({ ...this.draft, [name]: text }),
        onCall: () => void this.call(),
        onCallAnew: () => void this.call(true),
        onStop: () => this.#stop(),
        onBuilder: () => this.setView({ isBuilderOpen: !this.view.isBuilderOpen }),
        onUseSaved: ({ text, tab }) => this.setDraft({ ...this.draft, searchItem: text, category: tab }),
        onSaveSearch: () => this.ask('saveSearch', { text: this.draft['searchItem'] ?? '', tab: this.draft['category'] ?? '' }),
        onRemoveSaved: (name) => this.ask('removeSearch', { name }),
      })}
      ${this.records.rows.length === 0 ? nothing : this.#toolbar(shown)}
      ${status === undefined || status.notice === '' ? nothing : html`<p class="banner information">${status.notice}</p>`}
      ${waitingBanner(status?.waiting ?? '')}
      ${this.trouble === '' ? nothing : html`<p class="banner warning">${this.trouble}</p>`} ${this.#banner()}
      ${this.view.mode === 'cards' && this.pictures.isWaiting ? pictureOffer(() => this.#loadPictures()) : nothing}
      <section class="body" aria-label=${t('Results')}>${this.#body(shown)}</section>
      ${summaryBar(status, isLoading, this.view.pages, this.#earlier(question), {
        onPages: (pages) => this.setView({ pages }),
        onLoadMore: (pages) => this.ask('loadMore', { pages }),
        onStop: () => this.#stop(),
        onBack: () => this.#backToAsked(),
      })}
      ${liveRegion([this.trouble, spokenStatus(status)].filter((part) => part !== '').join('. '))}
      ${viewer(this.viewing, this.pictures, {
        allow: () => this.#loadPictures(),
        close: () => {
          this.viewing = undefined;
        },
        open: (url) => this.ask('openLink', { url }),
      })}
      <social-late-region .text=${spokenFit(this.view.filter, this.records.rows.length, shown)}></social-late-region>
    </div>`;
  }

  /** What the button says: once Stop was pressed, it reads *Stop Now*. */
  #stop(): void {
    this.host.channel.send(this.status?.isStopping === true ? 'stopNow' : 'stop', null);
  }

  #earlier(question: Question): string {
    const { status } = this;
    return status === undefined || status.loaded === 0 ? '' : earlierQuestion(question, status.source.texts, this.draft);
  }

  /** The button goes away: the keyboard goes on where the question is. */
  #backToAsked(): void {
    this.setDraft({ ...this.status?.source.texts });
    focusQuestion(this);
  }

  /** A failure beside records that are there; without any it stands in their place. */
  #banner(): TemplateResult | typeof nothing {
    const failure = this.status?.failure ?? null;
    return failure === null || this.records.rows.length === 0
      ? nothing
      : failureBanner(failure, (action) => this.ask('mend', { action }));
  }

  /** What opening a record does, where that costs. */
  #opening(): string {
    const price = this.status?.threadPrice ?? '';
    return price === '' ? '' : t('View Thread: {0}, or free where it is kept', price);
  }

  #toolbar({ indexes, isWhole }: Shown): TemplateResult {
    return toolbar({
      mode: this.view.mode,
      filter: this.view.filter,
      columns: this.records.columns,
      isShown: (column) => this.isShown(column),
      shown: isWhole ? indexes.length : undefined,
      loaded: this.records.rows.length,
      selected: this.selected().length,
      onMode: (mode) => this.setView({ mode, top: 0 }),
      onFilter: (filter) => this.#filter(filter),
      onColumn: (name, isShown) => this.setView({ columns: { ...this.view.columns, [name]: isShown } }),
      onCopy: (format) => void this.copy(format, this.picked()),
      onSave: (format) => this.ask('save', { format, rows: [...this.picked()] }),
      onFixture: () => this.ask('saveAsFixture', { rows: [...this.selected()] }),
      onUnselect: () => this.setView({ selected: [] }),
      onJson: () => this.ask('openAsJson', { rows: [...this.selected()] }),
    });
  }

  #body({ indexes: order, isWhole }: Shown): TemplateResult | typeof nothing {
    const { mode, selected, top } = this.view;
    if (mode === 'plots' && (order.length > 0 || !isWhole)) {
      this.loadSnapshots().catch(warnOf('snapshots'));
      return html`<social-plots
        .records=${this.records}
        .order=${isWhole ? order : undefined}
        .snapshots=${this.snapshots}
        .chosen=${this.view.plot}
        .onChoice=${(plot: string) => this.setView({ plot })}
        .onSave=${(picture: { name: string; format: 'svg' | 'png'; data: string }) => this.ask('savePlot', picture)}
      ></social-plots>`;
    }
    if (order.length === 0 && isWhole) {
      return emptyState(
        this.status,
        this.isPatient,
        this.view.filter,
        (action) => this.ask('mend', { action }),
        () => this.#filter(''),
      );
    }
    return mode === 'table'
      ? html`<social-records-table
          .records=${this.records}
          .columns=${this.records.columns.filter((column) => this.isShown(column))}
          .order=${order}
          .isWhole=${isWhole}
          .sort=${this.view.sort}
          .selected=${new Set(selected)}
          .widths=${this.view.widths}
          .top=${top}
          .opening=${this.#opening()}
          .hands=${this.#tableHands}
        ></social-records-table>`
      : html`<social-record-list
          .records=${this.records}
          .order=${order}
          .selected=${new Set(selected)}
          .mode=${mode === 'json' ? 'json' : 'cards'}
          .top=${top}
          .opening=${this.#opening()}
          .hands=${this.#listHands(this.pictures.load)}
        ></social-record-list>`;
  }

  /** What fits best, stands at the top. */
  #filter(filter: string): void {
    this.setView({ filter, top: 0 });
    this.querySelector('.table-scroller, .list-scroller')?.scrollTo({ top: 0 });
  }

  #loadPictures(): void {
    this.setView({ hasPictures: true });
    this.ask('loadPictures', {});
    // the button goes away: the keyboard goes on from the record that it stood at
    this.querySelector<HTMLElement>('.record[tabindex="0"]')?.focus({ preventScroll: true });
  }

  readonly #tableHands = {
    sort: (column: string) => this.sortBy(column),
    select: (selected: readonly number[]) => this.setView({ selected }),
    widen: (column: string, width: number) => this.setView({ widths: { ...this.view.widths, [column]: boundedWidth(width) } }),
    open: (row: number) => this.open(row),
    copy: (row: number, column: string) =>
      this.selected().length > 1 ? void this.copy('csv', this.selected()) : this.copyCell(row, column),
    scrolledTo: (top: number) => this.keepTop(top),
  };

  readonly #listHands = remembered((loadPicture: PictureLoader) => ({
    query: '',
    loadPicture,
    view: (media: readonly Medium[], at: number) => {
      this.viewing = { media, at };
    },
    toggle: (row: number) => {
      const rows = new Set(this.view.selected);
      if (!rows.delete(row)) {
        rows.add(row);
      }
      this.setView({ selected: [...rows] });
    },
    open: (row: number) => this.open(row),
    openInBrowser: (row: number) => this.ask('onRecord', { action: 'openInBrowser', row }),
    openLink: (url: string) => this.ask('openLink', { url }),
    lookUpUser: (handle: string) => this.release.do(() => this.ask('lookUpUser', { handle })),
    lookUpRoom: (id: string) => this.release.do(() => this.ask('lookUpRoom', { id })),
    searchTag: (tag: string) => this.ask('searchTag', { tag }),
    scrolledTo: (top: number) => this.keepTop(top),
    json: async (rows: readonly number[]) => await this.host.channel.request('json', { rows: [...rows] }),
    posts: async (rows: readonly number[]) =>
      await this.host.channel.request('posts', { series: this.records.series, rows: [...rows] }),
  }));
}

customElements.define('social-results', SocialResults);
