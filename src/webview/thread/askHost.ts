import type { Channel } from '../../protocol/channel.ts';
import { type PostAction, rankingModes, type ThreadAction, type threadContract } from '../../protocol/threadContract.ts';
import { KeyRelease } from '../shared/keyRelease.ts';

/** What a thread asks of the extension host. Its failures are shown by the host. */
export interface HostActions {
  readonly load: (key: string) => void;
  readonly rank: (mode: string) => void;
  readonly recover: (action: string) => void;
  readonly onPost: (action: PostAction, id: string) => void;
  readonly onThread: (action: ThreadAction) => void;
  readonly openLink: (url: string) => void;
  readonly lookUpUser: (handle: string) => void;
  readonly lookUpRoom: (id: string) => void;
  readonly searchTag: (tag: string) => void;
  readonly stopCompleting: () => void;
  /** A picture as a data address; undefined where it may not or cannot be had. */
  readonly picture: (url: string) => Promise<string | undefined>;
}

/** The questions of a thread over its wire. */
export function askHost(channel: Channel<typeof threadContract.host>): HostActions {
  const ask = (request: Promise<unknown>) => {
    // oxlint-disable-next-line no-console -- the developer tools of the webview are its only log
    request.catch((error: unknown) => console.warn(String(error)));
  };
  const release = new KeyRelease();
  return {
    load: (key) => ask(channel.request('load', { key })),
    rank: (mode) => {
      const known = rankingModes.find((one) => one === mode);
      if (known !== undefined) {
        ask(channel.request('rank', { mode: known }));
      }
    },
    recover: (action) => ask(channel.request('recover', { action })),
    onPost: (action, id) => ask(channel.request('onPost', { action, id })),
    onThread: (action) => ask(channel.request('onThread', { action })),
    openLink: (url) => ask(channel.request('openLink', { url })),
    lookUpUser: (handle) => release.do(() => ask(channel.request('lookUpUser', { handle }))),
    lookUpRoom: (id) => release.do(() => ask(channel.request('lookUpRoom', { id }))),
    searchTag: (tag) => ask(channel.request('searchTag', { tag })),
    stopCompleting: () => channel.send('stopCompleting', null),
    // a sign in its place says that it is not there
    picture: async (url) => (await channel.request('picture', { url }).catch(() => null)) ?? undefined,
  };
}
