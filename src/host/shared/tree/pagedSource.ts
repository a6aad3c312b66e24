import type { Client, Connection, Quote } from '../../../client/client.ts';
import type { Endpoint } from '../../../client/endpoint.ts';
import { SocialDataError } from '../../../client/errors.ts';
import type { Exchange } from '../../../client/exchange.ts';
import { nextParams } from '../../../client/pages.ts';
import { toPage } from '../../../client/records/toPage.ts';
import { Waits } from '../waits.ts';
import { isMadeUp } from '../connections/world.ts';
import {
  addPage,
  type ArrivedPage,
  beginLoad,
  failLoad,
  failRefresh,
  forgetPages,
  idleState,
  type LoadedPage,
  missingPages,
  type PagedState,
  type Params,
  replacePages,
  unloaded,
} from './pagedState.ts';
import { type RowContent, treeRecords } from './treeRecords.ts';

/** A question whose answer comes in pages. */
export interface PagedQuestion {
  readonly endpoint: Endpoint;
  readonly params: Params;
  /** What of the answer stands below the row: its records when left out. */
  readonly shows?: RowContent;
}

/**
 * Loads the pages of one question, each for an act of a person: `open` for the first expansion, `loadMore`, `refresh`.
 * Every load is a session of its own; what arrives after `forget` or `dispose` is dropped. Knows nothing of VS Code.
 */
export class PagedSource {
  readonly question: PagedQuestion;
  readonly #clientOf: () => Promise<Client>;
  readonly #client: Client;
  readonly #changed: () => void;
  #state: PagedState = unloaded;
  #session: AbortController | undefined;
  #running: Promise<void> = Promise.resolve();
  #retry: () => Promise<void> = async () => await this.load();
  #retryCalls = 1;
  #isStopping = false;
  #asked: Connection | undefined;
  readonly #keptById: (exchangeId: string) => Promise<Exchange | undefined>;
  /** Lets whoever expands the row go on when there is something to say before the answer is here. */
  #isTold = Promise.withResolvers<undefined>();
  /** What its calls wait for. */
  readonly waits = new Waits(() => {
    this.#isTold.resolve(undefined);
    this.#changed();
  });

  /**
   * @param client what quotes are read from, which is free
   * @param clientOf readies the connections before a call
   * @param keptById an answer that is kept on this machine; makes no call
   * @param changed called whenever the state is another one
   */
  constructor(
    question: PagedQuestion,
    client: Client,
    clientOf: () => Promise<Client>,
    keptById: (exchangeId: string) => Promise<Exchange | undefined>,
    changed: () => void,
  ) {
    this.question = question;
    this.#client = client;
    this.#clientOf = clientOf;
    this.#keptById = keptById;
    this.#changed = changed;
  }

  get state(): PagedState {
    return this.#state;
  }

  /** Whether a load is under way whose service is still reached as it was. */
  get isOnItsWay(): boolean {
    return this.#state.status === 'loading' && this.isAskedHere;
  }

  /** Whether the service is still reached where, and as whom, it was when it was asked last. */
  get isAskedHere(): boolean {
    const now = this.#client.connection(this.question.endpoint.service);
    const then = this.#asked;
    return now?.kind === then?.kind && now?.baseUrl === then?.baseUrl && now?.keyId === then?.keyId;
  }

  /** What the first page would cost; "kept" whatever the age of the kept answer. */
  quoteFirst(): Quote | undefined {
    return this.#client.quote(this.question.endpoint, this.question.params, { reuse: 'only' });
  }

  /** What the next page would cost; undefined at the end. */
  quoteNext(): Quote | undefined {
    const { next } = this.#state;
    const options = this.#isKept ? ({ reuse: 'only' } as const) : {};
    return next === undefined ? undefined : this.#client.quote(this.question.endpoint, next, options);
  }

  /** What asking anew costs per page. */
  quoteAgain(): Quote {
    return this.quoteOf(this.question.endpoint);
  }

  /** How many calls it takes at most to do again what failed last. */
  get retryCalls(): number {
    return this.#state.waiting === undefined ? this.#retryCalls : missingPages(this.#state);
  }

