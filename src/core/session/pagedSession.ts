import * as l10n from '@vscode/l10n';
import type { Client, Quote } from '../../client/client.ts';
import type { Endpoint, ResponseFormat } from '../../client/endpoint.ts';
import { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import { getNextPageParams, PageTrail } from '../../client/pages.ts';
import { reuseAnyAge } from '../../client/policies/history.ts';
import type { Initiator, ResponseReuse } from '../../client/policies/send.ts';
import { type Cost, getExchangeCost } from '../cost/cost.ts';
import { OfferedQuotes, toCallAllowedReuse } from '../cost/offers.ts';
import { type BatchEnd, type BatchProgress, type CostTally, type RaisedPrice, type Run, Runs } from './runs.ts';

export type Params = Readonly<Record<string, unknown>>;

export interface LoadedPage<C> {
  readonly exchangeId: string;
  readonly params: Params;
  readonly format: ResponseFormat;
  readonly sentAt: number;
  readonly from: Exchange['from'];
  readonly cost: Cost;
  readonly content: C;
}

export interface LoadFailure {
  readonly error: SocialDataError;
  /** The most requests that a retry sends. */
  readonly retryCalls: number;
  readonly callsLeft?: number;
  /** Whether earlier requests of the same load succeeded and may have cost money. */
  readonly isPartial?: boolean;
}

export interface PagedState<C> {
  /** `unsent`: never sent. `idle`: waits until the user loads it again. `gone`: its responses are no longer stored. */
  readonly status: 'unsent' | 'idle' | 'loading' | 'gone' | 'loaded';
  readonly pages: readonly LoadedPage<C>[];
  /** The parameters of the next page; undefined at the end. */
  readonly next: Params | undefined;
  /** Several pages in a row were empty, although more pages follow. */
  readonly isStalled: boolean;
  /** From the last load. Earlier pages are still shown. */
  readonly failure: LoadFailure | undefined;
  readonly progress: BatchProgress | undefined;
}

export function createInitialPagedState<C>(status: 'unsent' | 'idle'): PagedState<C> {
  return { status, pages: [], next: undefined, isStalled: false, failure: undefined, progress: undefined };
}

export function toLoadedPage<C>(exchange: Exchange, content: C): LoadedPage<C> {
  const { id: exchangeId, request, sentAt, from } = exchange;
  const { params, format } = request;
  return { exchangeId, params, format, sentAt, from, cost: getExchangeCost(exchange), content };
}

export interface PagedRequest {
  readonly endpoint: Endpoint;
  readonly params: Params;
}

export interface PagedSessionOptions<C> {
  /** The client, once the connections are ready. Doesn't send requests. */
  readonly client: () => Promise<Client>;
  readonly initiator: Initiator;
  /** Extracts a page's content for the view. @param before the earlier pages */
  readonly read: (exchange: Exchange, before: readonly LoadedPage<C>[]) => C;
  readonly changed: () => void;
  /** Ends a batch early. */
  readonly isFull?: () => boolean;
  /** Called if a batch stops because a page's price increased. */
  readonly onPriceRaised?: (raised: RaisedPrice, callsLeft: number) => void;
  /** The previous tally of the same query. */
  readonly tally?: CostTally | undefined;
  /** Shared by a view's sessions, with their cost, waits, and Stop. `name` identifies this session. */
  readonly runs?: Runs;
  readonly name?: string;
  /** Default: the loaded pages' format. */
  readonly chooseFormat?: (client: Client, params: Params, reuse: ResponseReuse) => ResponseFormat;
}

/** Undefined at the end. */
export function quoteNextPage(
  client: Pick<Client, 'quote'>,
  query: PagedRequest,
  { pages, next }: Pick<PagedState<unknown>, 'next' | 'pages'>,
): Quote | undefined {
  const options = { reuse: getNextPageReuse(pages), format: chooseResponseFormat(pages) };
  return next === undefined ? undefined : client.quote(query.endpoint, next, options);
}

/** Undefined if the response is the last page. */
export function quotePageAfterResponse(
  client: Pick<Client, 'quote'>,
  endpoint: Endpoint,
  exchange: Exchange,
): { readonly params: Params; readonly reuse: ResponseReuse; readonly quote: Quote | undefined } | undefined {
  const params = getNextPageParams(endpoint, exchange);
  const reuse = getNextPageReuse([exchange]);
  const { format } = exchange.request;
  return params === undefined ? undefined : { params, reuse, quote: client.quote(endpoint, params, { format, reuse }) };
}

/** Later pages reuse only responses that aren't older than the first page, so the list is from one time. */
export function getNextPageReuse([first]: readonly Pick<Exchange, 'sentAt'>[]): ResponseReuse {
  return first === undefined ? reuseAnyAge : { since: first.sentAt };
}

export function formatMoreAvailable(isStalled: boolean): string {
  return isStalled ? l10n.t('several empty pages in a row; there may be more') : l10n.t('more available');
}

/** After a raw page, the next pages are also raw. */
function chooseResponseFormat(pages: readonly LoadedPage<unknown>[]): ResponseFormat {
  return pages.at(-1)?.format ?? 'simple';
}

interface LoadRunOptions {
  readonly retry: (reuse?: 'never') => Promise<void>;
  readonly calls: () => number;
  readonly isPartial?: () => boolean;
  readonly ofJob?: Run | undefined;
}

/** One query's pages. Only one load is active; others wait for it. */
export class PagedSession<C> {
  readonly query: PagedRequest;
  readonly runs: Runs;
  /** Its runs' name. */
  readonly name: string;
  /** The shown quotes for the `first` and `next` page. */
  readonly offers = new OfferedQuotes();
  readonly #options: PagedSessionOptions<C>;
  #trail: PageTrail;
  #state: PagedState<C>;
  #retry: (reuse?: 'never') => Promise<void> = async () => await this.load();

  constructor(query: PagedRequest, options: PagedSessionOptions<C>) {
    this.query = query;
    this.#options = options;
    this.#trail = this.#firstTrail();
    this.#state = createInitialPagedState('unsent');
    this.name = options.name ?? 'load';
    this.runs = options.runs ?? new Runs(options.changed, options.tally);
  }

  get state(): PagedState<C> {
    return this.#state;
  }

  get isLoading(): boolean {
    return this.#state.status === 'loading';
  }

  get isStopping(): boolean {
    return this.runs.get(this.name)?.isStopping === true;
  }

  get isClosed(): boolean {
    return this.runs.isClosed;
  }

  /** Loads the first page when a tree node is expanded. Returns early if the request has to wait, so the tree can show it. */
  async open(): Promise<void> {
    if (this.#state.status === 'unsent') {
      await Promise.race([this.load(), this.runs.nextChange()]);
    } else if (this.#state.status === 'loading' && this.runs.pending.waiting === undefined) {
      await Promise.race([this.runs.join(this.name), this.runs.nextChange()]);
    }
  }

  /** Keeps the loaded pages until the new first page arrives. */
  async load(reuse: ResponseReuse = this.offers.reuse('first')): Promise<void> {
    await this.#run(
      { retry: async (again) => await this.load(again ?? toCallAllowedReuse(reuse)), calls: () => 1 },
      async (run) => {
        const trail = this.#firstTrail();
        const exchange = await this.#request(run, trail, reuse);
        this.#replace(trail, exchange === undefined ? [] : [this.#toPage(exchange, [])]);
      },
    );
  }

  /** Stops early if a page fails or costs more. */
  async loadMore(pages = 1): Promise<void> {
    await (pages > 1 && this.#trail.next !== undefined
      ? this.#loadSeveral(pages)
      : this.loadNext(this.offers.reuse('next', getNextPageReuse(this.#state.pages))));
  }

  /** Loads the next page. @param ofJob a batch's run, which ends if this fails */
  async loadNext(reuse: ResponseReuse, ofJob?: Run): Promise<void> {
    if (this.#trail.next !== undefined) {
      const retry = async (again?: 'never') => await this.loadNext(again ?? toCallAllowedReuse(reuse));
      await this.#run({ retry, calls: () => 1, ofJob }, async (run) => await this.#append(run, reuse, 'loaded'));
    }
  }

  /**
   * Requests all loaded pages again, one by one, until several in a row are empty. If one fails, keeps the old pages, and a
   * retry takes the new pages before it from history.
   */
  async refresh(pages: number = Math.max(1, this.#state.pages.length)): Promise<void> {
    await this.#refresh(pages, []);
  }

  /** Repeats the last load. Doesn't reuse the failed response. */
  async retry(): Promise<void> {
    const { pages, failure } = this.#state;
    if (failure !== undefined || pages.length === 0) {
      await this.#retry(failure?.error.exchange === undefined ? undefined : 'never');
    }
  }

  get retryCalls(): number {
    return this.#state.failure?.retryCalls ?? 1;
  }

  /** Appends a response as a page. Doesn't send requests. */
  show(exchange: Exchange): void {
    this.runs.tally.addShown(exchange);
    this.#trail.addPage(exchange);
    this.#set({ ...this.#loaded(), pages: [...this.#state.pages, this.#toPage(exchange, this.#state.pages)] });
  }

  /**
   * Shows stored responses again. Doesn't send requests.
   * @param read returns undefined if the response is no longer stored
   * @returns how many are no longer stored; undefined if the session has been closed
   */
  async restore(ids: readonly string[], read: (id: string) => Promise<Exchange | undefined>): Promise<number | undefined> {
    const pages: LoadedPage<C>[] = [];
    for (const id of ids) {
      const exchange = await read(id);
      if (this.isClosed) {
        return undefined;
      }
      if (exchange !== undefined) {
        this.#trail.addPage(exchange);
        pages.push(this.#toPage({ ...exchange, from: 'history' }, pages));
      }
    }
    const isGone = ids.length > 0 && pages.length === 0;
    this.#set(isGone ? { ...this.#state, status: 'gone' } : { ...this.#loaded(), pages });
    return ids.length - pages.length;
  }

  /** Stops sending requests. A page in flight is still shown. */
  stop(): void {
    this.runs.stop();
  }

  /** @param isGone whether the error's cause no longer exists */
  forgetFailure(isGone: (error: SocialDataError) => boolean): void {
    const { failure, pages } = this.#state;
    if (failure === undefined || !isGone(failure.error)) {
      return;
    }
    this.#set(pages.length > 0 ? { ...this.#state, failure: undefined } : createInitialPagedState('idle'));
  }

  /** Stops sending requests. The client stores a response in flight, but it isn't shown. */
  close(): void {
    this.runs.close();
  }

  /** @param paid the pages received before one failed */
  async #refresh(wanted: number, paid: readonly LoadedPage<C>[]): Promise<void> {
    const trail = this.#firstTrail();
    let fresh: readonly LoadedPage<C>[] = [];
    const retry = async () => await this.#refresh(wanted, fresh.length > paid.length ? fresh : paid);
    const count = () => Math.max(fresh.length, paid.length);
    await this.#run({ retry, calls: () => wanted - count(), isPartial: () => count() > 0 }, async (run) => {
      while (fresh.length < wanted && trail.next !== undefined && !trail.isStalled) {
        const reuse = fresh.length < paid.length ? getNextPageReuse(paid) : 'never';
        const exchange = await this.#request(run, trail, reuse);
        if (exchange !== undefined) {
          fresh = [...fresh, this.#toPage(exchange, fresh)];
        }
      }
      this.#replace(trail, fresh);
    });
  }

  async #loadSeveral(atMost: number): Promise<void> {
    if (this.runs.get(this.name) !== undefined) {
      return await this.runs.join(this.name);
    }
    this.#begin();
    await this.runs.startBatch(this.name, {
      atMost,
      client: this.#options.client,
      endpoint: this.query.endpoint,
      step: async (run, progress) => {
        this.#set({ ...this.#state, progress });
        await this.#append(run, undefined, 'loading');
        const isLast = this.#state.next === undefined || this.#state.isStalled || this.#options.isFull?.() === true;
        return isLast ? 'last' : 'more';
      },
      onEnd: (end) => this.#settle(end),
    });
  }

  #settle(end: BatchEnd): void {
    this.#retry = async (again) => await this.loadNext(again ?? getNextPageReuse(this.#state.pages));
    const error = 'error' in end ? end.error : undefined;
    const callsLeft = end.kind === 'failed' ? { callsLeft: end.callsLeft } : {};
    if (end.kind === 'priceRaised') {
      this.#options.onPriceRaised?.(end.raised, end.callsLeft);
    }
    this.#set({ ...this.#loaded(), failure: error === undefined ? undefined : { error, retryCalls: 1, ...callsLeft } });
  }

  /** Starts a load, or waits for the active one. Failures become part of the state. */
  async #run({ retry, calls, isPartial, ofJob }: LoadRunOptions, work: (run: Run) => Promise<void>): Promise<void> {
    await this.runs.start(this.name, async (run) => {
      if (this.isClosed) {
        return;
      }
      this.#begin();
      this.#retry = retry;
      try {
        await work(ofJob ?? run);
      } catch (error) {
        if (!(error instanceof SocialDataError)) {
          run.stop();
          this.#set(this.#state.pages.length > 0 ? this.#loaded() : createInitialPagedState('idle'));
          throw error;
        }
        this.#set({ ...this.#loaded(), failure: { error, retryCalls: calls(), isPartial: isPartial?.() === true } });
        if (ofJob !== undefined) {
          throw error;
        }
      }
    });
  }

  #begin(): void {
    this.#state = { ...this.#state, status: 'loading', failure: undefined, progress: undefined };
    if (!this.isClosed) {
      this.#options.changed();
    }
  }

  async #append(run: Run, reuse: ResponseReuse | undefined, status: 'loading' | 'loaded'): Promise<void> {
    const exchange = await this.#request(run, this.#trail, reuse);
    const { pages, progress } = this.#state;
    const arrived = exchange === undefined ? pages : [...pages, this.#toPage(exchange, pages)];
    this.#set({ ...this.#loaded(), status, pages: arrived, progress });
  }

  /** Loads a trail's next page. @returns undefined at the end */
  async #request(
    run: Run,
    trail: PageTrail,
    reuse: ResponseReuse = getNextPageReuse(this.#state.pages),
  ): Promise<Exchange | undefined> {
    const { query } = this;
    const { initiator, chooseFormat } = this.#options;
    const client = await this.#options.client();
    const format = chooseFormat?.(client, trail.next ?? query.params, reuse) ?? chooseResponseFormat(this.#state.pages);
    const pages = client.pages(query.endpoint, query.params, { trail, format, initiator });
    return await this.runs.call(run, async (options) => await pages.load({ ...options, reuse }));
  }

  #toPage(exchange: Exchange, before: readonly LoadedPage<C>[]): LoadedPage<C> {
    return toLoadedPage(exchange, this.#options.read(exchange, before));
  }

  #replace(trail: PageTrail, pages: readonly LoadedPage<C>[]): void {
    this.#trail = trail;
    this.#set({ ...this.#loaded(), pages });
  }

  #firstTrail(): PageTrail {
    return new PageTrail(this.query.endpoint, this.query.params);
  }

  #loaded(): PagedState<C> {
    const { next, isStalled } = this.#trail;
    return { ...this.#state, status: 'loaded', next, isStalled, failure: undefined, progress: undefined };
  }

  #set(state: PagedState<C>): void {
    if (!this.isClosed) {
      this.#state = state;
      this.#options.changed();
    }
  }
}
