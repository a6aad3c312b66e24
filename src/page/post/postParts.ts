import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult, type LitElement } from 'lit';
import type { BasePost, PostMedium, Post } from '../../core/channel/post.ts';
import { stripToSingleLine } from '../../core/text/stripHiddenCharacters.ts';
import { renderIcon, type IconName } from '../kit/icon.ts';
import '../kit/pagePictureLoader.ts';
import {
  formatCompactNumber,
  formatDuration,
  formatExactNumber,
  formatFullTime,
  formatRelativeTime,
} from '../kit/formatNumbersAndTimes.ts';
import { type FoldableTextName, type PostRenderContext, renderFoldableText, renderLink, createPressHandler } from './postText.ts';

type RenderedOrNothing = TemplateResult | typeof nothing;

/** Handles clicks on the handle, name, and image. Only the handle is a tab stop, since all three do the same. */
export function createLookUpHandler({ author: { handle } }: BasePost, { lookUpUser }: PostRenderContext) {
  return handle === '' ? nothing : createPressHandler(() => lookUpUser(handle));
}

/** Names are in `bdi` elements, so right-to-left text in one doesn't reorder the rest of the line. */
export function renderAuthorLine(post: BasePost, context: PostRenderContext): TemplateResult {
  const { author, createdAt } = post;
  const { tab, now } = context;
  const { name, handle, badge, isProtected, isAutomated } = author;
  const lookUp = createLookUpHandler(post, context);
  return html`<div class="author">
    <bdi class="name" ?data-press=${handle !== ''} @click=${lookUp}>${name}</bdi>
    ${renderVerificationBadge(badge)} ${isProtected ? renderIconWithLabel('lock', l10n.t('Protected')) : nothing}
    ${isAutomated ? renderIconWithLabel('hubot', l10n.t('Automated')) : nothing}
    ${
      handle === ''
        ? nothing
        : html`<button
            type="button"
            class="link quiet handle"
            tabindex=${tab}
            title=${l10n.t('Look up {0}…', `@${handle}`)}
            @click=${lookUp}
          >
            <bdi>@${handle}</bdi>
          </button>`
    }
    ${
      createdAt === ''
        ? nothing
        : html`<time class="quiet" datetime=${createdAt} title=${formatFullTime(createdAt)}
            >${formatRelativeTime(createdAt, now)}</time
          >`
    }
  </div>`;
}

export function renderVerificationBadge(kind: BasePost['author']['badge']): RenderedOrNothing {
  switch (kind) {
    case null:
      return nothing;
    case 'verified':
      return renderIconWithLabel('verified-filled', l10n.t('Verified'));
    case 'business':
      return renderIconWithLabel('organization', l10n.t('Verified organization'));
    case 'government':
      return renderIconWithLabel('law', l10n.t('Verified government account'));
  }
}

export function renderIconWithLabel(name: IconName, label: string): TemplateResult {
  return html`<span class="sign" role="img" aria-label=${label} title=${label}>${renderIcon(name)}</span>`;
}

/** The same number as on the platform. The viewer shows the rest. */
const maxTiles = 4;

function renderMediaGrid(post: BasePost, context: PostRenderContext): RenderedOrNothing {
  const { media, url } = post;
  if (isMediaCovered(post)) {
    return renderMediaCover(post, context);
  }
  if (media.length === 0) {
    return nothing;
  }
  const photos = media.filter(({ type }) => type === 'photo');
  const show = (medium: PostMedium, rest: number) =>
    medium.type === 'photo' || (rest > 0 && photos.length > 0)
      ? context.viewPictures(photos, Math.max(0, photos.indexOf(medium)))
      : context.openLink(url);
  const tiles = media.slice(0, maxTiles);
  return html`<div class="media" data-count=${tiles.length}>
    ${tiles.map((medium, at) => {
      const rest = at === maxTiles - 1 ? media.length - maxTiles : 0;
      return renderMediaTile(medium, rest, context, () => show(medium, rest));
    })}
  </div>`;
}

