import * as vscode from 'vscode';
import type { Endpoint, Format } from '../../client/endpoint.ts';
import { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { ParkedJob } from '../shared/jobs/job.ts';
import { presentFailure } from '../shared/presentError.ts';
import { presentQuote } from '../shared/presentMoney.ts';
import type { Services } from '../shared/services.ts';
import { nothingSpent, withAnswer, withFailure } from '../shared/spentHere.ts';
import type { ResultsStatus } from '../../protocol/resultsContract.ts';
import { LoadedRecords } from './loadedRecords.ts';
import { PageTrail } from './pageTrail.ts';
import { type Onward, presentElsewhere, presentSummary } from './presentSummary.ts';
import { readQuestion, type Texts } from './question.ts';
import { type QuestionQuote, quoteQuestion } from './quoteQuestion.ts';
import { mendTrouble, type Trouble } from './trouble.ts';

/** What a session tells its page. */
export interface SessionEvents {
  readonly onRows: (start: number) => void;
  readonly onStatus: (status: ResultsStatus) => void;
}

type Phase = ResultsStatus['phase'];

/**
 * One question and the pages of its answer. The newest question wins: what an older one still waits for is stopped. Only
 * `call`, `loadMore` and a *Retry* that a person presses make calls.
 */
export class ResultsSession {
  readonly #services: Services;
  readonly #events: SessionEvents;
  #endpoint: Endpoint;
  #texts: Texts;
  /** A question that began with a raw answer goes on in raw. */
  #format: Format = 'simple';
  #records: LoadedRecords;
  #phase: Phase = 'idle';
  #failure: Trouble | undefined;
  #notice = '';
  #progress: ResultsStatus['progress'] = null;
  /** Stops what is on its way; undefined while nothing is. */
  #stop: (() => void) | undefined;
  /** Aborted when another question takes the place of this one. */
  #subject = new AbortController();
  #spent = nothingSpent;
  #trail: PageTrail;

  constructor(services: Services, events: SessionEvents, endpoint: Endpoint, texts: Texts) {
    this.#services = services;
    this.#events = events;
    this.#endpoint = endpoint;
    this.#texts = texts;
    this.#records = new LoadedRecords(endpoint);
    this.#trail = new PageTrail(endpoint);
  }

  get endpoint(): Endpoint {
    return this.#endpoint;
  }

  get texts(): Texts {
    return this.#texts;
  }

  get records(): LoadedRecords {
    return this.#records;
  }

  /** Takes another question in, without asking it. */
  setQuestion(endpoint: Endpoint, texts: Texts): void {
    this.#begin(endpoint, texts);
    this.#phase = 'idle';
    this.#events.onRows(0);
  }

  /** Shows answers that are there already. Makes no call. */
  show(endpoint: Endpoint, texts: Texts, exchanges: readonly (Exchange | undefined)[]): void {
    this.#begin(endpoint, texts);
    const kept = exchanges.filter((exchange) => exchange !== undefined);
    for (const exchange of kept) {
      this.#format = exchange.request.format;
      this.#add({ ...exchange, from: 'history' }); // whatever it cost was spent elsewhere
    }
    this.#phase = kept.length > 0 ? 'ready' : exchanges.length > 0 ? 'gone' : 'idle';
    if (kept.length > 0 && kept.length < exchanges.length) {
      this.#notice = vscode.l10n.t('{0} of {1} pages are not kept any more.', exchanges.length - kept.length, exchanges.length);
    }
    this.#events.onRows(0);
  }

  /** What a question would cost, and what is wrong with it. */
  async quote(texts: Texts): Promise<QuestionQuote> {
    return quoteQuestion(await this.#services.client(), this.#endpoint, texts);
  }

  /** Asks the question: a person pressed *Call*. */
  async call(texts: Texts, reuse?: 'never'): Promise<void> {
    const { params, faults } = readQuestion(this.#endpoint, texts);
    if (faults.length > 0) {
      return;
    }
    this.#begin(this.#endpoint, texts);
    this.#format = 'simple';
    this.#phase = 'loading';
    this.#events.onRows(0);
    await this.#load(params, reuse);
  }

  /** Loads further pages: a person pressed the button that says so. */
  async loadMore(pages: number, reuse?: 'never'): Promise<void> {
    const next = this.#nextHere();
    if (this.#stop !== undefined) {
      return;
    }
    if (next === undefined) {
      await this.#tell(); // the connection may be another one since the button was drawn
      return;
    }
    this.#notice = '';
    this.#failure?.parked?.stop(); // what is wanted now takes its place
    this.#failure = undefined;
    await (pages > 1 ? this.#loadByJob(pages) : this.#load(next, reuse));
  }

  /** Stops what is on its way; what has come stays. */
  stop(): void {
    this.#stop?.();
  }

  /** Does what was offered with the failure that stands on the page. */
  async mend(action: string): Promise<void> {
    await mendTrouble(this.#services, this.#endpoint, this.#failure, action);
  }

  async status(): Promise<ResultsStatus> {
    const client = await this.#services.client();
    const next = this.#nextHere();
    const onward: Onward = next !== undefined ? 'here' : this.#trail.next === undefined ? 'none' : 'elsewhere';
    const pagePrice = presentQuote(next === undefined ? undefined : client.quote(this.#endpoint, next, { format: this.#format }));
    const price = client.priceOf(this.#endpoint);
    const { exchanges } = this.#records;
    return {
      phase: this.#phase,
      isLoading: this.#stop !== undefined,
      loaded: this.#records.size,
      hasMore: onward === 'here',
      pagePrice,
      pageMicroDollars: price === undefined ? null : Number(price),
      summary:
        exchanges.length === 0 ? '' : presentSummary({ loaded: this.#records.size, onward, pagePrice, spent: this.#spent }),
      notice: [this.#notice, onward === 'elsewhere' ? presentElsewhere(exchanges.at(-1)?.request.baseUrl ?? '') : '']
        .filter((part) => part !== '')
        .join(' '),
      failure: this.#failure === undefined ? null : { ...this.#failure.words, actions: [...this.#failure.words.actions] },
      progress: this.#progress,
      source: {
        endpointId: this.#endpoint.id,
        texts: { ...this.#texts },
        exchangeIds: exchanges.map(({ id }) => id),
      },
    };
  }

  dispose(): void {
    this.#subject.abort();
    this.#stop?.();
  }

  #begin(endpoint: Endpoint, texts: Texts): void {
    const wasWaiting = this.#stop !== undefined;
    this.#subject.abort();
    this.#subject = new AbortController();
    this.#stop?.();
    this.#stop = undefined;
    if (JSON.stringify([endpoint.id, texts]) !== JSON.stringify([this.#endpoint.id, this.#texts])) {
      this.#spent = nothingSpent; // by Retry and *Call Anew* it goes on
    }
    this.#endpoint = endpoint;
    this.#texts = texts;
    this.#records = new LoadedRecords(endpoint);
    this.#failure = undefined;
    this.#notice = wasWaiting ? vscode.l10n.t('The earlier question was stopped; it may have been charged.') : '';
    this.#progress = null;
    this.#trail = new PageTrail(endpoint);
  }

  /** One page. */
  async #load(params: Readonly<Record<string, unknown>>, reuse?: 'never'): Promise<void> {
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

  /** Several pages: a job, which waits at the budget. */
  async #loadByJob(atMost: number): Promise<void> {
    const { signal: gone } = this.#subject;
    const stopped = new AbortController();
    this.#stop = stopped.abort.bind(stopped); // nothing is on its way yet, and nothing else may begin
    await this.#tell();
    const jobs = await this.#services.jobs();
    await jobs.run({
      title: vscode.l10n.t('Loading more of {0}', this.#endpoint.title),
      endpoint: this.#endpoint,
      atMost,
      gone,
      step: async (progress, signal) => {
        this.#progress = progress;
        await this.#tell();
        const next = this.#nextHere();
        if (next !== undefined) {
          await this.#fetch(next, { gone, signal });
        }
        return this.#nextHere() === undefined ? 'last' : 'more';
      },
      onRun: ({ stop }) => {
        this.#stop = stop;
        this.#failure = undefined;
        if (stopped.signal.aborted) {
          stop(); // pressed before there was a job to stop
        }
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

  async #fetch(
    params: Readonly<Record<string, unknown>>,
    { gone, ...options }: { readonly gone: AbortSignal; readonly signal: AbortSignal; readonly reuse?: 'never' },
  ): Promise<void> {
    const client = await this.#services.client();
    let exchange: Exchange;
    try {
      exchange = await client.call(this.#endpoint, params, { ...options, asker: 'command', format: this.#format });
    } catch (error) {
      if (error instanceof SocialDataError && !gone.aborted) {
        this.#spent = withFailure(this.#spent, error);
      }
      if (error instanceof SocialDataError && error.kind === 'noResults' && this.#records.size > 0 && !gone.aborted) {
        this.#trail.end(); // an empty page behind a cursor is the end
        return;
      }
      throw error;
    }
    if (gone.aborted) {
      return; // a newer question took the panel over
    }
    this.#services.exchanges.put(exchange);
    const start = this.#records.size;
    this.#add(exchange);
    this.#phase = this.#records.size === 0 ? 'empty' : 'ready';
    this.#events.onRows(start);
  }

  async #fail(error: unknown, parked?: ParkedJob): Promise<void> {
    if (!(error instanceof SocialDataError)) {
      this.#phase = this.#records.size > 0 ? 'ready' : 'failed';
      throw error;
    }
    const { signal: gone } = this.#subject;
    const words = await presentFailure(this.#services, error, this.#endpoint, parked);
    if (gone.aborted) {
      return;
    }
    const isFirst = this.#records.exchanges.length === 0;
    this.#failure = {
      words,
      error,
      parked,
      retry: async () => {
        this.#failure = undefined;
        await (isFirst ? this.call(this.#texts, 'never') : this.loadMore(1, 'never'));
      },
    };
    this.#phase = this.#records.size > 0 ? 'ready' : error.kind === 'noResults' ? 'empty' : 'failed';
  }

  #add(exchange: Exchange): void {
    const ids = this.#records.add(exchange);
    this.#spent = withAnswer(this.#spent, exchange);
    this.#trail.add(exchange, ids);
  }

  /** What the next page is asked with; undefined on another connection, where the cursor means nothing. */
  #nextHere(): Readonly<Record<string, unknown>> | undefined {
    const last = this.#records.exchanges.at(-1);
    return last !== undefined && this.#services.connections.isCurrent(last) ? this.#trail.next : undefined;
  }

  async #tell(): Promise<void> {
    this.#events.onStatus(await this.status());
  }
}
