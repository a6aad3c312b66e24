import { html, nothing, type TemplateResult } from 'lit';
import type { TextLinkPart } from '../../app/post/toSegments.ts';
import { isWebAddress, ownPageOf } from '../../results/table/ownPage.ts';
import { visibleLine } from '../../results/table/visibleText.ts';
import { icon, iconButton, type IconName } from '../components/icon.ts';
import type { PictureLoader } from '../components/remotePicture.ts';
import '../components/remotePicture.ts';
import { presentCompact, presentExact } from '../shared/present.ts';
import { t } from '../shared/translate.ts';
import { cardLink, type CardTab, cardText } from './cardText.ts';
import { type Fold, foldedText } from './foldedText.ts';
import { presentCell, presentInstant } from './presentCell.ts';
import type { ListHands } from './recordList.ts';
import { cellOf, listOf, type Records, textOf } from './records.ts';

const mostPreviews = 4;

/** A record, what can be done with it, and whether its controls are in the order of Tab. */
export interface Card {
  readonly records: Records;
  readonly row: number;
  readonly hands: ListHands | undefined;
  readonly load: PictureLoader;
  readonly tab: CardTab;
  readonly fold: Fold;
  /** What opening it does, where that costs. */
  readonly opening: string;
}

/** A record to read. Foreign texts are texts: nothing in them becomes markup. */
export function recordCard(card: Card): TemplateResult {
  switch (card.records.kind) {
    case 'post':
      return tweetCard(card);
    case 'user':
      return userCard(card);
    case 'list':
    case 'community':
    case 'job':
    case 'trend':
    case 'space':
    case 'place':
    case 'hashtagPoint':
    case 'handleState':
    case 'other':
      return factsCard(card);
  }
}

function tweetCard({ records, row, hands, load, tab, fold, opening }: Card): TemplateResult {
  const text = textOf(records, row, 'text');
  const time = cellOf(records, row, 'created_at');
  const media = cellOf(records, row, 'media_types');
  const repost = textOf(records, row, 'repost_of_id');
  const reply = textOf(records, row, 'reply_to_username');
  return html`<header>
      ${avatar(textOf(records, row, 'author_avatar_url'), load)}
      <bdi class="name">${visibleLine(textOf(records, row, 'author_name'))}</bdi>
      <bdi class="quiet">@${visibleLine(textOf(records, row, 'author_username'))}</bdi>
      ${cellOf(records, row, 'author_verified') === true ? badge('verified-filled', t('Verified')) : nothing}
      ${typeof time === 'number' ? html`<time class="quiet" datetime=${new Date(time).toISOString()}>${presentInstant(time)}</time>` : nothing}
    </header>
    ${repost === '' ? nothing : html`<p class="quiet note">${icon('sync')} ${t('Repost')}</p>`}
    ${reply === '' ? nothing : html`<p class="quiet note">${icon('reply')} ${t('Reply to @{0}', visibleLine(reply))}</p>`}
    ${foldedText(text, cardText(text, linkParts(records, row), hands, tab), fold, tab)} ${previews({ records, row, load })}
    <footer>
      ${count(records, row, 'replies', 'comment', t('Replies'))}${count(records, row, 'reposts', 'sync', t('Reposts'))}${count(
        records,
        row,
        'likes',
        'heart',
        t('Likes'),
      )}${count(records, row, 'views', 'eye', t('Views'))}
      ${Array.isArray(media) && media.length > 0 ? html`<span class="count">${icon('file-media')} ${visibleLine(media.join(', '))}</span>` : nothing}
      <span class="grow"></span>
      ${iconButton('comment-discussion', opening === '' ? t('View Thread') : opening, () => hands?.open(row), { tabindex: tab })}
      ${browser(records, row, hands, tab)}
    </footer>`;
}