/** @param rest the number of media without a tile, shown on the last tile; 0 on the others */
function renderMediaTile(
  { type, preview, url, alt: words, durationMs }: PostMedium,
  rest: number,
  { tab, loadPicture }: PostRenderContext,
  act: () => void,
): TemplateResult {
  const isPhoto = type === 'photo';
  const alt = stripToSingleLine(words ?? '');
  const what = isPhoto ? l10n.t('Photo') : l10n.t('Video');
  const length = isPhoto || durationMs === null ? what : `${what} ${formatDuration(durationMs)}`;
  const named = alt === '' ? length : `${length}: ${alt}`;
  const title = isPhoto || rest > 0 ? alt : l10n.t('Open in Browser');
  return html`<button
    type="button"
    class="medium"
    tabindex=${tab}
    aria-label=${[named, ...(rest > 0 ? [`+${formatExactNumber(rest)}`] : []), ...(title === alt ? [] : [title])].join(', ')}
    title=${title}
    @click=${createPressHandler(act)}
  >
    <social-picture
      .url=${isPhoto && preview === '' ? url : preview}
      .alt=${''}
      .load=${loadPicture}
      .glyph=${(isPhoto ? 'file-media' : 'device-camera-video') satisfies IconName}
    ></social-picture>
    ${
      isPhoto
        ? nothing
        : html`<span class="play" aria-hidden="true"
            >${renderIcon('play')}${durationMs === null ? nothing : html` ${formatDuration(durationMs)}`}</span
          >`
    }
    ${rest === 0 ? nothing : html`<span class="rest" aria-hidden="true">+${formatExactNumber(rest)}</span>`}
    ${isPhoto && alt !== '' ? html`<span class="alt-sign" aria-hidden="true">${renderIcon('note')}</span>` : nothing}
  </button>`;
}

export function renderAttachments(
  post: BasePost,
  context: PostRenderContext,
  articlePart: FoldableTextName = 'article',
): TemplateResult {
  return html`${renderMediaGrid(post, context)}${renderPoll(post)}${renderArticleBox(post, context, articlePart)}${renderLinkCard(post, context)}`;
}

function renderPoll({ poll: found }: BasePost): RenderedOrNothing {
  if (found === null) {
    return nothing;
  }
  const isCounted = found.choices.some(({ votes }) => votes !== null);
  const total = found.choices.reduce((sum, { votes }) => sum + (votes ?? 0), 0);
  const most = Math.max(...found.choices.map(({ votes }) => votes ?? 0));
  const state = [
    ...(isCounted ? [l10n.t('Votes: {0}', formatExactNumber(total))] : []),
    ...(found.isFinal ? [l10n.t('Ended')] : found.endsAt === null ? [] : [l10n.t('Ends {0}', formatFullTime(found.endsAt))]),
  ];
  return html`<div class="poll" role="group" aria-label=${l10n.t('Poll')}>
    ${found.choices.map(({ label, votes }) => {
      const share = votes === null || total === 0 ? null : Math.round((votes / total) * 100);
      return html`<div class="choice" ?data-most=${votes !== null && votes === most && most > 0}>
        <span class="bar" .style=${`inline-size:${share ?? 0}%`}></span>
        <bdi dir="auto">${label}</bdi>
        <span class="share">${share === null ? '' : `${share} %`}</span>
      </div>`;
    })}
    <div class="quiet">${state.join(' · ')}</div>
  </div>`;
}

function renderArticleBox(
  { article: found, url }: BasePost,
  context: PostRenderContext,
  part: FoldableTextName,
): RenderedOrNothing {
  if (found === null) {
    return nothing;
  }
  const address = found.url ?? url;
  const text = context.isCard ? '' : found.paragraphs.join('\n\n');
  return html`<div class="box">
    ${renderWidePicture(found.picture, 'file-media', context)}
    <div class="box-text">
      <div class="box-kind quiet">${renderIcon('book')} ${l10n.t('Article')}</div>
      <div class="box-title" dir="auto">${found.title}</div>
      ${
        text !== ''
          ? renderFoldableText({ segments: [{ kind: 'text', text }], lang: '' }, context.foldOf(part), context)
          : html`<div dir="auto" class="quiet">${found.preview}</div>`
      }
      ${address === '' ? nothing : renderLink(address, l10n.t('Open in Browser'), context)}
    </div>
  </div>`;
}

function renderLinkCard(post: BasePost, context: PostRenderContext): RenderedOrNothing {
  const { card: found } = post;
  if (found === null) {
    return nothing;
  }
  const { url, roomId } = found;
  if (roomId !== null) {
    return renderSpaceCard(roomId, url, context);
  }
  const inside = html`${renderWidePicture(isMediaCovered(post) ? null : found.picture, 'link', context)}
    <span class="box-text">
      ${found.domain === null ? nothing : html`<span class="quiet">${found.domain}</span>`}
      <span class="box-title" dir="auto">${found.title}</span>
      ${found.description === null ? nothing : html`<span class="quiet clip" dir="auto">${found.description}</span>`}
    </span>`;
  return url === null
    ? html`<div class="box">${inside}</div>`
    : html`<a
        class="box"
        href=${url}
        title=${url}
        tabindex=${context.tab}
        @click=${createPressHandler(() => context.openLink(url))}
        >${inside}</a
      >`;
}

