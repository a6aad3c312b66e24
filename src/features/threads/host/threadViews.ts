import * as vscode from 'vscode';
import { formatCost } from '../../../core/cost/formatCost.ts';
import type { Exchange } from '../../../client/exchange.ts';
import type { ResponseReuse } from '../../../client/policies/send.ts';
import type { Services } from '../../../workbench/services.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import { type RecordTarget, type RecordView, registerRecordView } from '../../../workbench/recordTarget.ts';
import { actOnRecords } from '../../records/host/index.ts';
import { completeWalkthroughStep } from '../../../workbench/walkthroughSteps.ts';
import { createPageRequestHandlers, setTabIcon, initializeWebviewPage } from '../../../workbench/page/webviewPage.ts';
import { formatRestTitle, loadRest, openThread } from './loadThread.ts';
import { createPostTarget, createThreadTarget } from './threadTargets.ts';
import { type ThreadDirection, ThreadSession } from './threadSession.ts';
import { type HostChannel, type HostHandlers, openHostChannel, type HostMessage } from '../../../core/channel/channel.ts';
import {
  persistedThreadUiSchema,
  rankingModes,
  type RestorableThread,
  type ThreadContract,
  type ThreadViewCommand,
  type ThreadState,
  threadTables,
} from '../threadContract.ts';
import { runErrorAction } from '../../../workbench/showErrorNotification.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import { onDidChangeSettings } from '../../../workbench/settings.ts';
import type { PagePost } from '../threadPage.ts';
import { isPaidService } from '../../../core/cost/cost.ts';
import { formatPrice } from '../../../core/cost/formatPrice.ts';
import { describeStopping, describeWaiting } from '../../../core/errors/describeError.ts';
import { formatUnloadedBranches, formatUnloadedParts, type ThreadSnapshot } from '../threadSnapshot.ts';
import type { Client } from '../../../client/client.ts';
import { tweet } from '../../../client/endpoints/primary/tweets.ts';
import { quoteUnstoredThreadPage, quoteThreadPage } from '../threadQuery.ts';
import { joinParts } from '../../../core/text/joinParts.ts';

/** More replies than fit on a screen. */
const maxInitialReplies = 30;

/** A thread's first posts, added to its page's document so they are painted immediately. */
interface InitialThread {
  readonly messages: readonly HostMessage[];
  readonly postIds: readonly string[];
}

/** Limits how long the page needs to handle one message. */
const maxPostsPerMessage = 150;

interface ThreadViewOptions {
  readonly surface: 'sideBar' | 'editor';
  /** Called with the author's handle. */
  readonly onSubject: (subject: string) => void;
  readonly onFocus?: (isFocused: boolean) => void;
  readonly initial?: InitialThread | undefined;
  /** Set for the side bar, because VS Code doesn't reliably save webview views' state. */
  readonly memory?: vscode.Memento;
}

/** Connects a webview to a session. */
class ThreadView implements vscode.Disposable {
  readonly session: ThreadSession;
  readonly #services: Services;
  readonly #options: ThreadViewOptions;
  readonly #page: HostChannel<ThreadContract>;
  readonly #subscriptions: vscode.Disposable;
  /** The posts that the page has. A post is sent again if a different response contains it. */
  #sent = new Map<string, PagePost | undefined>();
  #sentFocalId: string | null = null;
  #isReady = false;
  #isSending = false;
  #isStale = false;

