import * as l10n from '@vscode/l10n';
import { pinKinds } from '../../../core/pins.ts';
import type { RecordAction } from '../../../core/channel/pageCommands.ts';
import type { ResultsContract, ShownQuery, QueryPriceAndFaults, ResultsStatus, SavedSearch } from '../resultsContract.ts';
import { addNoChargeSentence } from '../../../core/cost/formatCost.ts';
import type { FieldTexts } from '../../../core/requests/form.ts';
import type { RecordKind } from '../../../client/endpoint.ts';
import { toCsv, toMarkdownTable } from '../../../core/table/tableText.ts';
import type { Column } from '../../../core/table/cell.ts';
import type { TableSort } from '../../../core/table/tableRowIndex.ts';
import type { PostCallbacks } from '../../../page/post/postText.ts';
import { debounce, EnterReleaseGuard } from '../../../page/kit/pressOnce.ts';
import {
  formatCell,
  getCell,
  createEmptyRecords,
  type FilteredRows,
  type ReceivedRecords,
  resetRecordsIfNew,
  appendRows,
  getCellText,
} from './receivedRecords.ts';
import { createWarningLogger, connectToHost } from '../../../page/kit/connectToHost.ts';
import { joinParts } from '../../../core/text/joinParts.ts';
import { describePriceNotFound } from '../../../core/cost/formatPrice.ts';
import { memoizeLast, LightDomElement, toStateProperties } from '../../../page/kit/lightDomElement.ts';
import { type PictureLoader, PagePictureLoader } from '../../../page/kit/pagePictureLoader.ts';
import type { ViewedPictures } from '../../../page/post/pictureViewer.ts';
import {
  describeCallBlocker,
  defaultResultsViewState,
  readPersistedResultsPage,
  type ResultsViewState,
  areFieldTextsEqual,
} from './resultsViewState.ts';

type CopyFormat = 'json' | 'markdown' | 'csv';

const pinnable: ReadonlySet<RecordKind> = new Set(pinKinds);
const linked: ReadonlySet<RecordKind> = new Set(['post', 'user', 'list', 'community', 'space', 'trend', 'job', 'place']);

const persistDelayMs = 150;
const quoteRequestDelayMs = 120;
const speechDelayMs = 500;
const ageRefreshMs = 60_000;

/** The state and actions of a results page; SocialResults renders it. */
export abstract class ResultsActions extends LightDomElement {
  static override properties = toStateProperties(
    'query',
    'draft',
    'subject',
    'pins',
    'handles',
    'saved',
    'recent',
    'isEditing',
    'status',
    'records',
    'view',
    'quote',
    'problem',
    'viewed',
    'spokenMatchCount',
  );

