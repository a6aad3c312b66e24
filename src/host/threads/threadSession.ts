import * as vscode from 'vscode';
import { tweet } from '../../client/endpoints/primary/tweets.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { RankingMode, ThreadSource } from '../../protocol/threadContract.ts';
import { toPost } from '../../app/post/toPost.ts';
import type { Post } from '../../protocol/post.ts';
import type { JobRun } from '../../app/session/backgroundJob.ts';
import type { Services } from '../shared/services.ts';
import { PendingCalls } from '../../app/session/pendingCalls.ts';
import { presentClosed } from '../shared/words/presentClosed.ts';
import { isWorld, type World, worldOfService } from '../shared/connections/world.ts';
import type { AskedBy } from './askedBy.ts';
import { type CompletionHooks, runCompletion } from './completion.ts';
import type { PagePost } from './model/threadPage.ts';
import { nextToFetch, type ThreadLeft, threadLeft } from './model/threadLeft.ts';
import { nextPageKey } from './model/threadRows.ts';
import { UnderWay } from './underWay.ts';
import { type ThreadFacts, emptyFacts, failureOf, mostKeptPages, nothingToSay, rankCall, sourceOf } from './threadFacts.ts';
import { linesOf, withoutAnswers } from './threadOrder.ts';
import { counted, withPage } from './threadSpent.ts';
import { assertHere, elsewhereOf, worldOfThread } from './threadWorld.ts';
import { type AskedPage, type ReadPage, fetchPage, freePage, keptPages, rankingOf, readPage } from './threadCalls.ts';

/**
 * One thread on screen: what it was opened for, the pages that it has, and what is on its way. Whatever is opened later wins:
 * calls for what stood there before are cancelled.
 */
