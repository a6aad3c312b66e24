import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Post } from '../../core/channel/post.ts';
import { renderIcon, type IconName } from '../kit/icon.ts';
import { LightDomElement, toStateProperties } from '../kit/lightDomElement.ts';
import '../kit/pagePictureLoader.ts';
import {
  renderFoldableText,
  updateFoldButtons,
  renderLink,
  type PostCallbacks,
  type PostRenderContext,
  type PostTabIndex,
} from './postText.ts';
import {
  createLookUpHandler,
  renderAttachments,
  renderAuthorLine,
  renderCountsLine,
  renderQuotedPost,
  renderPostDetails,
} from './postParts.ts';

/** A post, as a row in a thread or as a card. Its text is never rendered as markup. */
export class SocialPost extends LightDomElement {
  static override properties = toStateProperties('post', 'callbacks', 'tab', 'now', 'isCard', 'isFocal', 'foldOf', 'actions');

  post: Post | undefined;
  callbacks: PostCallbacks | undefined;
  tab: PostTabIndex = -1;
  now = 0;
  isCard = false;
  /** Whether to show all details, as for the post that a thread was opened for. */
  isFocal = false;
  foldOf: PostRenderContext['foldOf'] = () => ({ steps: 0, show: () => undefined });
  actions: TemplateResult | typeof nothing = nothing;

  drawNow(): void {
    this.performUpdate();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { post, callbacks, tab, now, isCard, foldOf } = this;
    return post === undefined || callbacks === undefined ? nothing : this.#draw(post, { ...callbacks, tab, now, isCard, foldOf });
  }

  #draw(post: Post, context: PostRenderContext): TemplateResult {
    return html`${renderRepostAndReplyLines(post, context.isCard)}
      <div class="post">
        <div class="avatar" ?data-press=${post.author.handle !== ''} @click=${createLookUpHandler(post, context)}>
          <social-picture
            .url=${post.author.picture ?? ''}
            .alt=${''}
            .glyph=${'account' satisfies IconName}
            .load=${context.loadPicture}
          ></social-picture>
        </div>
        <div class="content">
          ${renderAuthorLine(post, context)} ${renderFoldableText(post, context.foldOf('text'), context)}
          ${renderAttachments(post, context)} ${renderQuotedPost(post, context)} ${renderPostNotesAndReplyPolicy(post, context)}
          ${renderPostDetails(post, this.isFocal)}
          <div class="foot">${renderCountsLine(post)} ${this.actions}</div>
        </div>
      </div>`;
  }
}

/** Renders changed posts synchronously, so a virtual list measures their new heights. */
export function renderPostsNow(inside: ParentNode): void {
  for (const post of inside.querySelectorAll<SocialPost>('social-post')) {
    post.drawNow();
  }
  updateFoldButtons(inside);
}

function renderRepostAndReplyLines({ repostedBy, replyTo }: Post, isCard: boolean): TemplateResult {
  const by = repostedBy === null || repostedBy.name !== '' ? repostedBy?.name : `@${repostedBy.handle}`;
  return html`${
    by === undefined ? nothing : html`<div class="quiet small">${renderIcon('sync')} <bdi>${by}</bdi> ${l10n.t('reposted')}</div>`
  }${
    isCard && replyTo !== null && replyTo !== ''
      ? html`<div class="quiet small">${renderIcon('reply')} ${l10n.t('Reply to @{0}', replyTo)}</div>`
      : nothing
  }`;
}

function renderPostNotesAndReplyPolicy(post: Post, context: PostRenderContext): TemplateResult {
  const { note, notice, replyPolicy } = post;
  return html`${notice === null ? nothing : html`<div class="note" dir="auto">${renderIcon('info')} ${notice}</div>`}
  ${
    note === null
      ? nothing
      : html`<div class="note" role="note">
          ${renderIcon('checklist')} <strong>${l10n.t('Readers added context')}</strong>
          ${renderFoldableText({ segments: note.segments, lang: '' }, context.foldOf('note'), context)}
          ${note.url === null ? nothing : renderLink(note.url, l10n.t('Open in Browser'), context)}
        </div>`
  }
  ${replyPolicy === null ? nothing : html`<div class="quiet small" dir="auto">${renderIcon('comment')} ${/\s/.test(replyPolicy) ? replyPolicy : l10n.t('Replies are limited.')}</div>`}`;
}

customElements.define('social-post', SocialPost);
