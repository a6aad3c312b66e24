import { html, nothing, type TemplateResult } from 'lit';
import { toPost, toSegments } from '../../app/post/toPost.ts';
import type { Post } from '../../protocol/post.ts';
import { isoTime } from '../../results/table/cellText.ts';
import { isWebAddress, ownPageOf } from '../../results/table/ownPage.ts';
import { visibleLine } from '../../results/table/visibleText.ts';
import { iconButton, type IconName } from '../components/icon.ts';
import { type Fold, foldedWords, linkTo } from '../post/postWords.ts';
import { countSign, sign } from '../post/postParts.ts';
import type { PostCallbacks, PostTab } from '../post/postCallbacks.ts';
import { t } from '../shared/translate.ts';
import { presentCell } from './presentCell.ts';
import { cellOf, type Records, textOf } from './records.ts';

/** What can be done in a list of records. */
export interface ListCallbacks extends PostCallbacks {
  readonly toggle: (row: number) => void;
  readonly open: (row: number) => void;
  readonly openInBrowser: (row: number) => void;
  readonly scrolledTo: (top: number) => void;
  /** The JSON of records, formatted; from what is loaded. */
  readonly json: (rows: readonly number[]) => Promise<readonly string[]>;
  /** Records as posts; null for what is none. */
  readonly posts: (rows: readonly number[]) => Promise<readonly (Post | null)[]>;
}

/** A record, what can be done with it, and whether its controls are in the order of Tab. */
export interface Card {
  readonly records: Records;
  readonly row: number;
  /** The record as a post, once the host has made it. */
  readonly post: Post | undefined;
  readonly hands: ListCallbacks;
  readonly tab: PostTab;
  readonly fold: Fold;
  /** What opening it does, where that costs. */
  readonly opening: string;
  /** When it is drawn, in milliseconds since 1970. */
  readonly now: number;
}

/** A record to read. Foreign texts are texts: nothing in them becomes markup. */
export function recordCard(card: Card): TemplateResult {
  switch (card.records.kind) {
    case 'post':
      return postCard(card);
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

function postCard(card: Card): TemplateResult {
  const { records, row, post, hands, tab, fold, opening, now } = card;
  const open = iconButton('comment-discussion', opening === '' ? t('View Thread') : opening, () => hands.open(row), {
    tabindex: tab,
  });
  return html`<social-post
    .post=${post ?? rowPost(records, row)}
    .callbacks=${hands}
    .tab=${tab}
    .now=${now}
    .isCard=${true}
    .isOpen=${fold.isOpen}
    .onToggleFold=${fold.toggle}
    .actions=${html`${open} ${browser(card)}`}
  ></social-post>`;
}

/** A post as its row says it: drawn until the host has made the whole of it, so that no card is ever empty. */
function rowPost(records: Records, row: number): Post {
  const text = (name: string) => textOf(records, row, name) || undefined;
  const number = (name: string) => {
    const cell = cellOf(records, row, name);
    return typeof cell === 'number' ? cell : undefined;
  };
  return toPost({
    kind: 'post',
    text: text('text'),
    createdAt: isoTime(number('created_at') ?? Number.NaN),
    author: {
      kind: 'user',
      handle: text('author_username'),
      name: text('author_name'),
      avatarUrl: text('author_avatar_url'),
      isVerified: cellOf(records, row, 'author_verified') === true,
    },
    replyToHandle: text('reply_to_username'),
    replies: number('replies'),
    reposts: number('reposts'),
    quotes: number('quotes'),
    likes: number('likes'),
    bookmarks: number('bookmarks'),
    views: number('views'),
  });
}

function userCard(card: Card): TemplateResult {
  const { records, row, hands, tab, fold } = card;
  const segments = toSegments(textOf(records, row, 'description'));
  const role = visibleLine(textOf(records, row, 'role'));
  return html`<header>
      ${avatar(textOf(records, row, 'avatar_url'), hands)}
      <bdi class="name">${visibleLine(textOf(records, row, 'name'))}</bdi>
      <bdi class="quiet">@${visibleLine(textOf(records, row, 'username'))}</bdi>
      ${cellOf(records, row, 'verified') === true ? sign('verified-filled', t('Verified')) : nothing}
      ${cellOf(records, row, 'protected') === true ? sign('lock', t('Protected account')) : nothing}
      ${cellOf(records, row, 'automated') === true ? sign('hubot', t('Automated account')) : nothing}
      ${role === '' ? nothing : html`<span class="badge">${role}</span>`}
    </header>
    ${foldedWords({ segments, lang: '' }, fold, { ...hands, tab })}
    <footer>
      ${count(card, 'followers', 'person', t('Followers'))}${count(card, 'following', 'person-add', t('Following'))}${count(
        card,
        'tweets',
        'comment',
        t('Posts'),
      )}
      <span class="grow"></span>
      ${iconButton('account', t('Look Up User…'), () => hands.open(row), { tabindex: tab })} ${browser(card)}
    </footer>`;
}

/** The first text as a heading, every other column that is shown as a fact; its own page is the button beside the heading. */
function factsCard(card: Card): TemplateResult {
  const { records, row } = card;
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
      ${browser(card)}
    </header>
    <dl>
      ${facts.map(
        ({ column, text }) =>
          html`<div>
            <dt>${column.title}</dt>
            <dd dir="auto">
              ${column.type === 'link' && isWebAddress(text) ? linkTo(text, text, { ...card.hands, tab: card.tab }) : text}
            </dd>
          </div>`,
      )}
    </dl>`;
}

function count({ records, row }: Card, name: string, glyph: IconName, label: string): TemplateResult | typeof nothing {
  const value = cellOf(records, row, name);
  return typeof value === 'number' ? countSign(glyph, label, value) : nothing;
}

/** Only decorates: the name stands beside it. */
function avatar(url: string, { loadPicture }: ListCallbacks): TemplateResult {
  return html`<social-picture
    class="card-avatar"
    .url=${url}
    .alt=${''}
    .glyph=${'account' satisfies IconName}
    .load=${loadPicture}
  ></social-picture>`;
}

function browser({ records, row, hands, tab }: Card): TemplateResult | typeof nothing {
  return ownPageOf(records.kind, (name) => textOf(records, row, name)) !== undefined
    ? iconButton('link-external', t('Open in Browser'), () => hands.openInBrowser(row), { tabindex: tab })
    : nothing;
}
