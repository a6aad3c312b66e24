import * as vscode from 'vscode';
import type { Endpoint, Format } from '../../client/endpoint.ts';
import { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import { nextParams } from '../../client/pages.ts';
import { type Failure, presentFailure, runErrorAction } from '../shared/presentError.ts';
import { showExchange } from '../shared/exchangeDocuments.ts';
import { presentMoney, presentQuote } from '../shared/presentMoney.ts';
import type { Services } from '../shared/services.ts';
import type { ErrorAction } from '../shared/wordError.ts';
import type { ResultsStatus } from '../../protocol/resultsContract.ts';
import { LoadedRecords } from './loadedRecords.ts';
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
  show(exchanges: readonly (Exchange | undefined)[], texts: Texts): void {
    this.#begin(this.#endpoint, texts);
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
    const wasWaiting = this.#abort !== undefined;
    this.#begin(this.#endpoint, texts);
    this.#format = 'simple';
    this.#notice = wasWaiting ? vscode.l10n.t('The earlier question was stopped; it may have been charged.') : '';
    this.#phase = 'loading';
    this.#events.onRows(0);
    await this.#load(params, 1, reuse);
  }

  /** Loads further pages: a person pressed the button that says so. */
  async loadMore(pages: number): Promise<void> {
    if (this.#next === undefined || this.#abort !== undefined) {
      return;
    }
    this.#notice = '';
    this.#failure = undefined;
    await this.#load(this.#next, pages);
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
    const hasMore = this.#next !== undefined;
    const pagePrice = presentQuote(
      hasMore && this.#next !== undefined ? client.quote(this.#endpoint, this.#next, { format: this.#format }) : undefined,
    );
    return {
      phase: this.#phase,
      isLoading: this.#abort !== undefined,
      loaded: this.#records.size,
      hasMore,
      pagePrice,
      summary: this.#summary(hasMore, pagePrice),
      notice: this.#notice,
      failure: this.#failure === undefined ? null : { ...this.#failure.words, actions: [...this.#failure.words.actions] },
      progress: this.#progress,
      source: {
        endpointId: this.#endpoint.id,
        texts: { ...this.#texts },
        exchangeIds: this.#records.exchanges.map(({ id }) => id),
      },
    };
  }

  dispose(): void {
    this.#abort?.abort();
  }

  #begin(endpoint: Endpoint, texts: Texts): void {
    this.#abort?.abort();
    this.#abort = undefined;
    this.#endpoint = endpoint;
    this.#texts = texts;
    this.#records = new LoadedRecords(endpoint);
    this.#failure = undefined;
    this.#notice = '';
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
        params = this.#next;
      }
    } catch (error) {
      if (!isCurrent()) {
        return;
      }
      await this.#fail(error, params ?? first);
    } finally {
      if (isCurrent()) {
        this.#abort = undefined;
        this.#progress = null;
        await this.#tell();
      }
    }
  }

  async #fail(error: unknown, params: Readonly<Record<string, unknown>>): Promise<void> {
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
          await this.#load(params, 1, 'never');
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
    // another connection's cursor means nothing here
    const next = this.#services.connections.isCurrent(exchange) ? nextParams(this.#endpoint, exchange) : undefined;
    const cursor = next?.['cursor'];
    const isLoop = typeof cursor === 'string' && this.#seen.has(`cursor ${cursor}`);
    if (typeof cursor === 'string') {
      this.#seen.add(`cursor ${cursor}`);
    }
    this.#next = isNew && !isLoop ? next : undefined;
  }

  #summary(hasMore: boolean, pagePrice: string): string {
    const { l10n } = vscode;
    const spent = this.#isSpentKnown
      ? l10n.t('{0} spent here', presentMoney(this.#spent))
      : l10n.t('{0} spent here, more not reported', presentMoney(this.#spent));
    if (this.#records.exchanges.length === 0) {
      return '';
    }
    const loaded = this.#records.size;
    return hasMore
      ? l10n.t('{0} loaded, more available {1}; {2}', loaded, pagePrice, spent)
      : l10n.t('{0} loaded, that is all; {1}', loaded, spent);
  }

  async #tell(): Promise<void> {
    this.#events.onStatus(await this.status());
  }
}
