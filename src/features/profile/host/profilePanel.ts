import * as vscode from 'vscode';
import type { Exchange } from '../../../client/exchange.ts';
import { type HostChannel, type HostMessage, openHostChannel } from '../../../core/channel/channel.ts';
import { type ProfileContent, type ProfileContract, profileTables } from '../profileContract.ts';
import { loadStoredExchange } from '../../../workbench/exchangeDocuments.ts';
import { createPageRequestHandlers } from '../../../workbench/page/createPageRequestHandlers.ts';
import { initializeWebviewPage, setTabIcon } from '../../../workbench/page/webviewPage.ts';
import type { Services } from '../../../workbench/services.ts';
import { ProfileSession, type ShownRecord, toShownRecord } from './profileSession.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';

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
  readonly #services: Services;
  readonly #session: ProfileSession;
  readonly #page: HostChannel<ProfileContract>;
  readonly #subscriptions: vscode.Disposable;
  #isReady = false;
  /** Counts what was asked to be shown: an older state that is ready later is not sent. */
  #turn = 0;

  /** @param first what its document brings along, so that it is painted at once */
  constructor(services: Services, panel: vscode.WebviewPanel, session: ProfileSession, first: readonly HostMessage[] = []) {
    this.panel = panel;
    this.#services = services;
    this.#session = session;
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

  /** Distinguishes what it shows from all else that has a page; undefined where it shows nothing. */
  get key(): string | undefined {
    return this.#session.shown?.key;
  }

  get exchange(): Exchange | undefined {
    return this.#session.shown?.exchange;
  }

  /** Makes no call. */
  show(shown: ShownRecord): void {
    this.#session.show(shown);
  }

  dispose(): void {
    this.#page.close();
    this.#session.dispose();
    this.#subscriptions.dispose();
  }

  async #ready(exchangeId: string | null, connection: string | undefined): Promise<void> {
    const isRestored = exchangeId !== null && this.#session.shown === undefined;
    const stored = isRestored ? await loadStoredExchange(this.#services, exchangeId) : undefined;
    const shown = stored === undefined ? undefined : toShownRecord({ ...stored, from: 'history' });
    this.#isReady = true;
    if (shown === undefined) {
      this.#send();
    } else {
      this.#session.show(shown, connection);
    }
  }

  #name(): void {
    const { shown, title } = this.#session;
    this.panel.title = title;
    setTabIcon(this.panel, shown === undefined ? 'account' : icons[shown.profile.kind]);
  }

  #send(): void {
    this.#turn += 1;
    const turn = this.#turn;
    if (this.#isReady) {
      this.#session.state().then(
        (state) => (turn === this.#turn ? this.#page.send('state', state) : undefined),
        (error: unknown) => this.#services.log.error(`A profile could not be shown: ${String(error)}`),
      );
    }
  }
}

export class ProfilePanels implements vscode.Disposable {
  readonly #services: Services;
  readonly #panels = new Set<ProfilePanel>();

  constructor(services: Services) {
    this.#services = services;
    services.exchanges.setActive(() => {
      const panels = [...this.#panels];
      return (panels.find(({ panel }) => panel.active) ?? panels.at(-1))?.exchange;
    });
  }

  /** Shows the thing that a response is about, or reveals its open page. Makes no call. */
  async open(exchange: Exchange): Promise<void> {
    const shown = toShownRecord(exchange);
    if (shown === undefined) {
      showRefusal(vscode.l10n.t('This response is not about a single user, list, community, Space or job.'));
      return;
    }
    const session = new ProfileSession(this.#services, shown);
    const first = [{ kind: 'event', name: 'state', payload: await session.state() } as const];
    const existing = [...this.#panels].find(({ key }) => key === shown.key);
    if (existing !== undefined) {
      session.dispose();
      existing.panel.reveal();
      existing.show(shown);
      return;
    }
    const panel = vscode.window.createWebviewPanel('socialData.profile', session.title, vscode.ViewColumn.Active);
    this.#add(new ProfilePanel(this.#services, panel, session, first));
  }

  /** The page itself reports which response it showed. Makes no call. */
  restore(panel: vscode.WebviewPanel): void {
    this.#add(new ProfilePanel(this.#services, panel, new ProfileSession(this.#services)));
  }

  dispose(): void {
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
