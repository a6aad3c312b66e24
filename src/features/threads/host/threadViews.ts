import * as vscode from 'vscode';
import { addNoChargeSentence, formatCost } from '../../../core/cost/formatCost.ts';
import type { Exchange } from '../../../client/exchange.ts';
import type { ResponseReuse } from '../../../client/policies/send.ts';
import type { PostAction, ThreadAction } from '../../../core/channel/pageCommands.ts';
import type { Services } from '../../../workbench/services.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import { completeWalkthroughStep } from '../../../workbench/walkthroughSteps.ts';
import { createPageRequestHandlers, setTabIcon, initializeWebviewPage } from '../../../workbench/page/webviewPage.ts';
import { actOnPost, actOnThread } from './actOnThread.ts';
import { ThreadSession } from './threadSession.ts';
import { type HostChannel, type HostHandlers, openHostChannel, type HostMessage } from '../../../core/channel/channel.ts';
import {
  type PersistedThreadPage,
  persistedThreadPageSchema,
  type RestorableThread,
  type ThreadContract,
  type ThreadPageCommand,
  type ThreadState,
  threadTables,
} from '../threadContract.ts';
import { runErrorAction } from '../../../workbench/showErrorNotification.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import { onDidChangeSettings } from '../../../workbench/settings.ts';
import type { PagePost } from '../threadPage.ts';
import { isPaidService } from '../../../core/cost/cost.ts';
import { formatPriceEach, formatPrice } from '../../../core/cost/formatPrice.ts';
import { describeStopping, describeWaiting } from '../../../core/errors/describeError.ts';
import { formatUnloadedParts } from '../threadPages.ts';
import { quoteUnstoredThreadPage, quoteThreadPage } from '../threadQuery.ts';

/** More responses than any page shows at once. */
const maxInitialReplies = 30;

/** What of a thread comes with the document of its page, so that a person sees it before the page has asked for anything. */
interface InitialThread {
  readonly messages: readonly HostMessage[];
  readonly postIds: readonly string[];
}

/** Unknown before the first call. */
interface ThreadPagePrice {
  readonly words: string;
  readonly isKnown: boolean;
}

/** How many posts a message brings at most, so that none keeps the page busy for long. */
const maxPostsPerMessage = 150;

interface ThreadViewOptions {
  readonly surface: 'sideBar' | 'editor';
  /** Called with whose thread it is, for the title. */
  readonly onSubject: (title: string) => void;
  readonly onFocus?: (isFocused: boolean) => void;
  /** What comes with the document, where the thread is there already. */
  readonly initial?: InitialThread | undefined;
  /** What outlives the window, where VS Code itself keeps it too seldom. */
  readonly memory?: { readonly read: () => unknown; readonly write: (stored: PersistedThreadPage) => void };
}

/**
 * A thread in a webview: keeps page and session in step until it is disposed. Makes no call by itself: what the page asks for is
 * what a person pressed.
 */
class ThreadView implements vscode.Disposable {
  readonly session: ThreadSession;
  readonly #services: Services;
  readonly #place: ThreadViewOptions;
  readonly #page: HostChannel<ThreadContract>;
  readonly #subscriptions: vscode.Disposable;
  /** The posts that the page has of its thread: each is sent once, and again where another response brought it. */
  #sent = new Map<string, PagePost | undefined>();
  #sentFocalId: string | null = null;
  #isReady = false;
  #isSending = false;
  #isStale = false;

