import type { ResultsViewMode } from '../../../core/records/responseView.ts';
import * as vscode from 'vscode';
import { translateTableText } from '../../../core/records/translateTableText.ts';
import type { Endpoint, Service } from '../../../client/endpoint.ts';
import { findEndpointById } from '../../../client/endpoints/table.ts';
import { defaultSearchTab, search } from '../../../client/endpoints/primary/search.ts';
import type { Exchange } from '../../../client/exchange.ts';
import type { ResponseReuse } from '../../../client/policies/send.ts';
import { type HostChannel, type HostHandlers, openHostChannel } from '../../../core/channel/channel.ts';
import {
  type RestorableResults,
  type ResultsContract,
  type ResultsStatus,
  resultsTables,
  restorableResultsSchema,
} from '../resultsContract.ts';
import { addPrice, describeMaxPrice, formatPriceAtMost } from '../../../core/cost/formatPrice.ts';
import type { FieldTexts } from '../../../core/requests/form.ts';
import { findPlaceName, findUserIdParam, findUserLabel } from '../../../core/requests/formFields.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import type { OpenQueryOptions } from '../../../workbench/open.ts';
import type { Services } from '../../../workbench/services.ts';
import { getStoredNamesForService } from '../../../workbench/storedNames.ts';
import type { RecordAction } from '../../../core/channel/pageCommands.ts';
import { actOnRecords } from '../../records/host/index.ts';
import { registerRecordView } from '../../../workbench/recordTarget.ts';
import { createPageRequestHandlers, initializeWebviewPage, setTabIcon } from '../../../workbench/page/webviewPage.ts';
import {
  findSearchTab,
  listRecentSearches,
  quoteQuery,
  readQuery,
  toFieldTexts,
  toSearchTabQuery,
  toShownQuery,
} from './query.ts';
import { SavedSearches } from './savedSearches.ts';
import { formatFileTitle, formatResultsTitle, getSourceFile } from './resultsStatus.ts';
import { createRecordsRequestHandlers, createResultsTarget } from './createRecordsRequestHandlers.ts';
import { ResultsSession } from './resultsSession.ts';
import { isFreeQuote } from '../../../core/cost/cost.ts';
import { getReuseIfOfferedFree } from '../../../core/cost/offers.ts';

const rowsPerMessage = 1_000;

const maxHandleCompletions = 2_000;

interface ResultsPanelOptions {
  readonly endpoint: Endpoint;
  readonly texts: FieldTexts;
  readonly view?: ResultsViewMode | undefined;
  /** Default: the selected connection. */
  readonly connection?: string | undefined;
  /** VS Code restored the tab, so its page may request its previous results. */
  readonly isRestored: boolean;
}

export class ResultsPanel implements vscode.Disposable {
  readonly panel: vscode.WebviewPanel;
  readonly #services: Services;
  readonly #saved: SavedSearches;
  readonly #session: ResultsSession;
  readonly #page: HostChannel<ResultsContract>;
  readonly #disposables: vscode.Disposable[] = [];
  #isReady = false;
  /** JSON, to skip an unchanged status. */
  #sentStatus = '';
  #handleOf: (id: string) => string | undefined = () => undefined;
  /** `restored`: the page may request its previous results. `opened`: the query gets focus. Undefined after the first command. */
  #start: 'restored' | 'opened' | undefined;
  #view: ResultsViewMode | undefined;
  /** Until the page has it. */
  #filter: string | undefined;

