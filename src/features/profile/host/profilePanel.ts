import * as vscode from 'vscode';
import type { Exchange } from '../../../client/exchange.ts';
import { type HostChannel, type HostMessage, openHostChannel } from '../../../core/channel/channel.ts';
import {
  type ProfileContent,
  type ProfileContract,
  profileTables,
  type ProfileAction,
  type ProfileState,
} from '../profileContract.ts';
import { loadStoredExchange, showExchange } from '../../../workbench/exchangeDocuments.ts';
import { createPageRequestHandlers, initializeWebviewPage, setTabIcon } from '../../../workbench/page/webviewPage.ts';
import { type Services, pinConnections } from '../../../workbench/services.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import { isPaidService } from '../../../core/cost/cost.ts';
import { formatResponseCost, addPrice, formatPriceWithAge, formatPrice } from '../../../core/cost/formatPrice.ts';
import { addNoChargeSentence } from '../../../core/cost/formatCost.ts';
import { toPinInput } from '../../../core/records/pinnedRecord.ts';
import { type SectionRequest, listRecordSections } from '../../explore/index.ts';
import { toRecordUrl, type TreeRecord, toTreeRecords } from '../../../core/records/treeRecord.ts';
import { getResponseKind } from '../../../core/records/responseView.ts';
import { sandboxName } from '../../../core/connections/connectionSettings.ts';
import { getPermalinkBase, isSandboxResponse } from '../../../core/connections/responseConnection.ts';
import { toProfile } from '../toProfile.ts';
import type { Quote } from '../../../client/client.ts';
import { findEndpointById } from '../../../client/endpoints/table.ts';
import { SocialDataError } from '../../../client/errors.ts';
import { reuseAnyAge } from '../../../client/policies/history.ts';
import type { AnyRecord } from '../../../client/records/readRecord.ts';
import { type RecordPath, toPage } from '../../../client/records/toPage.ts';
import { type RecordTarget, registerRecordView } from '../../../workbench/recordTarget.ts';
import { toContextValue } from '../../../workbench/tree/treeNode.ts';
import { actOnRecords, confirmRefresh } from '../../records/host/index.ts';
import { readServiceReadiness } from '../../../workbench/services/connections.ts';
import { callAndShow, callWithProgress, withErrorNotification, showResponse } from '../../../workbench/callAndShow.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import { joinParts } from '../../../core/text/joinParts.ts';

interface ShownRecord {
  readonly exchange: Exchange;
  readonly record: AnyRecord;
  readonly profile: ProfileContent;
  readonly path: RecordPath;
  /** For pins and sections; undefined for kinds that don't have any. */
  readonly row: TreeRecord | undefined;
  /** Equal for responses about the same record. */
  readonly key: string;
}

/** A response's record, with its actions and parts. Only `refresh` and opening a part send requests. */
export class ProfileSession {
  readonly #services: Services;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #closed = new AbortController();
  #isRefreshing = false;
  #shown: (ShownRecord & { readonly connection: string }) | undefined;
  #parts: ReadonlyMap<string, SectionRequest & { readonly quote: Quote | undefined }> = new Map();

  readonly onDidChange = this.#changed.event;

  constructor(services: Services, shown?: ShownRecord) {
    this.#services = services;
    if (shown !== undefined) {
      this.show(shown);
    }
  }

