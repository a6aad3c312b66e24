import type { PageChannel } from '../../protocol/channel.ts';
import { rankingModes, type threadContract } from '../../protocol/threadContract.ts';
import { KeyRelease } from '../shared/pressOnce.ts';

export type HostActions = ReturnType<typeof askHost>;

/** The questions of a thread over its wire. Their failures are shown by the host. */
export function askHost(channel: PageChannel<typeof threadContract>) {
  const ask = (request: Promise<unknown>) => {
    // oxlint-disable-next-line no-console -- the developer tools of the webview are its only log
    request.catch((error: unknown) => console.warn(String(error)));
  };
  const release = new KeyRelease();
  return {
    load: (key: string) => ask(channel.request('load', { key })),
    rank: (mode: string) => {
      const known = rankingModes.find((one) => one === mode);
      if (known !== undefined) {
        ask(channel.request('rank', { mode: known }));
      }
    },
    recover: (action: string) => ask(channel.request('recover', { action })),
    loadPictures: () => ask(channel.request('loadPictures', {})),
    lookUp: () => ask(channel.request('lookUp', {})),
    openLink: (url: string) => ask(channel.request('openLink', { url })),
    lookUpUser: (handle: string) => release.do(() => ask(channel.request('lookUpUser', { handle }))),
    lookUpRoom: (id: string) => release.do(() => ask(channel.request('lookUpRoom', { id }))),
    searchTag: (tag: string) => ask(channel.request('searchTag', { tag })),
    stop: (how: 'stop' | 'stopNow') => channel.send(how, null),
  };
}
