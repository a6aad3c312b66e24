import { html, nothing, type TemplateResult } from 'lit';
import type { InnerPost, Medium } from '../../protocol/post.ts';
import { visibleLine } from '../../results/table/visibleText.ts';
import { icon, type IconName } from '../components/icon.ts';
import '../components/remotePicture.ts';
import { presentDuration, presentMoment, presentTime } from '../shared/present.ts';
import { t } from '../shared/translate.ts';
import type { PostContext } from './postCallbacks.ts';
import { pressed } from './segmentWords.ts';

type Rendered = TemplateResult | typeof nothing;

/** Who wrote it and when. Foreign names are isolated, so that their direction stays their own. */
export function authorLine({ author, createdAt }: InnerPost, { tab, now, lookUpUser }: PostContext): TemplateResult {
  const { name, handle, badge, isProtected, isAutomated } = author;
  return html`<div class="author">
    <bdi class="name">${visibleLine(name)}</bdi>
    ${verification(badge)} ${isProtected ? sign('lock', t('Protected account')) : nothing}
    ${isAutomated ? sign('hubot', t('Automated account')) : nothing}
    ${
      handle === ''
        ? nothing
        : html`<button
            type="button"
            class="link quiet handle"
            tabindex=${tab}
            title=${t('Look up {0}…', `@${handle}`)}
            @click=${pressed(() => lookUpUser(handle))}
          >
            <bdi>@${visibleLine(handle)}</bdi>
          </button>`
    }
    ${
      createdAt === ''
        ? nothing
        : html`<time class="quiet" datetime=${createdAt} title=${presentMoment(createdAt)}>${presentTime(createdAt, now)}</time>`
    }
  </div>`;
}

function verification(kind: InnerPost['author']['badge']): Rendered {
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

/** A sign beside a name. */
export function sign(name: IconName, label: string): TemplateResult {
  return html`<span class="sign" role="img" aria-label=${label} title=${label}>${icon(name)}</span>`;
}

/** Pictures and videos in a grid. */
export function mediaGrid({ media, url }: InnerPost, context: PostContext): Rendered {
  if (media.length === 0) {
    return nothing;
  }
  const photos = media.filter(({ type }) => type === 'photo');
  const show = (medium: Medium) =>
    medium.type === 'photo' ? context.view(photos, photos.indexOf(medium)) : context.openLink(url);
  return html`<div class="media" data-count=${Math.min(media.length, 4)}>
    ${media.map((medium) => mediumTile(medium, context, () => show(medium)))}
  </div>`;
}

function mediumTile(
  { type, preview, url, alt: words, durationMs }: Medium,
  { tab, loadPicture }: PostContext,
  act: () => void,
): TemplateResult {
  const isPhoto = type === 'photo';
  const alt = visibleLine(words ?? '');
  const what = isPhoto ? t('Photo') : type === 'gif' ? t('Animated picture') : type === 'video' ? t('Video') : t('Medium');
  const length = isPhoto || durationMs === null ? what : `${what} ${presentDuration(durationMs)}`;
  const said = alt === '' ? length : `${length}: ${alt}`;
  return html`<button
    type="button"
    class="medium"
    tabindex=${tab}
    aria-label=${isPhoto ? said : t('{0}. Plays in the browser.', said)}
    title=${isPhoto ? alt : t('Play in the browser')}
    @click=${pressed(act)}
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
            >${icon('play')}${durationMs === null ? nothing : html` ${presentDuration(durationMs)}`}</span
          >`
    }
    ${isPhoto && alt !== '' ? html`<span class="alt-sign" aria-hidden="true">${icon('note')}</span>` : nothing}
  </button>`;
}
