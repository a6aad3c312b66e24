import { html, type PropertyValues, type TemplateResult } from 'lit';
import { renderIcon, type IconName } from './icon.ts';
import { LightDomElement } from './lightDomElement.ts';

/** Undefined if it is not loaded. */
export type PictureLoader = (url: string) => Promise<string | undefined>;

/** A picture; a sign stands in its place until its address is known, and where it cannot be loaded. */
export class RemotePicture extends LightDomElement {
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
