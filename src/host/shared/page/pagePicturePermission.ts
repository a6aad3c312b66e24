import type { PicturePolicy } from '../../../protocol/pageRequests.ts';
import type { PictureCache } from '../services.ts';
import { readUserOnlySetting } from '../settings.ts';

/** The pictures of one page: as the setting says, or as a person said for this page. */
export class PagePicturePermission {
  readonly #pictures: PictureCache;
  #isAllowed = false;

  constructor(pictures: PictureCache) {
    this.#pictures = pictures;
  }

  get policy(): PicturePolicy {
    switch (readUserOnlySetting('media.load')) {
      case 'always':
        return 'load';
      case 'never':
        return 'never';
      case 'ask':
      case undefined:
        return this.#isAllowed ? 'load' : 'ask';
    }
  }

  /** A person wants them, on this page. */
  allow(): void {
    this.#isAllowed = true;
  }

  /** @returns a data address; null where it may not or cannot be had */
  async get(url: string): Promise<string | null> {
    const { policy } = this;
    // asking the sandbox for its own tells nobody else anything
    const may = policy === 'load' || (policy === 'ask' && this.#pictures.isSandboxPicture(url));
    return may ? ((await this.#pictures.get(url)) ?? null) : null;
  }
}
