import { html, type PropertyValues, type TemplateResult } from 'lit';
import { renderIcon, type IconName } from './icon.ts';
import { LightDomElement } from './lightDomElement.ts';

/** Gets a picture as a data address through the extension host; undefined where it may not or cannot be had. */
export type PictureLoader = (url: string) => Promise<string | undefined>;

/** A picture that the extension host fetches; a sign stands in its place until it is there, or for good. */
export class RemotePicture extends LightDomElement {
  static override properties = { url: {}, alt: {}, glyph: {}, load: {}, data: { state: true } };

  url = '';
  /** What it shows; empty for one that only decorates. */
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

  protected override render(): TemplateResult {
    return this.data === undefined
      ? html`<span class="picture-sign" role="img" aria-label=${this.alt} aria-hidden=${String(this.alt === '')}
          >${renderIcon(this.glyph)}</span
        >`
      : html`<img src=${this.data} alt=${this.alt} draggable="false" />`;
  }
}

customElements.define('social-picture', RemotePicture);
