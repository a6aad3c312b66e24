import { html, type PropertyValues, type TemplateResult } from 'lit';
import { renderIcon, type IconName } from './icon.ts';
import { LightDomElement } from './lightDomElement.ts';

/** Resolves to the address for the `src` attribute; undefined if the image must not or can't be loaded. */
export type PictureLoader = (url: string) => Promise<string | undefined>;

/** An image, or an icon until it's loaded or if it can't be loaded. */
class RemotePicture extends LightDomElement {
  static override properties = { url: {}, alt: {}, glyph: {}, load: {}, data: { state: true } };

  url = '';
  alt = '';
  glyph: IconName = 'file-media';
  load: PictureLoader = async () => await Promise.resolve(undefined);
  private data: string | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('url') || changed.has('load')) {
      this.data = undefined;
      void this.#fetch(this.url);
    }
  }

  async #fetch(url: string): Promise<void> {
    const { load } = this;
    const data = url === '' ? undefined : await load(url);
    if (url === this.url && load === this.load) {
      this.data = data;
    }
  }

  readonly #fail = (): void => {
    this.data = undefined;
  };

  protected override render(): TemplateResult {
    return this.data === undefined
      ? html`<span class="picture-sign" role="img" aria-label=${this.alt} aria-hidden=${String(this.alt === '')}
          >${renderIcon(this.glyph)}</span
        >`
      : html`<img src=${this.data} alt=${this.alt} draggable="false" @error=${this.#fail} />`;
  }
}

customElements.define('social-picture', RemotePicture);

export type PicturePolicy = 'load' | 'ask' | 'never';

interface PictureHost {
  readonly request: (name: 'picture', params: { readonly url: string }) => Promise<string | null>;
}

/** The sandbox's images have addresses on a reserved host. The extension host draws them. */
const sandboxMediaBase = 'https://media.example/';

/** Decides which images a page loads, from the setting when it was opened and whether *Load Images* was pressed since. */
export class PagePictureLoader {
  readonly #host: PictureHost;
  readonly #changed: () => void;
  readonly #sandboxPictures = new Map<string, Promise<string | undefined>>();
  #policy: PicturePolicy;
  #isMissed = false;
  #isAllowed = false;
  #load: PictureLoader = async (url) => await this.#find(url);

  /** @param changed called after `allow`, and when the first image isn't loaded because the setting is `ask` */
  constructor(host: PictureHost, changed: () => void) {
    this.#host = host;
    this.#changed = changed;
    const { pictures } = document.body.dataset;
    this.#policy = pictures === 'always' ? 'load' : pictures === 'never' ? 'never' : 'ask';
  }

  /** A new function after `allow`, so elements load their images again. */
  get load(): PictureLoader {
    return this.#load;
  }

  get policy(): PicturePolicy {
    return this.#policy;
  }

  /** Whether *Load Images* was pressed. Pages save this. */
  get isAllowed(): boolean {
    return this.#isAllowed;
  }

  get isWaiting(): boolean {
    return this.#policy === 'ask' && this.#isMissed;
  }

  allow(): void {
    if (this.#policy === 'ask') {
      this.#policy = 'load';
      this.#isAllowed = true;
      this.#load = async (url) => await this.#find(url);
      this.#changed();
    }
  }

  async #find(url: string): Promise<string | undefined> {
    if (this.#policy === 'never') {
      return undefined;
    }
    if (url.startsWith(sandboxMediaBase)) {
      return await this.#drawSandboxPicture(url);
    }
    if (this.#policy === 'load') {
      return url;
    }
    if (!this.#isMissed) {
      this.#isMissed = true;
      this.#changed();
    }
    return undefined;
  }

  async #drawSandboxPicture(url: string): Promise<string | undefined> {
    const drawn = this.#sandboxPictures.get(url) ?? this.#host.request('picture', { url }).then((data) => data ?? undefined);
    this.#sandboxPictures.set(url, drawn);
    return await drawn;
  }
}
