import type { PictureLoader } from './remotePicture.ts';

/** The most pictures that a page itself holds on to; the extension host has more. */
const mostPictures = 200;

/** Pictures that were asked for, so that a line which comes into sight again has them at once. */
export class PictureCache {
  readonly #ask: PictureLoader;
  #asked = new Map<string, Promise<string | undefined>>();

  constructor(ask: PictureLoader) {
    this.#ask = ask;
  }

  /** Forgets all: what could not be had may be had now. */
  clear(): void {
    this.#asked = new Map();
  }

  readonly load: PictureLoader = async (url) => {
    const asked = this.#asked.get(url) ?? this.#ask(url);
    this.#asked.delete(url);
    this.#asked.set(url, asked); // what was seen last goes last
    const [oldest] = this.#asked.keys();
    if (oldest !== undefined && this.#asked.size > mostPictures) {
      this.#asked.delete(oldest);
    }
    return await asked;
  };
}
