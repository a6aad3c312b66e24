import { html, type PropertyValues, type TemplateResult } from 'lit';
import { renderIcon, type IconName } from './icon.ts';
import { LightDomElement } from './lightDomElement.ts';

/** Undefined if it is not loaded. */
export type PictureLoader = (url: string) => Promise<string | undefined>;

/** A picture; a sign stands in its place until its address is known, and where it cannot be loaded. */
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

/** The host, which draws a picture of the sandbox as a data address. */
interface PictureHost {
  readonly request: (name: 'picture', params: { readonly url: string }) => Promise<string | null>;
}

/** What the sandbox's pictures begin with: a reserved name, whose pictures the host draws. */
const sandboxMediaBase = 'https://media.example/';

/** The pictures of a page: the setting as it was when the page was opened, and what a person pressed since. */
export class PagePictureLoader {
  readonly #host: PictureHost;
  readonly #changed: () => void;
  readonly #sandboxPictures = new Map<string, Promise<string | undefined>>();
  #policy: PicturePolicy;
  #isMissed = false;
  #isAllowed = false;
  #load: PictureLoader = async (url) => await this.#find(url);

  /** @param changed called when pictures can be loaded that could not be loaded before, or when the first one waits */
  constructor(host: PictureHost, changed: () => void) {
    this.#host = host;
    this.#changed = changed;
    const { pictures } = document.body.dataset;
    this.#policy = pictures === 'always' ? 'load' : pictures === 'never' ? 'never' : 'ask';
  }

  /** Another function after `allow`, so that pictures are looked for again. */
  get load(): PictureLoader {
    return this.#load;
  }

  get policy(): PicturePolicy {
    return this.#policy;
  }

  /** Whether a person pressed for them, which outlives the page. */
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
