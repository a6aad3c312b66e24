import * as vscode from 'vscode';
import { PagedSession, type Params } from '../../../core/session/pagedSession.ts';
import { describePriceRise } from '../../../core/cost/formatPrice.ts';
import { computeMaxPrice, type MaxPrice, toQuoteFromPrice } from '../../../core/cost/cost.ts';
import type { Client } from '../../../client/client.ts';
import type { Endpoint } from '../../../client/endpoint.ts';
import { search } from '../../../client/endpoints/primary/search.ts';
import type { Exchange } from '../../../client/exchange.ts';
import type { ResponseReuse } from '../../../client/policies/send.ts';
import type { RestorableResults, ResultsStatus } from '../resultsContract.ts';
import type { FieldTexts } from '../../../core/requests/form.ts';
import { completeWalkthroughStep } from '../../../workbench/walkthroughSteps.ts';
import { withHandleAsUserId } from '../../../core/requests/placeholderUserId.ts';
import { findUserHandle, type FindUserId } from '../../../core/requests/formFields.ts';
import { loadStoredExchange } from '../../../workbench/exchangeDocuments.ts';
import { TimeSlicer } from '../../../workbench/timeSlicer.ts';
import { createFailureDescriber, type FailureDescription, runErrorAction } from '../../../workbench/showErrorNotification.ts';
import { forgetFailuresAtRaisedBudgets } from '../../../workbench/settings.ts';
import { pinConnections, type Services } from '../../../workbench/services.ts';
import type { ConnectionNames } from '../../../workbench/services/connections.ts';
import { describeIncompleteRestore } from '../../../core/errors/describeError.ts';
import {
  getSourceFile,
  type NewQueryOptions,
  type OpenResultsQuery,
  toRestorableResults,
  toResultsStatus,
} from './resultsStatus.ts';
import { parseNewQueryTexts, parseQueryTexts, type CurrentQuery, findSearchTab, toSearchTabQuery } from './query.ts';
import { LoadedRecords, maxLoadedRecords } from './loadedRecords.ts';
import { userByUsername } from '../../../client/endpoints/primary/users.ts';
import { reuseAnyAge } from '../../../client/policies/history.ts';
import { toPage } from '../../../client/records/toPage.ts';
import { callWithProgress, withErrorNotification } from '../../../workbench/callAndShow.ts';
import { getStoredNamesForService } from '../../../workbench/storedNames.ts';

/** Resolves the handle in a tab's request to an id, from stored responses or with a lookup. */
class UserHandleToIdResolver {
  readonly #services: Services;
  readonly #connection: () => string;
  #idOf: FindUserId = () => undefined;
  #lookUp = new AbortController();

  constructor(services: Services, connection: () => string) {
    this.#services = services;
    this.#connection = connection;
  }

  /** Uses the ids from the last `read`. */
  readonly idOf: FindUserId = (handle) => this.#idOf(handle);

