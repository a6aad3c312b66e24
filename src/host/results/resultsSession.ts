import * as vscode from 'vscode';
import type { Endpoint, Format } from '../../client/endpoint.ts';
import { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import { nextParams } from '../../client/pages.ts';
import { type Failure, presentFailure, runErrorAction } from '../shared/presentError.ts';
import { showExchange } from '../shared/exchangeDocuments.ts';
import { presentQuote } from '../shared/presentMoney.ts';
import type { Services } from '../shared/services.ts';
import type { ErrorAction } from '../shared/wordError.ts';
import type { ResultsStatus } from '../../protocol/resultsContract.ts';
import { LoadedRecords } from './loadedRecords.ts';
import { type Onward, presentElsewhere, presentSummary } from './presentSummary.ts';
import { readQuestion, type Texts } from './question.ts';

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
  #failure: { readonly words: Failure; readonly error: SocialDataError; readonly retry: () => Promise<void> } | undefined;
  #notice = '';
  #progress: ResultsStatus['progress'] = null;
  #abort: AbortController | undefined;
  #spent = 0n;
  #isSpentKnown = true;
  readonly #seen = new Set<string>();
  /** What the next page is asked with, on the connection that the last one came from. */
  #next: Readonly<Record<string, unknown>> | undefined;

  constructor(services: Services, events: SessionEvents, endpoint: Endpoint, texts: Texts) {
    this.#services = services;
    this.#events = events;
    this.#endpoint = endpoint;
    this.#texts = texts;
    this.#records = new LoadedRecords(endpoint);
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
      this.#add(exchange);
    }
    this.#phase = kept.length > 0 ? 'ready' : exchanges.length > 0 ? 'gone' : 'idle';
    if (kept.length > 0 && kept.length < exchanges.length) {
      this.#notice = vscode.l10n.t('{0} of {1} pages are not kept any more.', exchanges.length - kept.length, exchanges.length);
    }
    this.#events.onRows(0);
  }

  /** What a question would cost, and what is wrong with it. */
  async quote(texts: Texts): Promise<{ price: string; anew: string; faults: { field: string; message: string }[] }> {
    const { params, faults } = readQuestion(this.#endpoint, texts);
    const client = await this.#services.client();
    const quote = faults.length > 0 ? undefined : client.quote(this.#endpoint, params);
    const price = client.priceOf(this.#endpoint);
    const anew = quote?.kind === 'kept' ? presentQuote(price === undefined ? undefined : { kind: 'known', price }) : '';
    return { price: presentQuote(quote), anew, faults: [...faults] };
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
    await this.#load(params, 1, reuse);
  }

  /** Loads further pages: a person pressed the button that says so. */
  async loadMore(pages: number, reuse?: 'never'): Promise<void> {
    const next = this.#nextHere();
    if (this.#abort !== undefined) {
      return;
    }
    if (next === undefined) {
      await this.#tell(); // the connection may be another one since the button was drawn
      return;
    }
    this.#notice = '';
    this.#failure = undefined;
    await this.#load(next, pages, reuse);
  }

  /** Stops what is on its way; what has come stays. */
  stop(): void {
    this.#abort?.abort();
  }

  /** Does what was offered with the failure that stands on the page. */
  async mend(action: string): Promise<void> {
    const failure = this.#failure;
    const offered = failure?.words.actions.find((candidate) => candidate.action === action)?.action;
    if (failure !== undefined && offered !== undefined) {
      await runErrorAction(offered satisfies ErrorAction, failure.error, {
        endpoint: this.#endpoint,
        retry: failure.retry,
        show: async (exchange) => {
          await showExchange(this.#services, exchange);
        },
      });
    }
  }

  async status(): Promise<ResultsStatus> {
    const client = await this.#services.client();
    const next = this.#nextHere();
    const onward: Onward = next !== undefined ? 'here' : this.#next === undefined ? 'none' : 'elsewhere';
    const pagePrice = presentQuote(next === undefined ? undefined : client.quote(this.#endpoint, next, { format: this.#format }));
    const { exchanges } = this.#records;
    return {
      phase: this.#phase,
      isLoading: this.#abort !== undefined,
      loaded: this.#records.size,
      hasMore: onward === 'here',
      pagePrice,
      summary:
        exchanges.length === 0
          ? ''
          : presentSummary({
              loaded: this.#records.size,
              onward,
              pagePrice,
              spent: this.#spent,
              isSpentKnown: this.#isSpentKnown,
            }),
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
    this.#abort?.abort();
  }

  #begin(endpoint: Endpoint, texts: Texts): void {
    const wasWaiting = this.#abort !== undefined;
    this.#abort?.abort();
    this.#abort = undefined;
    this.#endpoint = endpoint;
    this.#texts = texts;
    this.#records = new LoadedRecords(endpoint);
    this.#failure = undefined;
    this.#notice = wasWaiting ? vscode.l10n.t('The earlier question was stopped; it may have been charged.') : '';
    this.#progress = null;
    this.#next = undefined;
    this.#seen.clear();
  }

  async #load(first: Readonly<Record<string, unknown>>, pages: number, reuse?: 'never'): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    const isCurrent = () => this.#abort === abort;
    let params: Readonly<Record<string, unknown>> | undefined = first;
    try {
      const client = await this.#services.client();
      for (let page = 0; page < pages && params !== undefined; page += 1) {
        this.#progress = pages > 1 ? { done: page, atMost: pages } : null;
        await this.#tell();
        const exchange: Exchange = await client.call(this.#endpoint, params, {
          signal: abort.signal,
          asker: 'command',
          format: this.#format,
          ...(reuse === undefined ? {} : { reuse }),
        });
        if (!isCurrent()) {
          return; // a newer question took the panel over
        }
        this.#services.exchanges.put(exchange);
        const start = this.#records.size;
        this.#add(exchange);
        this.#phase = this.#records.size === 0 ? 'empty' : 'ready';
        this.#events.onRows(start);
        params = this.#nextHere();
      }
    } catch (error) {
      if (!isCurrent()) {
        return;
      }
      await this.#fail(error);
    } finally {
      if (isCurrent()) {
        this.#abort = undefined;
        this.#progress = null;
        await this.#tell();
      }
    }
  }

  async #fail(error: unknown): Promise<void> {
    if (!(error instanceof SocialDataError)) {
      this.#phase = this.#records.size > 0 ? 'ready' : 'failed';
      throw error;
    }
    if (error.kind === 'noResults' && this.#records.size > 0) {
      this.#next = undefined; // an empty page behind a cursor is the end
      return;
    }
    const words = await presentFailure(this.#services, error, this.#endpoint);
    const isFirst = this.#records.exchanges.length === 0;
    this.#failure = {
      words,
      error,
      retry: async () => {
        this.#failure = undefined;
        if (isFirst) {
          await this.call(this.#texts, 'never');
        } else {
          await this.loadMore(1, 'never');
        }
      },
    };
    this.#phase = this.#records.size > 0 ? 'ready' : error.kind === 'noResults' ? 'empty' : 'failed';
  }

  #add(exchange: Exchange): void {
    const ids = this.#records.add(exchange);
    if (exchange.from === 'network') {
      this.#spent += exchange.receipt.refunded ? 0n : (exchange.receipt.price ?? 0n);
      this.#isSpentKnown &&= exchange.receipt.price !== undefined;
    }
    const isNew = ids === undefined || ids.some((id) => !this.#seen.has(id));
    for (const id of ids ?? []) {
      this.#seen.add(id);
    }
    const next = nextParams(this.#endpoint, exchange);
    const cursor = next?.['cursor'];
    const isLoop = typeof cursor === 'string' && this.#seen.has(`cursor ${cursor}`);
    if (typeof cursor === 'string') {
      this.#seen.add(`cursor ${cursor}`);
    }
    this.#next = isNew && !isLoop ? next : undefined;
  }

  /** What the next page is asked with; undefined on another connection, where the cursor means nothing. */
  #nextHere(): Readonly<Record<string, unknown>> | undefined {
    const last = this.#records.exchanges.at(-1);
    return last !== undefined && this.#services.connections.isCurrent(last) ? this.#next : undefined;
  }

  async #tell(): Promise<void> {
    this.#events.onStatus(await this.status());
  }
}
