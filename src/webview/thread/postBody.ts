import { html, nothing, type TemplateResult } from 'lit';
import type { InnerPost, Medium, Segment } from '../../protocol/threadPost.ts';
import { icon, type IconName } from '../components/icon.ts';
import '../components/remotePicture.ts';
import { presentDuration, presentMoment, presentTime } from '../shared/present.ts';
import { firstPress } from '../shared/pressOnce.ts';
import { t } from '../shared/translate.ts';
import type { ThreadHands } from './threadHands.ts';

type Rendered = TemplateResult | typeof nothing;

/** Who wrote it and when. Foreign names are isolated, so that their direction stays their own. */
export function authorLine(post: InnerPost, hands: ThreadHands, labelId?: string): TemplateResult {
  const { author } = post;
  return html`<div class="author" id=${labelId ?? nothing}>
    <bdi class="name">${author.name}</bdi>
    ${badge(author.badge)} ${author.isProtected ? sign('lock', t('Protected account')) : nothing}
    ${author.isAutomated ? sign('hubot', t('Automated account')) : nothing}
    <button
      type="button"
      class="link quiet handle"
      tabindex=${hands.tab}
      title=${t('Look up {0}…', `@${author.handle}`)}
      @click=${pressed(() => hands.lookUpUser(author.handle))}
    >
      <bdi>@${author.handle}</bdi>
    </button>
    <time class="quiet" datetime=${post.createdAt} title=${presentMoment(post.createdAt)}
      >${presentTime(post.createdAt, hands.now())}</time
    >
  </div>`;
}

function badge(kind: InnerPost['author']['badge']): Rendered {
  switch (kind) {
    case null:
      return nothing;
    case 'verified':
      return sign('verified-filled', t('Verified'));
    case 'business':
      return sign('organization', t('Verified organization'));
    case 'government':
      return sign('law', t('Verified government account'));
  }
}

function sign(name: IconName, label: string): TemplateResult {
  return html`<span class="badge" role="img" aria-label=${label} title=${label}>${icon(name)}</span>`;
}

/** The words, in their own direction and language, with the links in them. */
export function postWords(post: InnerPost, hands: ThreadHands): Rendered {
  return post.segments.length === 0
    ? nothing
    : html`<div class="words" dir="auto" lang=${post.lang === '' || post.lang === 'und' ? nothing : post.lang}>
        ${segmentWords(post.segments, hands)}
      </div>`;
}

/** Pieces of a text, with the links in it. */
export function segmentWords(segments: readonly Segment[], hands: ThreadHands): readonly unknown[] {
  return segments.map((segment) => words(segment, hands));
}

function words(segment: Segment, hands: ThreadHands): TemplateResult | readonly TemplateResult[] {
  switch (segment.kind) {
    case 'text':
      return marked(segment.text, hands.query);
    case 'link':
      return html`<a
        href=${segment.url}
        title=${segment.url}
        tabindex=${hands.tab}
        @click=${pressed(() => hands.openLink(segment.url))}
        ><bdi>${marked(segment.text, hands.query)}</bdi></a
      >`;
    case 'mention':
      return html`<button
        type="button"
        class="link"
        tabindex=${hands.tab}
        title=${t('Look up {0}…', segment.text)}
        @click=${pressed(() => hands.lookUpUser(segment.handle))}
      >
        <bdi>${marked(segment.text, hands.query)}</bdi>
      </button>`;
    case 'tag':
      return html`<button
        type="button"
        class="link"
        tabindex=${hands.tab}
        title=${t('Search {0}…', segment.text)}
        @click=${pressed(() => hands.searchTag(segment.tag))}
      >
        <bdi>${marked(segment.text, hands.query)}</bdi>
      </button>`;
  }
}

/** A press that does one thing and nothing else: the line under it is not chosen, and VS Code opens no link. */
export function pressed(act: () => void): (event: Event) => void {
  const press = firstPress(act);
  return (event) => {
    event.preventDefault();
    event.stopPropagation();
    press(event);
  };
}

/** A text with what was looked for marked in it. */
function marked(text: string, query: string): readonly TemplateResult[] {
  if (query === '') {
    return [plain(text)];
  }
  const low = text.toLowerCase();
  // a script whose letters change their number when made small is not marked, only found
  if (low.length !== text.length) {
    return [plain(text)];
  }
  const pieces: TemplateResult[] = [];
  let end = 0;
  let last = 0;
  for (let at = low.indexOf(query); at >= 0; at = low.indexOf(query, end)) {
    end = at + query.length;
    pieces.push(plain(text.slice(last, at)), html`<mark>${text.slice(at, end)}</mark>`);
    last = end;
  }
  return [...pieces, plain(text.slice(end))];
}

/** Words with their own line breaks, in an element that keeps them whatever stands around it. */
function plain(text: string): TemplateResult {
  return html`<span class="text">${text}</span>`;
}

/** Pictures and videos in a grid. */
export function mediaGrid(media: readonly Medium[], hands: ThreadHands, post: InnerPost): Rendered {
  if (media.length === 0) {
    return nothing;
  }
  const photos = media.filter(({ type }) => type === 'photo');
  const show = (medium: Medium) =>
    medium.type === 'photo' ? hands.view(photos, photos.indexOf(medium)) : hands.openLink(post.url);
  return html`<div class="media" data-count=${Math.min(media.length, 4)}>
    ${media.map((medium) => mediumTile(medium, hands, () => show(medium)))}
  </div>`;
}

function mediumTile({ type, preview, url, alt, durationMs }: Medium, hands: ThreadHands, act: () => void): TemplateResult {
  const isPhoto = type === 'photo';
  const what = isPhoto ? t('Photo') : type === 'gif' ? t('Animated picture') : type === 'video' ? t('Video') : t('Medium');
  const length = isPhoto || durationMs === null ? what : `${what} ${presentDuration(durationMs)}`;
  const said = alt === null || alt === '' ? length : `${length}: ${alt}`;
  return html`<button
    type="button"
    class="medium"
    tabindex=${hands.tab}
    aria-label=${isPhoto ? said : t('{0}. Plays in the browser.', said)}
    title=${isPhoto ? (alt ?? '') : t('Play in the browser')}
    @click=${pressed(act)}
  >
    <social-picture
      .url=${isPhoto && preview === '' ? url : preview}
      .alt=${''}
      .load=${hands.loadPicture}
      .glyph=${(isPhoto ? 'file-media' : 'device-camera-video') satisfies IconName}
    ></social-picture>
    ${
      isPhoto
        ? nothing
        : html`<span class="play" aria-hidden="true"
            >${icon('play')}${durationMs === null ? nothing : html` ${presentDuration(durationMs)}`}</span
          >`
    }
    ${isPhoto && alt !== null && alt !== '' ? html`<span class="alt-sign" aria-hidden="true">${icon('note')}</span>` : nothing}
  </button>`;
}