export class ThreadSession implements vscode.Disposable {
  readonly #services: Services;
  readonly #changed = new vscode.EventEmitter<void>();
  /** What its calls wait for. */
  readonly pending = new PendingCalls(() => this.#changed.fire());
  #abort = new AbortController();
  #facts: ThreadFacts = emptyFacts;
  #askedBy: AskedBy = () => undefined;
  /** The order of the answers that are there; the facts name the one that was chosen, which may still be on its way. */
  #loadedRanking = emptyFacts.ranking;
  #completion: JobRun | undefined;
  /** The question that the thread was opened with, as long as it is on its way. */
  #opening: { readonly reuse: 'never' | undefined; readonly done: Promise<void> } | undefined;
  #underWay = new UnderWay(); // by the line that it is for

  readonly onDidChange = this.#changed.event;

  constructor(services: Services) {
    this.#services = services;
  }

  get facts(): ThreadFacts {
    return this.#facts;
  }

  /** The world of its posts, where nothing may be asked about them now: it makes no call, and the view says why. */
  get elsewhere(): World | undefined {
    return elsewhereOf(this.#services, this.#facts);
  }

  /** The post that the thread was opened for, once a page brought it. */
  get focal(): Post | undefined {
    return this.post(this.#facts.focalId ?? '');
  }

  /** A post of the thread as it is shown. */
  post(id: string): Post | undefined {
    const found = this.newest(id);
    return found === undefined ? undefined : toPost(found.record, found.extra);
  }

  /** A post as it was read; the pages that were fetched later know more. Another object where another answer brought it. */
  newest(id: string): PagePost | undefined {
    return this.#facts.pages.findLast(({ page }) => page.posts.has(id))?.page.posts.get(id);
  }

  /** The answer that brought a post. */
  exchangeWith(postId: string): Exchange | undefined {
    return this.#facts.pages.find(({ page }) => page.posts.has(postId))?.exchange;
  }

  /** What this thread is made of, to have it again later from what is kept. */
  get source(): ThreadSource | undefined {
    return sourceOf(this.#facts, this.#loadedRanking, this.pending.waiting === undefined);
  }

  /**
   * Opens the conversation of a post: one call, none if an answer is kept. What else is kept of it is put in as well. Who opens
   * it again while it comes waits for it: the same question is not sent twice, unless an answer that is kept will not do.
   */
  async open(focalId: string, ranking: RankingMode = 'Relevance', reuse?: 'never'): Promise<void> {
    const { phase, focalId: shown, ranking: order } = this.#facts;
    const isSame = phase === 'loading' && shown === focalId && order === ranking && this.elsewhere === undefined;
    if (!isSame || this.#opening === undefined || (reuse === 'never' && this.#opening.reuse !== reuse)) {
      const signal = this.#begin({ ...emptyFacts, phase: 'loading', focalId, ranking });
      this.#opening = { reuse, done: this.#openAnew(signal, focalId, ranking, reuse) };
    }
    await this.#opening.done;
  }

  async #openAnew(signal: AbortSignal, focalId: string, ranking: RankingMode, reuse: 'never' | undefined): Promise<void> {
    await this.#guard(
      signal,
      async () => {
        const first = await this.#call({ askedId: focalId, cursor: undefined, ranking }, signal, reuse);
        if (!signal.aborted) {
          this.#take(first);
          await this.#takeKept(signal);
        }
      },
      async (again) => await (this.elsewhere === undefined ? this.open(focalId, ranking, again) : undefined),
    );
  }

  /** Shows an answer that is there, without a call. */
  openExchange(exchange: Exchange): void {
    const page = readPage(this.#services, exchange);
    this.#begin({ ...emptyFacts, focalId: page.askedId, ranking: rankingOf(exchange) });
    this.#services.exchanges.put(exchange);
    this.#take({ page, exchange });
  }

  /** Shows what a thread was made of before, from what is kept. Makes no call. */
  async restore(source: ThreadSource): Promise<void> {
    const { focalId, ranking, isUnderWay = false } = source;
    const world = isWorld(source.world) ? source.world : undefined;
    const signal = this.#begin({ ...emptyFacts, phase: 'loading', focalId, ranking, world, notice: presentClosed(isUnderWay) });
    for await (const page of keptPages(this.#services, source)) {
      if (signal.aborted) {
        return;
      }
      this.#take(page, false, world);
    }
    if (!signal.aborted && this.#facts.pages.length === 0) {
      this.#set({ phase: 'gone' });
    }
  }

  /** Fetches what a line of the thread stands for. */
  async load(key: string): Promise<void> {
    if (this.elsewhere !== undefined || this.askedBy(key) === undefined || this.#underWay.has(this.#lineOf(key))) {
      return;
    }
    this.#set({ failure: undefined, notice: '' });
    await this.#guard(
      this.#abort.signal,
      async () => await this.#fetch(key),
      async () => await this.load(key),
    );
  }

  /**
   * Shows the answers in another order: a call, unless they are kept. What was fetched inside branches stays, and what is on
   * its way comes: it is paid for. Whichever order was chosen last is shown.
   */
  async rank(ranking: RankingMode): Promise<void> {
    const { focalId, parked, busy } = this.#facts;
    if (this.elsewhere !== undefined || focalId === undefined || ranking === this.#facts.ranking) {
      return;
    }
    this.stopCompleting();
    parked?.job.stop();
    const call = rankCall(ranking);
    const isComing = ranking === this.#loadedRanking || busy.includes(call);
    this.#set({ ...nothingToSay, ranking, busy: isComing ? busy : [...busy, call] });
    if (isComing) {
      return;
    }
    const { signal } = this.#abort;
    const work = async () => {
      const first = await this.#call({ askedId: focalId, cursor: undefined, ranking }, signal);
      if (!signal.aborted && this.#facts.ranking === ranking) {
        this.#takeOrder(first, ranking);
        await this.#takeKept(signal);
      }
    };
    try {
      await this.#guard(signal, work, async () => await this.rank(ranking));
    } finally {
      if (!signal.aborted) {
        const { busy: left, ranking: chosen } = this.#facts;
        const shown = chosen === ranking ? this.#loadedRanking : chosen; // one that could not be had is not named
        this.#set({ busy: left.filter((other) => other !== call), ranking: shown });
      }
    }
  }

  /**
   * Fetches one page after the other until the thread is whole, something fails, or the limit is reached: a job, which waits
   * at the budget; can be stopped and taken up again.
   */
  async complete(atMost: number, hooks: CompletionHooks): Promise<void> {
    this.stopCompleting();
    this.#facts.parked?.job.stop(); // the person has agreed anew
    await runCompletion(this.#services, {
      handle: this.focal?.author.handle ?? '',
      atMost,
      gone: this.#abort.signal,
      next: () => (this.elsewhere === undefined ? nextToFetch(this.left) : undefined),
      fetch: async (key) => await this.#fetch(key),
      set: this.#set.bind(this),
      again: async () => await this.load(nextToFetch(this.left) ?? ''),
      ...hooks,
      onRun: (run) => {
        this.#completion = run;
        hooks.onRun(run);
      },
    });
  }

  /** Lets the page that is on its way come (it is paid for) and asks for no more. */
  stopCompleting(): void {
    this.#completion?.stop();
  }

  /** What is known to be there and is not fetched. */
  get left(): ThreadLeft {
    return threadLeft(this.#facts.rows, (key) => this.askedBy(key) !== undefined);
  }

  /** The call that a line of the thread stands for. */
  askedBy(key: string): AskedPage | undefined {
    return this.#askedBy(key);
  }

  /** Fetches what a line stands for; whoever wants the same meanwhile waits for it. */
  async #fetch(key: string): Promise<void> {
    await this.#underWay.once(this.#lineOf(key), async () => await this.#ask(key));
  }

  /** The next page of another order has a line of the same key. */
  #lineOf(key: string): string {
    return `${this.#loadedRanking} ${key}`;
  }

  async #ask(key: string): Promise<void> {
    const asked = this.askedBy(key);
    const { signal } = this.#abort;
    if (asked === undefined) {
      return;
    }
    this.#set({ busy: [...this.#facts.busy, key] });
    try {
      const page = await this.#call(asked, signal);
      if (!signal.aborted && this.#isOfOrder(asked)) {
        this.#take(page);
      }
    } finally {
      if (!signal.aborted) {
        const { busy } = this.#facts; // the line of the same key may be another one by now
        this.#set({ busy: this.#isOfOrder(asked) ? busy.filter((other) => other !== key) : busy });
      }
    }
  }

