import * as l10n from '@vscode/l10n';
import { describePriceNotFound } from '../../app/cost/formatPrice.ts';
import {
  maxFieldTextLength,
  type ShownQuestion,
  type QuestionPriceAndFaults,
  resultsContract,
  type ResultsStatus,
  type SavedSearch,
} from '../../protocol/resultsContract.ts';
import type { EventPayload } from '../../protocol/contract.ts';
import type { FollowerSnapshot } from '../../app/table/plots/plotCountsOverTime.ts';
import { collectRetypedIdentifiers } from '../../app/search/collectIdentifiers.ts';
import { type Column, parseRowsJson } from '../../app/table/cell.ts';
import { LightDomElement, toStateProperties } from '../components/lightDomElement.ts';
import { PagePictureLoader } from '../components/pagePictureLoader.ts';
import type { ViewedPictures } from '../post/pictureViewer.ts';
import { connectToHost, createWarningLogger } from '../shared/connectToHost.ts';
import { Debouncer } from '../shared/debouncer.ts';
import { formatExactNumber } from '../shared/formatNumbersAndTimes.ts';
import { describeCallBlocker } from './questionDraft.ts';
import { createEmptyRecords, type FilteredRows, type ReceivedRecords, resetRecordsIfNew, appendRows } from './receivedRecords.ts';
import {
  defaultResultsViewState,
  readPersistedResultsPage,
  type ResultsViewState,
  areFieldTextsEqual,
  restoreTop,
} from './resultsViewState.ts';

/** How long a call may take before skeletons are shown, in milliseconds. */
const skeletonDelayMs = 150;
const persistDelayMs = 150;
const quoteRequestDelayMs = 120;
/** How often the age of what is kept is said again. */
const ageRefreshMs = 60_000;

type ResultsWebviewContract = (typeof resultsContract)['webview'];

/** What a page of results knows and does; how it looks is SocialResults'. Nothing here calls but `call` and what the host is asked by a press. */
export abstract class ResultsPage extends LightDomElement {
  static override properties = toStateProperties(
    'question',
    'draft',
    'handles',
    'saved',
    'status',
    'records',
    'snapshots',
    'view',
    'quote',
    'isPatient',
    'problem',
    'viewed',
  );