  /** Doesn't send requests. */
  async read(endpoint: Endpoint, texts: FieldTexts): Promise<void> {
    if (findUserHandle(endpoint, texts) === undefined) {
      return;
    }
    const { service } = endpoint;
    try {
      const name = this.#services.connections.names(this.#connection())[service];
      const { names, isServed, refresh } = await getStoredNamesForService(this.#services, service, name);
      await refresh();
      this.#idOf = (handle) => names.idOf(handle, isServed);
    } catch (error) {
      this.#services.log.error(`Handles are looked up without history: ${String(error)}`);
      this.#idOf = () => undefined;
    }
  }

  /** Why the id can't be looked up on the primary service; undefined if it can. */
  refusal({ service }: Endpoint): string | undefined {
    const { connections } = this.#services;
    const names = connections.names(this.#connection());
    const isSandbox = (name: string) => connections.kindOf('primary', name) === 'sandbox';
    const canLookUp = connections.reaches('primary', names.primary) && isSandbox(names.primary) === isSandbox(names[service]);
    return canLookUp ? undefined : vscode.l10n.t('Enter the numeric ID. The connected services use different user IDs.');
  }

  /**
   * Finds a request's user id, with a lookup if no stored response has it. The shown price includes the lookup.
   * @returns whether the request can be sent now
   */
  async resolve(before: CurrentQuery, texts: FieldTexts, reuse: ResponseReuse | undefined): Promise<boolean> {
    const { endpoint } = before;
    await this.read(endpoint, texts);
    const { faults, unknownHandle: handle } = parseNewQueryTexts(before, texts);
    if (handle === undefined || faults.length > 0) {
      return faults.length === 0 && before.endpoint === endpoint;
    }
    this.stop();
    const { signal } = (this.#lookUp = new AbortController());
    const services = pinConnections(this.#services, this.#connection());
    const id = await lookUpUserId(services, handle, reuse === 'only' ? reuse : reuseAnyAge, signal);
    this.#idOf = (name) => (name === handle ? id : undefined);
    return id !== undefined && !signal.aborted;
  }

  /** Cancels a lookup that is still waiting. */
  stop(): void {
    this.#lookUp.abort();
  }
}

interface ResultsSessionCallbacks {
  /** There are new records from this index on. 0 replaces all records. */
  readonly onRows: (start: number) => void;
  readonly onStatus: (status: ResultsStatus) => void;
}

/** A results tab's current query. Only `call`, `loadMore`, and *Retry* send requests. */
export class ResultsSession {
  readonly #services: Services;
  readonly #events: ResultsSessionCallbacks;
  readonly #subscription: vscode.Disposable;
  readonly users: UserHandleToIdResolver;
  #query: OpenResultsQuery;
  /** Of the tabs of *Search* that aren't shown. */
  readonly #queries = new Map<string, OpenResultsQuery>();
  #reportedPages = 0;
  readonly #describeFailure: () => Promise<FailureDescription | undefined>;

  /** @param opened the first query, which isn't sent; default connection: the selected one */
  constructor(
    services: Services,
    events: ResultsSessionCallbacks,
    opened: Pick<NewQueryOptions, 'endpoint' | 'texts'> & { readonly connection?: string | undefined },
  ) {
    this.#services = services;
    this.users = new UserHandleToIdResolver(services, () => this.connection);
    this.#events = events;
    this.#describeFailure = createFailureDescriber(() => ({
      services: pinConnections(services, this.connection),
      endpoint: this.endpoint,
      failure: this.#pages.state.failure,
    }));
    const { endpoint, texts } = opened;
    const connection = this.#nameFor(endpoint, opened.connection);
    this.#query = this.#open({ endpoint, texts: withHandleAsUserId(texts), connection });
    this.#subscription = vscode.Disposable.from(
      forgetFailuresAtRaisedBudgets(() => [this.#pages]),
      services.connections.onDidChange(() => {
        void this.#report();
      }),
    );
  }

  get endpoint(): Endpoint {
    return this.#query.endpoint;
  }

  get texts(): FieldTexts {
    return this.#query.texts;
  }

  get connection(): string {
    return this.#query.connection;
  }

  /** Of the tabs of *Search*. The selected connection's tab opens the others with theirs. */
  get connectionNames(): ConnectionNames {
    const { connections } = this.#services;
    const isSelected = this.connection === connections.selected(this.endpoint.service);
    return connections.names(isSelected ? undefined : this.connection);
  }

  get records(): LoadedRecords {
    return this.#query.records;
  }

  /** The id of its first response. */
  get firstId(): string {
    return toRestorableResults(this.#query).exchangeIds[0] ?? '';
  }

  get isUnsent(): boolean {
    return this.#pages.state.status === 'unsent' && this.#query.restoringIds === undefined;
  }

  get isBusy(): boolean {
    return this.#pages.isLoading;
  }

  get #pages(): PagedSession<number> {
    return this.#query.pages;
  }

  /** Doesn't send requests. */
  async client(): Promise<Client> {
    return await pinConnections(this.#services, this.connection).client();
  }

  /** Doesn't send the query. @param connection default: the selected one */
  setQuery(endpoint: Endpoint, given: FieldTexts, connection?: string): void {
    this.#replace({ endpoint, texts: withHandleAsUserId(given), connection: this.#nameFor(endpoint, connection) });
    this.#events.onRows(0);
  }

  /** Keeps the results of the tab that was shown, but loads no further pages of it. Doesn't send requests. @param words for a new tab */
  openTab(tab: string, words: string): void {
    const shown = findSearchTab(this.endpoint, this.texts)?.tab;
    if (shown === undefined || shown === tab) {
      return;
    }
    const names = this.connectionNames;
    this.users.stop();
    if (this.#query.restoringIds === undefined) {
      this.#pages.stop();
      this.#queries.set(shown, this.#query);
    } else {
      this.#pages.close();
    }
    const { endpoint, texts } = toSearchTabQuery(words, tab);
    this.#query = this.#queries.get(tab) ?? this.#open({ endpoint, texts, connection: names[endpoint.service] });
    this.#queries.delete(tab);
    this.#reportedPages = this.#pages.state.pages.length;
    this.#events.onRows(0);
  }

  /** Doesn't send requests. @param further the pages after the first */
  async show(endpoint: Endpoint, texts: FieldTexts, first: Exchange, further: readonly Exchange[] = []): Promise<void> {
    const connection = this.#services.connections.nameOf(first);
    const [second] = further;
    if (second === undefined) {
      this.#replace({ endpoint, texts, connection });
      this.#pages.show(first);
      return;
    }
    const exchanges = new Map([first, ...further].map((exchange) => [exchange.id, exchange]));
    await this.restore(endpoint, { texts, exchangeIds: [...exchanges.keys()], connection }, exchanges);
  }

  /** Doesn't send requests. @param given exchanges that don't need to be read */
  async restore(
    endpoint: Endpoint,
    { texts, exchangeIds: ids, connection }: Omit<RestorableResults, 'endpointId'>,
    given: ReadonlyMap<string, Exchange> = new Map(),
  ): Promise<void> {
    this.#replace({ endpoint, texts: withHandleAsUserId(texts), connection: this.#nameFor(endpoint, connection) });
    this.#set({ restoringIds: ids });
    const pages = this.#pages;
    const pace = new TimeSlicer();
    const missing = await pages.restore(ids, async (id) => {
      await pace.yieldIfDue();
      return given.get(id) ?? (await loadStoredExchange(this.#services, id));
    });
    if (missing === undefined || pages !== this.#pages) {
      return; // a new query has replaced this one
    }
    this.#set({
      restoringIds: undefined,
      lostIds: pages.state.status === 'gone' ? ids : [],
      notice: describeIncompleteRestore(missing, ids.length),
    });
    this.#reportRows();
    await this.#report();
  }

  /** Sends the query, unless the same query is in flight. @param reuse `only` if it was shown as free */
  async call(texts: FieldTexts, reuse?: Extract<ResponseReuse, string>): Promise<void> {
    if (findUserHandle(this.endpoint, texts) !== undefined && !(await this.users.resolve(this, texts, reuse))) {
      return;
    }
    const { params, faults } = parseNewQueryTexts(this, texts);
    if (faults.length > 0) {
      return;
    }
    if (this.#isLoading(params)) {
      const { runs } = this.#pages;
      await Promise.all(runs.names.map(async (name) => await runs.join(name)));
      return;
    }
    this.#replace({ endpoint: this.endpoint, texts, connection: this.connection });
    this.#events.onRows(0);
    await this.#load(async (pages) => await pages.load(reuse));
  }

  async loadMore(pages: number): Promise<void> {
    if (!this.#pages.isLoading && this.#query.restoringIds === undefined && this.#next !== undefined) {
      await this.#load(async (session) => await session.loadMore(pages));
    }
  }

  /** The most requests to the end of the list, or to as many records as a tab holds, if further pages are as long as the loaded ones. */
  async computeMaxPriceToEnd(): Promise<MaxPrice> {
    const { size, responses } = this.records;
    const calls = Math.ceil((maxLoadedRecords - size) / Math.max(1, size / responses.length));
    return computeMaxPrice(toQuoteFromPrice((await this.client()).priceOf(this.endpoint)), calls);
  }

  stop(): void {
    this.#pages.stop();
  }

  async recover(action: string): Promise<void> {
    const words = await this.#describeFailure();
    const { failure } = this.#pages.state;
    const offered = words?.actions.find((candidate) => candidate.action === action)?.action;
    if (failure !== undefined && offered !== undefined) {
      await runErrorAction(offered, failure.error, {
        ...{ services: this.#services, connection: this.connection },
        retry: async () => await this.#load(async (pages) => await pages.retry()),
      });
      await this.#report();
    }
  }

  async status(): Promise<ResultsStatus> {
    const client = await this.client();
    const failure = await this.#describeFailure();
    const { connections } = this.#services;
    const mark = connections.markOf(this.connection, this.endpoint.service);
    const hasWebPages = !connections.isLocal(this.connection);
    return toResultsStatus(client, { ...this.#query, mark, hasWebPages, failure, next: this.#next });
  }

  dispose(): void {
    this.users.stop();
    this.#subscription.dispose();
    for (const { pages } of [this.#query, ...this.#queries.values()]) {
      pages.close();
    }
  }

  #nameFor({ service }: Endpoint, opened: string | undefined): string {
    return this.#services.connections.names(opened)[service];
  }

  #replace(opening: Omit<NewQueryOptions, 'tally'>): void {
    const { endpoint, texts, connection, pages } = this.#query;
    const { runs } = pages;
    const key = (one: Pick<NewQueryOptions, 'endpoint' | 'texts' | 'connection'>) =>
      JSON.stringify([one.endpoint.id, one.texts, one.connection]);
    // repeating a query adds to its cost
    const tally = key(opening) === key({ endpoint, texts, connection }) ? runs.tally : undefined;
    pages.close();
    this.users.stop();
    this.#reportedPages = 0;
    this.#query = this.#open({ ...opening, tally });
  }

  #open({ endpoint, texts, connection, tally }: NewQueryOptions): OpenResultsQuery {
    const records = new LoadedRecords(endpoint);
    const { params } = parseQueryTexts(endpoint, texts, this.users.idOf);
    const pages = new PagedSession<number>(
      { endpoint, params },
      {
        client: async () => {
          const client = await pinConnections(this.#services, connection).client();
          await this.#report(); // show the loading state before anything is sent
          return client;
        },
        initiator: 'command',
        read: (exchange) => records.add(exchange),
        isFull: () => records.size >= maxLoadedRecords,
        changed: () => (pages === this.#pages ? this.#changed() : undefined),
        onPriceRaised: ({ agreed, price }, callsLeft) =>
          this.#set({ notice: describePriceRise(endpoint.title, agreed, price, callsLeft) }),
        tally,
      },
    );
    return { endpoint, texts, connection, records, pages, notice: '' };
  }

  #set(change: Partial<OpenResultsQuery>): void {
    this.#query = { ...this.#query, ...change };
  }

  #isLoading(params: Params): boolean {
    const { isLoading, isStopping, query } = this.#pages;
    return isLoading && !isStopping && JSON.stringify(query.params) === JSON.stringify(params);
  }

  async #load(load: (pages: PagedSession<number>) => Promise<void>): Promise<void> {
    this.#set({ notice: '' });
    try {
      await load(this.#pages);
    } finally {
      await this.#report();
    }
  }

  /** The parameters of the next page; undefined for files, whose cursor is outdated. */
  get #next(): Params | undefined {
    const { last, size } = this.records;
    const isSaved = last === undefined || getSourceFile(last.id) !== undefined;
    return isSaved || size >= maxLoadedRecords ? undefined : this.#pages.state.next;
  }

  #changed(): void {
    const { state } = this.#pages;
    if (this.#query.restoringIds !== undefined) {
      return; // `restore` reports the end
    }
    if (state.pages.length !== this.#reportedPages) {
      this.#reportRows();
    }
    void this.#report();
  }

  #reportRows(): void {
    const { pages } = this.#pages.state;
    const start = pages[this.#reportedPages]?.content ?? this.records.size;
    this.#reportedPages = pages.length;
    if (pages.length > 0 && this.#query.endpoint === search) {
      completeWalkthroughStep('search');
    }
    this.#events.onRows(start);
  }

  async #report(): Promise<void> {
    const status = await this.status();
    if (!this.#pages.isClosed) this.#events.onStatus(status);
  }
}

/** Shows errors as notifications. *Retry* in the notification repeats only the lookup. */
async function lookUpUserId(
  services: Services,
  handle: string,
  reuse: ResponseReuse,
  stop: AbortSignal,
): Promise<string | undefined> {
  const exchange = await withErrorNotification(
    services,
    userByUsername,
    async () => void (await lookUpUserId(services, handle, reuseAnyAge, stop)),
    async () => await callWithProgress(services, userByUsername, { username: handle }, { stop, reuse }),
  );
  return exchange === undefined ? undefined : toPage(exchange).records.find(({ kind }) => kind === 'user')?.id;
}