  constructor(services: Services, webview: vscode.Webview, session: ThreadSession, options: ThreadViewOptions) {
    this.session = session;
    this.#services = services;
    this.#options = options;
    this.#page = openHostChannel<ThreadContract>({
      port: initializeWebviewPage(services.context, webview, {
        bundle: 'threads',
        element: 'social-thread',
        title: vscode.l10n.t('Thread'),
        surface: options.surface,
        first: options.initial?.messages ?? [],
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

  command(name: ThreadViewCommand): void {
    this.#page.send('command', name);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#page.close();
  }

  #handlers(): HostHandlers<ThreadContract> {
    const { session } = this;
    const { initial, memory, onFocus } = this.#options;
    // before the session loads other versions of these posts
    const inDocument = new Map((initial?.postIds ?? []).map((id) => [id, session.snapshot.pagePost(id)] as const));
    return {
      requests: {
        ready: async ({ source, isFilled }) => {
          this.#isReady = true;
          this.#sent = new Map(isFilled ? inDocument : []);
          this.#sentFocalId = session.state.focalId ?? null;
          await this.#present(source);
        },
        load: async ({ key }) => await session.load(key),
        loadRest: async () => await session.loadRest(),
        rank: async ({ ranking }) => {
          const { focalId = '' } = session.state;
          await session.open(focalId, session.offers.reuse(ranking), session.connection, ranking);
        },
        recover: async ({ action }) => await this.#recover(action),
        viewThread: async () => await this.#services.open.thread(),
        ...createPageRequestHandlers(this.#services, () => session.connection),
        openPost: async ({ id, handle }) => await openThread(session, id, handle),
      },
      events: {
        stop: () => session.stop(),
        save: (stored) => memory?.update(viewId, stored),
        focus: (isFocused) => onFocus?.(isFocused),
      },
    };
  }

  async #present(source: RestorableThread | null): Promise<void> {
    const remembered = source === null ? persistedThreadUiSchema.safeParse(this.#options.memory?.get(viewId)).data : undefined;
    const wanted = source ?? remembered?.source;
    if (this.session.state.phase !== 'empty' || wanted === undefined) {
      return await this.#send();
    }
    if (remembered !== undefined) {
      this.#page.send('stored', remembered);
    }
    await this.session.restore(wanted);
  }

  /** Sends the current state. Changes that occur while it's being prepared are sent afterwards, so messages keep their order. */
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
          const posts = fresh.slice(at, at + maxPostsPerMessage).flatMap((id) => session.snapshot.post(id) ?? []);
          this.#page.send('posts', posts);
        }
        this.#page.send('state', state);
        const author = session.focal?.author.handle;
        this.#options.onSubject(author === undefined ? '' : `@${sanitizeForVsCode(author)}`);
      } while (this.#isStale);
    } finally {
      this.#isSending = false;
    }
  }

  /** The page drops the previous thread's posts, except posts that the new rows name. */
  #takeUnsentPosts({ focalId, rows }: ThreadState): readonly string[] {
    const { snapshot } = this.session;
    if (focalId !== this.#sentFocalId) {
      this.#sentFocalId = focalId;
      this.#sent.clear();
    }
    const fresh = rows.flatMap((row) =>
      row.kind === 'post' && this.#sent.get(row.id) !== snapshot.pagePost(row.id) ? [row.id] : [],
    );
    for (const id of fresh) {
      this.#sent.set(id, snapshot.pagePost(id));
    }
    return fresh;
  }

  async #recover(action: string): Promise<void> {
    const { session } = this;
    const { failure, focalId } = session.state;
    if (action === 'reload' && focalId !== undefined) {
      return await session.open(focalId, undefined, session.connection, session.snapshot.ranking);
    }
    const described = await session.describeFailure();
    const offered = described?.actions.find((one) => one.action === action)?.action;
    if (failure !== undefined && offered !== undefined) {
      const { connection } = session;
      await runErrorAction(offered, failure.error, { connection, retry: failure.retry, services: this.#services });
    }
  }
}

const viewId = 'socialData.thread';

/**
 * The threads in the side bar and in tabs. A command from a tab's menu acts on the tab; any other command acts on the view if
 * it has focus, otherwise on the active tab, or on the side bar without an active tab. The view's title bar doesn't pass arguments to
 * commands, so it only has commands that can't act on, or spend for, the active tab.
 */
export class ThreadViews implements vscode.Disposable {
  readonly #services: Services;
  /** The side bar's thread, even while its view is closed. */
  readonly #session: ThreadSession;
  readonly #subscriptions: vscode.Disposable;
  readonly #panels = new Map<vscode.WebviewPanel, ThreadView>();
  #sideBar: { readonly view: ThreadView; readonly webviewView: vscode.WebviewView } | undefined;
  #isViewFocused = false;
  readonly #contexts = new Map<string, boolean>();

