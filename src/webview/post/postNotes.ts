import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Post } from '../../protocol/post.ts';
import { renderIcon } from '../components/icon.ts';
import type { PostRenderContext } from './postCallbacks.ts';
import { renderFoldableText, renderLink } from './postText.ts';

/** What readers and the platform say of a post. */
export function renderPostNotesAndReplyPolicy(post: Post, context: PostRenderContext): TemplateResult {
  const { note, notice, replyPolicy } = post;
  return html`${notice === null ? nothing : html`<div class="note" dir="auto">${renderIcon('info')} ${notice}</div>`}
  ${
    note === null
      ? nothing
      : html`<div class="note" role="note" aria-label=${l10n.t('Community note')}>
          ${renderIcon('checklist')} <strong>${l10n.t('Readers added context')}</strong>
          ${renderFoldableText({ segments: note.segments, lang: '' }, context.foldOf('note'), context)}
          ${note.url === null ? nothing : renderLink(note.url, l10n.t('Read the note in the browser'), context)}
        </div>`
  }
  ${replyPolicy === null ? nothing : html`<div class="quiet small" dir="auto">${renderIcon('comment')} ${describeReplyPolicy(replyPolicy)}</div>`}`;
}

/** The platform says it in a word of its own or, today, in a sentence. */
function describeReplyPolicy(policy: string): string {
  switch (policy) {
    case 'Community':
      return l10n.t('Replies are limited: accounts that the author follows or mentions can reply.');
    case 'ByInvitation':
      return l10n.t('Replies are limited: accounts that the author mentions can reply.');
    case 'Verified':
      return l10n.t('Replies are limited: verified accounts can reply.');
    case 'Subscribers':
      return l10n.t('Replies are limited: subscribers of the author can reply.');
    default:
      return l10n.t('Replies are limited: {0}', policy);
  }
}