  get #isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  get shown(): ShownRecord | undefined {
    return this.#shown;
  }

  get title(): string {
    const { profile } = this.#shown ?? {};
    return profile?.handle === null || profile === undefined ? sanitizeForVsCode(profile?.name ?? '', 40) : `@${profile.handle}`;
  }

  get connection(): string | undefined {
    return this.#shown?.connection;
  }

  get #pinnedServices(): Services {
    return pinConnections(this.#services, this.connection);
  }

  /** Doesn't send requests. A new response also updates the record's pin. @param connection default: the response's connection */
  show(shown: ShownRecord, connection = this.#services.connections.nameOf(shown.exchange)): void {
    this.#shown = { ...shown, connection };
    this.#changed.fire();
    const pin = shown.row === undefined ? undefined : toPinInput(shown.row, connection);
    if (pin !== undefined && shown.exchange.from === 'network') {
      void this.#services.pins.relabel(pin);
    }
  }

  /** Cancels a waiting request. If a request is in flight, its response is stored but not shown. */
  dispose(): void {
    this.#closed.abort();
    this.#changed.dispose();
  }

  /** Doesn't send requests. */
  async state(): Promise<ProfileState> {
    const shown = this.#shown;
    if (shown === undefined) {
      return {
        profile: null,
        parts: [],
        words: '',
        actions: [{ action: 'lookUp', title: vscode.l10n.t('Look Up…') }],
        response: '',
        isLive: false,
        isSandbox: false,
        isLoading: false,
        notice: addNoChargeSentence(vscode.l10n.t('This response is no longer in history.')),
        exchangeId: null,
        connection: null,
      };
    }
    const { exchange, profile, connection } = shown;
    const { connections, pins } = this.#services;
    await pins.load();
    return {
      profile,
      parts: await this.#offerParts(shown),
      words: this.#describeForMenus(shown),
      actions: await this.#actions(shown),
      response: joinParts([formatResponseCost(exchange, Date.now()), connections.markOf(connection, exchange.request.service)]),
      isLive: isPaidService(await this.#pinnedServices.client(), exchange.request.service),
      isSandbox: connection === sandboxName, // a sandbox that was added as a connection is charged like a service
      isLoading: this.#isRefreshing,
      notice: '',
      exchangeId: exchange.id,
      connection,
    };
  }

  async #offerParts({ row, exchange }: ShownRecord): Promise<ProfileState['parts']> {
    if (row === undefined) {
      return [];
    }
    const statuses = await readServiceReadiness(this.#services, this.connection);
    const client = await this.#pinnedServices.client();
    const parts = listRecordSections(row, statuses)
      .filter(({ query }) => query.endpoint.id !== exchange.request.endpointId)
      .map(({ id, query }) => {
        const { endpoint, params } = query;
        return [id, { ...query, quote: client.quote(endpoint, params, { reuse: reuseAnyAge }) }] as const;
      });
    this.#parts = new Map(parts);
    return parts.map(([section, { endpoint, quote }]) => ({
      section,
      summary: endpoint.summary,
      offer: formatPriceWithAge(quote, Date.now()),
      isStored: quote?.kind === 'stored',
    }));
  }

  async #actions(shown: ShownRecord): Promise<ProfileState['actions']> {
    const { l10n } = vscode;
    const { exchange } = shown;
    const { endpointId, params, format } = exchange.request;
    const endpoint = findEndpointById(endpointId);
    const client = await this.#pinnedServices.client();
    const isPinned = this.#isPinned(shown);
    const price = endpoint === undefined ? '' : formatPrice(client.quote(endpoint, params, { format, reuse: 'never' }));
    return [
      ...(endpoint === undefined ? [] : [{ action: 'refresh' as const, title: addPrice(l10n.t('Refresh'), price) }]),
      { action: 'openAsJson', title: l10n.t('Open as JSON') },
      { action: 'saveAsFixture', title: l10n.t('Save as Fixture…') },
      ...(isPinned === true ? [{ action: 'unpin' as const, title: l10n.t('Unpin') }] : []),
      ...(isPinned === false ? [{ action: 'pin' as const, title: l10n.t('Pin') }] : []),
      ...(this.#address(shown) === undefined ? [] : [{ action: 'openInBrowser' as const, title: l10n.t('Open in Browser') }]),
    ];
  }

  async act(action: ProfileAction): Promise<void> {
    const { target } = this;
    if (action === 'lookUp' || target === undefined) {
      return await this.#services.open.lookUp();
    }
    await actOnRecords(this.#services, action, [target], true);
  }

  get target(): RecordTarget | undefined {
    if (this.#shown === undefined) {
      return undefined;
    }
    const { exchange, path, record, connection } = this.#shown;
    return {
      records: [record],
      connection,
      responses: async () => await Promise.resolve([{ exchange, path }]),
      refresh: async (_targets, isPriceShown) => {
        if (isPriceShown || (await confirmRefresh(this.#pinnedServices, exchange.request))) {
          await this.#refresh(exchange);
        }
      },
    };
  }

  targetOfPart(section: unknown): RecordTarget | undefined {
    const part = typeof section === 'string' ? this.#parts.get(section) : undefined;
    const { connection } = this;
    return part === undefined || connection === undefined
      ? undefined
      : {
          ...{ records: [], connection },
          responses: async () => await Promise.resolve([]),
          request: { endpointId: part.endpoint.id, params: part.params, format: 'simple' },
        };
  }

  async openPart(section: string): Promise<void> {
    const part = this.#parts.get(section);
    if (part !== undefined) {
      const { endpoint, params, quote } = part;
      const isPriceAccepted = quote?.kind !== 'stored';
      const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
      await this.#services.open.query(endpoint, texts, { isPriceAccepted, connection: this.connection });
    }
  }

  async #refresh(exchange: Exchange): Promise<void> {
    const { endpointId, params, format } = exchange.request;
    const endpoint = findEndpointById(endpointId);
    if (endpoint === undefined || this.#isRefreshing) {
      return;
    }
    const options = { format, reuse: 'never' } as const;
    const services = this.#pinnedServices;
    const retry = async () => await callAndShow(services, endpoint, params, options, showResponse);
    const { connection } = this;
    const fresh = await withErrorNotification(services, endpoint, retry, async () => {
      this.#isRefreshing = true;
      this.#changed.fire();
      try {
        return await callWithProgress(services, endpoint, params, { ...options, stop: this.#closed.signal });
      } catch (error) {
        if (this.#isClosed && error instanceof SocialDataError && error.kind === 'cancelled') {
          return undefined; // the page was closed before the request was sent
        }
        throw error;
      } finally {
        this.#isRefreshing = false;
        this.#changed.fire();
      }
    });
    if (fresh === undefined || this.#isClosed) {
      return;
    }
    const shown = toShownRecord(fresh);
    if (shown === undefined) {
      await showExchange(this.#services, fresh); // the new response isn't about a record with a page
    } else {
      this.show(shown, connection);
    }
  }

  #describeForMenus(shown: ShownRecord): string {
    const isPinned = this.#isPinned(shown);
    return toContextValue([
      shown.profile.kind,
      isPinned !== undefined && (isPinned ? 'pinned' : 'pinnable'),
      'hasResponse',
      'tabular',
      'addressed',
      this.#address(shown) !== undefined && 'web',
      'numbered',
    ]);
  }

  /** Undefined if the record can't be pinned. */
  #isPinned({ row }: ShownRecord): boolean | undefined {
    const pin = row === undefined ? undefined : toPinInput(row, this.connection);
    return pin === undefined ? undefined : this.#services.pins.has(pin.kind, pin.id);
  }

  /** Returns undefined for sandbox data. */
  #address({ record, exchange }: ShownRecord): string | undefined {
    return isSandboxResponse(exchange) ? undefined : toRecordUrl(record, getPermalinkBase(exchange));
  }
}

const ageRefreshMs = 60_000;

const icons = {
  user: 'account',
  list: 'list-unordered',
  community: 'organization',
  space: 'unmute',
  job: 'briefcase',
} as const satisfies Readonly<Record<ProfileContent['kind'], string>>;

export class ProfilePanel implements vscode.Disposable {
  readonly panel: vscode.WebviewPanel;
  readonly session: ProfileSession;
  readonly #services: Services;
  readonly #page: HostChannel<ProfileContract>;
  readonly #subscriptions: vscode.Disposable;
  #isReady = false;
  /** Counts #send calls, so an older state that resolves later isn't sent. */
  #turn = 0;

  /** @param first messages for the document, so they are painted immediately */
  constructor(services: Services, panel: vscode.WebviewPanel, session: ProfileSession, first: readonly HostMessage[] = []) {
    this.panel = panel;
    this.#services = services;
    this.session = session;
    this.#page = openHostChannel<ProfileContract>({
      port: initializeWebviewPage(services.context, panel.webview, {
        bundle: 'profile',
        element: 'social-profile',
        title: vscode.l10n.t('Profile'),
        first,
      }),
      tables: profileTables,
      onDropped: (why) => services.log.warn(`Profile: dropped ${why}.`),
      handlers: {
        events: {},
        requests: {
          ready: async ({ exchangeId, connection }) => await this.#ready(exchangeId, connection ?? undefined),
          openPart: async ({ section }) => await session.openPart(section),
          act: async ({ action }) => await session.act(action),
          ...createPageRequestHandlers(services, () => session.connection),
        },
      },
    });
    this.#name();
    const again = () => this.#send();
    const ages = setInterval(() => (panel.visible ? again() : undefined), ageRefreshMs);
    this.#subscriptions = vscode.Disposable.from(
      new vscode.Disposable(() => clearInterval(ages)),
      session.onDidChange(() => {
        this.#name();
        again();
      }),
      services.spend.onDidChange(again),
      services.connections.onDidChange(again),
      services.pins.onDidChange(again),
      panel.onDidChangeViewState(() => (panel.visible ? again() : undefined)),
    );
  }

  dispose(): void {
    this.#page.close();
    this.session.dispose();
    this.#subscriptions.dispose();
  }

  async #ready(exchangeId: string | null, connection: string | undefined): Promise<void> {
    const isRestored = exchangeId !== null && this.session.shown === undefined;
    const stored = isRestored ? await loadStoredExchange(this.#services, exchangeId) : undefined;
    const shown = stored === undefined ? undefined : toShownRecord({ ...stored, from: 'history' });
    this.#isReady = true;
    if (shown === undefined) {
      this.#send();
    } else {
      this.session.show(shown, connection);
    }
  }

  #name(): void {
    const { shown, title } = this.session;
    if (shown !== undefined) {
      this.panel.title = title; // a restored tab keeps its title until its response is read
    }
    setTabIcon(this.panel, shown === undefined ? 'account' : icons[shown.profile.kind]);
  }

  #send(): void {
    this.#turn += 1;
    const turn = this.#turn;
    if (this.#isReady) {
      this.session.state().then(
        (state) => (turn === this.#turn ? this.#page.send('state', state) : undefined),
        (error: unknown) => this.#services.log.error(`A profile couldn't be shown: ${String(error)}`),
      );
    }
  }
}

