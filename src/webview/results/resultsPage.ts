import { type Question, resultsContract, type ResultsStatus, type SavedSearch } from '../../protocol/resultsContract.ts';
import type { ParamsFor, PayloadFor } from '../../protocol/contract.ts';
import type { Column } from '../../results/table/cell.ts';
import type { Snapshot } from '../../results/plots/snapshots.ts';
import { LightElement } from '../components/lightElement.ts';
import { connectToHost } from '../shared/connectToHost.ts';
import { t } from '../shared/translate.ts';
import { CardPictures } from './cardPictures.ts';
import { copyText, pickRows } from './copyText.ts';
import { focusQuestion, mayCall } from './questionArea.ts';
import { presentCell } from './presentCell.ts';
import { cellOf, noRecords, type Records, textOf, withRows } from './records.ts';
import { firstView, mostKeptSelected, readKept, type ResultsView } from './resultsView.ts';
import type { CopyFormat } from './toolbar.ts';

/** How long a call may take before skeletons are shown. */
const patienceMs = 150;
const keepAfterMs = 150;
const quoteAfterMs = 120;

type HostSide = (typeof resultsContract)['host'];

/** What a page of results knows and does; how it looks is SocialResults'. Nothing here calls but `call` and what the host is asked by a press. */
export abstract class ResultsPage extends LightElement {
  static override properties = {
    question: { state: true },
    draft: { state: true },
    saved: { state: true },
    status: { state: true },
    records: { state: true },
    snapshots: { state: true },
    view: { state: true },
    quote: { state: true },
    isPatient: { state: true },
    pages: { state: true },
  };

  protected question: Question | undefined;
  protected draft: Readonly<Record<string, string>> = {};
  protected saved: readonly SavedSearch[] = [];
  protected status: ResultsStatus | undefined;
  protected records: Records = noRecords();
  protected snapshots: readonly Snapshot[] = [];
  protected view: ResultsView = firstView;
  protected quote: {
    readonly price: string;
    readonly anew: string;
    readonly faults: readonly { field: string; message: string }[];
  } = {
    price: '',
    anew: '',
    faults: [],
  };
  protected isPatient = true;
  protected pages = 5;
  protected readonly pictures = new CardPictures(
    async (url) => await this.host.channel.request('picture', { url }),
    () => this.requestUpdate(),
  );
  readonly #timers = { keep: 0, quote: 0, patience: 0 };
  #order: { readonly of: Records; readonly filter: string; readonly sort: unknown; readonly indexes: Uint32Array } | undefined;
  #kept = readKept(undefined);
  #snapshotsOf: Records['rows'] | undefined;

