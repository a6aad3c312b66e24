import type { PicturePolicy } from '../../protocol/pageRequests.ts';
import type { PictureLoader } from './remotePicture.ts';

/** How many pictures a page itself holds on to; the extension host has more. */
const maxCachedPictures = 200;

/** The pictures of a page, and whether some wait for a person's leave. */
export class PagePictureLoader {
  readonly #ask: (url: string) => Promise<string | null>;
  readonly #changed: () => void;
  /** Kept, so that a line which comes into sight again has them at once; what was seen last stands last. */
  #asked = new Map<string, Promise<string | undefined>>();
  #leave: PicturePolicy = 'never';
  #isMissed = false;
  #load: PictureLoader = async (url) => await this.#get(url);

  /** @param changed called when pictures may be had that could not be had before, or when the first one waits */
  constructor(ask: (url: string) => Promise<string | null>, changed: () => void) {
    this.#ask = ask;
    this.#changed = changed;
  }

  /** Another function after each change of leave, so that pictures ask again. */
  get load(): PictureLoader {
    return this.#load;
  }

  get policy(): PicturePolicy {
    return this.#leave;
  }

  get isWaiting(): boolean {
    return this.#leave === 'ask' && this.#isMissed;
  }

  setPolicy(leave: PicturePolicy): void {
    if (leave !== this.#leave) {
      this.#leave = leave;
      this.#isMissed = false;
      this.#asked = new Map(); // what could not be had may be had now
      this.#load = async (url) => await this.#get(url);
      this.#changed();
    }
  }

  async #get(url: string): Promise<string | undefined> {
    const asked = this.#asked.get(url) ?? this.#fetch(url);
    this.#asked.delete(url);
    this.#asked.set(url, asked);
    const [oldest] = this.#asked.keys();
    if (oldest !== undefined && this.#asked.size > maxCachedPictures) {
      this.#asked.delete(oldest);
    }
    return await asked;
  }

  async #fetch(url: string): Promise<string | undefined> {
    if (this.#leave === 'never') {
      return undefined;
    }
    const data = (await this.#ask(url).catch(() => null)) ?? undefined;
    if (data === undefined && this.#leave === 'ask' && url.startsWith('https:') && !this.#isMissed) {
      this.#isMissed = true;
      this.#changed();
    }
    return data;
  }
}
