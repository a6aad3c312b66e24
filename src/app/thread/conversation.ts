import { tweet } from '../../client/endpoints/primary/tweets.ts';
import type { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import { maxEmptyPages } from '../../client/pages.ts';
import { reuseAnyAge } from '../../client/policies/history.ts';
import type { AnswerReuse } from '../../client/policies/send.ts';
import { OfferedQuotes } from '../cost/offeredQuotes.ts';
import type { RankingMode, RestorableThread } from '../../protocol/threadContract.ts';
import { Runs } from '../session/runs.ts';
import {
  type ThreadCompletionOptions,
  type ConversationOptions,
  type ConversationState,
  createInitialConversationState,
  noFailureOrCompletion,
  toStateAfterCompletion,
} from './conversationState.ts';
import { nextPageLineKey } from './threadLines.ts';
import { ThreadPages } from './threadPages.ts';
import {
  excerptQuestionName,
  isQuestionOfOtherOrder,
  isQuestionOfOtherPost,
  findKeptThreadPage,
  toRankingQuestionName,
  toThreadRequest,
  type ThreadRequest,
} from './threadQuestion.ts';
import { type QuestionSession, ThreadQuestions } from './threadQuestions.ts';

/** The most pages that are put together from what is kept when a thread is opened. */
const maxPagesTakenFromHistory = 200;
const completionRunName = 'complete';

type OwnConversationState = Pick<ConversationState, 'phase' | 'focalId' | 'ranking' | 'failure' | 'completing'>;

type QuestionLoader = (question: QuestionSession) => Promise<void>;

const retryQuestion: QuestionLoader = async (question) => await question.retry();

/**
 * The conversation around a post: several questions, each with a session of its own, which share their runs, and with them one
 * cost, one wait and one Stop. Says which questions there are, which of their pages are on screen, and which failure is still of
 * interest. Whoever opens another thread makes another conversation.
 */
export class Conversation {
  readonly runs: Runs;
  /** What its view says that lines cost, by their keys, and other orders, by `toRankingQuestionName`. */
  readonly offers = new OfferedQuotes();
  readonly #focalId: string;
  readonly #options: ConversationOptions;
  readonly #questions: ThreadQuestions;
  #pages: ThreadPages;
  #state: OwnConversationState;
  #choices = 0;

  constructor(focalId: string, ranking: RankingMode, options: ConversationOptions) {
    this.#focalId = focalId;
    this.#options = options;
    this.#pages = new ThreadPages(focalId, ranking, new Map());
    this.#state = createInitialConversationState(focalId, ranking);
    this.runs = new Runs(options.changed, { connection: options.connection, tally: options.tally });
    this.#questions = new ThreadQuestions(focalId, this.runs, options, () => this.#show(this.#pages.ranking));
  }

  get state(): ConversationState {
    const { names, pending, cost } = this.runs;
    const phase = this.#pages.all.length > 0 ? 'ready' : this.#state.phase;
    const work = { isLoading: this.runs.isRunning, stopsBy: this.runs.stopsBy, waiting: pending.waiting, cost };
    return { ...this.#state, phase, ...work, busy: this.#pages.busy(names) };
  }

  /** What it is made of now. */
  get pages(): ThreadPages {
    return this.#pages;
  }

  /** Whether a request may be on its way: its window would not learn what became of it. */
  get isUnderWay(): boolean {
    const { waiting, isSent } = this.runs.pending;
    return this.runs.isRunning && (isSent || waiting === undefined);
  }

  /** Loads the first page, unless an answer is kept, and what is kept of the pages behind it. */
  async open(reuse: AnswerReuse = reuseAnyAge): Promise<void> {
    await this.#openOrder(this.#state.ranking, async (order) => await order.load(reuse), reuse === 'never');
  }

  /** Shows an answer that is there, unless nothing leads to it. Makes no call. @param mayBegin whether its conversation may begin with it */
  show(exchange: Exchange, mayBegin = true): void {
    const request = toThreadRequest(exchange);
    const { isExcerpt } = this.#options.read(exchange);
    const name = isExcerpt ? excerptQuestionName : this.#pages.nameOfKept(request, mayBegin);
    if (name !== undefined) {
      this.#questions.get(name, request).show(exchange);
    }
  }

  /**
   * Shows again what it was made of, up to a page that is not kept any more, and what else is kept. Makes no call.
   * @param read gives an answer by its id, if it is kept
   * @returns how many pages are not kept any more
   */
  async restore(pages: RestorableThread['pages'], read: (exchangeId: string) => Promise<Exchange | undefined>): Promise<number> {
    let missing = 0;
    const begun = new Set<string>();
    this.#set({ phase: 'loading' });
    for (const { exchangeId, askedId: postId, cursor } of pages) {
      const ranking = postId === this.#focalId ? this.#state.ranking : 'Relevance';
      const request = { postId, cursor: cursor ?? undefined, ranking };
      const exchange = (await read(exchangeId)) ?? findKeptThreadPage(await this.#options.client(), request);
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
    await this.#takeKept();
    return missing;
  }

  /** Drops a failure below posts whose cause is gone. Where there are no posts its Retry stays. */
  forgetFailure(isGone: (error: SocialDataError) => boolean): void {
    const { failure } = this.#state;
    if (failure !== undefined && isGone(failure.error)) {
      // where nothing else is shown it stays, to be worded again with what can be done
      this.#set({ failure: this.#pages.all.length > 0 ? undefined : { ...failure, isCauseGone: true } });
    }
  }

  /** Loads what a line of the thread stands for. */
  async load(key: string): Promise<void> {
    const request = this.#pages.requests.get(key);
    const reuse = this.offers.reuse(key, this.#pages.reuse);
    if (request !== undefined) {
      await this.#load(this.#questionOf(request), async (question) => await question.loadNext(reuse));
    }
  }

  /**
   * Shows the replies in another order: a request, unless they are kept. What was loaded inside branches stays. Whichever order was
   * chosen last is shown: what is on its way for another one comes and is kept, what waits is not sent.
   * @param load loads its first page, unless it is there
   */
  async rank(ranking: RankingMode, load?: QuestionLoader): Promise<void> {
    if (ranking === this.#state.ranking || !this.#options.mayRequest()) {
      return;
    }
    this.#choices += 1;
    const choice = this.#choices;
    const { name, state } = this.#questions.order(ranking);
    const reuse = this.offers.reuse(name);
    this.runs.stop(this.runs.names.filter((other) => this.#isBeside(other, ranking)));
    this.#set({ ...noFailureOrCompletion, ranking });
    // it may be on its way, or was just stopped before it was sent
    const isLeft = state.pages.length === 0 && this.runs.get(name)?.isStopping === true;
    const mayBegin = !isLeft || (await this.runs.mayFollow(name));
    if (mayBegin && choice === this.#choices && (ranking !== this.#pages.ranking || this.#pages.all.length === 0)) {
      await this.#openOrder(ranking, load ?? (async (order) => await order.load(reuse)));
    }
    if (choice === this.#choices) {
      this.#set({ ranking: this.#pages.ranking }); // one that could not be had is not named
    }
  }

  /** Loads one page after the other until the thread is whole, one fails or costs more: what came is kept, so to ask again goes on from there. */
  async complete({ atMost, onRest }: ThreadCompletionOptions): Promise<void> {
    if (this.runs.get(completionRunName)?.isStopping === true && !(await this.runs.mayFollow(completionRunName))) {
      return;
    }
    if (this.runs.get(completionRunName) === undefined) {
      this.#set(noFailureOrCompletion);
    }
    let last: QuestionSession | undefined;
    // of several questions: each branch that leads to another one is a walk of its own
    let emptyPages = 0;
    const hasMore = () => this.#nextQuestion !== undefined && emptyPages < maxEmptyPages;
    await this.runs.startBatch(completionRunName, {
      atMost,
      client: this.#options.client,
      rest: () => [tweet],
      step: async (run, completing) => {
        const { postCount } = this.#pages;
        await this.#takeKept(); // it is none of the calls that were agreed to
        last = this.#nextQuestion;
        if (last !== undefined) {
          this.#set({ completing });
          await last.loadNext(this.#pages.reuse, run);
          if (last.state.failure !== undefined) {
            throw last.state.failure.error; // of a load that this one has joined
          }
          await this.#takeKept();
          emptyPages = this.#pages.postCount > postCount ? 0 : emptyPages + 1;
        }
        return hasMore() ? 'more' : 'last';
      },
      onEnd: (end, requests) => {
        this.#set(
          toStateAfterCompletion(end, async () => await (last === undefined ? undefined : this.#load(last, retryQuestion))),
        );
        if (!this.runs.isClosed && end.kind !== 'failed') {
          onRest(requests, end.kind === 'done' ? (hasMore() ? 'agreed' : 'exhausted') : end.kind);
        }
      },
    });
  }

  /** The question whose page is fetched next where all are. */
  get #nextQuestion(): QuestionSession | undefined {
    const { nextToFetch = '', requests } = this.#pages;
    const request = requests.get(nextToFetch);
    return request === undefined || !this.#options.mayRequest() ? undefined : this.#questionOf(request);
  }

  #questionOf(request: ThreadRequest): QuestionSession {
    return this.#questions.get(this.#pages.nameOf(request), request);
  }

  /** Whether a run is not for this order of the replies. What is on screen goes on where its own order is chosen again. */
  #isBeside(name: string, ranking: RankingMode): boolean {
    const isOnScreen = ranking === this.#pages.ranking;
    return isOnScreen
      ? name === completionRunName || isQuestionOfOtherOrder(name, ranking)
      : name !== toRankingQuestionName(ranking);
  }

  /** Shows the replies in an order, and what is kept further on. @param load loads its first page, unless it is there */
  async #openOrder(ranking: RankingMode, load: QuestionLoader, isReload = false): Promise<void> {
    const order = this.#questions.order(ranking);
    if (isReload || order.state.pages.length === 0) {
      await this.#load(order, load, async () => {
        await (ranking === this.#state.ranking
          ? this.#openOrder(ranking, retryQuestion, true)
          : this.rank(ranking, retryQuestion));
      });
    }
    if (order.state.pages.length > 0 && this.#state.ranking === ranking) {
      this.#show(ranking);
      await this.#takeKept();
    }
  }

  /** Pages further on that are kept cost nothing, so they are shown at once: those of the replies, and those of branches. */
  async #takeKept(): Promise<void> {
    const client = await this.#options.client();
    // what was picked out of the answer to another question stays what it is
    if (!this.#options.mayRequest() || this.runs.isClosed || this.#pages.isExcerpt) {
      return;
    }
    const { requests, reuse } = this.#pages;
    let count = 0;
    const take = (request: ThreadRequest): boolean => {
      const isLoading = this.runs.get(this.#pages.nameOf(request)) !== undefined;
      const kept = isLoading || count >= maxPagesTakenFromHistory ? undefined : findKeptThreadPage(client, request, reuse);
      if (kept !== undefined) {
        count += 1;
        this.#questionOf(request).show(kept);
      }
      return kept !== undefined;
    };
    // lines are made of all pages, so none are made in between
    let next = requests.get(nextPageLineKey);
    while (next !== undefined && take(next)) {
      next = this.#pages.behind(next);
    }
    // a branch may lead to others
    while ([...this.#pages.requests.values()].filter(take).length > 0);
  }

  /**
   * Does what a person asked for of a question, or waits for what is loaded of it. What failed is said while somebody wants to know:
   * not for another order, and below another post not after the order was changed, unless it may have cost something.
   */
  async #load(
    question: QuestionSession,
    load: QuestionLoader,
    again = async () => await this.#load(question, retryQuestion),
  ): Promise<void> {
    const { name } = question;
    const chosen = this.#state.ranking;
    if (!this.#options.mayRequest()) {
      return;
    }
    if (this.runs.get(name) !== undefined) {
      return await this.runs.join(name);
    }
    this.#set({ phase: 'loading', failure: undefined });
    try {
      await load(question);
    } finally {
      const error = question.state.failure?.error;
      const { ranking } = this.#state;
      const isLeft =
        isQuestionOfOtherOrder(name, ranking) || (isQuestionOfOtherPost(name) && ranking !== chosen && error?.spent === 'no');
      this.#set({ phase: 'failed', ...(error === undefined || isLeft ? {} : { failure: { error, again } }) });
    }
  }

  /** Shows what came, with the replies in an order. */
  #show(ranking: RankingMode): void {
    this.#pages = new ThreadPages(this.#focalId, ranking, this.#questions.states);
    this.runs.changed();
  }

  #set(state: Partial<OwnConversationState>): void {
    if (!this.runs.isClosed) {
      this.#state = { ...this.#state, ...state };
      this.runs.changed();
    }
  }
}
