import { html, nothing, type TemplateResult } from 'lit';
import type { InnerPost, ThreadPost } from '../../protocol/threadPost.ts';
import { icon, type IconName } from '../components/icon.ts';
import { presentCompact, presentExact, presentMoment } from '../shared/present.ts';
import { t } from '../shared/translate.ts';
import { authorLine, mediaGrid, postWords, pressed, segmentWords } from './postBody.ts';
import type { ThreadHands } from './threadHands.ts';

type Rendered = TemplateResult | typeof nothing;

/** What is attached to a post: poll, article, card. */
export function attachments(post: InnerPost, hands: ThreadHands): TemplateResult {
  return html`${mediaGrid(post.media, hands, post)}${poll(post)}${article(post, hands)}${card(post, hands)}`;
}

function poll({ poll: found }: InnerPost): Rendered {
  if (found === null) {
    return nothing;
  }
  const total = found.choices.reduce((sum, { votes }) => sum + (votes ?? 0), 0);
  const most = Math.max(...found.choices.map(({ votes }) => votes ?? 0));
  return html`<div class="poll" role="group" aria-label=${t('Poll')}>
    ${found.choices.map(({ label, votes }) => {
      const share = votes === null || total === 0 ? null : Math.round((votes / total) * 100);
      return html`<div class="choice" ?data-most=${votes !== null && votes === most && most > 0}>
        <span class="bar" .style=${`inline-size:${share ?? 0}%`}></span>
        <bdi dir="auto">${label}</bdi>
        <span class="share">${share === null ? '' : `${share} %`}</span>
      </div>`;
    })}
    <div class="quiet">
      ${t('{0} votes', presentExact(total))} ·
      ${found.isFinal ? t('ended') : found.endsAt === null ? t('open') : t('open until {0}', presentMoment(found.endsAt))}
    </div>
  </div>`;
}

function article({ article: found, url }: InnerPost, hands: ThreadHands): Rendered {
  if (found === null) {
    return nothing;
  }
  const address = found.url ?? url;
  return html`<div class="box">
    ${found.picture === null ? nothing : html`<social-picture class="wide" .url=${found.picture} .alt=${''} .load=${hands.loadPicture}></social-picture>`}
    <div class="box-text">
      <div class="box-kind quiet">${icon('book')} ${t('Article')}</div>
      <div class="box-title" dir="auto">${found.title}</div>
      ${
        found.paragraphs.length > 0
          ? html`<div class="article" dir="auto">${found.paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}</div>`
          : html`<div dir="auto" class="quiet">${found.preview}</div>`
      }
      <button type="button" class="link" tabindex=${hands.tab} @click=${pressed(() => hands.openLink(address))}>
        ${t('Read in the browser')}
      </button>
    </div>
  </div>`;
}

function card({ card: found }: InnerPost, hands: ThreadHands): Rendered {
  if (found === null) {
    return nothing;
  }
  const { url, roomId } = found;
  if (roomId !== null) {
    return room(roomId, url, hands);
  }
  const inside = html`${
      found.picture === null
        ? nothing
        : html`<social-picture
            class="wide"
            .url=${found.picture}
            .alt=${''}
            .glyph=${'link' satisfies IconName}
            .load=${hands.loadPicture}
          ></social-picture>`
    }
    <span class="box-text">
      ${found.domain === null ? nothing : html`<span class="quiet">${found.domain}</span>`}
      <span class="box-title" dir="auto">${found.title}</span>
      ${found.description === null ? nothing : html`<span class="quiet clip" dir="auto">${found.description}</span>`}
    </span>`;
  return url === null
    ? html`<div class="box">${inside}</div>`
    : html`<a class="box" href=${url} title=${url} tabindex=${hands.tab} @click=${pressed(() => hands.openLink(url))}
        >${inside}</a
      >`;
}

/** The card of an audio room has no words of its own. */
function room(id: string, url: string | null, hands: ThreadHands): TemplateResult {
  return html`<div class="box">
    <div class="box-text">
      <div class="box-title">${icon('unmute')} ${t('Audio room')}</div>
      <div class="box-links">
        ${
          url === null
            ? nothing
            : html`<a href=${url} title=${url} tabindex=${hands.tab} @click=${pressed(() => hands.openLink(url))}
                >${t('Open in the browser')}</a
              >`
        }
        <button type="button" class="link" tabindex=${hands.tab} @click=${pressed(() => hands.lookUpRoom(id))}>
          ${t('Look up…')}
        </button>
      </div>
    </div>
  </div>`;
}