  question: ShownQuestion | undefined;
  draft: Readonly<Record<string, string>> = {};
  handles: readonly string[] = [];
  saved: readonly SavedSearch[] = [];
  status: ResultsStatus | undefined;
  records: ReceivedRecords = createEmptyRecords();
  snapshots: readonly FollowerSnapshot[] = [];
  view: ResultsViewState = defaultResultsViewState;
  quote: QuestionPriceAndFaults = { price: '', freshPrice: '', faults: [] };
  isPatient = true;
  /** What a person wanted here and did not get; empty for nothing. */
  problem = '';
  /** The pictures of a post that are shown large. */
  viewed: ViewedPictures | undefined;
  readonly pictures = new PagePictureLoader(
    async (url) => await this.host.channel.request('picture', { url }),
    () => this.requestUpdate(),
  );
  readonly #keepLater = new Debouncer(persistDelayMs, () => this.#keep());
  readonly #quoteLater = new Debouncer(quoteRequestDelayMs, () => this.#quoteNow());
  readonly #patience = new Debouncer(skeletonDelayMs, () => {
    this.isPatient = false;
  });
  #kept = readPersistedResultsPage(undefined);
  /** The names that a person typed again since the question came (see collectRetypedIdentifiers). */
  #typed: readonly string[] = [];
  #snapshotsOf: ReceivedRecords['rows'] | undefined;
  /** The last time that *Call* was pressed; one before it calls nothing any more. */
  #press: symbol | undefined;

  readonly host = connectToHost(resultsContract, {
    events: {
      question: (question) => this.#takeQuestion(question),
      handles: (handles) => {
        this.handles = handles;
      },
      savedSearches: (saved) => {
        this.saved = saved;
      },
      records: (message) => this.#takeRecords(message),
      status: (status) => this.#takeStatus(status),
      command: (command) => this.command(command),
    },
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#kept = readPersistedResultsPage(this.host.savedState);
    if (this.#kept !== undefined) {
      this.view = { ...this.#kept.view, selected: [] };
      if (this.view.hasPictures) {
        this.pictures.allow();
      }
    }
    this.host.ask('ready', { source: this.#kept?.source ?? null });
    // of an answer that is kept the button says how old it is; the host knows without a call
    window.setInterval(() => (this.quote.freshPrice === '' ? undefined : this.#quoteNow()), ageRefreshMs);
  }

  /** Does what a menu of VS Code asks for. */
  protected abstract command(command: EventPayload<ResultsWebviewContract, 'command'>): void;

  /** How the records are shown: what a person chose, else days of a hashtag as a plot and all others as cards. */
  get mode(): NonNullable<ResultsViewState['mode']> {
    return this.view.mode ?? (this.records.kind === 'hashtagPoint' ? 'plots' : 'cards');
  }

  /** The records to show. */
  shown(): FilteredRows {
    return { indexes: this.records.order.find(this.view) };
  }

  /** As a person chose; else without the columns that are empty in all that is loaded. */
  isShown({ name, isShown }: Column): boolean {
    return this.view.columns[name] ?? (isShown && (this.records.rows.length === 0 || this.records.filled.has(name)));
  }

  shownColumns(): readonly Column[] {
    return this.records.columns.filter((column) => this.isShown(column));
  }

  /** What is selected, else all that is shown. */
  picked(): readonly number[] {
    const selected = this.selected();
    return selected.length > 0 ? selected : this.shown().indexes;
  }

  /** What is selected, of the records that are there: while answers are brought back, others are yet to come. */
  selected(): readonly number[] {
    const { selected } = this.view;
    const { length } = this.records.rows;
    return selected.every((row) => row < length) ? selected : selected.filter((row) => row < length);
  }

  setView(change: Partial<ResultsViewState>): void {
    this.view = { ...this.view, ...change };
    this.#keep(); // at once: the page may be hidden next
  }

  /** Scrolling alone redraws nothing here. */
  keepTop(top: number): void {
    Object.assign(this.view, { top });
    this.#keepLater.start();
  }

  setText(name: string, text: string): void {
    this.setDraft({ ...this.draft, [name]: text });
  }

  setDraft(draft: Readonly<Record<string, string>>): void {
    this.draft = draft;
    if (this.quote.freshPrice !== '') {
      this.quote = { ...this.quote, price: '', freshPrice: '' }; // what is kept answers another question
    }
    const { question, status } = this;
    if (question !== undefined) {
      this.#typed = collectRetypedIdentifiers(question, this.#typed, status?.source.texts ?? question.texts, draft);
    }
    this.#quoteLater.start();
    this.#keepLater.start();
  }

  /** Accounts have a plot of what earlier answers said of them; they are looked for once it may be seen. */
  async loadSnapshots(): Promise<void> {
    const { records } = this;
    if (records.kind === 'user' && this.#snapshotsOf !== records.rows) {
      this.#snapshotsOf = records.rows;
      this.snapshots = await this.host.channel.request('snapshots', {});
    }
  }

  /** A person pressed *Call*, or Enter right after a word: what is wrong with that word is asked first. */
  async call(isFresh = false): Promise<void> {
    // as the button says: it may be kept no longer
    const reuse = isFresh ? 'never' : this.quote.freshPrice === '' ? null : 'only';
    const { draft } = this;
    const press = Symbol('press');
    this.#press = press;
    this.problem = '';
    try {
      await this.#askQuote();
    } catch (error) {
      createWarningLogger('quote')(error);
      this.problem = describePriceNotFound();
      return;
    }
    if (this.#press !== press || !areFieldTextsEqual(this.draft, draft)) {
      return; // pressed again, or typed on: nobody asked for what stands there now
    }
    const { question } = this;
    if (question !== undefined && describeCallBlocker(this, question) === '') {
      this.host.ask('call', { texts: { ...draft }, typed: [...this.#typed], reuse });
    }
  }

  #takeRecords({ start, rows, ...rest }: EventPayload<ResultsWebviewContract, 'records'>): void {
    if (rest.series !== this.records.series && this.#kept === undefined) {
      // other records stand at the places that were selected
      this.view = { ...this.view, selected: [], top: 0 };
    }
    this.records = appendRows(resetRecordsIfNew(this.records, rest), start, parseRowsJson(rows) ?? []);
  }

  #takeQuestion(question: ShownQuestion): void {
    const kept = this.#kept;
    const isKept =
      kept !== undefined &&
      kept.source.endpointId === question.endpointId &&
      areFieldTextsEqual(kept.source.texts, question.texts);
    this.question = question;
    this.draft = isKept ? kept.draft : question.texts;
    this.#typed = isKept ? kept.typed : [];
    if (!isKept && kept !== undefined) {
      this.view = defaultResultsViewState;
      this.#kept = undefined;
    }
    if (!isKept && question.view !== null) {
      this.view = { ...this.view, mode: question.view };
    }
    this.#quoteNow();
  }

  #takeStatus(status: ResultsStatus): void {
    const isWaiting = isFirstLoad(status);
    const wasWaiting = isWaiting && isFirstLoad(this.status);
    this.status = status;
    if (wasWaiting) {
      return this.#keepLater.start(); // the call on its way is tried again: what stands there stays
    }
    this.#patience.stop();
    this.isPatient = true;
    if (isWaiting) {
      this.#kept = undefined; // a new question: its records have no places yet, and no filter hides them
      this.#typed = [];
      this.view = { ...this.view, filter: '', selected: [], top: 0 };
      this.#patience.start();
    } else if (status.phase !== 'loading') {
      this.#quoteNow(); // the connection may be another one
    }
    if (this.#kept !== undefined && status.restoring === null) {
      const top = restoreTop(this.view.top, this.#kept.source, status);
      this.#kept = undefined;
      if (this.view.top !== top) {
        this.view = { ...this.view, top };
        requestAnimationFrame(() => this.scrollToTop()); // after what the view does itself when it comes up
      }
    }
    this.#keepLater.start();
  }

  #quoteNow(): void {
    this.#askQuote().catch(createWarningLogger('quote'));
  }

  async #askQuote(): Promise<void> {
    const { question, draft } = this;
    const tooLong = Object.keys(draft).filter((name) => (draft[name] ?? '').length > maxFieldTextLength);
    if (tooLong.length > 0) {
      const message = l10n.t('At most {0} characters.', formatExactNumber(maxFieldTextLength));
      this.quote = { price: '', freshPrice: '', faults: tooLong.map((field) => ({ field, message })) };
    } else if (question !== undefined) {
      const quote = await this.host.channel.request('quote', { texts: { ...draft }, typed: [...this.#typed] });
      if (this.draft === draft) {
        this.quote = quote;
      }
    }
  }

  protected scrollToTop(): void {
    this.querySelector('.table-scroller, .list-scroller')?.scrollTo({ top: 0 });
  }

  #keep(): void {
    const { status, draft, view } = this;
    if (status !== undefined) {
      this.host.saveState({ source: status.source, draft, typed: this.#typed, view });
    }
  }
}

/** Whether a question was asked and nothing of its answer is here. */
function isFirstLoad(status: ResultsStatus | undefined): boolean {
  return status?.phase === 'loading' && status.loaded === 0 && status.restoring === null;
}
