/** What fetching a picture needs of the world around it. */
export interface PictureSource {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The pictures that sandboxes draw: asking for them tells nobody else anything. */
  readonly sandbox: {
    /** What their addresses begin with, whichever sandbox named them. */
    readonly base: string;
    /** Where one serves them; starts it where none runs. */
    readonly servedAt: () => Promise<string>;
  };
}

const maxBytes = 8 * 1024 * 1024;
const maxKept = 48 * 1024 * 1024;
const maxAtOnce = 6;
const limitMs = 20_000;

/** The pictures of posts: fetched without key or cookies, recognised by their bytes, kept while they are used. */
export interface Pictures {
  /**
   * @returns a data address; undefined where the address may not be asked, or what came is no picture
   */
  get(address: string): Promise<string | undefined>;
  /** Whether an address is one of a sandbox's pictures, so that asking for it tells nobody else anything. */
  isOwn(address: string): boolean;
}

/** Makes an empty store of pictures. Nothing it meets makes it throw: a picture that cannot be had is left out. */
export function createPictures({ fetch, sandbox }: PictureSource): Pictures {
  /** Those used last come last; the size is that of what came. */
  const kept = new Map<string, { readonly picture: Promise<string | undefined>; size: number }>();
  const waiting: (() => void)[] = [];
  let atWork = 0;

  const turn = async (): Promise<void> => {
    if (atWork < maxAtOnce) {
      atWork += 1;
      return;
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const endTurn = () => {
    const next = waiting.shift();
    if (next === undefined) {
      atWork -= 1;
    } else {
      next();
    }
  };

  const isOwn = (address: string): boolean => address.startsWith(`${sandbox.base}/`);

  async function load(address: string): Promise<string | undefined> {
    await turn();
    try {
      const served = isOwn(address) ? `${await sandbox.servedAt()}${address.slice(sandbox.base.length)}` : address;
      return await download(fetch, served);
    } catch {
      return undefined; // the page shows a sign in its place; nothing was spent
    } finally {
      endTurn();
    }
  }

  const forget = () => {
    let size = [...kept.values()].reduce((sum, one) => sum + one.size, 0);
    for (const [address, one] of kept) {
      if (size <= maxKept) {
        return;
      }
      if (one.size > 0) {
        kept.delete(address);
        size -= one.size;
      }
    }
  };

  return {
    isOwn: (address) => {
      const url = URL.parse(address);
      return url !== null && isOwn(url.href);
    },
    get: async (address) => {
      const url = URL.parse(address);
      if (url === null || !(isOwn(url.href) || isPublic(url))) {
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

/** https at a name of the public internet: a record must not make this machine ask its own network. */
function isPublic({ protocol, hostname, username, password, port }: URL): boolean {
  return (
    protocol === 'https:' &&
    username === '' &&
    password === '' &&
    port === '' &&
    /\.[a-z][a-z0-9-]*$/i.test(hostname) &&
    !/\.(local|internal|localhost|home|lan|intranet|private)$/i.test(hostname)
  );
}

async function download(fetch: PictureSource['fetch'], address: string): Promise<string | undefined> {
  const answer = await fetch(address, {
    redirect: 'manual', // another address would not have been checked
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    headers: { accept: 'image/*' },
    signal: AbortSignal.timeout(limitMs),
  });
  if (answer.status !== 200 || answer.body === null) {
    await answer.body?.cancel();
    return undefined;
  }
  const bytes = await readCapped(answer.body);
  const type = bytes === undefined ? undefined : imageType(bytes);
  return bytes === undefined || type === undefined ? undefined : `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

async function readCapped(body: ReadableStream<Uint8Array>): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) {
      return undefined; // leaving the loop cancels the rest
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The type of a picture by its first bytes. SVG is none: it is a document. */
export function imageType(bytes: Uint8Array): string | undefined {
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