  /** What a call of an endpoint costs, as far as it is known. */
  quoteOf(endpoint: Endpoint): Quote {
    const price = this.#client.priceOf(endpoint);
    return price === undefined ? { kind: 'unknown' } : { kind: 'known', price };
  }

  /**
   * The first expansion: takes the kept answer, however old, else calls. Later ones do nothing. Comes back early when the call
   * has to be tried again: the rows say so meanwhile.
   */
  async open(): Promise<void> {
    if (this.#state.status === 'unloaded') {
      const loading = this.load();
      await Promise.race([loading, this.#isTold.promise]);
    } else if (this.#state.status === 'loading' && this.waits.latest === undefined) {
      await Promise.race([this.#running, this.#isTold.promise]);
    }
  }

  /** Does again what failed last; while pages of a refresh wait, which are paid for, goes on behind them. */
  async retry(): Promise<void> {
    const { waiting } = this.#state;
    await (waiting === undefined
      ? this.#retry()
      : this.#refresh(waiting.fresh.pages.length + missingPages(this.#state), waiting.fresh));
  }

  /** Loads the first page: kept if it can be, else called for. */
  async load(): Promise<void> {
    this.#begin(async () => await this.load());
    await this.#start(async (signal) => {
      const arrived = await this.#keptOrCalled(this.question.params, signal);
      return (state) => addPage({ ...unloaded, filter: state.filter, waiting: state.waiting }, arrived);
    });
  }

  /** Loads the page that the last one leads on to. */
  async loadMore(): Promise<void> {
    const { next } = this.#state;
    if (next === undefined) {
      return;
    }
    this.#begin(async () => await this.loadMore());
    const isKept = this.#isKept;
    await this.#start(async (signal) => {
      const arrived = await (isKept ? this.#keptOrCalled(next, signal) : this.#page(next, signal, undefined));
      return (state) => addPage(state, arrived);
    });
  }

  /** Asks anew, page by page, for as many pages as are loaded. When one fails, what was loaded stays. */
  async refresh(pages: number = Math.max(1, this.#state.pages.length)): Promise<void> {
    await this.#refresh(pages, unloaded);
  }

  /** @param begun what came before a page failed: it is paid for, so to retry goes on behind it */
  async #refresh(pages: number, begun: PagedState): Promise<void> {
    this.#begin(async () => await this.#refresh(pages, begun), pages);
    let fresh = begun;
    const load = async (signal: AbortSignal) => {
      let params = fresh.pages.length === 0 ? this.question.params : fresh.next;
      while (fresh.pages.length < pages && params !== undefined) {
        if (this.#isStopping) {
          throw new SocialDataError('cancelled', 'the rest of the pages was not asked for', { spent: 'no' });
        }
        fresh = addPage(fresh, await this.#page(params, signal, 'never'));
        params = fresh.next;
      }
      return (state: PagedState) => replacePages(state, fresh);
    };
    await this.#start(load, (state, failure) => failRefresh(state, failure, { fresh, wanted: pages }));
  }

  /** Lets the page that is on its way come, for it is paid for, and asks for no more. */
  stop(): void {
    this.#isStopping = true;
  }

  /** Drops the failure of a budget that was raised; what it kept from being loaded can be asked for once more. */
  forgetFailure(isGone: (failure: SocialDataError) => boolean): void {
    const { failure, pages } = this.#state;
    if (failure !== undefined && isGone(failure)) {
      this.#set(pages.length > 0 ? { ...this.#state, failure: undefined } : idleState('budgetRaised', this.#state.filter));
    }
  }

  /** Shows only what holds every word; an empty text shows all that is loaded. */
  filter(text: string): void {
    this.#set({ ...this.#state, filter: text.trim() });
  }

  /** Takes the place of a row that was asked for: this one may stand unfolded, and to draw it is not to ask. */
  wait(): void {
    this.#state = idleState('otherService');
  }

  /** Drops what was loaded and what is under way; loads nothing. */
  forget(): void {
    this.#session?.abort();
    this.#session = undefined;
    this.#begin(async () => await this.load());
    this.#set(forgetPages(this.#state));
  }

  /** The answer of a page, from what is kept: free. Never a newer one to the same question; undefined when it is no longer kept. */
  async exchangeOf({ exchangeId, params }: LoadedPage): Promise<Exchange | undefined> {
    const kept = await this.#keptById(exchangeId);
    if (kept !== undefined) {
      return kept;
    }
    // what could not be kept on the disk still serves as long as the window is open
    const quote = this.#client.quote(this.question.endpoint, params, { reuse: 'only' });
    return quote?.kind === 'kept' && quote.exchange.id === exchangeId ? quote.exchange : undefined;
  }

  /** Ends what is under way. */
  dispose(): void {
    this.#session?.abort();
    this.#session = undefined;
  }

  /** Whether the last page is a kept one: the one behind it was paid for with it, so it serves at any age too. */
  get #isKept(): boolean {
    return this.#state.pages.at(-1)?.from === 'history';
  }

  #begin(retry: () => Promise<void>, calls = 1): void {
    if (this.#session !== undefined) {
      return; // it joins what is under way, which is still what may fail and be stopped
    }
    this.#retry = retry;
    this.#retryCalls = calls;
    this.#isStopping = false;
    this.#isTold = Promise.withResolvers();
  }

  async #start(
    load: (signal: AbortSignal) => Promise<(state: PagedState) => PagedState>,
    fail: (state: PagedState, failure: SocialDataError) => PagedState = failLoad,
  ): Promise<void> {
    if (this.#session !== undefined) {
      await this.#running; // one load at a time: a second click joins the first
      return;
    }
    const session = new AbortController();
    const before = this.#state;
    this.#session = session;
    this.#asked = this.#client.connection(this.question.endpoint.service);
    const isCurrent = () => this.#session === session;
    const settle = (next: (state: PagedState) => PagedState) => {
      if (isCurrent()) {
        this.#session = undefined;
        this.#set(next(this.#state));
      }
    };
    this.#state = beginLoad(before);
    if (before.status !== 'unloaded') {
      this.#changed(); // whoever expands a row for the first time waits for its children anyway
    }
    this.#running = load(session.signal).then(settle, (error: unknown) => {
      if (!(error instanceof SocialDataError)) {
        settle((state) => (before.pages.length > 0 ? { ...state, status: 'loaded' } : idleState('fault', state.filter)));
        throw error;
      }
      settle((state) => fail(state, error));
    });
    await this.#running;
  }

  /** The kept answer, however old, else a call. */
  async #keptOrCalled(params: Params, signal: AbortSignal): Promise<ArrivedPage> {
    try {
      return await this.#page(params, signal, 'only');
    } catch (error) {
      if (error instanceof SocialDataError && error.kind === 'notKept') {
        return await this.#page(params, signal, undefined);
      }
      throw error;
    }
  }

  async #page(params: Params, signal: AbortSignal, reuse: 'only' | 'never' | undefined): Promise<ArrivedPage> {
    const { endpoint, shows } = this.question;
    const client = await this.#clientOf();
    if (!signal.aborted) {
      this.#asked = client.connection(endpoint.service); // a sandbox may have been started for it
    }
    const exchange = await this.waits.during(
      async (onWaiting): Promise<Exchange> =>
        await client.call(endpoint, params, {
          asker: 'tree',
          format: 'simple',
          signal,
          onWaiting,
          ...(reuse === undefined ? {} : { reuse }),
        }),
    );
    const { id, sentAt, from, request, receipt } = exchange;
    const cost = receipt.price === undefined ? {} : { price: receipt.refunded ? 0n : receipt.price };
    return {
      page: { exchangeId: id, params, sentAt, from, baseUrl: request.baseUrl, isMadeUp: isMadeUp(exchange), ...cost },
      records: treeRecords(toPage(exchange, { endpoint }), shows),
      next: nextParams(endpoint, exchange),
    };
  }

  #set(state: PagedState): void {
    this.#state = state;
    this.#changed();
  }
}