  constructor(
    services: Services,
    saved: SavedSearches,
    panel: vscode.WebviewPanel,
    { endpoint, texts, view, connection, isRestored }: ResultsPanelOptions,
  ) {
    this.#start = isRestored ? 'restored' : 'opened';
    this.#view = view;
    this.#services = services;
    this.#saved = saved;
    this.panel = panel;
    this.#session = new ResultsSession(
      services,
      {
        onRows: (start) => this.#sendRecords(start),
        onStatus: (status) => this.#sendStatus(status),
      },
      { endpoint, texts, connection },
    );
    const port = initializeWebviewPage(services.context, panel.webview, {
      bundle: 'results',
      element: 'social-results',
      title: vscode.l10n.t('Results'),
    });
    this.#page = openHostChannel<ResultsContract>({
      port,
      tables: resultsTables,
      onDropped: (why) => {
        services.log.warn(`Results: dropped ${why}.`);
      },
      handlers: this.#handlers(),
    });
    this.#disposables.push(
      saved.onDidChange(() => this.#sendSaved()),
      services.pins.onDidChange(() => void this.#sendPins()),
    );
    this.#setTitle();
  }

  get session(): Pick<ResultsSession, 'endpoint' | 'firstId' | 'isBusy'> {
    return this.#session;
  }

  /** Doesn't send the query. */
  async showQuery(endpoint: Endpoint, texts: FieldTexts, view?: ResultsViewMode, connection?: string): Promise<void> {
    this.#start = 'opened';
    this.#view = view;
    this.#session.setQuery(endpoint, texts, connection);
    void this.#sendQuery();
    this.#focusOpenedQuery();
    await this.#resend();
  }

  /** Sends a new tab's query only if it is free. */
  async openTab(tab: string, words: string): Promise<void> {
    const session = this.#session;
    session.openTab(tab, words);
    void this.#sendQuery();
    void this.#resend();
    if (session.isUnsent) {
      await this.callIfAccepted(session.texts, false);
    }
  }

  /** Doesn't send requests. */
  async showResponses(
    endpoint: Endpoint,
    [first, ...further]: readonly [Exchange, ...Exchange[]],
    view?: ResultsViewMode,
    filter?: string,
  ): Promise<void> {
    this.#start = undefined;
    this.#view = view;
    this.#filter = filter;
    this.#services.exchanges.put(first);
    const showing = this.#session.show(endpoint, toFieldTexts(endpoint, first.request.params), first, further);
    void this.#sendQuery();
    await showing;
    await this.#resend();
  }

  async call(texts: FieldTexts, reuse?: Extract<ResponseReuse, string>): Promise<void> {
    this.#start = undefined;
    const calling = this.#session.call(texts, reuse);
    this.#setTitle();
    await calling;
    void this.#readNames(); // the response may contain new names
  }

  /** A complete query that is free is always accepted. */
  async callIfAccepted(texts: FieldTexts, isPriceAccepted: boolean): Promise<void> {
    const session = this.#session;
    const { texts: shown } = session;
    const { quote } = readQuery(await session.client(), session, texts);
    const isFree = Object.keys(texts).length > 0 && isFreeQuote(quote);
    if ((isFree || isPriceAccepted) && session.texts === shown) {
      await this.call(texts, getReuseIfOfferedFree(quote));
    }
  }

  sendCommand(command: ResultsContract['page']['command']): void {
    this.#page.send('command', command);
  }

  /** The page knows its selection, but doesn't receive messages while it is hidden. */
  async act(command: RecordAction, place: object): Promise<void> {
    if (this.panel.visible) {
      this.sendCommand({ command, ...readRowAndColumn(place) });
    } else {
      await actOnRecords(this.#services, command, [createResultsTarget(this.#services, this.#session, [])]);
    }
  }

  focusQuery(): void {
    this.#start ??= 'opened'; // a page that is still loading gets focus later
    this.sendCommand({ command: 'focusQuery', row: null, column: null });
  }

  dispose(): void {
    this.#page.close();
    this.#session.dispose();
    vscode.Disposable.from(...this.#disposables).dispose();
  }

  #handlers(): HostHandlers<ResultsContract> {
    const session = this.#session;
    const services = this.#services;
    return {
      requests: {
        ready: async ({ source }) => {
          this.#isReady = true;
          this.#sentStatus = '';
          this.#sendSaved();
          void this.#sendPins();
          await this.#present(source);
        },
        quote: async ({ texts }) => {
          void this.#resend(); // the page asks again when its responses have aged
          await session.users.read(session.endpoint, texts);
          return quoteQuery(await session.client(), session, texts);
        },
        call: async ({ texts, reuse }) => await this.call(texts, reuse ?? undefined),
        openTab: async ({ tab, text }) => await this.openTab(tab, text),
        recover: async ({ action }) => await session.recover(action),
        ...createRecordsRequestHandlers(services, session),
        ...createPageRequestHandlers(services, () => session.connection),
        saveSearch: async ({ text, tab }) => await this.#saved.add(text, tab),
        removeSearch: async ({ name }) => await this.#saved.remove(name),
      },
      events: {
        stop: () => session.stop(),
        loadMore: async () => await session.loadMore(1),
        loadAll: async () => await this.#loadAll(),
      },
    };
  }

  /** To the end of the list, or to as many records as a tab holds. Asks first if that costs money. */
  async #loadAll(): Promise<void> {
    const { l10n } = vscode;
    const most = await this.#session.computeMaxPriceToEnd();
    const load = addPrice(l10n.t('Load'), formatPriceAtMost(most));
    const detail = describeMaxPrice(most);
    if (
      most.amount === 0n ||
      (await vscode.window.showInformationMessage(l10n.t('Load all results?'), { modal: true, detail }, load)) === load
    ) {
      await this.#session.loadMore(most.calls);
    }
  }

  /** Restores the previous results from history, or shows the opened query. */
  async #present(source: RestorableResults | null): Promise<void> {
    const endpoint = source === null ? undefined : findEndpointById(source.endpointId);
    if (source !== null && endpoint !== undefined && this.#start === 'restored') {
      const restoring = this.#session.restore(endpoint, source);
      await Promise.all([restoring, this.#sendQuery()]);
      if (this.#start === 'restored') {
        this.#start = undefined;
        this.#setTitle();
      }
      return;
    }
    void this.#sendQuery();
    this.#sendRecords(0);
    this.#focusOpenedQuery();
    await this.#resend();
  }

  /** Repeated until the page's first message, because a hidden page doesn't receive messages. */
  #focusOpenedQuery(): void {
    if (this.#start === 'opened') {
      this.focusQuery();
    }
  }

  async #sendQuery(): Promise<void> {
    const { endpoint, texts, connectionNames: names } = this.#session;
    const isServed = (service: Service) => this.#services.connections.reaches(service, names[service]);
    this.#setTitle();
    this.#page.send('query', {
      ...toShownQuery(endpoint, texts, isServed),
      view: this.#view ?? null,
      filter: this.#filter ?? null,
    });
    this.#filter = this.#isReady ? undefined : this.#filter;
    await this.#readNames();
  }

  /** Reads the title's handle and the completions' handles, pinned users first. */
  async #readNames(): Promise<void> {
    const { endpoint, texts, connection } = this.#session;
    const tab = findSearchTab(endpoint, texts);
    if (tab === undefined && findUserIdParam(endpoint) === undefined) {
      return;
    }
    await this.#services.pins.load();
    const pinned = this.#services.pins.list('user').flatMap(({ label: { handle } }) => handle ?? []);
    const send = (stored: readonly string[]) => this.#page.send('handles', [...new Set([...pinned, ...stored])]);
    send([]);
    try {
      if (tab !== undefined) {
        this.#page.send('recentSearches', listRecentSearches(await this.#services.store(), tab));
      }
      const { names, isServed, handleOf, refresh } = await getStoredNamesForService(
        this.#services,
        endpoint.service,
        this.#services.connections.names(connection)[endpoint.service],
      );
      await refresh();
      this.#handleOf = handleOf;
      this.#setTitle();
      send(endpoint === search ? names.handles(isServed, maxHandleCompletions) : []);
    } catch (error) {
      this.#services.log.error(`Results continue without stored names: ${String(error)}`);
    }
  }

  async #sendPins(): Promise<void> {
    const { pins } = this.#services;
    await pins.load();
    this.#page.send(
      'pins',
      pins.list().map(({ kind, id }) => `${kind}:${id}`),
    );
  }

  #sendSaved(): void {
    this.#page.send('savedSearches', this.#saved.list());
  }

  #sendRecords(start: number): void {
    if (!this.#isReady) {
      return;
    }
    const { series, size, kind, columns } = this.#session.records;
    const titled = columns.map((column) => ({
      ...column,
      title: kind === 'other' ? column.title : translateTableText(column.title),
    }));
    let at = start;
    do {
      const rows = JSON.stringify(this.#session.records.rowsFrom(at, rowsPerMessage));
      this.#page.send('records', { series, kind, columns: titled, start: at, rows });
      at += rowsPerMessage;
    } while (at < size);
  }

  /** Menus offer what acts on results only if there are any. */
  setContext(): void {
    if (this.panel.active) {
      void vscode.commands.executeCommand('setContext', 'socialData.hasResults', this.#session.records.size > 0);
    }
  }

  #sendStatus(status: ResultsStatus): void {
    this.setContext();
    const text = JSON.stringify(status);
    if (this.#isReady && text !== this.#sentStatus) {
      this.#sentStatus = text;
      this.#page.send('status', status);
    }
  }

  async #resend(): Promise<void> {
    this.#sendStatus(await this.#session.status());
  }

  /** A restored tab keeps its title until its responses and names are read. */
  #setTitle(): void {
    if (this.#start === 'restored') {
      return;
    }
    const { endpoint, texts, firstId } = this.#session;
    const subject = findUserLabel(endpoint, texts, this.#handleOf) ?? findPlaceName(endpoint, texts) ?? '';
    this.panel.title = formatFileTitle(firstId) ?? formatResultsTitle(endpoint, texts, subject);
    this.#page.send('subject', subject);
  }
}

