import type { Client } from '../../client/client.ts';
import { tweet } from '../../client/endpoints/primary/tweets.ts';
import type { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { Money } from '../../client/money.ts';
import { maxEmptyPages } from '../../client/pages.ts';
import { reuseAnyAge } from '../../client/policies/history.ts';
import type { ResponseReuse, WaitReason } from '../../client/policies/send.ts';
import { type Cost, noCost } from '../../core/cost/cost.ts';
import { OfferedQuotes } from '../../core/cost/offers.ts';
import type { RankingMode, RestorableThread } from './threadContract.ts';
import { type BatchEnd, type BatchProgress, type CostTally, Runs } from '../../core/session/runs.ts';
import { nextPageRowKey } from './threadLayout.ts';
import type { ThreadPage } from './threadPage.ts';
import { ThreadSnapshot } from './threadSnapshot.ts';
import {
  excerptQueryName,
  findStoredThreadPage,
  toThreadRequest,
  type ThreadRequest,
  chooseThreadFormat,
  repliesQueryName,
  type LoadedThreadPage,
  toThreadParams,
} from './threadQuery.ts';
import { PagedSession } from '../../core/session/pagedSession.ts';

interface ConversationFailure {
  readonly error: SocialDataError;
  readonly retry: () => Promise<void>;
  readonly callsLeft?: number;
}

export interface ConversationState {
  /** `gone`: none of its responses are in history anymore. */
  readonly phase: 'empty' | 'loading' | 'ready' | 'failed' | 'gone';
  readonly focalId: string | undefined;
  /** Keys of rows that are loading. */
  readonly busy: readonly string[];
  readonly failure: ConversationFailure | undefined;
  readonly completing: BatchProgress | undefined;
  readonly isLoading: boolean;
  /** The latest time at which the page in flight fails; set after Stop. */
  readonly stopsBy: number | undefined;
  readonly waiting: WaitReason | undefined;
  readonly cost: Cost;
}

export const emptyConversationState: ConversationState = {
  phase: 'empty',
  focalId: undefined,
  busy: [],
  failure: undefined,
  completing: undefined,
  isLoading: false,
  stopsBy: undefined,
  waiting: undefined,
  cost: noCost,
};

const noFailureOrCompletion = { failure: undefined, completing: undefined };

/** @param retry loads the failed page */
function toStateAfterCompletion(end: BatchEnd, retry: ConversationFailure['retry']): Partial<ConversationState> {
  switch (end.kind) {
    case 'done':
    case 'priceRaised': // the caller reports it
      return noFailureOrCompletion;
    case 'stopped': // reported only if it may have cost money
      return { ...noFailureOrCompletion, ...(end.error?.spent === 'maybe' ? { failure: { error: end.error, retry } } : {}) };
    case 'failed':
      return { ...noFailureOrCompletion, failure: { error: end.error, retry, callsLeft: end.callsLeft } };
  }
}

export interface ConversationOptions {
  /** Resolves when the connections are ready. */
  readonly client: () => Promise<Client>;
  readonly read: (exchange: Exchange) => ThreadPage;
  readonly changed: () => void;
  readonly tally?: CostTally | undefined;
}

/** What a button or a dialog offered: how many requests at most, and the price of each. */
export interface RestOffer {
  readonly atMost: number;
  readonly agreed?: Money | undefined;
}

interface Completion {
  readonly requests: number;
  readonly end: Exclude<BatchEnd['kind'], 'failed'>;
}

/** Limits the pages that opening a thread loads from history. */
const maxPagesTakenFromHistory = 200;
const completionRunName = 'complete';

/** A query's session: the replies, a different post's conversation, or the rest of a branch. */
type QuerySession = PagedSession<LoadedThreadPage>;
type QueryLoader = (query: QuerySession) => Promise<void>;

const retryQuery: QueryLoader = async (query) => await query.retry();

/** The conversation around a post: several queries, each with a session. They share runs, and so cost, waits, and Stop. */
export class Conversation {
  readonly runs: Runs;
  /** The prices that the view shows, by row key. */
  readonly offers = new OfferedQuotes();
  readonly #focalId: string;
  readonly #ranking: RankingMode;
  readonly #options: ConversationOptions;
  readonly #queries = new Map<string, QuerySession>();
  #arrivedPages = 0;
  #snapshot: ThreadSnapshot;
  #state: Pick<ConversationState, 'phase' | 'failure' | 'completing'> = emptyConversationState;

  constructor(focalId: string, ranking: RankingMode, options: ConversationOptions) {
    this.#focalId = focalId;
    this.#ranking = ranking;
    this.#options = options;
    this.#snapshot = new ThreadSnapshot(focalId, ranking, new Map());
    this.runs = new Runs(options.changed, options.tally);
  }

  get state(): ConversationState {
    const { names, pending, cost, isRunning, stopsBy } = this.runs;
    const { phase, failure, completing } = this.#state;
    return {
      phase: this.#snapshot.pages.length > 0 ? 'ready' : phase,
      focalId: this.#focalId,
      busy: this.#snapshot.busyKeys(names),
      failure,
      completing,
      isLoading: isRunning,
      stopsBy,
      waiting: pending.waiting,
      cost,
    };
  }

  get snapshot(): ThreadSnapshot {
    return this.#snapshot;
  }

  /** Loads the first page unless it is in history, and further pages from history. */
  async open(reuse: ResponseReuse = reuseAnyAge): Promise<void> {
    await this.#open(async (replies) => await replies.load(reuse), reuse === 'never');
  }

  /** Shows a response if a loaded page links to it. Doesn't send requests. @param mayBegin see ThreadSnapshot.queryNameOfStored */
  show(exchange: Exchange, mayBegin = true): void {
    const request = toThreadRequest(exchange);
    const { isExcerpt } = this.#options.read(exchange);
    const name = isExcerpt ? excerptQueryName : this.#snapshot.queryNameOfStored(request, mayBegin);
    if (name !== undefined) {
      this.#query(name, request).show(exchange);
    }
  }

  /**
   * Shows the given pages again, and further ones from history. Doesn't send requests.
   * @param read returns undefined for a response that is no longer in history
   * @returns the number of pages no longer in history
   */
  async restore(pages: RestorableThread['pages'], read: (exchangeId: string) => Promise<Exchange | undefined>): Promise<number> {
    let missing = 0;
    const begun = new Set<string>();
    this.#set({ phase: 'loading' });
    for (const { exchangeId, postId, cursor } of pages) {
      const ranking = postId === this.#focalId ? this.#ranking : 'Relevance';
      const request = { postId, cursor: cursor ?? undefined, ranking };
      const exchange = (await read(exchangeId)) ?? findStoredThreadPage(await this.#options.client(), request);
      if (this.runs.isClosed) {
        return missing;
      }
      missing += exchange === undefined ? 1 : 0;
      const isHere = this.#snapshot.pages.some(({ page }) => page.postId === postId && page.cursor === request.cursor);
      if (exchange !== undefined && !isHere) {
        this.show(exchange, !begun.has(postId));
      }
      begun.add(postId);
    }
    this.#set({ phase: 'gone' });
    await this.#takeStored();
    return missing;
  }

  /** Removes a failure shown below posts if its cause is gone. Without posts, keeps it with its Retry. */
  forgetFailure(isGone: (error: SocialDataError) => boolean): void {
    const { failure } = this.#state;
    if (failure !== undefined && isGone(failure.error) && this.#snapshot.pages.length > 0) {
      this.#set({ failure: undefined });
    }
  }

  /** Loads a row's page. */
  async load(key: string): Promise<void> {
    const request = this.#snapshot.requests.get(key);
    const reuse = this.offers.reuse(key, this.#snapshot.reuse);
    if (request !== undefined) {
      await this.#load(this.#queryOf(request), async (query) => await query.loadNext(reuse));
    }
  }

  /**
   * Loads pages until the thread is complete, a request fails, or the price rises. Keeps loaded pages.
   * @returns undefined after a failure, which the state shows
   */
  async complete(offer: RestOffer): Promise<Completion | undefined> {
    if (this.runs.get(completionRunName) !== undefined) {
      return undefined;
    }
    let result: Completion | undefined;
    this.#set(noFailureOrCompletion);
    let last: QuerySession | undefined;
    // counted across all queries, because each nested branch is a separate query
    let emptyPages = 0;
    await this.runs.startBatch(completionRunName, {
      ...offer,
      client: this.#options.client,
      endpoint: tweet,
      step: async (run, completing) => {
        const { postCount } = this.#snapshot;
        await this.#takeStored(); // not one of the agreed requests
        last = this.#nextQuery;
        if (last !== undefined) {
          this.#set({ completing });
          await last.loadNext(this.#snapshot.reuse, run);
          if (last.state.failure !== undefined) {
            throw last.state.failure.error; // from an earlier load of the same page that was still running
          }
          await this.#takeStored();
          emptyPages = this.#snapshot.postCount > postCount ? 0 : emptyPages + 1;
        }
        return this.#nextQuery !== undefined && emptyPages < maxEmptyPages ? 'more' : 'last';
      },
      onEnd: (end, requests) => {
        this.#set(toStateAfterCompletion(end, async () => await (last === undefined ? undefined : this.#load(last, retryQuery))));
        if (!this.runs.isClosed && end.kind !== 'failed') {
          result = { requests, end: end.kind };
        }
      },
    });
    return result;
  }

  get #nextQuery(): QuerySession | undefined {
    const { nextToFetch = '', requests } = this.#snapshot;
    const request = requests.get(nextToFetch);
    return request === undefined ? undefined : this.#queryOf(request);
  }

  get #replies(): QuerySession {
    return this.#query(repliesQueryName, { postId: this.#focalId, cursor: undefined, ranking: this.#ranking });
  }

  #queryOf(request: ThreadRequest): QuerySession {
    return this.#query(this.#snapshot.queryNameOf(request), request);
  }

  /** Returns the session with that name, or creates one that begins with the requested page. */
  #query(name: string, request: ThreadRequest): QuerySession {
    const existing = this.#queries.get(name);
    if (existing !== undefined) {
      return existing;
    }
    const { client, read, changed } = this.#options;
    const query: QuerySession = new PagedSession<LoadedThreadPage>(
      { endpoint: tweet, params: toThreadParams(request) },
      {
        name,
        runs: this.runs,
        client,
        initiator: 'panel',
        chooseFormat: chooseThreadFormat,
        read: (exchange) => ({ page: read(exchange), exchange, at: (this.#arrivedPages += 1) }),
        changed: () => (query.state.status === 'loaded' ? this.#update() : changed()),
      },
    );
    this.#queries.set(name, query);
    return query;
  }

  /** @param load loads the first page if it is missing */
  async #open(load: QueryLoader, isReload: boolean): Promise<void> {
    const replies = this.#replies;
    if (isReload || replies.state.pages.length === 0) {
      await this.#load(replies, load, async () => await this.#open(retryQuery, true));
    }
    if (replies.state.pages.length > 0) {
      await this.#takeStored();
    }
  }

  /** Shows further pages of replies and branches that are in history. */
  async #takeStored(): Promise<void> {
    const client = await this.#options.client();
    // an excerpt must not become the whole thread
    if (this.runs.isClosed || this.#snapshot.isExcerpt) {
      return;
    }
    const { requests, reuse } = this.#snapshot;
    let count = 0;
    const take = (request: ThreadRequest): boolean => {
      const isLoading = this.runs.get(this.#snapshot.queryNameOf(request)) !== undefined;
      const stored = isLoading || count >= maxPagesTakenFromHistory ? undefined : findStoredThreadPage(client, request, reuse);
      if (stored !== undefined) {
        count += 1;
        this.#queryOf(request).show(stored);
      }
      return stored !== undefined;
    };
    // doesn't read the rows between pages, because making them takes time
    let next = requests.get(nextPageRowKey);
    while (next !== undefined && take(next)) {
      next = this.#snapshot.requestAfter(next);
    }
    // a branch may contain others
    while ([...this.#snapshot.requests.values()].filter(take).length > 0);
  }

  /** Loads a page, or waits if it's already loading. */
  async #load(query: QuerySession, load: QueryLoader, retry = async () => await this.#load(query, retryQuery)): Promise<void> {
    const { name } = query;
    if (this.runs.get(name) !== undefined) {
      return await this.runs.join(name);
    }
    this.#set({ phase: 'loading', failure: undefined });
    try {
      await load(query);
    } finally {
      const error = query.state.failure?.error;
      this.#set({ phase: 'failed', ...(error === undefined ? {} : { failure: { error, retry } }) });
    }
  }

  #update(): void {
    const states = new Map([...this.#queries].map(([name, { state }]) => [name, state]));
    this.#snapshot = new ThreadSnapshot(this.#focalId, this.#ranking, states);
    this.runs.changed();
  }

  #set(state: Partial<ConversationState>): void {
    if (!this.runs.isClosed) {
      this.#state = { ...this.#state, ...state };
      this.runs.changed();
    }
  }
}
