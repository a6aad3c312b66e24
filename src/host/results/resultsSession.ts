import { noCost } from '../../app/cost/cost.ts';
import type { Endpoint, Service } from '../../client/endpoint.ts';
import { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { ParkedJob } from '../../app/session/backgroundJob.ts';
import { presentFailure } from '../shared/presentError.ts';
import { reuseOfRetry } from '../shared/reuseOfRetry.ts';
import type { Services } from '../shared/services.ts';
import { PendingCalls } from '../../app/session/pendingCalls.ts';
import { isWorld, type World, worldOfService } from '../shared/connections/world.ts';
import type { ResultsSource, ResultsStatus } from '../../protocol/resultsContract.ts';
import { AnswerPages } from './answerPages.ts';
import { Asking } from './asking.ts';
import { bringBack } from './bringBack.ts';
import { readNewQuestion } from './heldNames.ts';
import type { LoadedRecords } from './loadedRecords.ts';
import { type CallEnds, loadPages } from './loadPages.ts';
import { type ComingBack, presentRestored, presentStatus, presentStopped } from './presentStatus.ts';
import { readQuestion, type Texts } from './question.ts';
import type { SessionEvents } from './sessionEvents.ts';
import { mendTrouble, type Trouble } from './trouble.ts';

/**
 * One question and the pages of its answer. The newest question wins: what an older one still waits for is stopped. Only
 * `call`, `loadMore` and a *Retry* that a person presses make calls.
 */
export class ResultsSession {
  readonly #services: Services;
  readonly #events: SessionEvents;
  #endpoint: Endpoint;
  #texts: Texts;
  #pages: AnswerPages;
  #phase: ResultsStatus['phase'] = 'idle';
  #failure: Trouble | undefined;
  #notice = '';
  #progress: ResultsStatus['progress'] = null;
  /** While kept answers are brought back. */
  #comingBack: ComingBack | undefined;
  /** The answers that stood here and are all gone: another window of this tab says so as well. */
  #lost: readonly string[] = [];
  readonly #asking = new Asking();
  /** Stops what is on its way; undefined while nothing is. */
  #stop: (() => void) | undefined;
  /** Aborted when another question takes the place of this one. */
  #subject = new AbortController();
  readonly #pending = new PendingCalls(() => void this.#tell());

  constructor(services: Services, events: SessionEvents, endpoint: Endpoint, texts: Texts) {
    this.#services = services;
    this.#events = events;
    this.#endpoint = endpoint;
    this.#texts = texts;
    this.#pages = new AnswerPages(endpoint, 0, noCost);
  }

  get endpoint(): Endpoint {
    return this.#endpoint;
  }

  get texts(): Texts {
    return this.#texts;
  }

  elsewhere(service: Service = this.#endpoint.service): World | undefined {
    return this.#pages.elsewhere(this.#services.connections, service);
  }

  get records(): LoadedRecords {
    return this.#pages.records;
  }

  /** Takes another question in, without asking it. */
  setQuestion(endpoint: Endpoint, texts: Texts): void {
    this.#begin(endpoint, texts, 'idle');
    this.#events.onRows(0);
  }

  /** Shows an answer that is there already. Makes no call. */
  show(endpoint: Endpoint, texts: Texts, exchange: Exchange): void {
    this.#begin(endpoint, texts, 'ready');
    this.#pages.add({ ...exchange, from: 'history' }, this.#services.connections); // whatever it cost was spent elsewhere
    this.#events.onRows(0);
  }

  /** Shows kept answers again, as they come: thousands take a while. `open` makes what reads one by its id. Makes no call. */
  async restore(
    endpoint: Endpoint,
    { texts, exchangeIds: ids, world, isUnderWay = false }: Omit<ResultsSource, 'endpointId'>,
    open: () => Promise<(id: string) => Exchange | undefined>,
  ): Promise<void> {
    this.#begin(endpoint, texts, ids.length > 0 ? 'loading' : 'idle', isWorld(world) ? world : undefined, true);
    const { signal: gone } = this.#subject;
    this.#comingBack = { done: 0, ids };
    const read = await open();
    let shown = 0;
    const missing = await bringBack(ids, {
      read,
      take: (exchange) => this.#pages.add({ ...exchange, from: 'history' }, this.#services.connections),
      told: async (done) => {
        this.#comingBack = { done, ids };
        this.#phase = this.records.size > 0 ? 'ready' : 'loading';
        shown = await this.#tellFrom(shown);
      },
      gone,
    });
    if (missing === undefined) {
      return; // a newer question took the panel over
    }
    this.#comingBack = undefined;
    this.#phase = missing < ids.length ? 'ready' : ids.length > 0 ? 'gone' : 'idle';
    this.#lost = this.#phase === 'gone' ? ids : [];
    this.#notice = presentRestored(missing, ids.length, isUnderWay);
    await this.#tellFrom(shown);
  }

  /** Asks the question: a person pressed *Call*. What is asked already is not sent again: its answer is on the way. */
  async call(texts: Texts, reuse?: 'never', typed: readonly string[] = []): Promise<void> {
    const { params, faults } = readNewQuestion(this, texts, typed);
    const answered = this.elsewhere() === undefined ? this.#asking.answerTo(params, reuse) : undefined;
    if (faults.length > 0 || answered !== undefined) {
      return await answered;
    }
    this.#begin(this.#endpoint, texts, 'loading', worldOfService(this.#services.connections, this.#endpoint.service));
    this.#events.onRows(0);
    await this.#asking.keep(params, reuse, this.#loadPage(params, reuse));
  }

  /** Loads further pages: a person pressed the button that says so. */
  async loadMore(pages: number, reuse?: 'never'): Promise<void> {
    if (this.#stop !== undefined || this.#comingBack !== undefined) {
      return;
    }
    const next = this.#nextHere();
    if (next === undefined) {
      await this.#tell(); // the connection may be another one since the button was drawn
      return;
    }
    this.#notice = '';
    this.#failure?.parked?.stop(); // what is wanted now takes its place
    this.#failure = undefined;
    const { params } = readQuestion(this.#endpoint, this.#texts);
    await this.#asking.keep(params, undefined, pages > 1 ? this.#loadByJob(pages) : this.#loadPage(next, reuse));
  }

  /** Stops what is on its way; what has come stays. */
  stop(): void {
    this.#asking.forget();
    this.#stop?.();
  }

  /** Does what was offered with the failure that stands on the page. */
  async mend(action: string): Promise<void> {
    await mendTrouble(this.#services, this.#endpoint, this.elsewhere() ?? this.#failure, action);
  }

  async status(): Promise<ResultsStatus> {
    return presentStatus(await this.#services.client(), {
      phase: this.#phase,
      isLoading: this.#stop !== undefined,
      notice: this.#notice,
      progress: this.#progress,
      endpoint: this.#endpoint,
      texts: this.#texts,
      pages: this.#pages,
      comingBack: this.#comingBack,
      lost: this.#lost,
      failure: this.#failure,
      elsewhere: this.elsewhere(),
      waiting: this.#pending.waiting,
      next: this.#nextHere(),
    });
  }

  dispose(): void {
    this.#subject.abort();
    this.stop();
  }

  #begin(endpoint: Endpoint, texts: Texts, phase: ResultsStatus['phase'], world?: World, isRemembered = false): void {
    this.#notice = this.#stop === undefined ? '' : presentStopped(this.#pending.waiting);
    this.dispose();
    this.#subject = new AbortController();
    this.#stop = undefined;
    const isSame = JSON.stringify([endpoint.id, texts]) === JSON.stringify([this.#endpoint.id, this.#texts]);
    // what was spent goes on by Retry and *Call Anew*; another world has other money
    const spent = isSame && this.elsewhere() === undefined ? this.#pages.spent : noCost;
    this.#pages = new AnswerPages(endpoint, this.records.series + 1, spent, world, isRemembered);
    this.#endpoint = endpoint;
    this.#texts = texts;
    this.#phase = phase;
    this.#comingBack = undefined;
    this.#lost = [];
    this.#failure = undefined;
    this.#progress = null;
  }

  async #loadPage(params: Readonly<Record<string, unknown>>, reuse?: 'never'): Promise<void> {
    const { signal: gone } = this.#subject;
    const abort = new AbortController();
    this.#stop = abort.abort.bind(abort);
    try {
      await this.#tell();
      await this.#fetch(params, { gone, signal: abort.signal, ...(reuse === undefined ? {} : { reuse }) });
    } catch (error) {
      if (!gone.aborted) {
        await this.#fail(error);
      }
    } finally {
      await this.#rest(gone);
    }
  }

  async #loadByJob(atMost: number): Promise<void> {
    const { signal: gone } = this.#subject;
    const stopped = new AbortController();
    this.#stop = stopped.abort.bind(stopped); // nothing is on its way yet, and nothing else may begin
    await this.#tell();
    await loadPages(this.#services, {
      endpoint: this.#endpoint,
      atMost,
      gone,
      stopped: stopped.signal,
      next: () => this.#nextHere(),
      fetch: async (params, ends) => await this.#fetch(params, { gone, ...ends }),
      isWaiting: () => this.#pending.waiting !== undefined,
      set: async (progress) => {
        this.#progress = progress;
        await this.#tell();
      },
      onRun: (stop) => {
        this.#stop = stop;
        this.#failure = undefined;
      },
      onEnd: async (end) => {
        if (!gone.aborted && 'error' in end) {
          await this.#fail(end.error, end.kind === 'parked' ? end.parked : undefined);
        }
        await this.#rest(gone);
      },
      onLetGo: () => {
        this.#failure = undefined;
        void this.#tell();
      },
    });
  }

  /** Nothing is on its way any more. */
  async #rest(gone: AbortSignal): Promise<void> {
    if (!gone.aborted) {
      this.#stop = undefined;
      this.#progress = null;
      await this.#tell();
    }
  }

  async #fetch(params: Readonly<Record<string, unknown>>, { gone, ...options }: CallEnds): Promise<void> {
    const client = await this.#services.client();
    let exchange: Exchange;
    try {
      exchange = await this.#pending.track(async (reports): Promise<Exchange> => {
        return await client.call(this.#endpoint, params, {
          ...options,
          asker: 'command',
          format: this.#pages.format,
          ...reports,
        });
      });
    } catch (error) {
      if (error instanceof SocialDataError && !gone.aborted && this.#pages.endedBy(error)) {
        return;
      }
      throw error;
    }
    if (gone.aborted) {
      return; // a newer question took the panel over
    }
    const start = this.records.size;
    this.#pages.add(exchange, this.#services.connections);
    this.#phase = this.records.size === 0 ? 'empty' : 'ready';
    this.#events.onRows(start);
  }

  async #fail(error: unknown, parked?: ParkedJob): Promise<void> {
    if (!(error instanceof SocialDataError)) {
      this.#phase = this.records.size > 0 ? 'ready' : 'failed';
      throw error;
    }
    const { signal: gone } = this.#subject;
    const words = await presentFailure(this.#services, error, this.#endpoint, parked);
    if (gone.aborted) {
      return;
    }
    const isFirst = this.records.last === undefined;
    this.#failure = {
      words,
      error,
      parked,
      retry: async () => {
        this.#failure = undefined;
        await (isFirst ? this.call(this.#texts, reuseOfRetry(error)) : this.loadMore(1, reuseOfRetry(error)));
      },
    };
    this.#phase = this.records.size > 0 ? 'ready' : error.kind === 'noResults' ? 'empty' : 'failed';
  }

  #nextHere(): Readonly<Record<string, unknown>> | undefined {
    return this.#pages.next(this.#services.connections);
  }

  /** Tells of the records from a place on; gives how many there are. */
  async #tellFrom(start: number): Promise<number> {
    const { size } = this.records;
    this.#events.onRows(start);
    await this.#tell();
    return size;
  }

  async #tell(): Promise<void> {
    this.#events.onStatus(await this.status());
  }
}
