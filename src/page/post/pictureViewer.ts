import * as l10n from '@vscode/l10n';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { PostMedium } from '../../core/channel/post.ts';
import { renderIconButton } from '../kit/icon.ts';
import { LightDomElement } from '../kit/lightDomElement.ts';
import type { PictureLoader, PagePictureLoader, PicturePolicy } from '../kit/pagePictureLoader.ts';

export interface ViewedPictures {
  readonly media: readonly PostMedium[];
  readonly at: number;
}

interface PictureViewerActions {
  readonly allow: () => void;
  readonly close: () => void;
  readonly open: (url: string) => void;
}

export function renderPictureViewer(
  viewed: ViewedPictures | undefined,
  { load, policy }: Pick<PagePictureLoader, 'load' | 'policy'>,
  actions: PictureViewerActions,
): TemplateResult | typeof nothing {
  return viewed === undefined
    ? nothing
    : html`<social-picture-viewer
        .media=${viewed.media}
        .at=${viewed.at}
        .load=${load}
        .policy=${policy}
        .actions=${actions}
      ></social-picture-viewer>`;
}

const picturesNotLoadedMessage = l10n.t("Images aren't loaded because their hosts would see your IP address.");

export function renderLoadPicturesBanner(isWanted: boolean, load: () => void): TemplateResult | typeof nothing {
  return isWanted
    ? html`<div class="banner">
        <span>${picturesNotLoadedMessage}</span>
        <button type="button" class="link" @click=${load}>${l10n.t('Load Images')}</button>
      </div>`
    : nothing;
}

export class PictureViewer extends LightDomElement {
  static override properties = { media: {}, at: {}, load: {}, policy: {}, isMissing: { state: true } };

  media: readonly PostMedium[] = [];
  at = 0;
  load: PictureLoader = async () => await Promise.resolve(undefined);
  policy: PicturePolicy = 'load';
  private isMissing = false;
  actions!: PictureViewerActions;

  protected override firstUpdated(): void {
    // showModal() throws while the dialog isn't connected to the document
    this.querySelector('dialog')?.showModal();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('media') || changed.has('at') || changed.has('load')) {
      this.isMissing = false;
      void this.#lookFor(this.#medium?.url, this.load);
    }
  }

  async #lookFor(url: string | undefined, load: PictureLoader): Promise<void> {
    const isMissing = url !== undefined && (await load(url)) === undefined;
    if (url === this.#medium?.url && load === this.load) {
      this.isMissing = isMissing;
    }
  }

  get #medium(): PostMedium | undefined {
    return this.media[this.at] ?? this.media[0];
  }

  protected override render(): TemplateResult {
    const medium = this.#medium;
    if (medium === undefined) {
      return html``;
    }
    const many = this.media.length > 1;
    const alt = medium.alt ?? '';
    return html`<dialog
      class="viewer"
      aria-label=${`${l10n.t('Photo')} ${l10n.t('{0} of {1}', this.at + 1, this.media.length)}`}
      @close=${() => this.actions.close()}
      @keydown=${(event: KeyboardEvent) => this.#press(event)}
    >
      <div class="viewer-bar">
        ${many ? renderIconButton('arrow-left', l10n.t('Previous'), () => this.#step(-1)) : nothing}
        ${many ? html`<span>${l10n.t('{0} of {1}', this.at + 1, this.media.length)}</span>` : nothing}
        ${many ? renderIconButton('arrow-right', l10n.t('Next'), () => this.#step(1)) : nothing}
        <span class="spring"></span>
        ${renderIconButton('link-external', l10n.t('Open in Browser'), () => this.actions.open(medium.url))}
        ${renderIconButton('close', l10n.t('Close'), () => this.querySelector('dialog')?.close())}
      </div>
      <social-picture
        class="large"
        .url=${medium.url}
        .alt=${alt === '' ? l10n.t('Photo') : alt}
        .load=${this.load}
      ></social-picture>
      <div class="viewer-note" role="status">${this.isMissing ? this.#whyMissing(medium.url) : nothing}</div>
      ${alt === '' ? nothing : html`<p dir="auto">${alt}</p>`}
    </dialog>`;
  }

  #whyMissing(url: string): TemplateResult {
    // pages only load images over https, so the setting doesn't affect other addresses
    const isWaiting = this.policy === 'ask' && url.startsWith('https:');
    const why = isWaiting
      ? picturesNotLoadedMessage
      : this.policy === 'never'
        ? l10n.t("Images aren't loaded because 'socialData.media.load' is set to 'never'.")
        : l10n.t("This image couldn't be loaded.");
    const [title, act] = isWaiting
      ? [l10n.t('Load Images'), () => this.#allow()]
      : [l10n.t('Open in Browser'), () => this.actions.open(url)];
    return html`<span>${why}</span> <button type="button" class="link" @click=${act}>${title}</button>`;
  }

  #allow(): void {
    this.actions.allow();
    this.querySelector<HTMLElement>('.viewer-bar button:last-of-type')?.focus(); // the pressed button is removed
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
