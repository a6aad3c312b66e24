import { tweet } from '../../client/endpoints/primary/tweets.ts';
import { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { RankingMode, ThreadSource } from '../../protocol/threadContract.ts';
import { costOfExchange } from '../cost/cost.ts';
import { keptOrCalled, Offers } from '../cost/offers.ts';
import { keptFirst } from '../../client/policies/history.ts';
import type { Reuse } from '../../client/policies/send.ts';
import { requestPage } from '../session/pagedQuestion.ts';
import { type Run, Runs } from '../session/runs.ts';
import {
  busyOf,
  type ThreadCompletion,
  type ConversationOptions,
  type ConversationState,
  initialConversation,
  isOfOtherOrder,
  lineRun,
  nothingToSay,
  orderRun,
  stateAfterJob,
  type ThreadCost,
} from './conversationState.ts';
import { ThreadPages, type ThreadPagesView } from './threadPages.ts';
import { type AnsweredPage, formatFor, keptPage, paramsOf, quotePage, type ThreadRequest } from './threadQuestion.ts';
import { nextPageKey } from './threadLines.ts';

/** The most pages that are put together from what is kept when a thread is opened. */
const maxKeptPages = 200;
const completionName = 'complete';

type OwnState = Pick<ConversationState, 'phase' | 'focalId' | 'ranking' | 'failure' | 'completing' | 'parked'>;

interface FetchOptions {
  readonly reuse?: Reuse | undefined;
  /** The first page of an order, behind no other one. */
  readonly isFirst?: boolean;
  /** Whether the page is still to be shown when it is here. */
  readonly isWanted?: () => boolean;
}

interface PersonsAct {
  readonly work: (run: Run) => Promise<void>;
  readonly again: (reuse?: 'never') => Promise<void>;
  /** Whether somebody still wants to know that it failed. */
  readonly isWanted?: (error: SocialDataError) => boolean;
}

/**
 * The conversation around a post, from several questions: its replies in an order page by page, what branches leave out, and posts
 * in between. Each is loaded in a run of its own, so whoever wants the same joins. Stop sends nothing further and lets a page on its
 * way come; what arrives after `close` is kept by the client and not shown. Whoever opens another thread makes another conversation.
 */
export class Conversation {
  readonly runs: Runs;
  /** What its view says that lines cost, by their keys, and other orders, by `orderRun`. */
  readonly offers = new Offers();
  readonly #focalId: string;
  readonly #options: ConversationOptions;
  readonly #counted: Set<string>;
  readonly #pages: ThreadPages;
  #state: OwnState;
  #choices = 0;

  constructor(focalId: string, ranking: RankingMode, options: ConversationOptions) {
    this.#focalId = focalId;
    this.#options = options;
    this.#pages = new ThreadPages(focalId, ranking);
    this.#counted = new Set(options.before?.counted);
    this.#state = initialConversation(focalId, ranking);
    this.runs = new Runs(options.changed, { connection: options.connection, cost: options.before?.cost });
  }

  get state(): ConversationState {
    const { names, pending, cost } = this.runs;
    const work = { isLoading: this.runs.isRunning, isStopping: this.runs.canStopNow, waiting: pending.waiting, cost };
    return { ...this.#state, ...work, busy: busyOf(names, this.#pages.ranking) };
  }

  /** What it is made of; to be read only. */
  get pages(): ThreadPagesView {
    return this.#pages;
  }

  /** Whether a request may be on its way: its window would not learn what became of it. */
  get isUnderWay(): boolean {
    const { waiting, isSent } = this.runs.pending;
    return this.runs.isRunning && (isSent || waiting === undefined);
  }

  get spent(): ThreadCost {
    return { cost: this.runs.cost, counted: this.#counted };
  }

  /** Loads the first page, unless an answer is kept, and what is kept of the pages behind it. */
  async open(reuse?: Reuse): Promise<void> {
    if (this.#options.mayRequest()) {
      await this.#loadOrder(this.#state.ranking, reuse);
    }
  }

  /** Shows an answer that is there. Makes no call. */
  show(exchange: Exchange): void {
    if (!this.#counted.has(exchange.id)) {
      this.runs.addCost(costOfExchange(exchange));
    }
    this.#pages.take(this.#read(exchange));
    this.#set({ phase: 'ready' });
  }

  /** Shows again what it was made of, and what else is kept. Makes no call. @param read gives an answer by its id, if it is kept */
  async restore(pages: ThreadSource['pages'], read: (exchangeId: string) => Promise<Exchange | undefined>): Promise<void> {
    this.#set({ phase: 'loading' });
    for (const { exchangeId, askedId: postId, cursor } of pages) {
      const ranking = postId === this.#focalId ? this.#state.ranking : 'Relevance';
      const exchange = (await read(exchangeId)) ?? (await this.#kept({ postId, cursor: cursor ?? undefined, ranking }));
      if (this.runs.isClosed) {
        return;
      }
      if (exchange !== undefined) {
        this.show(exchange);
      }
    }
    this.#set(this.#pages.all.length === 0 ? { phase: 'gone' } : {});
    await this.#takeKept();
  }

  /** Loads what a line of the thread stands for. */
  async load(key: string, reuse: Reuse = this.offers.reuse(key, this.#pages.reuse)): Promise<void> {
    const request = this.#pages.requests.get(key);
    if (request === undefined || !this.#options.mayRequest()) {
      return;
    }
    const chosen = this.#state.ranking;
    await this.#run(this.#nameOf(key), {
      work: async (run) => await this.#fetch(run, request, { reuse }),
      again: async (how) => await this.load(key, how ?? keptOrCalled(reuse)),
      isWanted: ({ spent }) =>
        request.postId === this.#focalId
          ? this.#state.ranking === request.ranking
          : this.#state.ranking === chosen || spent !== 'no', // a branch is there in any order
    });
  }

  /**
   * Shows the replies in another order: a request, unless they are kept. What was loaded inside branches stays. Whichever order was
   * chosen last is shown: what is on its way for another one comes and is kept, what waits is not sent.
   */
  async rank(ranking: RankingMode, reuse: Reuse = this.offers.reuse(orderRun(ranking))): Promise<void> {
    if (ranking === this.#state.ranking || !this.#options.mayRequest()) {
      return;
    }
    this.#choices += 1;
    const choice = this.#choices;
    const name = orderRun(ranking);
    this.#state.parked?.job.stop();
    this.runs.stop(this.runs.names.filter((other) => isOfOtherOrder(other, ranking)));
    this.#set({ ...nothingToSay, ranking });
    if (this.runs.get(name)?.isStopping === true) {
      await this.runs.join(name); // it is on its way, or was just stopped before it was sent
    }
    if (choice === this.#choices && ranking !== this.#pages.ranking) {
      await this.#loadOrder(ranking, reuse);
    }
    if (choice === this.#choices) {
      this.#set({ ranking: this.#pages.ranking }); // one that could not be had is not named
    }
  }

  /** Loads one page after the other until the thread is whole, as a job: it waits at the budget and goes on from there. */
  async complete({ title, atMost, onRun, onRest }: ThreadCompletion): Promise<void> {
    if (this.runs.get(completionName)?.isStopping === true) {
      await this.runs.join(completionName);
    }
    this.#state.parked?.job.stop(); // the person has agreed to this one
    await this.runs.startJob(completionName, this.#options.runJob, {
      title,
      endpoint: tweet,
      atMost,
      step: async (run, completing) => {
        const key = this.#nextToFetch;
        if (key !== undefined) {
          this.#set({ completing });
          await this.#fetchLine(run, key);
        }
        return this.#nextToFetch === undefined ? 'last' : 'more';
      },
      onBegin: ({ ended }) => {
        this.#set(nothingToSay);
        onRun({ ended, stop: () => this.runs.stop() });
      },
      onEnd: (end, requests) => {
        this.#set(stateAfterJob(end, async (reuse) => await this.load(this.#nextToFetch ?? '', reuse)));
        if (!this.runs.isClosed && (end.kind === 'done' || end.kind === 'stopped')) {
          onRest(requests);
        }
      },
      onDropped: () => this.#set({ parked: undefined }),
    });
  }

  get #nextToFetch(): string | undefined {
    return this.#options.mayRequest() ? this.#pages.nextToFetch : undefined;
  }

  #nameOf(key: string): string {
    return lineRun(this.#pages.ranking, key);
  }

  async #loadOrder(ranking: RankingMode, reuse?: Reuse): Promise<void> {
    const request: ThreadRequest = { postId: this.#focalId, cursor: undefined, ranking };
    const isWanted = () => this.#state.ranking === ranking;
    const isOpening = this.#pages.all.length === 0;
    await this.#run(orderRun(ranking), {
      work: async (run) => {
        this.#set(isOpening ? { phase: 'loading' } : {});
        await this.#fetch(run, request, { reuse, isFirst: true, isWanted });
        if (isWanted()) {
          await this.#takeKept();
        }
      },
      again: async (how) => await (isOpening ? this.open(how ?? keptFirst) : this.rank(ranking, keptFirst)),
      isWanted,
    });
  }

  /** Pages further on that are kept cost nothing, so they are shown at once. */
  async #takeKept(): Promise<void> {
    for (let count = 0; count < maxKeptPages && this.#options.mayRequest(); count += 1) {
      const request = this.#pages.requests.get(nextPageKey);
      const begun = request === undefined || this.runs.isClosed ? undefined : this.runs.begin(this.#nameOf(nextPageKey));
      if (request === undefined || begun === undefined) {
        return;
      }
      try {
        const { reuse } = this.#pages;
        const isFree = quotePage(await this.#options.client(), request, reuse)?.kind === 'kept';
        const kept = isFree ? await this.#kept(request, reuse) : undefined;
        if (kept === undefined || this.runs.isClosed || !this.#pages.belongs(request)) {
          return;
        }
        this.show(kept);
      } finally {
        begun.end();
      }
    }
  }

  async #kept(request: ThreadRequest, reuse: Reuse = keptFirst): Promise<Exchange | undefined> {
    return await keptPage(await this.#options.client(), request, reuse);
  }

  /** Loads a page in the name of the job, unless it is under way for a line that was pressed. */
  async #fetchLine(run: Run, key: string): Promise<void> {
    const request = this.#pages.requests.get(key);
    if (request !== undefined) {
      await this.runs.start(this.#nameOf(key), async () => {
        this.runs.changed();
        await this.#fetch(run, request);
      });
    }
  }

  async #fetch(
    run: Run,
    request: ThreadRequest,
    { isFirst = false, isWanted = () => this.#pages.belongs(request), ...options }: FetchOptions = {},
  ): Promise<void> {
    const reuse = options.reuse ?? (isFirst ? keptFirst : this.#pages.reuse);
    const trail = this.#pages.trailTo(request);
    const client = await this.#options.client();
    if (!this.#options.mayRequest()) {
      throw new SocialDataError('cancelled', 'the thread came from another connection', { spent: 'no' });
    }
    const format = reuse === 'never' ? 'raw' : formatFor(client, request, reuse);
    const question = { endpoint: tweet, params: paramsOf(request), format };
    const { runs } = this;
    const exchange = await requestPage({ runs, run, client, question, pages: [], trail, initiator: 'panel' }, reuse);
    if (!runs.isClosed && isWanted()) {
      this.#pages.settle(request, trail, exchange === undefined ? undefined : this.#read(exchange));
      this.#set({ phase: 'ready' });
    }
  }

  #read(exchange: Exchange): AnsweredPage {
    this.#counted.add(exchange.id);
    return { page: this.#options.read(exchange), exchange };
  }

  /** Does work as a run, or joins the one of that name; says that it is over, and what failed. */
  async #run(name: string, { work, again, isWanted }: PersonsAct): Promise<void> {
    try {
      await this.runs.start(name, async (run) => {
        this.#set({ failure: undefined });
        await work(run).catch((error: unknown) => {
          if (!(error instanceof SocialDataError)) {
            throw error;
          }
          const phase = this.#pages.all.length === 0 ? 'failed' : 'ready';
          this.#set({ phase, ...(isWanted?.(error) === false ? {} : { failure: { error, again } }) });
        });
      });
    } finally {
      this.runs.changed();
    }
  }

  #set(state: Partial<OwnState>): void {
    if (!this.runs.isClosed) {
      this.#state = { ...this.#state, ...state };
      this.runs.changed();
    }
  }
}
