import type { Client } from '../../client/client.ts';
import { tweet } from '../../client/endpoints/primary/tweets.ts';
import type { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import { maxEmptyPages } from '../../client/pages.ts';
import { reuseAnyAge } from '../../client/policies/history.ts';
import type { ResponseReuse, WaitReason } from '../../client/policies/send.ts';
import { OfferedQuotes, type Cost, noCost } from '../../core/cost/cost.ts';
import type { RankingMode, RestorableThread } from './threadContract.ts';
import { type BatchEnd, type BatchProgress, type CostTally, Runs } from '../../core/session/runs.ts';
import { nextPageLineKey } from './threadLines.ts';
import type { ThreadPage } from './threadPage.ts';
import { type QueryStates, ThreadPages } from './threadPages.ts';
import {
  excerptQueryName,
  findStoredThreadPage,
  toThreadRequest,
  type ThreadRequest,
  chooseThreadFormat,
  repliesQueryName,
  type ThreadPageWithResponse,
  toThreadParams,
} from './threadQuery.ts';
import { PagedSession } from '../../core/session/pagedSession.ts';

interface ConversationFailure {
  readonly error: SocialDataError;
  readonly again: () => Promise<void>;
  readonly callsLeft?: number;
}

/** The state of a conversation. `gone`: none of its responses is kept any more. */
export interface ConversationState {
  readonly phase: 'empty' | 'loading' | 'ready' | 'failed' | 'gone';
  readonly focalId: string | undefined;
  readonly busy: readonly string[];
  readonly failure: ConversationFailure | undefined;
  readonly completing: BatchProgress | undefined;
  readonly isLoading: boolean;
  /** The latest time at which the page in flight fails; set after Stop. */
  readonly stopsBy: number | undefined;
  readonly waiting: WaitReason | undefined;
  readonly cost: Cost;
}

const noFailureOrCompletion = { failure: undefined, completing: undefined };

/** @param focalId undefined: nothing is open yet */
export function createInitialConversationState(focalId: string | undefined): ConversationState {
  const work = { busy: [], isLoading: false, stopsBy: undefined, waiting: undefined, cost: noCost };
  return { phase: 'empty', focalId, ...work, ...noFailureOrCompletion };
}

/** @param again loads what failed */
function toStateAfterCompletion(end: BatchEnd, again: ConversationFailure['again']): Partial<ConversationState> {
  switch (end.kind) {
    case 'done':
    case 'priceRaised': // the caller reports it
      return noFailureOrCompletion;
    case 'stopped': // reported only if it may have cost money
      return { ...noFailureOrCompletion, ...(end.error?.spent === 'maybe' ? { failure: { error: end.error, again } } : {}) };
    case 'failed':
      return { ...noFailureOrCompletion, failure: { error: end.error, again, callsLeft: end.callsLeft } };
  }
}

export interface ConversationOptions {
  /** The client, once the connections are ready. Makes no call. */
  readonly client: () => Promise<Client>;
  readonly read: (exchange: Exchange) => ThreadPage;
  readonly changed: () => void;
  readonly tally?: CostTally | undefined;
}

export interface ThreadCompletionOptions {
  readonly atMost: number;
  /** Called with the number of requests sent. Not called after a failure, which the state shows. */
  readonly onRest: (requests: number, isPriceRaised: boolean) => void;
}

/** The most pages that are put together from what is kept when a thread is opened. */
const maxPagesTakenFromHistory = 200;
const completionRunName = 'complete';

type OwnConversationState = Pick<ConversationState, 'phase' | 'focalId' | 'failure' | 'completing'>;

type QueryLoader = (query: QuerySession) => Promise<void>;

const retryQuery: QueryLoader = async (query) => await query.retry();

/**
 * The conversation around a post: several requests with a session each. They share their runs, and so one cost, one wait and
 * one Stop. Another thread is another conversation.
 */
export class Conversation {
  readonly runs: Runs;
  /** The prices that the view shows, by line key. */
  readonly offers = new OfferedQuotes();
  readonly #focalId: string;
  readonly #ranking: RankingMode;
  readonly #options: ConversationOptions;
  readonly #queries: ThreadQueries;
  #pages: ThreadPages;
  #state: OwnConversationState;

  constructor(focalId: string, ranking: RankingMode, options: ConversationOptions) {
    this.#focalId = focalId;
    this.#ranking = ranking;
    this.#options = options;
    this.#pages = new ThreadPages(focalId, ranking, new Map());
    this.#state = createInitialConversationState(focalId);
    this.runs = new Runs(options.changed, options.tally);
    this.#queries = new ThreadQueries(focalId, ranking, this.runs, options, () => this.#show());
  }

  get state(): ConversationState {
    const { names, pending, cost } = this.runs;
    const phase = this.#pages.all.length > 0 ? 'ready' : this.#state.phase;
    const work = { isLoading: this.runs.isRunning, stopsBy: this.runs.stopsBy, waiting: pending.waiting, cost };
    return { ...this.#state, phase, ...work, busy: this.#pages.busy(names) };
  }

  get pages(): ThreadPages {
    return this.#pages;
  }

  /** Loads the first page, unless a response is kept, and what is kept of the pages behind it. */
  async open(reuse: ResponseReuse = reuseAnyAge): Promise<void> {
    await this.#open(async (replies) => await replies.load(reuse), reuse === 'never');
  }

  /** Shows a response that is there, unless nothing leads to it. Makes no call. @param mayBegin whether its conversation may begin with it */
  show(exchange: Exchange, mayBegin = true): void {
    const request = toThreadRequest(exchange);
    const { isExcerpt } = this.#options.read(exchange);
    const name = isExcerpt ? excerptQueryName : this.#pages.nameOfStored(request, mayBegin);
    if (name !== undefined) {
      this.#queries.get(name, request).show(exchange);
    }
  }

  /**
   * Shows again what it was made of, up to a page that is not kept any more, and what else is kept. Makes no call.
   * @param read gives a response by its id, if it is kept
   * @returns how many pages are not kept any more
   */
  async restore(pages: RestorableThread['pages'], read: (exchangeId: string) => Promise<Exchange | undefined>): Promise<number> {
    let missing = 0;
    const begun = new Set<string>();
    this.#set({ phase: 'loading' });
    for (const { exchangeId, askedId: postId, cursor } of pages) {
      const ranking = postId === this.#focalId ? this.#ranking : 'Relevance';
      const request = { postId, cursor: cursor ?? undefined, ranking };
      const exchange = (await read(exchangeId)) ?? findStoredThreadPage(await this.#options.client(), request);
      if (this.runs.isClosed) {
        return missing;
      }
      missing += exchange === undefined ? 1 : 0;
      const isHere = this.#pages.all.some(({ page }) => page.askedId === postId && page.cursor === request.cursor);
      if (exchange !== undefined && !isHere) {
        this.show(exchange, !begun.has(postId));
      }
      begun.add(postId);
    }
    this.#set({ phase: 'gone' });
    await this.#takeStored();
    return missing;
  }

  /** Drops a failure shown below posts if its cause is gone. Without posts it stays, with its Retry. */
  forgetFailure(isGone: (error: SocialDataError) => boolean): void {
    const { failure } = this.#state;
    if (failure !== undefined && isGone(failure.error) && this.#pages.all.length > 0) {
      this.#set({ failure: undefined });
    }
  }

  async load(key: string): Promise<void> {
    const request = this.#pages.requests.get(key);
    const reuse = this.offers.reuse(key, this.#pages.reuse);
    if (request !== undefined) {
      await this.#load(this.#queryOf(request), async (query) => await query.loadNext(reuse));
    }
  }

  /** Loads one page after the other until the thread is whole, one fails or costs more: what came is kept, so to ask again goes on from there. */
  async complete({ atMost, onRest }: ThreadCompletionOptions): Promise<void> {
    if (this.runs.get(completionRunName) !== undefined) {
      return;
    }
    this.#set(noFailureOrCompletion);
    let last: QuerySession | undefined;
    // of several questions: each branch that leads to another one is a walk of its own
    let emptyPages = 0;
    await this.runs.startBatch(completionRunName, {
      atMost,
      client: this.#options.client,
      endpoint: tweet,
      step: async (run, completing) => {
        const { postCount } = this.#pages;
        await this.#takeStored(); // it is none of the calls that were agreed to
        last = this.#nextQuery;
        if (last !== undefined) {
          this.#set({ completing });
          await last.loadNext(this.#pages.reuse, run);
          if (last.state.failure !== undefined) {
            throw last.state.failure.error; // of a load that this one has joined
          }
          await this.#takeStored();
          emptyPages = this.#pages.postCount > postCount ? 0 : emptyPages + 1;
        }
        return this.#nextQuery !== undefined && emptyPages < maxEmptyPages ? 'more' : 'last';
      },
      onEnd: (end, requests) => {
        this.#set(toStateAfterCompletion(end, async () => await (last === undefined ? undefined : this.#load(last, retryQuery))));
        if (!this.runs.isClosed && end.kind !== 'failed') {
          onRest(requests, end.kind === 'priceRaised');
        }
      },
    });
  }

  /** The question whose page is fetched next where all are. */
  get #nextQuery(): QuerySession | undefined {
    const { nextToFetch = '', requests } = this.#pages;
    const request = requests.get(nextToFetch);
    return request === undefined ? undefined : this.#queryOf(request);
  }

  #queryOf(request: ThreadRequest): QuerySession {
    return this.#queries.get(this.#pages.nameOf(request), request);
  }

  /** @param load loads the first page if it is missing */
  async #open(load: QueryLoader, isReload: boolean): Promise<void> {
    const { replies } = this.#queries;
    if (isReload || replies.state.pages.length === 0) {
      await this.#load(replies, load, async () => await this.#open(retryQuery, true));
    }
    if (replies.state.pages.length > 0) {
      this.#show();
      await this.#takeStored();
    }
  }

  /** Pages further on that are kept cost nothing, so they are shown at once: those of the replies, and those of branches. */
  async #takeStored(): Promise<void> {
    const client = await this.#options.client();
    // what was picked out of the response to another query stays what it is
    if (this.runs.isClosed || this.#pages.isExcerpt) {
      return;
    }
    const { requests, reuse } = this.#pages;
    let count = 0;
    const take = (request: ThreadRequest): boolean => {
      const isLoading = this.runs.get(this.#pages.nameOf(request)) !== undefined;
      const stored = isLoading || count >= maxPagesTakenFromHistory ? undefined : findStoredThreadPage(client, request, reuse);
      if (stored !== undefined) {
        count += 1;
        this.#queryOf(request).show(stored);
      }
      return stored !== undefined;
    };
    // lines are made of all pages, so none are made in between
    let next = requests.get(nextPageLineKey);
    while (next !== undefined && take(next)) {
      next = this.#pages.behind(next);
    }
    // a branch may lead to others
    while ([...this.#pages.requests.values()].filter(take).length > 0);
  }

  /** Does what a person asked for, or waits until it is loaded. */
  async #load(query: QuerySession, load: QueryLoader, again = async () => await this.#load(query, retryQuery)): Promise<void> {
    const { name } = query;
    if (this.runs.get(name) !== undefined) {
      return await this.runs.join(name);
    }
    this.#set({ phase: 'loading', failure: undefined });
    try {
      await load(query);
    } finally {
      const error = query.state.failure?.error;
      this.#set({ phase: 'failed', ...(error === undefined ? {} : { failure: { error, again } }) });
    }
  }

  #show(): void {
    this.#pages = new ThreadPages(this.#focalId, this.#ranking, this.#queries.states);
    this.runs.changed();
  }

  #set(state: Partial<OwnConversationState>): void {
    if (!this.runs.isClosed) {
      this.#state = { ...this.#state, ...state };
      this.runs.changed();
    }
  }
}

/** The session of a request: the replies, the conversation of another post, or the rest of a branch. */
type QuerySession = PagedSession<ThreadPageWithResponse>;

/** The requests that make up a thread, by name: each has its own session, and all share the same runs. */
class ThreadQueries {
  readonly #focalId: string;
  readonly #ranking: RankingMode;
  readonly #runs: Runs;
  readonly #options: ConversationOptions;
  readonly #loaded: () => void;
  readonly #queries = new Map<string, QuerySession>();
  #arrived = 0;

  /** @param loaded called when a page arrived or there was no further page */
  constructor(focalId: string, ranking: RankingMode, runs: Runs, options: ConversationOptions, loaded: () => void) {
    this.#focalId = focalId;
    this.#ranking = ranking;
    this.#runs = runs;
    this.#options = options;
    this.#loaded = loaded;
  }

  get states(): QueryStates {
    return new Map([...this.#queries].map(([name, { state }]) => [name, state]));
  }

  get replies(): QuerySession {
    return this.get(repliesQueryName, { postId: this.#focalId, cursor: undefined, ranking: this.#ranking });
  }

  /** Returns the session with that name, or creates one that begins with this page. */
  get(name: string, request: ThreadRequest): QuerySession {
    const known = this.#queries.get(name);
    if (known !== undefined) {
      return known;
    }
    const { client, read, changed } = this.#options;
    const query: QuerySession = new PagedSession<ThreadPageWithResponse>(
      { endpoint: tweet, params: toThreadParams(request) },
      {
        name,
        runs: this.#runs,
        client,
        initiator: 'panel',
        chooseFormat: chooseThreadFormat,
        read: (exchange) => ({ page: read(exchange), exchange, at: (this.#arrived += 1) }),
        changed: () => (query.state.status === 'loaded' ? this.#loaded() : changed()),
      },
    );
    this.#queries.set(name, query);
    return query;
  }
}