export class ResultsPanels implements vscode.Disposable {
  readonly #services: Services;
  readonly #saved: SavedSearches;
  readonly #panels = new Set<ResultsPanel>();
  readonly #view: vscode.Disposable;

  constructor(services: Services) {
    this.#services = services;
    this.#saved = new SavedSearches(services.context.globalState);
    this.#view = registerRecordView({
      page: 'social-results',
      state: () => (this.active === undefined ? undefined : this.active.panel.active ? 'active' : 'behind'),
      act: async (action, place = {}) => await this.active?.act(action, place),
    });
  }

  /** The active panel, or the last used one. */
  get active(): ResultsPanel | undefined {
    return [...this.#panels].find(({ panel }) => panel.active) ?? [...this.#panels].at(-1);
  }

  /** Sends the query only if it is free. @param tab default: posts */
  async openSearch(words: string, connection?: string, tab?: string): Promise<void> {
    const { endpoint, texts } = toSearchTabQuery(words, tab);
    const found = this.#reusable(endpoint);
    if (words !== '' || found === undefined) {
      await this.openQuery(endpoint, texts, { connection });
      return;
    }
    // its results were paid for, so an empty search doesn't replace them
    found.panel.reveal();
    if (tab !== undefined || found.session.endpoint !== search) {
      await found.openTab(tab ?? defaultSearchTab, '');
    }
    found.focusQuery();
  }

  /** Sends the query only if it is free or its price was accepted. */
  async openQuery(
    endpoint: Endpoint,
    texts: FieldTexts,
    { isPriceAccepted = false, view, connection }: OpenQueryOptions = {},
  ): Promise<void> {
    const found = this.#reusable(endpoint);
    const panel = found ?? this.#create({ endpoint, texts, view, connection });
    if (found !== undefined) {
      found.panel.reveal();
      await found.showQuery(endpoint, texts, view, connection);
    }
    await panel.callIfAccepted(texts, isPriceAccepted);
  }

  /** Shows one query's pages. Doesn't send requests. */
  async open([first, ...further]: readonly Exchange[], view?: ResultsViewMode, filter?: string): Promise<void> {
    const endpoint = first === undefined ? undefined : findEndpointById(first.request.endpointId);
    if (first === undefined || endpoint === undefined) {
      showRefusal(vscode.l10n.t('Open a response first.'));
      return;
    }
    const reusable = this.#reusable(endpoint, first.id);
    // a late response must not end a newer request
    const found = reusable?.session.isBusy === true ? undefined : reusable;
    found?.panel.reveal();
    await (found ?? this.#create({ endpoint, texts: {} })).showResponses(endpoint, [first, ...further], view, filter);
  }

  /** Doesn't send requests, because the page's previous results come from history. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const saved = typeof state === 'object' && state !== null && 'source' in state ? state.source : undefined;
    const { endpointId = '', texts = {} } = restorableResultsSchema.safeParse(saved).data ?? {};
    this.#fill(panel, { endpoint: findEndpointById(endpointId) ?? search, texts, isRestored: true });
  }

  dispose(): void {
    for (const { panel } of this.#panels) {
      panel.dispose();
    }
    this.#saved.dispose();
    this.#view.dispose();
  }

  /**
   * The last used tab in the same group, so jobs don't replace trends, or the *Search* page.
   * @param firstId the first response; a file's records and other results don't replace each other
   */
  #reusable(opened: Endpoint, firstId = ''): ResultsPanel | undefined {
    const placeOf = (endpoint: Endpoint) => (findSearchTab(endpoint) === undefined ? endpoint.group : 'Search page');
    const isMeant = ({ endpoint, firstId: shown }: ResultsPanel['session']) =>
      placeOf(endpoint) === placeOf(opened) && getSourceFile(shown) === getSourceFile(firstId);
    return [...this.#panels].findLast(({ session }) => isMeant(session));
  }

  #create(opened: Omit<ResultsPanelOptions, 'isRestored'>): ResultsPanel {
    const panel = vscode.window.createWebviewPanel('socialData.results', opened.endpoint.title, vscode.ViewColumn.Active);
    return this.#fill(panel, { ...opened, isRestored: false });
  }

  #fill(panel: vscode.WebviewPanel, opened: ResultsPanelOptions): ResultsPanel {
    setTabIcon(panel, 'search');
    const results = new ResultsPanel(this.#services, this.#saved, panel, opened);
    this.#panels.add(results);
    panel.onDidDispose(() => {
      this.#panels.delete(results);
      results.dispose();
    });
    panel.onDidChangeViewState(() => {
      if (panel.active) {
        this.#panels.delete(results);
        this.#panels.add(results);
        results.setContext();
      }
    });
    return results;
  }
}

function readRowAndColumn(place: object): { readonly row: number | null; readonly column: string | null } {
  const row: unknown = 'row' in place ? place.row : undefined;
  const column: unknown = 'column' in place ? place.column : undefined;
  return {
    row: typeof row === 'number' && Number.isSafeInteger(row) && row >= 0 ? row : null,
    column: typeof column === 'string' ? column : null,
  };
}
