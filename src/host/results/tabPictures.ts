import type { PictureLeave } from '../../protocol/resultsContract.ts';
import { createPictures, type Pictures } from '../shared/pictures.ts';
import type { Services } from '../shared/services.ts';
import { readProtectedSetting } from '../shared/settings.ts';

/** The pictures of all tabs with results. Nothing is fetched yet. */
export function resultPictures({ connections }: Pick<Services, 'connections'>): Pictures {
  return createPictures({
    fetch: async (url, init) => await fetch(url, init),
    isOwn: (url) => {
      const { kind, baseUrl } = connections.of('primary') ?? {};
      return kind === 'sandbox' && url.origin === new URL(baseUrl ?? '').origin;
    },
  });
}

/** The pictures of one tab: as the setting says, or as a person said for this tab. */
export class TabPictures {
  readonly #pictures: Pictures;
  #mayLoad = false;

  constructor(pictures: Pictures) {
    this.#pictures = pictures;
  }

  get leave(): PictureLeave {
    switch (readProtectedSetting('media.load')) {
      case 'always':
        return 'load';
      case 'never':
        return 'never';
      case 'ask':
      case undefined:
        return this.#mayLoad ? 'load' : 'ask';
    }
  }

  /** A person wants them, until the tab is closed. */
  allow(): void {
    this.#mayLoad = true;
  }

  /** @returns a data address; null where it may not or cannot be had */
  async get(url: string): Promise<string | null> {
    const { leave } = this;
    // asking the sandbox for its own tells nobody else anything
    const may = leave === 'load' || (leave === 'ask' && this.#pictures.isOwn(url));
    return may ? ((await this.#pictures.get(url)) ?? null) : null;
  }
}