  query: ShownQuery | undefined;
  draft: Readonly<Record<string, string>> = {};
  subject = '';
  pins: readonly string[] = [];
  handles: readonly string[] = [];
  saved: readonly SavedSearch[] = [];
  recent: readonly string[] = [];
  isEditing = false;
  status: ResultsStatus | undefined;
  records: ReceivedRecords = createEmptyRecords();
  view: ResultsViewState = defaultResultsViewState;
  quote: QueryPriceAndFaults = { price: '', freshPrice: null, faults: [] };
  problem = '';
  viewed: ViewedPictures | undefined;
  /** Updated when typing pauses, because each update interrupts the screen reader. */
  spokenMatchCount = '';
  readonly #persistLater = debounce(persistDelayMs, () => this.#persist());
  readonly #quoteLater = debounce(quoteRequestDelayMs, () => this.#quoteNow());
  readonly #speakLater = debounce(speechDelayMs, () => {
    const { filter } = this.view;
    const { length } = this.records.rows;
    this.spokenMatchCount = filter === '' ? '' : l10n.t('Filter matches {0} of {1}', this.shown().indexes.length, length);
  });
  #stored = readPersistedResultsPage(undefined);
  /** Whether the first of these results has had focus, or must not get it. */
  #isFirstFocused = false;
  /** By tab of *Search*. */
  readonly #drafts = new Map<string, FieldTexts>();
  /** For the tab that was chosen. */
  #nextDraft: FieldTexts | undefined;
  /** The latest press of *Search*; earlier ones don't send requests anymore. */
  #press: symbol | undefined;

  readonly host = connectToHost<ResultsContract>({
    query: (query) => this.#receiveQuery(query),
    subject: (subject) => {
      this.subject = subject;
    },
    pins: (pins) => {
      this.pins = pins;
    },
    handles: (handles) => {
      this.handles = handles;
    },
    savedSearches: (saved) => {
      this.saved = saved;
    },
    recentSearches: (recent) => {
      this.recent = recent;
    },
    records: (message) => this.#receiveRecords(message),
    status: (status) => this.#receiveStatus(status),
    command: (command) => this.#runCommand(command),
  });

  readonly pictures = new PagePictureLoader(this.host.channel, () => this.requestUpdate());
  readonly #release = new EnterReleaseGuard();
  readonly #callbacks = memoizeLast((loadPicture: PictureLoader): PostCallbacks => ({
    query: '',
    loadPicture,
    viewPictures: (media, at) => {
      this.viewed = { media, at };
    },
    openLink: (url) => this.host.ask('openLink', { url }),
    lookUpUser: (handle) => this.#release.do(() => this.host.ask('lookUpUser', { handle })),
    lookUpSpace: (id) => this.#release.do(() => this.host.ask('lookUpSpace', { id })),
    openPost: ({ id, author: { handle } }) => this.#release.do(() => this.host.ask('openPost', { id, handle })),
    searchTag: (tag) => this.host.ask('searchTag', { tag }),
  }));

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stored = readPersistedResultsPage(this.host.savedState);
    window.addEventListener('focus', () => this.#focusFirstRecord());
    if (this.#stored !== undefined) {
      this.#isFirstFocused = true;
      this.view = { ...this.#stored.view, selected: [] };
      if (this.view.hasPictures) {
        this.pictures.allow();
      }
    }
    this.host.ask('ready', { source: this.#stored?.source ?? null });
    // the button shows a stored response's age, which the host knows without a request
    window.setInterval(() => (this.quote.freshPrice === null ? undefined : this.#quoteNow()), ageRefreshMs);
  }

  /** The user's choice, otherwise plots for hashtag statistics and cards for everything else. */
  get mode(): NonNullable<ResultsViewState['mode']> {
    return this.view.mode ?? (this.records.kind === 'hashtagPoint' ? 'plots' : 'cards');
  }

  get summary(): string {
    return joinParts([this.status?.summary ?? '', this.status?.age ?? '']);
  }

  /** The form is one line while its query loads and with results, until it is edited. */
  get isFolded(): boolean {
    const { status, draft, isEditing } = this;
    const isShown = status !== undefined && (status.loaded > 0 || status.phase === 'loading');
    return isShown && !isEditing && areFieldTextsEqual(draft, status.source.texts);
  }

  edit(): void {
    this.isEditing = true;
    void this.updateComplete.then(() => this.#focusQuery());
  }

  /** Takes back what was edited. */
  fold(): void {
    if (this.status !== undefined && this.status.loaded > 0) {
      this.isEditing = false;
      this.setDraft(this.status.source.texts);
      void this.updateComplete.then(() => this.querySelector<HTMLElement>('.query-summary')?.focus());
    }
  }

  /** Sorted only in the table, whose header shows the order. */
  shown(): FilteredRows {
    const { filter, sort } = this.view;
    return { indexes: this.records.order.find({ filter, sort: this.mode === 'table' ? sort : undefined }) };
  }

  /** The user's choice, otherwise columns with a value in any loaded record. */
  isShown({ name, isShown }: Column): boolean {
    return this.view.columns[name] ?? (isShown && (this.records.rows.length === 0 || this.records.filled.has(name)));
  }

  shownColumns(): readonly Column[] {
    return this.records.columns.filter((column) => this.isShown(column));
  }

  picked(): readonly number[] {
    const selected = this.selected();
    return selected.length > 0 ? selected : this.shown().indexes;
  }

  /** Some selected records may be missing while responses are restored. */
  selected(): readonly number[] {
    const { selected } = this.view;
    const { length } = this.records.rows;
    return selected.every((row) => row < length) ? selected : selected.filter((row) => row < length);
  }

  setView(change: Partial<ResultsViewState>): void {
    this.view = { ...this.view, ...change };
    this.#persist(); // now, because the page may be hidden next
  }

  /** Doesn't need a render. */
  persistTop(top: number): void {
    Object.assign(this.view, { top });
    this.#persistLater();
  }

  /** Keeps what was typed in each tab. @param words default: what was typed in that tab, otherwise in this one */
  openTab(tab: string, words?: string): void {
    const { draft, query } = this;
    const search = query?.search ?? undefined;
    if (search?.tab === tab && words !== undefined) {
      this.setText(search.words, words);
    }
    if (search === undefined || search.tab === tab) {
      return;
    }
    this.#drafts.set(search.tab, draft);
    const typed = this.#drafts.get(tab);
    this.#nextDraft = typed === undefined || words === undefined ? typed : { ...typed, [search.words]: words };
    this.host.ask('openTab', { tab, text: words ?? draft[search.words] ?? '' });
  }

  /** Doesn't send the query. */
  fill(words: string): void {
    this.setText(this.query?.search?.words ?? '', words);
    void this.updateComplete.then(() => this.#focusQuery());
  }

  setText(name: string, text: string): void {
    this.setDraft({ ...this.draft, [name]: text });
  }

  setDraft(draft: Readonly<Record<string, string>>): void {
    this.draft = draft;
    if (this.quote.freshPrice !== null) {
      this.quote = { ...this.quote, price: '', freshPrice: null }; // the stored response belongs to a different query
    }
    this.#quoteLater();
    this.#persistLater();
  }

  /** Requests the quote first, because Enter may follow an edit that wasn't checked yet. */
  async call(isFresh = false): Promise<void> {
    // a query that was shown as free must not be sent, even if the stored response is gone
    const reuse = isFresh ? 'never' : this.quote.freshPrice === null ? null : 'only';
    const { draft } = this;
    const press = Symbol('press');
    this.#press = press;
    this.problem = '';
    try {
      await this.#requestQuote();
    } catch (error) {
      createWarningLogger('quote')(error);
      this.problem = describePriceNotFound();
      return;
    }
    if (this.#press !== press || !areFieldTextsEqual(this.draft, draft)) {
      return; // pressed again or edited since
    }
    const { query } = this;
    if (query !== undefined && describeCallBlocker(this, query) === '') {
      this.host.ask('call', { texts: { ...draft }, reuse });
    }
  }

  #receiveRecords({ start, rows, ...rest }: ResultsContract['page']['records']): void {
    if (rest.series !== this.records.series && this.#stored === undefined) {
      // the selected indexes now refer to other records
      this.view = { ...this.view, selected: [], top: 0 };
    }
    this.records = appendRows(resetRecordsIfNew(this.records, rest), start, rows);
  }

  #receiveQuery(query: ShownQuery): void {
    const stored = this.#stored;
    const isStored =
      stored !== undefined &&
      stored.source.endpointId === query.endpointId &&
      areFieldTextsEqual(stored.source.texts, query.texts);
    this.query = query;
    this.isEditing = false;
    this.#isFirstFocused = isStored;
    this.draft = isStored ? stored.draft : (this.#nextDraft ?? query.texts);
    this.#nextDraft = undefined;
    if (!isStored && stored !== undefined) {
      this.view = defaultResultsViewState;
      this.#stored = undefined;
    }
    if (!isStored && query.view !== null) {
      this.view = { ...this.view, mode: query.view };
    }
    if (query.filter !== null) {
      this.view = { ...this.view, filter: query.filter };
    }
    this.#quoteNow();
  }

  #receiveStatus(status: ResultsStatus): void {
    const isWaiting = isFirstLoad(status);
    const wasWaiting = isWaiting && isFirstLoad(this.status);
    const isFurtherLoad = isLoadOfFurtherPages(this.status, status);
    this.status = status;
    if (isWaiting && !wasWaiting) {
      this.#stored = undefined; // a new query starts without a selection or filter
      this.isEditing = false;
      this.#isFirstFocused = false;
      this.view = { ...this.view, filter: '', selected: [], top: 0 };
    } else if (status.phase !== 'loading' && !isFurtherLoad) {
      this.#quoteNow(); // the connection may have changed
    }
    if (status.phase !== 'loading') {
      this.#stored = undefined;
    }
    this.#persistLater();
    // records are rendered after the page
    void this.updateComplete.then(() => requestAnimationFrame(() => this.#focusFirstRecord()));
  }

  #quoteNow(): void {
    this.#requestQuote().catch(createWarningLogger('quote'));
  }

  async #requestQuote(): Promise<void> {
    const { query, draft } = this;
    if (query !== undefined) {
      const quote = await this.host.channel.request('quote', { texts: { ...draft } });
      if (this.draft === draft) {
        this.quote = quote;
      }
    }
  }

  #persist(): void {
    const { status, draft, view } = this;
    if (status !== undefined) {
      this.host.saveState({ source: status.source, draft, view });
    }
  }

  /** A new object once images are allowed, so posts request them again. */
  get postCallbacks(): PostCallbacks {
    return this.#callbacks(this.pictures.load);
  }

  isPinned(row: number): boolean {
    const { kind } = this.records;
    const text = (name: string) => getCellText(this.records, row, name);
    return this.pins.includes(`${kind}:${kind === 'trend' ? text('query') || text('name') : text('id')}`);
  }

  /** A record's words for VS Code's menus, see `RowContextFlag`. */
  menuWords(row: number): string {
    const { kind } = this.records;
    const web = this.status?.hasWebPages === true ? ' web' : '';
    const pin = pinnable.has(kind) ? (this.isPinned(row) ? ' pinned' : ' pinnable') : '';
    return `socialData ${kind} hasResponse markdown csv${pin}${linked.has(kind) ? ` addressed numbered${web}` : ''}`;
  }

  get opening(): string {
    return this.status?.threadPrice ?? '';
  }

  toggle(row: number): void {
    const rows = new Set(this.view.selected);
    if (!rows.delete(row)) {
      rows.add(row);
    }
    this.setView({ selected: [...rows] });
  }

  stop(): void {
    this.host.channel.send('stop', null);
  }

  /** Clears the selection, so hidden records are never selected. */
  filter(filter: string): void {
    this.setView({ filter, top: 0, selected: [] });
    this.#speakLater();
    this.querySelector('.table-scroller, .list-scroller')?.scrollTo({ top: 0 });
  }

  loadPictures(): void {
    this.setView({ hasPictures: true });
    this.pictures.allow();
    // the button removes itself, so focus moves to the records
    this.querySelector<HTMLElement>('.record[tabindex="0"]')?.focus({ preventScroll: true });
  }

  sortBy(column: string): void {
    const type = this.records.columns.find(({ name }) => name === column)?.type;
    this.setView({ sort: getNextTableSort(this.view.sort, column, type) });
  }

  open(row: number): void {
    this.#release.do(() => this.act('open', [row]));
  }

  /** @param rows empty for all loaded records */
  act(action: RecordAction, rows: readonly number[]): void {
    this.host.ask('act', { action, rows: [...rows] });
  }

  /** Shows an error instead of rejecting. */
  async copy(format: CopyFormat, rows: readonly number[]): Promise<void> {
    this.problem = '';
    try {
      await this.#copyRows(format, rows);
    } catch (error) {
      createWarningLogger('copy')(error);
      this.problem = addNoChargeSentence(l10n.t("Couldn't copy."), l10n.t('Try again.'));
    }
  }

  /** Only the host has the exact JSON, and only the page knows the visible columns. */
  async #copyRows(format: CopyFormat, places: readonly number[]): Promise<void> {
    if (format === 'json') {
      return await this.host.channel.request('act', { action: 'copyAsJson', rows: [...places] });
    }
    const columns = this.shownColumns();
    const rows = places.map((place) => columns.map(({ name }) => getCell(this.records, place, name)));
    const text = (format === 'csv' ? toCsv : toMarkdownTable)({ columns, rows });
    await this.host.channel.request('copy', { text });
  }

  copyFrom(row: number, column: string): void {
    const selected = this.selected();
    if (selected.length > 1) {
      void this.copy('csv', selected);
    } else {
      this.#copyCell(row, column);
    }
  }

  #copyCell(row: number, name: string): void {
    const column = this.records.columns.find((candidate) => candidate.name === name);
    if (column !== undefined) {
      const cell = getCell(this.records, row, name);
      this.host.ask('copy', { text: typeof cell === 'string' ? cell : formatCell(cell, column) });
    }
  }

  /** Once for each query, unless the user has moved on. */
  #focusFirstRecord(): void {
    const { activeElement: focused } = document;
    const isWaiting = focused === document.body || (focused?.closest('.question') !== null && focused?.closest('.tabs') === null);
    if (!this.#isFirstFocused && (this.status?.loaded ?? 0) > 0 && this.isFolded && document.hasFocus()) {
      this.#isFirstFocused = true;
      if (isWaiting) {
        this.querySelector<HTMLElement>('.record, .table-row .cell, .body select')?.focus({ preventScroll: true });
      }
    }
  }

  /** Focuses the query line or the first empty field. */
  #focusQuery(): void {
    this.#isFirstFocused = true;
    const fields = [...this.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('.query-input, .form input')];
    const field = fields.find(({ value }) => value === '') ?? fields[0];
    field?.focus();
    field?.select();
  }

  /** The filter exists only with loaded records. */
  #focusFilter(): void {
    const filter = this.querySelector<HTMLInputElement>('.filter');
    if (filter === null) {
      this.edit();
    } else {
      filter.focus();
      filter.select();
    }
  }

  #runCommand({ command, row, column }: ResultsContract['page']['command']): void {
    const selected = this.selected();
    const rows = row === null || selected.includes(row) ? this.picked() : [row];
    switch (command) {
      case 'copyCell':
        return row === null || column === null ? undefined : this.#copyCell(row, column);
      case 'copyAsJson':
        return void this.copy('json', rows);
      case 'copyAsMarkdown':
        return void this.copy('markdown', rows);
      case 'copyAsCsv':
        return void this.copy('csv', rows);
      case 'filter':
        return this.#focusFilter();
      case 'focusQuery':
        return this.edit();
      case 'export':
        return this.act(command, rows);
      case 'collect':
        return this.act(command, []);
      default:
        return this.act(command, row === null || selected.includes(row) ? selected : [row]);
    }
  }
}

function isFirstLoad(status: ResultsStatus | undefined): boolean {
  return status?.phase === 'loading' && status.isLoading && status.loaded === 0;
}

/** Further pages don't change the query's price. */
function isLoadOfFurtherPages(before: ResultsStatus | undefined, after: ResultsStatus): boolean {
  return before?.phase === 'ready' && after.phase === 'ready' && (before.isLoading || after.isLoading);
}

/** The order after a click on a header: text from A to Z or numbers from the largest, then reversed, then unsorted. */
function getNextTableSort(sort: TableSort | undefined, column: string, type: Column['type'] | undefined): TableSort | undefined {
  const first = type === 'text' || type === 'link' || type === 'id' ? 'ascending' : 'descending';
  const second = first === 'ascending' ? 'descending' : 'ascending';
  if (sort?.column !== column) {
    return { column, direction: first };
  }
  return sort.direction === first ? { column, direction: second } : undefined;
}
