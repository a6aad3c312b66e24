import type { PictureCache } from '../shared/services.ts';
import { RequestQueueByHost } from './requestQueueByHost.ts';

/** What a host answered; its body ends with the signal of the request. */
export interface PictureAnswer {
  readonly status: number;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Asks for an address, without key or cookies, and follows no redirect: another address would not have been checked. */
export type PictureFetch = (
  url: string,
  request: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
) => Promise<PictureAnswer>;

/** What fetching a picture needs of the world around it. */
export interface PictureServices {
  /** Asks hosts of the public internet, and refuses all others. */
  readonly fetchPublic: PictureFetch;
  /** Asks the embedded sandbox. */
  readonly fetchOwn: PictureFetch;
  /** The pictures that sandboxes draw: asking for them tells nobody else anything. */
  readonly sandbox: {
    /** What their addresses begin with, whichever sandbox named them. */
    readonly base: string;
    /** Where one serves them; starts it where none runs. */
    readonly servedAt: () => Promise<string>;
  };
  /** In milliseconds. */
  readonly now: () => number;
  /** How long a host may take until it begins to answer, in milliseconds. */
  readonly firstByteMs?: number;
}

const maxPictureBytes = 8 * 1024 * 1024;
const maxKeptPicturesBytes = 48 * 1024 * 1024;
const defaultFirstByteTimeoutMs = 4_000;
const pictureTimeoutMs = 20_000;
/** How long a host that did not answer in time is not asked again. */
const silentHostPauseMs = 60_000;
/** How many such hosts are remembered. */
const maxSilentHosts = 1_000;

/** Makes an empty store of pictures. Nothing it meets makes it throw: a picture that cannot be had is left out. */
export function createPictureCache({
  fetchPublic,
  fetchOwn,
  sandbox,
  now,
  firstByteMs = defaultFirstByteTimeoutMs,
}: PictureServices): PictureCache {
  /** Those used last come last; the size is that of what came. */
  const kept = new Map<string, { readonly picture: Promise<string | undefined>; size: number }>();
  const turns = new RequestQueueByHost();
  /** Until when hosts are not asked. */
  const silent = new Map<string, number>();

  const isOwn = (address: string): boolean => address.startsWith(`${sandbox.base}/`);

  async function load(address: string): Promise<string | undefined> {
    try {
      const [served, fetch] = isOwn(address)
        ? [`${await sandbox.servedAt()}${address.slice(sandbox.base.length)}`, fetchOwn]
        : [address, fetchPublic];
      const { host } = new URL(served);
      return await turns.run(host, async () => await download(served, host, fetch));
    } catch {
      return undefined; // the page shows a sign in its place; nothing was spent
    }
  }

  async function download(address: string, host: string, fetch: PictureFetch): Promise<string | undefined> {
    if ((silent.get(host) ?? 0) > now()) {
      return undefined;
    }
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(pictureTimeoutMs)]);
    const giveUp = () => {
      rememberSilentHost(silent, host, now() + silentHostPauseMs);
      stop.abort();
    };
    const patience = fetch === fetchOwn ? undefined : setTimeout(giveUp, firstByteMs);
    try {
      const answer = await fetch(address, { headers: { accept: 'image/*', 'accept-encoding': 'identity' }, signal });
      clearTimeout(patience);
      turns.markResponsive(host);
      return answer.status === 200 && answer.body !== null ? await readPictureAsDataUrl(answer.body) : undefined;
    } finally {
      clearTimeout(patience);
      stop.abort(); // whatever is left of the answer
    }
  }

  const forget = () => {
    let size = [...kept.values()].reduce((sum, one) => sum + one.size, 0);
    for (const [address, one] of kept) {
      if (size <= maxKeptPicturesBytes) {
        return;
      }
      if (one.size > 0) {
        kept.delete(address);
        size -= one.size;
      }
    }
  };

  return {
    isSandboxPicture: (address) => {
      const url = URL.parse(address);
      return url !== null && isOwn(url.href);
    },
    get: async (address) => {
      const url = URL.parse(address);
      if (url === null || !(isOwn(url.href) || isPublicHttpsUrl(url))) {
        return undefined;
      }
      const one = kept.get(url.href) ?? { picture: load(url.href), size: 0 };
      kept.delete(url.href);
      kept.set(url.href, one);
      const data = await one.picture;
      if (data === undefined) {
        kept.delete(url.href); // it may come another time
      } else {
        one.size = data.length;
        forget();
      }
      return data;
    },
  };
}

/** Keeps until when a host is not asked, in the place of who was silent first where there are too many. */
function rememberSilentHost(silent: Map<string, number>, host: string, until: number): void {
  silent.delete(host);
  silent.set(host, until);
  const [oldest] = silent.keys();
  if (silent.size > maxSilentHosts && oldest !== undefined) {
    silent.delete(oldest);
  }
}

/**
 * https at a name that may be one of the public internet. Whether it is, its addresses say where it is connected to; where a
 * proxy asks for it, nothing but the name does.
 */
function isPublicHttpsUrl({ protocol, hostname, username, password, port }: URL): boolean {
  return (
    protocol === 'https:' &&
    username === '' &&
    password === '' &&
    port === '' &&
    /\.[a-z][a-z0-9-]*$/i.test(hostname) &&
    !/\.(?:local|localdomain|internal|intern|localhost|home|home\.arpa|lan|corp|intranet|private|svc)$/i.test(hostname)
  );
}

async function readPictureAsDataUrl(body: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const bytes = await readBodyIfNotTooLarge(body);
  const type = bytes === undefined ? undefined : detectImageType(bytes);
  return bytes === undefined || type === undefined ? undefined : `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

async function readBodyIfNotTooLarge(body: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxPictureBytes) {
      return undefined; // leaving the loop cancels the rest
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The type of a picture by its first bytes. SVG is none: it is a document. */
export function detectImageType(bytes: Uint8Array): string | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 8) === '\u0089PNG\r\n\u001A\n') {
    return 'image/png';
  }
  if (text(0, 3) === '\u00FF\u00D8\u00FF') {
    return 'image/jpeg';
  }
  if (/^GIF8[79]a$/.test(text(0, 6))) {
    return 'image/gif';
  }
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') {
    return 'image/webp';
  }
  return text(4, 12) === 'ftypavif' ? 'image/avif' : undefined;
}
