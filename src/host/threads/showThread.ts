import * as vscode from 'vscode';
import { type Channel, openChannel } from '../../protocol/channel.ts';
import { type KeptThreadData, keptThreadSchema, type ThreadSource, threadContract } from '../../protocol/threadContract.ts';
import { tweet } from '../../client/endpoints/primary/tweets.ts';
import { runCommand } from '../shared/commands.ts';
import { onPageRequest } from '../shared/page/onPageRequest.ts';
import { PagePictures } from '../shared/page/pagePictures.ts';
import { runErrorAction } from '../shared/presentError.ts';
import { reuseOfRetry } from '../shared/callAndShow.ts';
import type { Services } from '../shared/services.ts';
import { onDidChangeSettings } from '../shared/settings.ts';
import { openWebviewPage } from '../shared/page/webviewPage.ts';
import { actOnPost } from './actOnPost.ts';
import { actOnThread } from './actOnThread.ts';
import type { FirstSight } from './firstSight.ts';
import { SentPosts } from './sentPosts.ts';
import type { ThreadSession } from './threadSession.ts';
import { threadState } from './threadState.ts';

type Page = Channel<typeof threadContract.webview>;

/** A thread in a webview. */
export interface ShownThread extends vscode.Disposable {
  readonly session: ThreadSession;
  /** Says something that a menu of the view asked for. */
  readonly command: (name: 'find' | 'collapseAll' | 'expandAll' | 'onlyAuthor' | 'help') => void;
}

/** How many posts a message brings at most: each is checked on the other side, and none may take long. */
const postsAtOnce = 150;

/** Where a thread stands and what it shares with others. */
export interface ThreadPlace {
  readonly surface: 'sideBar' | 'editor';
  /** Is told whose thread it is, for the title. */
  readonly onSubject: (title: string) => void;
  /** Is told when the page gets the keyboard, and when it has it no more. */
  readonly onFocus?: (isFocused: boolean) => void;
  /** What comes with the document, where the thread is there already. */
  readonly first?: FirstSight | undefined;
  /** What outlives the window, where VS Code itself keeps it too seldom. */
  readonly memory?: { readonly read: () => unknown; readonly write: (kept: KeptThreadData) => void };
}

/**
 * Fills a webview with a session's thread and keeps them in step until it is disposed. Makes no call by itself: what the page
 * asks for is what a person pressed.
 */
export function showThread(
  services: Services,
  webview: vscode.Webview,
  session: ThreadSession,
  { surface, onSubject, onFocus, first, memory }: ThreadPlace,
): ShownThread {
  const port = openWebviewPage(services.context, webview, {
    bundle: 'thread',
    element: 'social-thread',
    title: vscode.l10n.t('Thread'),
    surface,
    first: first?.messages ?? [],
  });
  const pictures = new PagePictures(services.pictures);
  // read now: it is what the document was made from
  const inDocument = new Map((first?.postIds ?? []).map((id) => [id, session.newest(id)] as const));
  let sent = new SentPosts(new Map(), null);
  let isReady = false;
  let isSending = false;
  let isStale = false;

  const page: Page = openChannel({
    port,
    mine: threadContract.host,
    theirs: threadContract.webview,
    onDropped: (why) => {
      services.log.warn(`Thread: dropped ${why}.`);
    },
    handlers: {
      requests: {
        ready: async ({ source, hasPictures, isFilled }) => {
          isReady = true;
          if (hasPictures) {
            pictures.allow();
          }
          sent = new SentPosts(new Map(isFilled ? inDocument : []), session.state.focalId ?? null);
          await present(source);
          return null;
        },
        load: async ({ key }) => {
          await session.load(key);
          return null;
        },
        rank: async ({ mode }) => {
          await session.rank(mode);
          return null;
        },
        mend: async ({ action }) => {
          await mend(action);
          return null;
        },
        onPost: async ({ action, id }) => {
          await actOnPost(services, session, action, id);
          return null;
        },
        onThread: async ({ action }) => {
          if (action === 'loadPictures') {
            pictures.allow();
            await send();
          } else {
            await actOnThread(services, session, action);
          }
          return null;
        },
        ...onPageRequest(services.connections, pictures, () => session.foreignOrigin),
      },
      events: {
        stopCompleting: () => {
          session.stop();
        },
        keep: (kept) => {
          memory?.write(kept);
        },
        focus: (isFocused) => {
          onFocus?.(isFocused);
        },
      },
    },
  });

  async function present(source: ThreadSource | null): Promise<void> {
    const remembered = source === null ? keptThreadSchema.safeParse(memory?.read()).data : undefined;
    const wanted = source ?? remembered?.source;
    if (session.state.phase === 'empty' && wanted !== undefined) {
      if (remembered !== undefined) {
        if (remembered.hasPictures) {
          pictures.allow();
        }
        page.send('kept', remembered);
      }
      await session.restore(wanted);
    } else {
      await send();
    }
  }

  /** Sends the newest state; what changes meanwhile is sent when that is done, so messages keep their order. */
  async function send(): Promise<void> {
    if (!isReady || isSending) {
      isStale = true;
      return;
    }
    isSending = true;
    try {
      do {
        isStale = false;
        const { pages } = session.state;
        const state = await threadState(services, session, pictures.leave);
        const fresh = sent.take(state, pages, (id) => session.newest(id));
        for (let at = 0; at < fresh.length; at += postsAtOnce) {
          const posts = fresh.slice(at, at + postsAtOnce).flatMap((id) => session.post(id) ?? []);
          page.send('posts', posts);
        }
        page.send('state', state);
        const author = session.focal?.author.handle;
        onSubject(author === undefined ? '' : `@${author}`);
      } while (isStale);
    } finally {
      isSending = false;
    }
  }

  async function mend(action: string): Promise<void> {
    if (session.foreignOrigin !== undefined) {
      return action === 'selectConnection' ? await runCommand('socialData.connection.select') : undefined;
    }
    const { failure, parked, focalId, ranking } = session.state;
    const error = (failure ?? parked)?.error;
    if (action === 'reload' && focalId !== undefined) {
      return await session.open(focalId, ranking);
    }
    const described = await session.describeFailure();
    const known = described?.actions.find((one) => one.action === action)?.action;
    if (error === undefined || known === undefined) {
      return;
    }
    await runErrorAction(known, error, {
      services,
      endpoint: tweet,
      retry: async () => await failure?.again(reuseOfRetry(error)),
      parked: parked?.job,
    });
  }

  const subscriptions = vscode.Disposable.from(
    session.onDidChange(() => void send()),
    services.connections.onDidChange(() => void send()),
    onDidChangeSettings(() => void send()),
  );
  return {
    session,
    command: (name) => {
      page.send('command', name);
    },
    dispose: () => {
      subscriptions.dispose();
      page.close();
    },
  };
}