export class ProfilePanels implements vscode.Disposable {
  readonly #services: Services;
  readonly #panels = new Set<ProfilePanel>();
  readonly #view: vscode.Disposable;

  constructor(services: Services) {
    this.#services = services;
    this.#view = registerRecordView({
      page: 'social-profile',
      state: () => (this.#last === undefined ? undefined : this.#last.panel.active ? 'active' : 'behind'),
      act: async (action, place = {}) => {
        const session = this.#last?.session;
        const target = 'section' in place ? session?.targetOfPart(place.section) : session?.target;
        await actOnRecords(services, action, target === undefined ? [] : [target]);
      },
    });
  }

  /** The active page, otherwise the one opened last. */
  get #last(): ProfilePanel | undefined {
    const panels = [...this.#panels];
    return panels.find(({ panel }) => panel.active) ?? panels.at(-1);
  }

  /** Shows a response's record in a new page, or in its open page. Doesn't send requests. */
  async open(exchange: Exchange): Promise<void> {
    const shown = toShownRecord(exchange);
    if (shown === undefined) {
      showRefusal(vscode.l10n.t("This response isn't about a single user, list, community, Space, or job."));
      return;
    }
    const session = new ProfileSession(this.#services, shown);
    const first = [{ kind: 'event', name: 'state', payload: await session.state() } as const];
    const existing = [...this.#panels].find((panel) => panel.session.shown?.key === shown.key);
    if (existing !== undefined) {
      session.dispose();
      existing.panel.reveal();
      existing.session.show(shown);
      return;
    }
    const panel = vscode.window.createWebviewPanel('socialData.profile', session.title, vscode.ViewColumn.Active);
    this.#add(new ProfilePanel(this.#services, panel, session, first));
  }

  /** The page then reports which response it showed. Doesn't send requests. */
  restore(panel: vscode.WebviewPanel): void {
    this.#add(new ProfilePanel(this.#services, panel, new ProfileSession(this.#services)));
  }

  dispose(): void {
    this.#view.dispose();
    for (const { panel } of this.#panels) {
      panel.dispose();
    }
  }

  #add(opened: ProfilePanel): void {
    this.#panels.add(opened);
    opened.panel.onDidDispose(() => {
      this.#panels.delete(opened);
      opened.dispose();
    });
  }
}

/** Returns undefined for a response with several records, or with a record without a page. */
export function toShownRecord(exchange: Exchange): ShownRecord | undefined {
  const page = toPage(exchange);
  const found = getResponseKind(page) === 'records' ? undefined : page.records.find(({ kind }) => kind === page.kind);
  const profile = found === undefined ? undefined : toProfile(found.record);
  if (found === undefined || profile === undefined) {
    return undefined;
  }
  const key = `${profile.kind}:${found.id ?? profile.handle ?? exchange.id}`;
  return { exchange, record: found.record, profile, path: found.path ?? [], row: toTreeRecords(page)[0], key };
}