  constructor(services: Services) {
    this.#services = services;
    this.#session = new ThreadSession(services);
    this.#subscriptions = vscode.Disposable.from(
      registerRecordView({
        page: 'social-thread',
        state: () => this.#state(),
        act: async (action, place = {}) => {
          const target = this.#findTarget(place);
          await actOnRecords(services, action, target === undefined ? [] : [target]);
        },
      }),
      this.#session.onDidChange(() => {
        const { state } = this.#session;
        this.#setContext('socialData.hasThread', state.phase === 'ready');
        if (state.phase === 'ready') {
          completeWalkthroughStep('thread');
        }
        this.#setSessionContext();
      }),
    );
  }

  fillView(webviewView: vscode.WebviewView): void {
    const { workspaceState } = this.#services.context;
    const setFocus = (isFocused: boolean) => {
      this.#isViewFocused = isFocused;
      this.#setContext('socialData.threadViewFocus', isFocused);
      this.#setSessionContext();
    };
    const view = new ThreadView(this.#services, webviewView.webview, this.#session, {
      surface: 'sideBar',
      memory: workspaceState,
      onSubject: (subject) => {
        webviewView.description = subject;
      },
      onFocus: setFocus,
    });
    const sideBar = { view, webviewView };
    this.#sideBar = sideBar;
    // a hidden page doesn't report that it lost focus
    webviewView.onDidChangeVisibility(() => (webviewView.visible ? undefined : setFocus(false)));
    webviewView.onDidDispose(() => {
      setFocus(false);
      view.dispose();
      if (this.#sideBar === sideBar) {
        this.#sideBar = undefined;
      }
    });
  }

  /** @param session default: an empty one, which shows the page's saved thread */
  fillPanel(panel: vscode.WebviewPanel, session = new ThreadSession(this.#services), initial?: InitialThread): void {
    const title = vscode.l10n.t('Thread');
    const view = new ThreadView(this.#services, panel.webview, session, {
      surface: 'editor',
      initial,
      onSubject: (subject) => {
        if (subject !== '') {
          panel.title = `${title} ${subject}`; // a restored tab keeps its title until its thread is read
        }
      },
    });
    setTabIcon(panel, 'comment-discussion');
    this.#panels.set(panel, view);
    session.onDidChange(() => this.#setSessionContext());
    panel.onDidChangeViewState(() => this.#setSessionContext());
    panel.onDidDispose(() => {
      this.#panels.delete(panel);
      this.#setSessionContext();
      view.dispose();
      session.dispose();
    });
  }

  /** Sends one request unless the thread is in history. */
  async open(id: string, reuse?: ResponseReuse, connection?: string): Promise<void> {
    const opened = this.#session.open(id, reuse, connection);
    await revealThreadView();
    await opened;
  }

  /** Doesn't send requests. */
  async openResponse(exchange: Exchange): Promise<void> {
    this.#session.openExchange(exchange);
    await revealThreadView();
  }

  async go(direction: ThreadDirection, isOfTab: boolean): Promise<void> {
    await this.#sessionFor(isOfTab).go(direction);
  }

  /** The side bar returns to the previous thread, or closes if it has no history. Doesn't send requests. */
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
    if (this.#session.source === undefined && this.#sideBar?.webviewView.visible === true) {
      await vscode.commands.executeCommand('workbench.action.closeAuxiliaryBar');
    }
  }

  /** *Back* returns to the thread that the side bar showed before. Doesn't send requests. */
  async moveToSideBar(): Promise<void> {
    const [panel, view] = this.#activeTab ?? [];
    const source = view?.session.state.phase === 'ready' ? view.session.source : undefined;
    if (panel === undefined || source === undefined) {
      return showRefusal(vscode.l10n.t('Open a thread first.'));
    }
    await this.#session.takeOver(source);
    panel.dispose();
    await revealThreadView();
  }

  /** @param isOfTab whether the command comes from the active tab's menu */
  async complete(isOfTab: boolean): Promise<void> {
    const session = this.#sessionFor(isOfTab);
    if (session === this.#session) {
      await revealThreadView(); // the progress is there
    }
    await loadRest(session);
  }

  command(name: ThreadViewCommand, isOfTab: boolean): void {
    ((isOfTab ? this.#activeTab?.[1] : undefined) ?? this.#activeView)?.command(name);
  }

  #state(): ReturnType<RecordView['state']> {
    const open = this.#session.state.phase === 'ready' ? 'open' : undefined;
    return this.#isViewFocused ? 'focused' : this.#activeTab === undefined ? open : 'active';
  }

  #findTarget({ surface, postId }: { readonly surface?: unknown; readonly postId?: unknown }): RecordTarget | undefined {
    const session = surface === 'sideBar' ? this.#session : this.#sessionFor(surface === 'editor');
    return typeof postId === 'string' ? createPostTarget(session, postId) : createThreadTarget(this.#services, session);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#sideBar?.view.dispose();
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

  #setSessionContext(): void {
    this.#setContext('socialData.thread.canGoBack', this.#activeSession.canGo('back'));
    this.#setContext('socialData.thread.canGoForward', this.#activeSession.canGo('forward'));
    this.#setContext('socialData.thread.isIncomplete', this.#activeSession.snapshot.nextToFetch !== undefined);
  }

  get #activeTab(): readonly [vscode.WebviewPanel, ThreadView] | undefined {
    return [...this.#panels].find(([panel]) => panel.active);
  }

  get #activeView(): ThreadView | undefined {
    return (this.#isViewFocused ? undefined : this.#activeTab?.[1]) ?? this.#sideBar?.view;
  }

  #sessionFor(isOfTab: boolean): ThreadSession {
    return (isOfTab ? this.#activeTab?.[1].session : undefined) ?? this.#activeSession;
  }

  get #activeSession(): ThreadSession {
    return this.#activeView?.session ?? this.#session;
  }
}