function userCard({ records, row, hands, load, tab, fold }: Card): TemplateResult {
  const description = textOf(records, row, 'description');
  return html`<header>
      ${avatar(textOf(records, row, 'avatar_url'), load)}
      <bdi class="name">${visibleLine(textOf(records, row, 'name'))}</bdi>
      <bdi class="quiet">@${visibleLine(textOf(records, row, 'username'))}</bdi>
      ${cellOf(records, row, 'verified') === true ? badge('verified-filled', t('Verified')) : nothing}
      ${cellOf(records, row, 'protected') === true ? badge('lock', t('Protected')) : nothing}
      ${cellOf(records, row, 'automated') === true ? badge('hubot', t('Automated')) : nothing}
      ${textOf(records, row, 'role') === '' ? nothing : html`<span class="badge">${visibleLine(textOf(records, row, 'role'))}</span>`}
    </header>
    ${description === '' ? nothing : foldedText(description, cardText(description, [], hands, tab), fold, tab)}
    <footer>
      ${count(records, row, 'followers', 'person', t('Followers'))}${count(records, row, 'following', 'person-add', t('Following'))}${count(
        records,
        row,
        'tweets',
        'comment',
        t('Posts'),
      )}
      <span class="grow"></span>
      ${iconButton('account', t('Look Up User…'), () => hands?.open(row), { tabindex: tab })} ${browser(records, row, hands, tab)}
    </footer>`;
}

/** The first text as a heading, every other column that is shown as a fact; its own page is the button beside the heading. */
function factsCard({ records, row, hands, tab }: Card): TemplateResult {
  const shown = records.columns.filter(({ isShown }) => isShown);
  const heading = shown.find(({ type }) => type === 'text') ?? shown[0];
  const facts = shown.flatMap((column) => {
    const text = presentCell(cellOf(records, row, column.name), column);
    const isPage = column.name === 'url' && isWebAddress(text);
    return column === heading || text === '' || isPage ? [] : [{ column, text }];
  });
  return html`<header>
      <bdi class="name">${heading === undefined ? '' : presentCell(cellOf(records, row, heading.name), heading)}</bdi>
      <span class="grow"></span>
      ${browser(records, row, hands, tab)}
    </header>
    <dl>
      ${facts.map(
        ({ column, text }) =>
          html`<div>
            <dt>${column.title}</dt>
            <dd dir="auto">${column.type === 'link' && isWebAddress(text) ? cardLink(text, text, hands, tab) : text}</dd>
          </div>`,
      )}
    </dl>`;
}

function count(records: Records, row: number, name: string, sign: IconName, label: string): TemplateResult | typeof nothing {
  const value = cellOf(records, row, name);
  return typeof value === 'number'
    ? html`<span class="count" title="${presentExact(value)} ${label}"
        >${icon(sign)} ${presentCompact(value)}<span class="spoken"> ${label}</span></span
      >`
    : nothing;
}

/** Only decorates: the name stands beside it. */
function avatar(url: string, load: PictureLoader): TemplateResult {
  return html`<social-picture
    class="card-avatar"
    .url=${url}
    .alt=${''}
    .glyph=${'account' satisfies IconName}
    .load=${load}
  ></social-picture>`;
}

/** Where the addresses in a text lead: a short one to what it stands for, where the record says so. */
function linkParts(records: Records, row: number): readonly TextLinkPart[] {
  const links = listOf(records, row, 'links');
  const written = listOf(records, row, 'short_links');
  return [
    ...links.map((url) => ({ token: url, url, display: undefined })),
    ...(written.length === links.length ? links : []).flatMap((url, at) => {
      const token = written[at] ?? '';
      return token === '' || token === url ? [] : [{ token, url, display: undefined }];
    }),
  ];
}

/** The media of a post, small; the thread shows them large. */
function previews({ records, row, load }: Pick<Card, 'records' | 'row' | 'load'>): TemplateResult | typeof nothing {
  const pictures = listOf(records, row, 'media_previews');
  const urls = pictures.slice(0, mostPreviews);
  const placed = listOf(records, row, 'media_alt');
  // a medium without an address has no picture: then nobody knows whose words these are
  const words = placed.length === pictures.length ? placed : [];
  return urls.length === 0
    ? nothing
    : html`<div class="previews">
        ${urls.map(
          (url, at) =>
            html`<social-picture
              class="preview"
              .url=${url}
              .alt=${visibleLine(words[at] ?? '')}
              .glyph=${'file-media' satisfies IconName}
              .load=${load}
            ></social-picture>`,
        )}
      </div>`;
}

function badge(sign: IconName, label: string): TemplateResult {
  return html`<span class="sign" title=${label} role="img" aria-label=${label}>${icon(sign)}</span>`;
}

function browser(records: Records, row: number, hands: ListHands | undefined, tab: CardTab): TemplateResult | typeof nothing {
  return ownPageOf(records.kind, (name) => textOf(records, row, name)) !== undefined
    ? iconButton('link-external', t('Open in Browser'), () => hands?.openInBrowser(row), { tabindex: tab })
    : nothing;
}