  #begin(facts: ThreadFacts): AbortSignal {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#underWay = new UnderWay();
    this.#askedBy = () => undefined;
    this.#loadedRanking = facts.ranking;
    this.#opening = undefined;
    const { focalId, spent } = this.#facts;
    const world = facts.world ?? worldOfService(this.#services.connections, tweet.service);
    const isSame = focalId === facts.focalId && this.elsewhere === undefined; // what was spent for this thread stays spent
    this.#set({ ...facts, world, spent: isSame ? spent : facts.spent });
    return this.#abort.signal;
  }

  /** Puts the answers in another order in the place of those that are there. */
  #takeOrder(first: ReadPage, ranking: RankingMode): void {
    this.#loadedRanking = ranking;
    this.#facts = withoutAnswers(this.#facts, this.#askedBy);
    this.#take(first, true);
  }

  #take(page: ReadPage, isFirst = false, remembered?: World): void {
    const { focalId = '', pages, world: known } = this.#facts;
    const world = pages.length > 0 ? known : (remembered ?? worldOfThread(this.#services, page.exchange));
    const others = pages.filter(({ exchange }) => exchange.id !== page.exchange.id);
    const all = isFirst ? [page, ...others] : [...others, page];
    const { rows, asked } = linesOf(focalId, all, this.#loadedRanking);
    this.#askedBy = asked;
    const spent = withPage(this.#facts.spent, page.exchange); // also of one that was there before the thread was
    this.#set({ phase: 'ready', pages: all, rows, world, spent });
  }

  /** Pages further on that are kept cost nothing, so they are shown at once. */
  async #takeKept(signal: AbortSignal): Promise<void> {
    for (let count = 0; count < mostKeptPages; count += 1) {
      const asked = this.askedBy(nextPageKey);
      const page = asked === undefined ? undefined : await freePage(this.#services, asked);
      if (asked === undefined || page === undefined || signal.aborted || !this.#isOfOrder(asked)) {
        return;
      }
      this.#take(page);
    }
  }

  /** Whether an answer to this belongs among those that are there: a page further on leads on from those of its own order only. */
  #isOfOrder({ askedId, ranking }: AskedPage): boolean {
    return askedId !== this.#facts.focalId || ranking === this.#loadedRanking;
  }

  async #call(asked: AskedPage, signal: AbortSignal, reuse?: 'never'): Promise<ReadPage> {
    assertHere(this.#services, this.#facts);
    const { focalId } = this.#facts;
    const options = { signal, ...(reuse === undefined ? {} : { reuse }) };
    const fetched = this.pending.track(async (reports) => await fetchPage(this.#services, asked, { ...options, ...reports }));
    return await counted(fetched, (add, notice) => {
      const { spent, focalId: shown } = this.#facts;
      this.#facts = { ...this.#facts, ...(shown === focalId ? { spent: add(spent) } : notice) };
    });
  }

  async #guard(signal: AbortSignal, work: () => Promise<void>, again: (reuse?: 'never') => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const failure = await failureOf(this.#services, error, signal, again);
      // where another thread took its place, what it may have cost is said there
      this.#set(signal.aborted ? {} : { phase: this.#facts.pages.length === 0 ? 'failed' : 'ready', failure });
    }
  }

  #set(facts: Partial<ThreadFacts>): void {
    this.#facts = { ...this.#facts, ...facts };
    this.#changed.fire();
  }

  dispose(): void {
    this.#abort.abort();
    this.#changed.dispose();
  }
}
