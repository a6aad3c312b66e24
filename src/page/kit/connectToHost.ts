import {
  type Contract,
  type PageChannel,
  type PageHandlers,
  type RequestParams,
  type HostMessage,
  openPageChannel,
} from '../../core/channel/channel.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

export interface HostConnection<C extends Contract> {
  readonly channel: PageChannel<C>;
  readonly ask: <N extends keyof C['host']['requests'] & string>(name: N, params: RequestParams<C, N>) => void;
  /** The last state passed to `saveState` before the page was hidden or moved, or the window reloaded; otherwise undefined. */
  readonly savedState: unknown;
  readonly saveState: (state: unknown) => void;
  /** Handles the messages in the document, unless the page has saved state, which is newer. @returns whether there were any */
  readonly receiveInitial: () => boolean;
}

/** Must be called only once per page: VS Code throws the second time. */
export function connectToHost<C extends Contract>(handlers: PageHandlers<C>): HostConnection<C> {
  const api = acquireVsCodeApi();
  const channel = openPageChannel<C>(
    {
      post: (message) => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own function doesn't have an origin parameter
        api.postMessage(message);
      },
      listen: (listener) => window.addEventListener('message', ({ data }: MessageEvent<HostMessage>) => listener(data)),
    },
    handlers,
  );
  const stored = api.getState();
  return {
    channel,
    ask: (name, params) => void channel.request(name, params).catch(createWarningLogger(name)),
    savedState: stored,
    saveState: (state) => api.setState(state),
    receiveInitial: () => {
      const first = stored === undefined ? readFirstMessages() : [];
      for (const data of first) {
        window.dispatchEvent(new MessageEvent('message', { data }));
      }
      return first.length > 0;
    },
  };
}

export function createWarningLogger(name: string): (error: unknown) => void {
  return (error) => {
    // oxlint-disable-next-line no-console -- a webview's only log
    console.warn(`Social Data: ${name}: ${error instanceof Error ? error.message : 'failed'}`);
  };
}

function readFirstMessages(): readonly unknown[] {
  const read: unknown = JSON.parse(document.body.dataset['first'] ?? '[]');
  return Array.isArray(read) ? read : [];
}
