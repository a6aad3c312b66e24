import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { toPost, toSegments } from '../../app/post/toPost.ts';
import type { RecordKind } from '../../client/records/recordKind.ts';
import type { Post } from '../../protocol/post.ts';
import { isoTime } from '../../app/table/cell.ts';
import { hasOwnPage, isWebAddress } from '../../app/table/ownPage.ts';
import { stripToSingleLine } from '../../text/stripHiddenCharacters.ts';
import { iconButton, type IconName } from '../components/icon.ts';
import { foldedWords, linkTo } from '../post/postWords.ts';
import { countSign, sign } from '../post/postParts.ts';
import type { Fold, FoldPart, PostTab } from '../post/postCallbacks.ts';
import { formatCell } from './formatCell.ts';
import type { ResultsActs } from './resultsActs.ts';
import { cellOf, type Records, recordText } from './records.ts';

/** A record, what can be done with it, and whether its controls are in the order of Tab. */
export interface Card {
  readonly page: ResultsActs;
  readonly row: number;
  /** The record as a post, once the host has made it. */
  readonly post: Post | undefined;
  readonly tab: PostTab;
  readonly foldOf: (part: FoldPart) => Fold;
  /** When it is drawn, in milliseconds since 1970. */
  readonly now: number;
}

/** A record to read. Foreign texts are texts: nothing in them becomes markup. */
export function recordCard(card: Card): TemplateResult {
  const { kind } = card.page.records;
  return kind === 'post' ? postCard(card) : kind === 'user' ? userCard(card) : factsCard(card);
}

function postCard(card: Card): TemplateResult {
  const { row, post, page, tab, foldOf, now } = card;
  const { records, opening, postCallbacks } = page;
  const open = iconButton('comment-discussion', opening === '' ? l10n.t('View Thread') : opening, () => page.open(row), {
    tabindex: tab,
  });
  return html`<social-post
    .post=${post ?? rowPost(records, row)}
    .callbacks=${postCallbacks}
    .tab=${tab}
    .now=${now}
    .isCard=${true}
    .foldOf=${foldOf}
    .actions=${html`${open} ${browser(card)}`}
  ></social-post>`;
}

/** A post as its row says it: drawn until the host has made the whole of it, so that no card is ever empty. */
function rowPost(records: Records, row: number): Post {
  const text = (name: string) => recordText(records, row, name) || undefined;
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
  const { row, page, tab, foldOf } = card;
  const { records, postCallbacks } = page;
  const segments = toSegments(recordText(records, row, 'description'));
  const role = stripToSingleLine(recordText(records, row, 'role'));
  return html`<header>
      <social-picture
        class="card-avatar"
        .url=${recordText(records, row, 'avatar_url')}
        .alt=${''}
        .glyph=${'account' satisfies IconName}
        .load=${postCallbacks.loadPicture}
      ></social-picture>
      <bdi class="name">${stripToSingleLine(recordText(records, row, 'name'))}</bdi>
      <bdi class="quiet">@${stripToSingleLine(recordText(records, row, 'username'))}</bdi>
      ${cellOf(records, row, 'verified') === true ? sign('verified-filled', l10n.t('Verified')) : nothing}
      ${cellOf(records, row, 'protected') === true ? sign('lock', l10n.t('Protected account')) : nothing}
      ${cellOf(records, row, 'automated') === true ? sign('hubot', l10n.t('Automated account')) : nothing}
      ${role === '' ? nothing : html`<span class="badge">${role}</span>`}
    </header>
    ${foldedWords({ segments, lang: '' }, foldOf('text'), { ...postCallbacks, tab })}
    <footer>
      ${count(card, 'followers', 'person', l10n.t('Followers'))}${count(card, 'following', 'person-add', l10n.t('Following'))}${count(
        card,
        'tweets',
        'comment',
        l10n.t('Posts'),
      )}
      <span class="grow"></span>
      ${iconButton('account', l10n.t('View User…'), () => page.open(row), { tabindex: tab })} ${pin(card)} ${browser(card)}
    </footer>`;
}

/** The first text as a heading, every other column that is shown as a fact; its own page is the button beside the heading. */
function factsCard(card: Card): TemplateResult {
  const { row, tab } = card;
  const { records, postCallbacks } = card.page;
  const shown = records.columns.filter(({ isShown }) => isShown);
  const heading = shown.find(({ type }) => type === 'text') ?? shown[0];
  const facts = shown.flatMap((column) => {
    const text = formatCell(cellOf(records, row, column.name), column);
    const isPage = column.name === 'url' && isWebAddress(text);
    return column === heading || text === '' || isPage ? [] : [{ column, text }];
  });
  return html`<header>
      <bdi class="name">${heading === undefined ? '' : formatCell(cellOf(records, row, heading.name), heading)}</bdi>
      <span class="grow"></span>
      ${pin(card)} ${browser(card)}
    </header>
    <dl>
      ${facts.map(
        ({ column, text }) =>
          html`<div>
            <dt>${column.title}</dt>
            <dd dir="auto">
              ${column.type === 'link' && isWebAddress(text) ? linkTo(text, text, { ...postCallbacks, tab }) : text}
            </dd>
          </div>`,
      )}
    </dl>`;
}

function count({ page: { records }, row }: Card, name: string, glyph: IconName, label: string): TemplateResult | typeof nothing {
  const value = cellOf(records, row, name);
  return typeof value === 'number' ? countSign(glyph, label, value) : nothing;
}

/** Kinds that stand in a view once they are pinned. */
const pinnable: ReadonlySet<string> = new Set(['user', 'list', 'community', 'space', 'trend'] satisfies readonly RecordKind[]);

function pin({ row, page, tab }: Card): TemplateResult | typeof nothing {
  return pinnable.has(page.records.kind) ? iconButton('pin', l10n.t('Pin'), () => page.pin([row]), { tabindex: tab }) : nothing;
}

function browser({ row, page, tab }: Card): TemplateResult | typeof nothing {
  const { records } = page;
  return hasOwnPage(records.kind, (name) => recordText(records, row, name))
    ? iconButton('link-external', l10n.t('Open in Browser'), () => page.openInBrowser(row), { tabindex: tab })
    : nothing;
}