async function revealThreadView(): Promise<void> {
  await vscode.commands.executeCommand(`${viewId}.focus`);
}

async function createInitialThread(services: Services, session: ThreadSession): Promise<InitialThread | undefined> {
  if (session.state.phase !== 'ready') {
    return undefined;
  }
  const whole = await toThreadState(services, session);
  const focalAt = whole.rows.findIndex(({ kind, key }) => kind === 'post' && key === whole.focalId);
  const rows = whole.rows.slice(0, Math.max(focalAt, 0) + 1 + maxInitialReplies);
  const posts = rows.flatMap((row) => (row.kind === 'post' ? (session.snapshot.post(row.id) ?? []) : []));
  const { data: stored } = persistedThreadUiSchema.safeParse(services.context.workspaceState.get(viewId));
  return {
    messages: [
      // sorted and collapsed as in the side bar
      ...(stored === undefined ? [] : [{ kind: 'event', name: 'stored', payload: { ...stored, anchor: undefined } } as const]),
      { kind: 'event', name: 'posts', payload: posts },
      { kind: 'event', name: 'state', payload: { ...whole, rows } },
    ],
    postIds: posts.map(({ id }) => id),
  };
}

/** Doesn't send requests. */
export async function toThreadState(services: Services, session: ThreadSession): Promise<ThreadState> {
  const client = await session.services.client();
  const described = await session.describeFailure();
  // nothing is awaited below, so all parts are consistent
  const { state, snapshot, offers } = session;
  const { phase, focalId, busy, completing, waiting, isLoading, stopsBy } = state;
  const failure = state.failure === undefined ? undefined : described;
  const isLive = isPaidService(client, 'primary');
  const quotes = [...snapshot.requests].map(([key, request]) => ({
    key,
    quote: offers.offer(key, quoteThreadPage(client, request, snapshot.reuse)),
  }));
  const quote = quotes.find((one) => one.quote?.kind === 'known')?.quote ?? quoteUnstoredThreadPage(client);
  const rest = session.offerRest(client.priceOf(tweet));
  return {
    phase,
    failure: failure ?? null,
    waiting: waiting === undefined ? '' : describeWaiting(waiting),
    notice: session.notice,
    focalId: focalId ?? null,
    rows: snapshot.rows,
    busy: [...busy],
    price: formatPrice(quote),
    free: quotes.flatMap((one) => (one.quote?.kind === 'stored' ? [one.key] : [])),
    summary:
      phase === 'ready'
        ? joinParts([
            formatPostsLoaded(snapshot),
            snapshot.isStalled ? formatUnloadedParts(snapshot) : formatUnloadedBranches(snapshot.unloaded),
            isLive ? formatCost(state.cost) : '',
            services.connections.markOf(session.connection),
          ])
        : '',
    isLive,
    isLoading,
    stopping: describeStopping(stopsBy),
    completing: completing ?? null,
    rest: rest === undefined ? '' : formatRestTitle(rest),
    rankings: phase === 'ready' ? offerRankings(client, session) : [],
    source: session.source ?? null,
  };
}

/** Orders of the whole thread, which a complete thread doesn't need. */
function offerRankings(client: Client, { snapshot, state: { focalId = '' }, offers }: ThreadSession): ThreadState['rankings'] {
  const isComplete = snapshot.requests.size === 0 && snapshot.ranking === 'Relevance';
  const others = isComplete ? [] : rankingModes.filter((ranking) => ranking !== snapshot.ranking);
  return others.map((ranking) => ({
    ranking,
    price: formatPrice(offers.offer(ranking, quoteThreadPage(client, { postId: focalId, cursor: undefined, ranking }))),
  }));
}

function formatPostsLoaded({ rows }: ThreadSnapshot): string {
  const posts = rows.filter(({ kind }) => kind === 'post').length;
  return vscode.l10n.t('{0} loaded', posts === 1 ? vscode.l10n.t('1 post') : vscode.l10n.t('{0} posts', posts));
}
