import * as l10n from '@vscode/l10n';
import { html, type LitElement, type TemplateResult } from 'lit';
import type { BasePost } from '../../protocol/post.ts';
import { renderIcon } from '../components/icon.ts';
import type { PostRenderContext } from './postCallbacks.ts';
import { createPressHandler } from './postText.ts';

/** The posts whose pictures a person wanted to see, as long as the page is open. */
const postIdsWithRevealedMedia = new Set<string>();

/** Whether the pictures of a post are not shown, and therefore not loaded, before a person asks for them. */
export function isMediaCovered({ id, isSensitive, media, card }: BasePost): boolean {
  return isSensitive && !postIdsWithRevealedMedia.has(id) && (media.length > 0 || (card !== null && card.picture !== null));
}

/** What stands in the place of the pictures. */
export function renderMediaCover({ id }: BasePost, { tab }: PostRenderContext): TemplateResult {
  return html`<div class="media-cover" data-cover=${id}>
    <span>${renderIcon('eye-closed')} ${l10n.t('Media marked as sensitive')}</span>
    <button
      type="button"
      class="link"
      tabindex=${tab}
      aria-label=${l10n.t('Show Sensitive Media')}
      @click=${createShowMediaHandler(id)}
    >
      ${l10n.t('Show')}
    </button>
  </div>`;
}

/** Draws the post with its pictures. The button goes: the keyboard goes on at the first of them. */
function createShowMediaHandler(id: string): (event: Event) => void {
  return (event) => {
    const { currentTarget: button } = event;
    const cover = button instanceof Element ? button.closest('.media-cover') : null;
    createPressHandler(() => {
      const post = cover?.closest<LitElement>('social-post');
      const place = cover?.parentElement;
      postIdsWithRevealedMedia.add(id);
      post?.requestUpdate();
      void post?.updateComplete.then(() => place?.querySelector<HTMLElement>('.medium, a.box')?.focus());
    })(event);
  };
}
