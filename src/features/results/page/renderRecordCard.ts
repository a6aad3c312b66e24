import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { toPost, toTextSegments } from '../../../core/records/toPost.ts';
import type { Post } from '../../../core/channel/post.ts';
import { type Column, formatIsoTime } from '../../../core/table/cell.ts';
import { pinKinds } from '../../../core/pins.ts';
import { hasWebPage, isWebAddress } from '../../../core/records/treeRecord.ts';
import { shortenText, stripToSingleLine } from '../../../core/text/stripHiddenCharacters.ts';
import { renderIconButton, type IconName } from '../../../page/kit/icon.ts';
import {
  renderFoldableText,
  renderLink,
  type TextFoldControl,
  type FoldableTextName,
  type PostTabIndex,
} from '../../../page/post/postText.ts';
import { renderIconCount, renderIconWithLabel } from '../../../page/post/postParts.ts';
import type { ResultsActions } from './resultsActions.ts';
import { formatCell, getCell, type ReceivedRecords, getCellText } from './receivedRecords.ts';

interface RecordCardProps {
  readonly page: ResultsActions;
  readonly row: number;
  readonly post: Post | undefined;
  readonly tab: PostTabIndex;
  readonly foldOf: (part: FoldableTextName) => TextFoldControl;
  readonly now: number;
}

const maxSpokenLength = 200;
const maxReadLength = 400;

/** The accessible name of a record, for example a post's author and beginning; may be empty. */
export function formatSpokenRecord(records: ReceivedRecords, row: number): string {
  const say = (text: string) => stripToSingleLine(text.slice(0, maxReadLength));
  const cell = (name: string) => say(getCellText(records, row, name));
  const { kind } = records;
  const words =
    kind === 'post'
      ? [cell('author_name') || cell('author_username'), cell('text')]
      : kind === 'user'
        ? [cell('name'), cell('username') && `@${cell('username')}`]
        : [say(formatHeading(records, row))];
  return shortenText(words.filter((word) => word !== '').join(kind === 'post' ? ': ' : ', '), maxSpokenLength);
}

export function renderRecordCard(card: RecordCardProps): TemplateResult {
  const { kind } = card.page.records;
  return kind === 'post' ? renderPostCard(card) : kind === 'user' ? renderUserCard(card) : renderFactsCard(card);
}

function renderPostCard(card: RecordCardProps): TemplateResult {
  const { row, post, page, tab, foldOf, now } = card;
  const { records, opening, postCallbacks } = page;
  const open = renderIconButton('comment-discussion', opening === '' ? l10n.t('Open as Thread') : opening, () => page.open(row), {
    tabindex: tab,
  });
  return html`<social-post
    .post=${post ?? toPostFromRow(records, row)}
    .callbacks=${postCallbacks}
    .tab=${tab}
    .now=${now}
    .isCard=${true}
    .foldOf=${foldOf}
    .actions=${html`${open} ${renderBrowserButton(card)}`}
  ></social-post>`;
}