  protected readonly host = connectToHost(resultsContract, {
    requests: {},
    events: {
      question: (question) => {
        this.#takeQuestion(question);
      },
      savedSearches: (saved) => {
        this.saved = saved;
      },
      pictures: (leave) => {
        this.pictures.take(leave);
      },
      rows: (message) => {
        this.records = withRows(this.records, message);
        if (message.start === 0 && this.#kept === undefined) {
          // other records stand at the places that were selected
          this.view = { ...this.view, selected: [], top: 0 };
        }
      },
      status: (status) => {
        this.#takeStatus(status);
      },
      command: (command) => {
        this.#command(command);
      },
    },
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#kept = readKept(this.host.kept);
    if (this.#kept !== undefined) {
      this.view = this.#kept.view;
    }
    this.ask('ready', { source: this.#kept?.source ?? null, hasPictures: this.view.hasPictures });
  }

  /** Asks the host for something that needs no answer here. What it cannot do, it says itself. */
  protected ask<N extends keyof HostSide['requests']>(name: N, params: ParamsFor<HostSide, N>): void {
    this.host.channel.request(name, params).catch((error: unknown) => {
      // oxlint-disable-next-line no-console -- the developer tools of the webview are its only log
      console.warn(`Social Data: ${name}: ${error instanceof Error ? error.message : 'failed'}`);
    });
  }

  /** The places of the records to show, in order. */
  protected shown(): Uint32Array {
    const { filter, sort } = this.view;
    const known = this.#order;
    if (known?.of === this.records && known.filter === filter && known.sort === sort) {
      return known.indexes;
    }
    const indexes = this.records.order.indexes({ filter, sort });
    this.#order = { of: this.records, filter, sort, indexes };
    return indexes;
  }

  /** As a person chose; else without the columns that are empty in all that is loaded. */
  protected isShown({ name, isShown }: Column): boolean {
    return this.view.columns[name] ?? (isShown && (this.records.rows.length === 0 || this.records.filled.has(name)));
  }

  /** What is selected, else all that is shown. */
  protected picked(): readonly number[] {
    return this.view.selected.length > 0 ? this.view.selected : Array.from(this.shown());
  }

  protected setView(change: Partial<ResultsView>): void {
    this.view = { ...this.view, ...change };
    this.#keep(); // at once: the page may be hidden next
  }

  /** Scrolling alone draws nothing anew here. */
  protected keepTop(top: number): void {
    Object.assign(this.view, { top });
    this.#keepSoon();
  }

  protected setDraft(draft: Readonly<Record<string, string>>): void {
    this.draft = draft;
    window.clearTimeout(this.#timers.quote);
    this.#timers.quote = window.setTimeout(() => void this.#askQuote(), quoteAfterMs);
    this.#keepSoon();
  }

  /** Accounts have a plot of what earlier answers said of them; they are looked for once it may be seen. */
  protected async loadSnapshots(): Promise<void> {
    const { records } = this;
    if (records.kind === 'user' && this.#snapshotsOf !== records.rows) {
      this.#snapshotsOf = records.rows;
      const handles = records.rows.slice(0, 1_000).map((_, row) => textOf(records, row, 'username'));
      this.snapshots = await this.host.channel.request('snapshots', { handles });
    }
  }

  /** A person pressed *Call*, or Enter right after a word: what is wrong with that word is asked first. */
  protected async call(isAnew = false): Promise<void> {
    await this.#askQuote();
    const { question, draft } = this;
    if (question !== undefined && mayCall({ question, draft, faults: this.quote.faults })) {
      this.ask('call', { texts: { ...draft }, isAnew });
    }
  }

  protected sortBy(column: string): void {
    const { sort } = this.view;
    const type = this.records.columns.find(({ name }) => name === column)?.type;
    const first = type === 'text' || type === 'link' || type === 'id' ? 'ascending' : 'descending';
    const second = first === 'ascending' ? 'descending' : 'ascending';
    const isSame = sort?.column === column;
    this.setView({
      sort: !isSame ? { column, direction: first } : sort.direction === first ? { column, direction: second } : undefined,
    });
  }

  protected open(row: number): void {
    switch (this.records.kind) {
      case 'tweet':
        return this.ask('onRecord', { action: 'openThread', row });
      case 'user':
      case 'handleState':
        return this.ask('onRecord', { action: 'lookUpUser', row });
      case 'trend':
        return this.ask('onRecord', { action: 'search', row });
      case 'list':
      case 'community':
      case 'job':
      case 'space':
      case 'place':
      case 'hashtagPoint':
      case 'other':
        return this.ask('openAsJson', { rows: [row] });
    }
  }

  protected async copy(format: CopyFormat, rows: readonly number[]): Promise<void> {
    if (format === 'json') {
      const lines = await this.host.channel.request('json', { rows: [...rows], layout: 'line' });
      return this.ask('copy', { text: lines.length === 1 ? (lines[0] ?? '') : `[\n${lines.join(',\n')}\n]\n` });
    }
    const columns = this.records.columns.filter((column) => this.isShown(column));
    this.ask('copy', { text: copyText(format, pickRows(this.records, columns, rows)) });
  }

  protected copyCell(row: number, name: string): void {
    const column = this.records.columns.find((candidate) => candidate.name === name);
    if (column !== undefined) {
      const cell = cellOf(this.records, row, name);
      this.ask('copy', { text: typeof cell === 'string' ? cell : presentCell(cell, column) });
    }
  }

  /** What a screen reader says of the page as it is now. */
  protected spoken(shown: number): string {
    const { status, view } = this;
    if (status === undefined) {
      return '';
    }
    if (status.phase === 'loading') {
      return t('Loading');
    }
    const progress =
      status.progress === null ? '' : t('Loading page {0} of {1}', status.progress.done + 1, status.progress.atMost);
    const filter = view.filter === '' ? '' : t('{0} of {1} fit the filter', shown, status.loaded);
    const parts = [progress, status.notice, status.failure?.message ?? '', status.summary, filter];
    switch (status.failure === null ? status.phase : 'failed') {
      case 'empty':
        return t('No results.');
      case 'gone':
        return t('These answers are not kept any more.');
      case 'idle':
      case 'ready':
      case 'failed':
        return parts.filter((part) => part !== '').join('. ');
    }
  }

  #takeQuestion(question: Question): void {
    const kept = this.#kept;
    const isKept =
      kept !== undefined && kept.source.endpointId === question.endpointId && sameTexts(kept.source.texts, question.texts);
    this.question = question;
    this.draft = isKept ? kept.draft : question.texts;
    if (!isKept && kept !== undefined) {
      this.view = firstView;
      this.#kept = undefined;
    }
    void this.#askQuote();
  }

  #takeStatus(status: ResultsStatus): void {
    this.status = status;
    const isWaiting = status.phase === 'loading' && status.loaded === 0;
    window.clearTimeout(this.#timers.patience);
    this.isPatient = true;
    if (isWaiting) {
      this.#kept = undefined; // a new question: its records have no places yet, and no filter hides them
      this.view = { ...this.view, filter: '', selected: [], top: 0 };
      this.#timers.patience = window.setTimeout(() => {
        this.isPatient = false;
      }, patienceMs);
    } else if (status.phase === 'ready') {
      void this.#askQuote();
    }
    this.#keepSoon();
  }

  async #askQuote(): Promise<void> {
    const { question, draft } = this;
    if (question !== undefined) {
      const quote = await this.host.channel.request('quote', { texts: { ...draft } });
      if (this.draft === draft) {
        this.quote = quote;
      }
    }
  }

