import { type Channel, openChannel } from '../../protocol/channel.ts';
import type { Contract, Handlers } from '../../protocol/contract.ts';

/** What VS Code gives a webview, once. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The way to the extension host, and what outlives the page. */
export interface HostConnection<C extends Contract> {
  readonly channel: Channel<C['host']>;
  /** What `keep` kept when this page last stood here: before it was hidden, moved or the window reloaded. */
  readonly kept: unknown;
  readonly keep: (state: unknown) => void;
}

/** Connects a page with the extension host. May be called once in a page. */
export function connectToHost<C extends Contract>(contract: C, handlers: Handlers<C['webview']>): HostConnection<C> {
  const api = acquireVsCodeApi();
  const channel = openChannel<C['webview'], C['host']>({
    port: {
      post: (message) => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own, which takes none
        api.postMessage(message);
      },
      listen: (listener) => {
        const hear = ({ data }: MessageEvent<unknown>) => {
          listener(data);
        };
        window.addEventListener('message', hear);
        return () => {
          window.removeEventListener('message', hear);
        };
      },
    },
    mine: contract.webview,
    theirs: contract.host,
    handlers,
    // oxlint-disable-next-line no-console -- the developer tools of the webview are its only log
    onDropped: (why) => console.warn(`Social Data: dropped ${why}`),
  });
  return {
    channel,
    kept: api.getState(),
    keep: (state) => {
      api.setState(state);
    },
  };
}
