import * as vscode from 'vscode';
import { addNoChargeSentence } from '../../app/cost/formatCost.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { AnswerReuse } from '../../client/policies/send.ts';
import type { PostAction, ThreadAction } from '../../protocol/pageCommands.ts';
import type { Services } from '../shared/services.ts';
import { showRefusal } from '../shared/dialogs.ts';
import { completeWalkthroughStep } from '../shared/walkthroughSteps.ts';
import { setTabIcon } from '../shared/page/webviewPage.ts';
import { actOnPost, actOnThread } from './actOnThread.ts';
import { ThreadSession } from './threadSession.ts';
import { type InitialThread, createInitialThread } from './threadState.ts';
import { type ThreadPageCommand, ThreadView } from './threadView.ts';

const viewId = 'socialData.thread';

/**
 * All threads on screen: the one in the side bar and those in tabs. A command is about the one that has the keyboard, else the tab
 * in front, else the side bar. The title of the view gives its commands no argument, so it offers none that would act on, or spend
 * for, a tab in front.
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
      memory: { read: () => workspaceState.get(viewId), write: (kept) => void workspaceState.update(viewId, kept) },
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
  async open(id: string, reuse?: AnswerReuse, connection?: string): Promise<void> {
    const opened = this.#session.open(id, reuse, connection);
    await revealThreadView();
    await opened;
  }

  /** Makes no call. */
  async openAnswer(exchange: Exchange): Promise<void> {
    this.#session.openExchange(exchange);
    await revealThreadView();
  }

  /** From what is kept. Makes no call. */
  async back(): Promise<void> {
    await this.#chosenSession.back();
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

  async act(action: ThreadAction): Promise<void> {
    await actOnThread(this.#services, this.#chosenSession, action);
  }

  command(name: ThreadPageCommand): void {
    this.#chosen?.command(name);
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