  #keepSoon(): void {
    window.clearTimeout(this.#timers.keep);
    this.#timers.keep = window.setTimeout(() => {
      this.#keep();
    }, keepAfterMs);
  }

  #keep(): void {
    const { status, draft, view } = this;
    if (status !== undefined) {
      const selected = view.selected.length > mostKeptSelected ? [] : view.selected;
      this.host.keep({ source: status.source, draft, view: { ...view, selected } });
    }
  }

  #command({ command, row, column }: PayloadFor<(typeof resultsContract)['webview'], 'command'>): void {
    const { selected } = this.view;
    const rows = row === null || selected.includes(row) ? this.picked() : [row];
    switch (command) {
      case 'copyCell':
        return row === null || column === null ? undefined : this.copyCell(row, column);
      case 'copyAsJson':
        return void this.copy('json', rows);
      case 'copyAsMarkdown':
        return void this.copy('markdown', rows);
      case 'copyAsCsv':
        return void this.copy('csv', rows);
      case 'openInBrowser':
        return row === null ? undefined : this.ask('onRecord', { action: 'openInBrowser', row });
      case 'openThread':
        return row === null ? undefined : this.open(row);
      case 'saveAsFixture':
        return this.ask('saveAsFixture', { rows: row === null ? [...selected] : [row] });
      case 'save':
        return this.ask('save', { format: 'csv', rows: [...rows] });
      case 'focusQuestion':
        return void requestAnimationFrame(() => focusQuestion(this));
    }
  }
}

function sameTexts(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? '') === (other[name] ?? ''));
}
