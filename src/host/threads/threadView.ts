import * as vscode from 'vscode';
import { type HostChannel, openHostChannel } from '../../protocol/channel.ts';
import type { HostHandlers, EventPayload } from '../../protocol/contract.ts';
import {
  type PersistedThreadPage,
  persistedThreadPageSchema,
  type RestorableThread,
  threadContract,
} from '../../protocol/threadContract.ts';
import { runCommand } from '../shared/commands.ts';
import { createPageRequestHandlers } from '../shared/page/createPageRequestHandlers.ts';
import { initializeWebviewPage } from '../shared/page/webviewPage.ts';
import { runErrorAction } from '../shared/showErrorNotification.ts';
import type { Services } from '../shared/services.ts';
import { sanitizeForVsCode } from '../../text/sanitizeForVsCode.ts';
import { onDidChangeSettings } from '../shared/settings.ts';
import { PostsSentToPage } from './sentPosts.ts';
import type { ThreadSession } from './threadSession.ts';
import { type InitialThread, toThreadState } from './threadState.ts';

export type ThreadPageCommand = EventPayload<typeof threadContract.webview, 'command'>;

/** How many posts a message brings at most: each is checked on the other side, and none may take long. */
const maxPostsPerMessage = 150;

export interface ThreadViewOptions {
  readonly surface: 'sideBar' | 'editor';
  /** Called with whose thread it is, for the title. */
  readonly onSubject: (title: string) => void;
  readonly onFocus?: (isFocused: boolean) => void;
  /** What comes with the document, where the thread is there already. */
  readonly initial?: InitialThread | undefined;
  /** What outlives the window, where VS Code itself keeps it too seldom. */
  readonly memory?: { readonly read: () => unknown; readonly write: (kept: PersistedThreadPage) => void };
}

/**
 * A thread in a webview: keeps page and session in step until it is disposed. Makes no call by itself: what the page asks for is
 * what a person pressed.
 */
export class ThreadView implements vscode.Disposable {
  readonly session: ThreadSession;
  readonly #services: Services;
  readonly #place: ThreadViewOptions;
  readonly #page: HostChannel<typeof threadContract.webview>;
  readonly #subscriptions: vscode.Disposable;
  #sent = new PostsSentToPage(new Map(), null);
  #isReady = false;
  #isSending = false;
  #isStale = false;

  constructor(services: Services, webview: vscode.Webview, session: ThreadSession, place: ThreadViewOptions) {
    this.session = session;
    this.#services = services;
    this.#place = place;
    this.#page = openHostChannel({
      port: initializeWebviewPage(services.context, webview, {
        bundle: 'thread',
        element: 'social-thread',
        title: vscode.l10n.t('Thread'),
        surface: place.surface,
        first: place.initial?.messages ?? [],
      }),
      mine: threadContract.host,
      theirs: threadContract.webview,
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

  #handlers(): HostHandlers<typeof threadContract.host> {
    const { session } = this;
    const { initial, memory, onFocus } = this.#place;
    // read now: it is what the document was made from
    const inDocument = new Map((initial?.postIds ?? []).map((id) => [id, session.pages.newest(id)] as const));
    return {
      requests: {
        ready: async ({ source, isFilled }) => {
          this.#isReady = true;
          this.#sent = new PostsSentToPage(new Map(isFilled ? inDocument : []), session.state.focalId ?? null);
          await this.#present(source);
        },
        load: async ({ key }) => await session.load(key),
        recover: async ({ action }) => await this.#recover(action),
        viewThread: async () => await runCommand('socialData.threads.view'),
        ...createPageRequestHandlers(this.#services, () => session.connection),
      },
      events: {
        stop: () => session.stop(),
        keep: (kept) => memory?.write(kept),
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
      this.#page.send('kept', remembered);
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
        const { all } = session.pages;
        const state = await toThreadState(this.#services, session);
        const fresh = this.#sent.take(state, all, (id) => session.pages.newest(id));
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
      connection: session.failedConnection,
      retry: async () => await failure?.again(),
      services: this.#services,
    });
  }
}
