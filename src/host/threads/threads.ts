import * as vscode from 'vscode';
import type { Exchange } from '../../client/exchange.ts';
import type { PostAction, ThreadAction } from '../../protocol/threadContract.ts';
import { presentRefusal } from '../shared/words/presentRefusal.ts';
import type { Services } from '../shared/services.ts';
import { actOnPost } from './actOnPost.ts';
import { actOnThread } from './actOnThread.ts';
import { type FirstSight, firstSight } from './firstSight.ts';
import { ThreadSession } from './threadSession.ts';
import { type ShownThread, showThread } from './showThread.ts';

const viewId = 'socialData.thread';

/**
 * Which thread a command is about. The title of the view gives its commands no argument, so those have ids of their own: a
 * menu of the side bar never acts on, nor spends for, a tab that happens to be in front.
 */
export type ThreadChoice = 'sideBar' | 'inFront';

/** All threads on screen: the one in the side bar and those in tabs. */
export interface Threads extends vscode.Disposable {
  readonly fillView: (view: vscode.WebviewView) => void;
  readonly fillPanel: (panel: vscode.WebviewPanel) => void;
  /** Opens the conversation of a post in the side bar: one call, unless it is kept. */
  readonly open: (id: string) => Promise<void>;
  /** Shows a conversation that is there, an answer's or a document's, in the side bar. Makes no call. */
  readonly openAnswer: (exchange: Exchange) => Promise<void>;
  /** Shows the thread of the side bar as a tab as well. Makes no call. */
  readonly openInEditor: () => Promise<void>;
  readonly act: (action: Exclude<ThreadAction, 'loadPictures'>, choice: ThreadChoice) => Promise<void>;
  readonly say: (name: Parameters<ShownThread['command']>[0], choice: ThreadChoice) => void;
  /** @param context what the element under the pointer said of itself */
  readonly onPost: (action: PostAction, context: unknown) => Promise<void>;
}

/** Makes what all threads share. Shows nothing yet. */
export function createThreads(services: Services): Threads {
  const viewSession = new ThreadSession(services);
  let hasThread = false;
  const subscription = viewSession.onDidChange(() => {
    const has = viewSession.state.phase === 'ready';
    if (has !== hasThread) {
      hasThread = has;
      void vscode.commands.executeCommand('setContext', 'socialData.hasThread', has);
    }
  });
  const panels = new Map<vscode.WebviewPanel, ShownThread>();
  let view: { readonly view: vscode.WebviewView; readonly shown: ShownThread } | undefined;

  /** The tab that is in front, else the side bar: what a command without a place is about. */
  const active = (): ShownThread | undefined => [...panels].find(([panel]) => panel.active)?.[1] ?? view?.shown;
  const chosen = (choice: ThreadChoice): ShownThread | undefined => (choice === 'sideBar' ? view?.shown : active());
  const sessions = (): readonly ThreadSession[] => [
    ...[active()?.session ?? viewSession],
    viewSession,
    ...[...panels.values()].map(({ session }) => session),
  ];

  function fillPanel(panel: vscode.WebviewPanel, session = new ThreadSession(services), first?: FirstSight): void {
    const title = vscode.l10n.t('Thread');
    const shown = showThread(services, panel.webview, session, {
      surface: 'editor',
      first,
      onSubject: (subject) => {
        panel.title = subject === '' ? title : `${title} ${subject}`;
      },
    });
    panel.iconPath = new vscode.ThemeIcon('comment-discussion');
    panels.set(panel, shown);
    panel.onDidDispose(() => {
      panels.delete(panel);
      shown.dispose();
      session.dispose();
    });
  }

  function setViewFocus(isFocused: boolean): void {
    void vscode.commands.executeCommand('setContext', 'socialData.threadViewFocus', isFocused);
  }

  async function reveal(): Promise<void> {
    await vscode.commands.executeCommand(`${viewId}.focus`);
  }

  return {
    fillView: (webviewView) => {
      const shown = showThread(services, webviewView.webview, viewSession, {
        surface: 'sideBar',
        memory: {
          read: () => services.context.workspaceState.get(viewId),
          write: (kept) => void services.context.workspaceState.update(viewId, kept),
        },
        onSubject: (subject) => {
          webviewView.description = subject;
        },
        onFocus: setViewFocus,
      });
      view = { view: webviewView, shown };
      // a page that goes away says nothing any more
      webviewView.onDidChangeVisibility(() => {
        if (!webviewView.visible) {
          setViewFocus(false);
        }
      });
      webviewView.onDidDispose(() => {
        setViewFocus(false);
        shown.dispose();
        view = view?.view === webviewView ? undefined : view;
      });
    },
    fillPanel: (panel) => {
      fillPanel(panel);
    },
    open: async (id) => {
      const opened = viewSession.open(id);
      await reveal();
      await opened;
    },
    openAnswer: async (exchange) => {
      viewSession.openExchange(exchange);
      await reveal();
    },
    openInEditor: async () => {
      const { source } = viewSession;
      if (source === undefined) {
        return presentRefusal(vscode.l10n.t('Open a thread first.'));
      }
      const session = new ThreadSession(services);
      await session.restore({ ...source, isUnderWay: false }); // its window is here
      const first = await firstSight(services, session);
      const panel = vscode.window.createWebviewPanel(viewId, vscode.l10n.t('Thread'), vscode.ViewColumn.Active);
      fillPanel(panel, session, first);
    },
    act: async (action, choice) => {
      await actOnThread(services, chosen(choice)?.session ?? viewSession, action);
    },
    say: (name, choice) => {
      chosen(choice)?.command(name);
    },
    onPost: async (action, context) => {
      const id = postIdIn(context);
      const session = sessions().find((one) => id !== undefined && one.post(id) !== undefined);
      if (id === undefined || session === undefined) {
        return presentRefusal(vscode.l10n.t('This post is in no thread that is open: nothing was done, nothing was spent.'));
      }
      await actOnPost(services, session, action, id);
    },
    dispose: () => {
      subscription.dispose();
      view?.shown.dispose();
      viewSession.dispose();
      for (const shown of panels.values()) {
        shown.dispose();
        shown.session.dispose();
      }
    },
  };
}

function postIdIn(context: unknown): string | undefined {
  const id: unknown = typeof context === 'object' && context !== null ? Reflect.get(context, 'postId') : undefined;
  return typeof id === 'string' ? id : undefined;
}