/** The post that another one quotes, or why it is not there. */
export function quotedPost({ quoted, quotedAbsence }: ThreadPost, hands: ThreadHands): Rendered {
  if (quoted !== null) {
    return html`<div class="box quoted">
      <div class="box-text">
        ${authorLine(quoted, hands)} ${postWords(quoted, hands)} ${attachments(quoted, hands)}
        <button type="button" class="link" tabindex=${hands.tab} @click=${pressed(() => hands.openLink(quoted.url))}>
          ${t('Open quoted post in the browser')}
        </button>
      </div>
    </div>`;
  }
  return quotedAbsence === null
    ? nothing
    : html`<div class="box quoted quiet">
        <div class="box-text" dir="auto">${quotedAbsence.text ?? t('The quoted post is not available.')}</div>
      </div>`;
}

/** What readers and the platform say of a post. */
export function notes(post: ThreadPost, hands: ThreadHands): TemplateResult {
  const { note, notice, replyPolicy } = post;
  return html`${notice === null ? nothing : html`<div class="note" dir="auto">${icon('info')} ${notice}</div>`}
  ${
    note === null
      ? nothing
      : html`<div class="note" role="note" aria-label=${t('Community note')}>
          ${icon('checklist')} <strong>${t('Readers added context')}</strong>
          <div class="note-words" dir="auto">${segmentWords(note.segments, hands)}</div>
          ${noteLink(note.url, hands)}
        </div>`
  }
  ${replyPolicy === null ? nothing : html`<div class="quiet small" dir="auto">${icon('comment')} ${whoMayAnswer(replyPolicy)}</div>`}`;
}

/** The platform says it in a word of its own or, today, in a sentence. */
function whoMayAnswer(policy: string): string {
  switch (policy) {
    case 'Community':
      return t('Replies are limited: accounts that the author follows or mentions can reply.');
    case 'ByInvitation':
      return t('Replies are limited: accounts that the author mentions can reply.');
    case 'Verified':
      return t('Replies are limited: verified accounts can reply.');
    case 'Subscribers':
      return t('Replies are limited: subscribers of the author can reply.');
    default:
      return t('Replies are limited: {0}', policy);
  }
}

function noteLink(url: string | null, hands: ThreadHands): Rendered {
  return url === null
    ? nothing
    : html`<a href=${url} title=${url} tabindex=${hands.tab} @click=${pressed(() => hands.openLink(url))}
        >${t('Read the note in the browser')}</a
      >`;
}

/** Where, with what and how often edited: the small print. */
export function smallPrint(post: ThreadPost, isFocal: boolean): Rendered {
  const parts = [
    ...(post.isPinned ? [t('Pinned')] : []),
    ...(post.versions > 1 ? [t('Edited')] : []),
    ...(post.place === null ? [] : [post.place]),
    ...(post.community === null || post.community.name === '' ? [] : [t('in {0}', post.community.name)]),
    ...(isFocal ? [presentMoment(post.createdAt)] : []),
    ...(isFocal && post.source !== null && post.source !== '' ? [post.source] : []),
    ...(isFocal && post.lang !== '' && post.lang !== 'und' ? [post.lang] : []),
  ];
  return parts.length === 0
    ? nothing
    : html`<div class="quiet small">${parts.map((part, at) => html`${at === 0 ? '' : ' · '}<bdi>${part}</bdi>`)}</div>`;
}

/** The counts, short to see and exact to hear and to hover. */
export function countsLine({ counts }: ThreadPost): TemplateResult {
  const all: readonly (readonly [IconName, string, number | null])[] = [
    ['comment', t('replies'), counts.replies],
    ['sync', t('reposts'), counts.retweets],
    ['quote', t('quotes'), counts.quotes],
    ['heart', t('likes'), counts.likes],
    ['bookmark', t('bookmarks'), counts.bookmarks],
    ['eye', t('views'), counts.views],
  ];
  return html`<div class="counts quiet">
    ${all.map(([glyph, name, count]) =>
      count === null || count === 0
        ? nothing
        : html`<span class="count" role="img" title="${presentExact(count)} ${name}" aria-label="${presentExact(count)} ${name}"
            >${icon(glyph)}${presentCompact(count)}</span
          >`,
    )}
  </div>`;
}