function renderWidePicture(url: string | null, glyph: IconName, { loadPicture }: PostRenderContext): RenderedOrNothing {
  return url === null
    ? nothing
    : html`<social-picture class="wide" .url=${url} .alt=${''} .glyph=${glyph} .load=${loadPicture}></social-picture>`;
}

/** A Space's card doesn't have a title or description. */
function renderSpaceCard(id: string, url: string | null, context: PostRenderContext): TemplateResult {
  return html`<div class="box">
    <div class="box-text">
      <div class="box-title">${renderIcon('unmute')} ${l10n.t('Space')}</div>
      <div class="box-links">
        ${url === null ? nothing : renderLink(url, l10n.t('Open in Browser'), context)}
        <button type="button" class="link" tabindex=${context.tab} @click=${createPressHandler(() => context.lookUpSpace(id))}>
          ${l10n.t('Look Up…')}
        </button>
      </div>
    </div>
  </div>`;
}

export function renderQuotedPost({ quoted, quotedAbsence }: Post, context: PostRenderContext): RenderedOrNothing {
  if (quoted !== null) {
    const open = () => (getSelection()?.type === 'Range' ? undefined : context.openPost(quoted)); // a drag selects text
    return html`<div class="box quoted" data-press @click=${createPressHandler(open)}>
      <div class="box-text">
        ${renderAuthorLine(quoted, context)} ${renderFoldableText(quoted, context.foldOf('quoted text'), context)}
        ${renderAttachments(quoted, context, 'quoted article')}
        <div class="box-links">
          <button type="button" class="link" tabindex=${context.tab} @click=${createPressHandler(() => context.openPost(quoted))}>
            ${l10n.t('Open as Thread')}
          </button>
          ${quoted.url === '' ? nothing : renderLink(quoted.url, l10n.t('Open in Browser'), context)}
        </div>
      </div>
    </div>`;
  }
  return quotedAbsence === null
    ? nothing
    : html`<div class="box quoted quiet">
        <div class="box-text" dir="auto">${quotedAbsence.text ?? l10n.t("This post isn't available.")}</div>
      </div>`;
}

export function renderPostDetails(post: Post, isWhole: boolean): RenderedOrNothing {
  const parts = [
    ...(post.isPinned ? [l10n.t('Pinned')] : []),
    ...(post.isEdited ? [l10n.t('Edited')] : []),
    ...(post.place === null ? [] : [post.place]),
    ...(post.community === null || post.community === '' ? [] : [l10n.t('in {0}', post.community)]),
    ...(isWhole ? [formatFullTime(post.createdAt)] : []),
    ...(isWhole && post.source !== null && post.source !== '' ? [post.source] : []),
    ...(isWhole && post.lang !== '' ? [post.lang] : []),
  ];
  return parts.length === 0
    ? nothing
    : html`<div class="quiet small">${parts.map((part, at) => html`${at === 0 ? '' : ' · '}<bdi>${part}</bdi>`)}</div>`;
}

/** Counts in compact form, with the exact number in the tooltip and accessible name. Omits counts that are 0 or unknown. */
export function renderCountsLine({ counts }: Post): TemplateResult {
  const all: readonly (readonly [IconName, string, number | null])[] = [
    ['comment', l10n.t('Replies'), counts.replies],
    ['sync', l10n.t('Reposts'), counts.reposts],
    ['quote', l10n.t('Quotes'), counts.quotes],
    ['heart', l10n.t('Likes'), counts.likes],
    ['bookmark', l10n.t('Bookmarks'), counts.bookmarks],
    ['eye', l10n.t('Views'), counts.views],
  ];
  return html`<div class="counts">
    ${all.map(([glyph, name, count]) => (count === null || count === 0 ? nothing : renderIconCount(glyph, name, count)))}
  </div>`;
}

export function renderIconCount(glyph: IconName, name: string, count: number): TemplateResult {
  const exact = `${formatExactNumber(count)} ${name}`;
  return html`<span class="count quiet" role="img" title=${exact} aria-label=${exact}
    >${renderIcon(glyph)}${formatCompactNumber(count)}</span
  >`;
}

const postIdsWithRevealedMedia = new Set<string>();

function isMediaCovered({ id, isSensitive, media, card }: BasePost): boolean {
  return isSensitive && !postIdsWithRevealedMedia.has(id) && (media.length > 0 || (card !== null && card.picture !== null));
}

function renderMediaCover({ id }: BasePost, { tab }: PostRenderContext): TemplateResult {
  return html`<div class="media-cover" data-cover=${id}>
    <span>${renderIcon('eye-closed')} ${l10n.t('Sensitive')}</span>
    <button type="button" class="link" tabindex=${tab} @click=${createShowMediaHandler(id)}>${l10n.t('Show Media')}</button>
  </div>`;
}

/** Shows the post's media. The button disappears, so the first media item takes focus. */
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
