import type { PictureLeave } from '../../protocol/pageRequests.ts';
import { PictureCache } from './pictureCache.ts';
import type { PictureLoader } from './remotePicture.ts';

/** The pictures of a page, and whether some wait for a person's leave. */
export class PagePictures {
  readonly #ask: (url: string) => Promise<string | null>;
  readonly #changed: () => void;
  readonly #cache = new PictureCache(async (url) => await this.#get(url));
  #leave: PictureLeave = 'never';
  #isMissed = false;
  #load: PictureLoader = async (url) => await this.#cache.load(url);

  /** @param changed told when pictures may be had that could not be had before, or when the first one waits */
  constructor(ask: (url: string) => Promise<string | null>, changed: () => void) {
    this.#ask = ask;
    this.#changed = changed;
  }

  /** Another function after each change of leave, so that pictures ask again. */
  get load(): PictureLoader {
    return this.#load;
  }

  /** As the host said last. */
  get leave(): PictureLeave {
    return this.#leave;
  }

  get isWaiting(): boolean {
    return this.#leave === 'ask' && this.#isMissed;
  }

  take(leave: PictureLeave): void {
    if (leave !== this.#leave) {
      this.#leave = leave;
      this.#isMissed = false;
      this.#cache.clear();
      this.#load = async (url) => await this.#cache.load(url);
      this.#changed();
    }
  }

  async #get(url: string): Promise<string | undefined> {
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
