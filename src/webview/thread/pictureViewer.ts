import { html, nothing, type TemplateResult } from 'lit';
import type { Medium } from '../../protocol/threadPost.ts';
import { iconButton } from '../components/icon.ts';
import { LightElement } from '../components/lightElement.ts';
import type { PictureLoader } from '../components/remotePicture.ts';
import { t } from '../shared/translate.ts';

/** The pictures of a post, large, one after the other. */
export class PictureViewer extends LightElement {
  static override properties = { media: {}, at: {}, load: {} };

  media: readonly Medium[] = [];
  at = 0;
  load: PictureLoader = async () => await Promise.resolve(undefined);
  onClose: () => void = () => undefined;
  onOpen: (url: string) => void = () => undefined;

  protected override firstUpdated(): void {
    // not while it is rendered: a dialog that is not in the page yet cannot be shown
    this.querySelector('dialog')?.showModal();
  }

  protected override render(): TemplateResult {
    const medium = this.media[this.at] ?? this.media[0];
    if (medium === undefined) {
      return html``;
    }
    const many = this.media.length > 1;
    const alt = medium.alt ?? '';
    return html`<dialog
      class="viewer"
      aria-label=${t('Picture {0} of {1}', this.at + 1, this.media.length)}
      @close=${() => this.onClose()}
      @keydown=${(event: KeyboardEvent) => this.#press(event)}
    >
      <div class="viewer-bar">
        ${many ? iconButton('arrow-left', t('Previous picture'), () => this.#step(-1)) : nothing}
        ${many ? html`<span>${t('{0} of {1}', this.at + 1, this.media.length)}</span>` : nothing}
        ${many ? iconButton('arrow-right', t('Next picture'), () => this.#step(1)) : nothing}
        <span class="spring"></span>
        ${iconButton('link-external', t('Open in Browser'), () => this.onOpen(medium.url))}
        ${iconButton('close', t('Close (Escape)'), () => this.querySelector('dialog')?.close())}
      </div>
      <social-picture class="large" .url=${medium.url} .alt=${alt === '' ? t('Photo') : alt} .load=${this.load}></social-picture>
      ${alt === '' ? nothing : html`<p dir="auto">${alt}</p>`}
    </dialog>`;
  }

  #press(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step !== undefined) {
      this.#step(step);
    }
  }

  #step(step: number): void {
    this.at = (this.at + step + this.media.length) % this.media.length;
  }
}

customElements.define('social-picture-viewer', PictureViewer);