  constructor(services: Services, webview: vscode.Webview, session: ThreadSession, place: ThreadViewOptions) {
    this.session = session;
    this.#services = services;
    this.#place = place;
    this.#page = openHostChannel<ThreadContract>({
      port: initializeWebviewPage(services.context, webview, {
        bundle: 'threads',
        element: 'social-thread',
        title: vscode.l10n.t('Thread'),
        surface: place.surface,
        first: place.initial?.messages ?? [],
      }),
      tables: threadTables,
      onDropped: (why) => {
        services.log.warn(`Thread: dropped ${why}.`);
      },
      handlers: this.#handlers(),
    });
    this.#subscriptions = vscode.Disposable.from(
      session.onDidChange(() => void this.#send()),
      services.connections.onDidChange(() => void this.#send()),
      onDidChangeSettings(() => void this.#send()),
    );
  }

  command(name: ThreadPageCommand): void {
    this.#page.send('command', name);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#page.close();
  }

  #handlers(): HostHandlers<ThreadContract> {
    const { session } = this;
    const { initial, memory, onFocus } = this.#place;
    // read now: it is what the document was made from
    const inDocument = new Map((initial?.postIds ?? []).map((id) => [id, session.pages.newest(id)] as const));
    return {
      requests: {
        ready: async ({ source, isFilled }) => {
          this.#isReady = true;
          this.#sent = new Map(isFilled ? inDocument : []);
          this.#sentFocalId = session.state.focalId ?? null;
          await this.#present(source);
        },
        load: async ({ key }) => await session.load(key),
        recover: async ({ action }) => await this.#recover(action),
        viewThread: async () => await this.#services.open.thread(),
        ...createPageRequestHandlers(this.#services, () => session.connection),
      },
      events: {
        stop: () => session.stop(),
        keep: (stored) => memory?.write(stored),
        focus: (isFocused) => onFocus?.(isFocused),
      },
    };
  }

  async #present(source: RestorableThread | null): Promise<void> {
    const remembered = source === null ? persistedThreadPageSchema.safeParse(this.#place.memory?.read()).data : undefined;
    const wanted = source ?? remembered?.source;
    if (this.session.state.phase !== 'empty' || wanted === undefined) {
      return await this.#send();
    }
    if (remembered !== undefined) {
      this.#page.send('stored', remembered);
    }
    await this.session.restore(wanted);
  }

  /** Sends the newest state; what changes meanwhile is sent when that is done, so messages keep their order. */
  async #send(): Promise<void> {
    if (!this.#isReady || this.#isSending) {
      this.#isStale = true;
      return;
    }
    this.#isSending = true;
    const { session } = this;
    try {
      do {
        this.#isStale = false;
        const state = await toThreadState(this.#services, session);
        const fresh = this.#takeUnsentPosts(state);
        for (let at = 0; at < fresh.length; at += maxPostsPerMessage) {
          const posts = fresh.slice(at, at + maxPostsPerMessage).flatMap((id) => session.pages.post(id) ?? []);
          this.#page.send('posts', posts);
        }
        this.#page.send('state', state);
        const author = session.focal?.author.handle;
        this.#place.onSubject(author === undefined ? '' : `@${sanitizeForVsCode(author)}`);
      } while (this.#isStale);
    } finally {
      this.#isSending = false;
    }
  }

  /** With a state of another thread the page forgets what its lines do not name. */
  #takeUnsentPosts({ focalId, rows }: ThreadState): readonly string[] {
    const { pages } = this.session;
    if (focalId !== this.#sentFocalId) {
      this.#sentFocalId = focalId;
      this.#sent.clear();
    }
    const fresh = rows.flatMap((row) => (row.kind === 'post' && this.#sent.get(row.id) !== pages.newest(row.id) ? [row.id] : []));
    for (const id of fresh) {
      this.#sent.set(id, pages.newest(id));
    }
    return fresh;
  }

  async #recover(action: string): Promise<void> {
    const { session } = this;
    const { failure, focalId } = session.state;
    const error = failure?.error;
    if (action === 'reload' && focalId !== undefined) {
      return await session.open(focalId, undefined, session.connection);
    }
    const described = await session.describeFailure();
    const known = described?.actions.find((one) => one.action === action)?.action;
    if (error === undefined || known === undefined) {
      return;
    }
    await runErrorAction(known, error, {
      connection: session.connection,
      retry: async () => await failure?.again(),
      services: this.#services,
    });
  }
}

const viewId = 'socialData.thread';

/**
 * All threads on screen: the one in the side bar and those in tabs. A command from the menu of a tab is about the tab; any other
 * command is about the thread that has the keyboard, else the tab in front, else the side bar. The title of the view passes no
 * argument, so it offers no command that would act on, or spend for, a tab in front.
 */
export class ThreadViews implements vscode.Disposable {
  readonly #services: Services;
  /** The thread of the side bar, whose view may be closed. */
  readonly #session: ThreadSession;
  readonly #subscription: vscode.Disposable;
  readonly #panels = new Map<vscode.WebviewPanel, ThreadView>();
  #view: ThreadView | undefined;
  #isViewVisible: () => boolean = () => false;
  #isViewFocused = false;
  readonly #contexts = new Map<string, boolean>();

  constructor(services: Services) {
    this.#services = services;
    this.#session = new ThreadSession(services);
    this.#subscription = this.#session.onDidChange(() => {
      const { state } = this.#session;
      this.#setContext('socialData.hasThread', state.phase === 'ready');
      if (state.phase === 'ready') {
        completeWalkthroughStep('thread');
      }
      this.#setBackContext();
    });
  }

  fillView(webviewView: vscode.WebviewView): void {
    const { workspaceState } = this.#services.context;
    const setFocus = (isFocused: boolean) => {
      this.#isViewFocused = isFocused;
      this.#setContext('socialData.threadViewFocus', isFocused);
      this.#setBackContext();
    };
    const view = new ThreadView(this.#services, webviewView.webview, this.#session, {
      surface: 'sideBar',
      memory: { read: () => workspaceState.get(viewId), write: (stored) => void workspaceState.update(viewId, stored) },
      onSubject: (subject) => {
        webviewView.description = subject;
      },
      onFocus: setFocus,
    });
    this.#view = view;
    this.#isViewVisible = () => webviewView.visible;
    // a page that goes away says nothing any more
    webviewView.onDidChangeVisibility(() => (webviewView.visible ? undefined : setFocus(false)));
    webviewView.onDidDispose(() => {
      setFocus(false);
      view.dispose();
      if (this.#view === view) {
        this.#view = undefined;
        this.#isViewVisible = () => false;
      }
    });
  }

  /** @param session what it shows; else what its page remembers */
  fillPanel(panel: vscode.WebviewPanel, session = new ThreadSession(this.#services), initial?: InitialThread): void {
    const title = vscode.l10n.t('Thread');
    const view = new ThreadView(this.#services, panel.webview, session, {
      surface: 'editor',
      initial,
      onSubject: (subject) => {
        panel.title = subject === '' ? title : `${title} ${subject}`;
      },
    });
    setTabIcon(panel, 'comment-discussion');
    this.#panels.set(panel, view);
    session.onDidChange(() => this.#setBackContext());
    panel.onDidChangeViewState(() => this.#setBackContext());
    panel.onDidDispose(() => {
      this.#panels.delete(panel);
      this.#setBackContext();
      view.dispose();
      session.dispose();
    });
  }

  /** One call, unless it is kept. */
  async open(id: string, reuse?: ResponseReuse, connection?: string): Promise<void> {
    const opened = this.#session.open(id, reuse, connection);
    await revealThreadView();
    await opened;
  }

  /** Makes no call. */
  async openResponse(exchange: Exchange): Promise<void> {
    this.#session.openExchange(exchange);
    await revealThreadView();
  }

  /** From what is kept. Makes no call. */
  async back(isOfTab: boolean): Promise<void> {
    await this.#sessionFor(isOfTab).back();
  }

  /** The side bar goes back to the previous thread, or closes if there is none. Makes no call. */
  async openInEditor(): Promise<void> {
    const { source } = this.#session;
    if (source === undefined) {
      return showRefusal(vscode.l10n.t('Open a thread first.'));
    }
    const session = new ThreadSession(this.#services);
    await session.restore(source);
    const initial = await createInitialThread(this.#services, session);
    this.fillPanel(vscode.window.createWebviewPanel(viewId, vscode.l10n.t('Thread'), vscode.ViewColumn.Active), session, initial);
    await this.#session.moveAway();
    if (this.#session.source === undefined && this.#isViewVisible()) {
      await vscode.commands.executeCommand('workbench.action.closeAuxiliaryBar'); // nothing is left to see there
    }
  }

  /** The side bar's previous thread stays reachable with *Back*. Makes no call. */
  async moveToSideBar(): Promise<void> {
    const [panel, view] = this.#frontTab ?? [];
    const source = view?.session.state.phase === 'ready' ? view.session.source : undefined;
    if (panel === undefined || source === undefined) {
      return showRefusal(vscode.l10n.t('Open a thread first.'));
    }
    await this.#session.takeOver(source);
    panel.dispose();
    await revealThreadView();
  }

  /** @param isOfTab whether the menu of the tab in front was used */
  async act(action: ThreadAction, isOfTab: boolean): Promise<void> {
    await actOnThread(this.#services, this.#sessionFor(isOfTab), action);
  }

  command(name: ThreadPageCommand, isOfTab: boolean): void {
    ((isOfTab ? this.#frontTab?.[1] : undefined) ?? this.#chosen)?.command(name);
  }

  /** @param context what the element under the pointer said of itself */
  async onPost(action: PostAction, context: unknown): Promise<void> {
    const id = readContextPostId(context);
    const views = [this.#chosen, this.#view, ...this.#panels.values()];
    const sessions = [...views.map((view) => view?.session), this.#session];
    const session = sessions.find((one) => id !== undefined && one?.pages.post(id) !== undefined);
    if (id === undefined || session === undefined) {
      return showRefusal(addNoChargeSentence(vscode.l10n.t('Open a thread first.')));
    }
    await actOnPost(this.#services, session, action, id);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#view?.dispose();
    this.#session.dispose();
    for (const view of this.#panels.values()) {
      view.dispose();
      view.session.dispose();
    }
  }

  #setContext(key: string, value: boolean): void {
    if ((this.#contexts.get(key) ?? false) !== value) {
      this.#contexts.set(key, value);
      void vscode.commands.executeCommand('setContext', key, value);
    }
  }

  #setBackContext(): void {
    this.#setContext('socialData.thread.canGoBack', this.#chosenSession.canGoBack);
  }

  get #frontTab(): readonly [vscode.WebviewPanel, ThreadView] | undefined {
    return [...this.#panels].find(([panel]) => panel.active);
  }

  get #chosen(): ThreadView | undefined {
    return (this.#isViewFocused ? undefined : this.#frontTab?.[1]) ?? this.#view;
  }

  #sessionFor(isOfTab: boolean): ThreadSession {
    return (isOfTab ? this.#frontTab?.[1].session : undefined) ?? this.#chosenSession;
  }

  get #chosenSession(): ThreadSession {
    return this.#chosen?.session ?? this.#session;
  }
}

async function revealThreadView(): Promise<void> {
  await vscode.commands.executeCommand(`${viewId}.focus`);
}

function readContextPostId(context: unknown): string | undefined {
  const id: unknown = typeof context === 'object' && context !== null ? Reflect.get(context, 'postId') : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** Makes no call. */
async function createInitialThread(services: Services, session: ThreadSession): Promise<InitialThread | undefined> {
  if (session.state.phase !== 'ready') {
    return undefined;
  }
  const whole = await toThreadState(services, session);
  const focalAt = whole.rows.findIndex(({ kind, key }) => kind === 'post' && key === whole.focalId);
  const rows = whole.rows.slice(0, Math.max(focalAt, 0) + 1 + maxInitialReplies);
  const posts = rows.flatMap((row) => (row.kind === 'post' ? (session.pages.post(row.id) ?? []) : []));
  return {
    messages: [
      { kind: 'event', name: 'posts', payload: posts },
      { kind: 'event', name: 'state', payload: { ...whole, rows } },
    ],
    postIds: posts.map(({ id }) => id),
  };
}

/** Makes no call. */
export async function toThreadState(services: Services, session: ThreadSession): Promise<ThreadState> {
  const client = await session.services.client();
  const described = await session.describeFailure();
  // from here on nothing is awaited: all of it is of one moment
  const { state, pages, offers } = session;
  const { phase, focalId, busy, completing, waiting, isLoading, stopsBy } = state;
  const failure = state.failure === undefined ? undefined : described;
  const quotes = [...pages.requests].map(([key, request]) => ({
    key,
    quote: offers.offer(key, quoteThreadPage(client, request, pages.reuse)),
  }));
  const quote = quotes.find((one) => one.quote?.kind === 'known')?.quote ?? quoteUnstoredThreadPage(client);
  const price = formatPrice(quote);
  return {
    phase,
    failure: failure ?? null,
    waiting: waiting === undefined ? '' : describeWaiting(waiting),
    notice: session.notice,
    focalId: focalId ?? null,
    rows: pages.rows,
    busy: [...busy],
    price,
    free: quotes.flatMap((one) => (one.quote?.kind === 'stored' ? [one.key] : [])),
    summary: [
      formatSummary(session, { words: price, isKnown: quote?.kind === 'known' }),
      phase === 'ready' ? services.connections.markOf(session.connection) : '',
    ]
      .filter((part) => part !== '')
      .join(' · '),
    isLive: isPaidService(client, 'primary'),
    isLoading,
    stopping: describeStopping(stopsBy),
    completing: completing ?? null,
    source: session.source ?? null,
  };
}

/** "104 posts, more available, 2 branches left (≈$0.0002 each) · $0.0004". */
function formatSummary({ state: { phase, cost }, pages }: ThreadSession, price: ThreadPagePrice): string {
  if (phase !== 'ready') {
    return '';
  }
  const posts = pages.rows.filter(({ kind }) => kind === 'post').length;
  const loaded = posts === 1 ? vscode.l10n.t('1 post') : vscode.l10n.t('{0} posts', posts);
  const places = pages.requests.size;
  const each = places > 1 && price.isKnown ? formatPriceEach(price.words) : price.words;
  return `${places === 0 ? loaded : `${loaded}, ${formatUnloadedParts(pages)} (${each})`} · ${formatCost(cost)}`;
}