/** Shown until the host sends the complete post, so cards are never empty. */
function toPostFromRow(records: ReceivedRecords, row: number): Post {
  const text = (name: string) => getCellText(records, row, name) || undefined;
  const number = (name: string) => {
    const cell = getCell(records, row, name);
    return typeof cell === 'number' ? cell : undefined;
  };
  return toPost({
    kind: 'post',
    text: text('text'),
    createdAt: formatIsoTime(number('created_at') ?? Number.NaN),
    author: {
      kind: 'user',
      handle: text('author_username'),
      name: text('author_name'),
      avatarUrl: text('author_avatar_url'),
      isVerified: getCell(records, row, 'author_verified') === true,
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

function renderUserCard(card: RecordCardProps): TemplateResult {
  const { row, page, tab, foldOf } = card;
  const { records, postCallbacks } = page;
  const segments = toTextSegments(getCellText(records, row, 'description'));
  const role = stripToSingleLine(getCellText(records, row, 'role'));
  return html`<header>
      <social-picture
        class="card-avatar"
        .url=${getCellText(records, row, 'avatar_url')}
        .alt=${''}
        .glyph=${'account' satisfies IconName}
        .load=${postCallbacks.loadPicture}
      ></social-picture>
      <bdi class="name">${stripToSingleLine(getCellText(records, row, 'name'))}</bdi>
      <bdi class="quiet">@${stripToSingleLine(getCellText(records, row, 'username'))}</bdi>
      ${getCell(records, row, 'verified') === true ? renderIconWithLabel('verified-filled', l10n.t('Verified')) : nothing}
      ${getCell(records, row, 'protected') === true ? renderIconWithLabel('lock', l10n.t('Protected')) : nothing}
      ${getCell(records, row, 'automated') === true ? renderIconWithLabel('hubot', l10n.t('Automated')) : nothing}
      ${role === '' ? nothing : html`<span class="badge">${role}</span>`}
    </header>
    ${renderFoldableText({ segments, lang: '' }, foldOf('text'), { ...postCallbacks, tab })}
    <footer>
      ${renderCountFromColumn(card, 'followers', 'person', l10n.t('Followers'))}${renderCountFromColumn(card, 'following', 'person-add', l10n.t('Following'))}${renderCountFromColumn(
        card,
        'tweets',
        'comment',
        l10n.t('Posts'),
      )}
      <span class="grow"></span>
      ${renderIconButton('account', l10n.t('View User…'), () => page.open(row), { tabindex: tab })} ${renderPinButton(card)}
      ${renderBrowserButton(card)}
    </footer>`;
}

function findHeadingColumn({ columns }: ReceivedRecords): Column | undefined {
  const shown = columns.filter(({ isShown }) => isShown);
  return shown.find(({ type }) => type === 'text') ?? shown[0];
}

function formatHeading(records: ReceivedRecords, row: number): string {
  const heading = findHeadingColumn(records);
  return heading === undefined ? '' : formatCell(getCell(records, row, heading.name), heading);
}

/** The first text column is the heading. The link to the record's page is a button instead of a fact. */
function renderFactsCard(card: RecordCardProps): TemplateResult {
  const { row, tab } = card;
  const { records, postCallbacks } = card.page;
  const heading = findHeadingColumn(records);
  const facts = records.columns.flatMap((column) => {
    const cell = getCell(records, row, column.name);
    const text = formatCell(cell, column);
    const isPage = column.name === 'url' && isWebAddress(text);
    const isLeftOut = !column.isShown || column === heading || text === '' || isPage || cell === false;
    return isLeftOut ? [] : [{ column, text: column.name.endsWith('_username') ? `@${text}` : text }];
  });
  return html`<header>
      <bdi class="name">${formatHeading(records, row)}</bdi>
      <span class="grow"></span>
      ${renderPinButton(card)} ${renderBrowserButton(card)}
    </header>
    <dl>
      ${facts.map(
        ({ column, text }) =>
          html`<div>
            <dt>${column.title}</dt>
            <dd dir="auto">
              ${column.type === 'link' && isWebAddress(text) ? renderLink(text, text, { ...postCallbacks, tab }) : text}
            </dd>
          </div>`,
      )}
    </dl>`;
}

function renderCountFromColumn(
  { page: { records }, row }: RecordCardProps,
  name: string,
  glyph: IconName,
  label: string,
): TemplateResult | typeof nothing {
  const value = getCell(records, row, name);
  return typeof value === 'number' ? renderIconCount(glyph, label, value) : nothing;
}

function renderPinButton({ row, page, tab }: RecordCardProps): TemplateResult | typeof nothing {
  if (!pinKinds.some((kind) => kind === page.records.kind)) {
    return nothing;
  }
  return page.isPinned(row)
    ? renderIconButton('pinned', l10n.t('Unpin'), () => page.act('unpin', [row]), { tabindex: tab })
    : renderIconButton('pin', l10n.t('Pin'), () => page.act('pin', [row]), { tabindex: tab });
}

function renderBrowserButton({ row, page, tab }: RecordCardProps): TemplateResult | typeof nothing {
  const { records, status } = page;
  return status?.hasWebPages === true && hasWebPage(records.kind, (name) => getCellText(records, row, name))
    ? renderIconButton('link-external', l10n.t('Open in Browser'), () => page.act('openInBrowser', [row]), { tabindex: tab })
    : nothing;
}
