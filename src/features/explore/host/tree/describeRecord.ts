import * as vscode from 'vscode';
import type { UserRecord } from '../../../../client/records/readRecord.ts';
import { sanitizeForVsCode, shortenText } from '../../../../core/text/stripHiddenCharacters.ts';
import { formatCounts } from '../../../../workbench/formatCounts.ts';
import { formatAge } from '../../../../core/text/formatAge.ts';
import {
  type CommunityRow,
  type ListRow,
  type PostRow,
  getTrendQuery,
  type TreeRecord,
  type UserRow,
} from '../../../../core/records/treeRecord.ts';

export interface RecordDescription {
  readonly label: string;
  readonly description: string;
  /** Plain text with several lines. */
  readonly tooltip: string;
  readonly icon: string;
}

const maxTooltipLength = 1_000;

const { l10n } = vscode;

/** Undefined and empty parts are omitted. */
interface RecordFacts {
  readonly label: string;
  readonly facts: readonly (string | undefined)[];
  readonly lines: readonly (string | undefined)[];
  readonly icon: string;
}

/** Sanitizes text from the service for one line. */
export function describeRecord(record: TreeRecord, now: number): RecordDescription {
  const { label, facts, lines, icon } = getRecordFacts(record, now);
  return { label, description: joinNonEmpty(' · ', ...facts), tooltip: joinNonEmpty('\n', ...lines), icon };
}

function getRecordFacts(record: TreeRecord, now: number): RecordFacts {
  switch (record.kind) {
    case 'user':
      return getUserFacts(record);
    case 'post':
      return getPostFacts(record, now);
    case 'list':
    case 'community':
      return getGroupFacts(record);
    case 'space': {
      const label = sanitizeForVsCode(record.title);
      const facts = [
        sanitizeForVsCode(record.state ?? ''),
        ...formatCounts(record, 'compact', 'participants'),
        formatMention(record.host),
      ];
      const icon = record.state === 'live' ? 'broadcast' : 'unmute';
      return { label, facts, lines: [label, joinNonEmpty(' · ', ...facts), record.id], icon };
    }
    case 'trend': {
      const label = sanitizeForVsCode(record.name);
      const query = sanitizeForVsCode(getTrendQuery(record));
      const counts = formatCounts({ posts: record.volume }, 'compact', 'posts');
      const exact = formatCounts({ posts: record.volume }, 'exact', 'posts');
      return {
        label,
        facts: counts,
        lines: [label, query === label ? undefined : query, joinNonEmpty(' · ', ...exact)],
        icon: 'flame',
      };
    }
    case 'line': {
      const [label, value] = [sanitizeForVsCode(record.label), sanitizeForVsCode(record.value ?? '')];
      return { label, facts: [value], lines: [label, value], icon: 'note' };
    }
  }
}

function getUserFacts(user: UserRow): RecordFacts {
  const label = sanitizeForVsCode(user.name) || sanitizeForVsCode(user.handle);
  const role = sanitizeForVsCode(user.role ?? '');
  return {
    label,
    // the handle comes first because a narrow side bar cuts off the end, and names aren't unique
    facts: [formatMention(user), role, ...formatCounts(user, 'compact', 'followers')],
    lines: [
      joinNonEmpty(' ', label, formatMention(user)),
      joinNonEmpty(
        ', ',
        user.isVerified === true ? l10n.t('verified') : undefined,
        user.isProtected === true ? l10n.t('protected') : undefined,
        role,
      ),
      formatTooltipText(user.bio),
      joinNonEmpty(' · ', ...formatCounts(user, 'exact', 'followers', 'following', 'posts')),
      user.id,
    ],
    icon: user.isProtected === true ? 'lock' : user.isVerified === true ? 'verified' : 'account',
  };
}

function getPostFacts(post: PostRow, now: number): RecordFacts {
  const { author, repostOf } = post;
  const handle = formatMention({ handle: author?.handle ?? '' });
  const whole = repostOf?.text ?? post.text ?? '';
  const isRepost = repostOf !== undefined;
  const mediaCount = post.media?.length ?? 0;
  const created = Date.parse(post.createdAt ?? '');
  const counts = formatCounts(post, 'compact', 'replies', 'reposts', 'likes');
  const words = sanitizeForVsCode(whole) || (mediaCount === 0 ? '' : l10n.t('(media)')) || l10n.t('(no text)');
  const original = sanitizeForVsCode(repostOf?.author?.handle ?? '');
  const whose = original === '' ? '' : `@${original}: `;
  return {
    // the text is by a different author, so the reposter is shown next to it
    label: isRepost ? `${whose}${words}` : words,
    facts: [handle, Number.isNaN(created) ? undefined : formatAge(created, now), ...counts],
    lines: [
      joinNonEmpty(' ', sanitizeForVsCode(author?.name ?? ''), handle),
      isRepost ? `${l10n.t('reposted')} ${whose}`.trimEnd() : undefined,
      formatTooltipText(whole),
      joinNonEmpty(' · ', Number.isNaN(created) ? undefined : new Date(created).toLocaleString(), ...counts),
      mediaCount === 0 ? undefined : l10n.t('Media: {0}', mediaCount),
      post.isPinned === true ? l10n.t('pinned by its author') : undefined,
      post.id,
    ],
    icon: isRepost ? 'sync' : post.isPinned === true ? 'pinned' : mediaCount > 0 ? 'file-media' : 'comment',
  };
}

function getGroupFacts(group: ListRow | CommunityRow): RecordFacts {
  const label = sanitizeForVsCode(group.name);
  const isList = group.kind === 'list';
  const owner = isList ? formatMention(group.owner) : undefined;
  const isClosed = (isList ? group.isPrivate : group.isInviteOnly) === true;
  return {
    label,
    facts: [...formatCounts(group, 'compact', 'members'), owner],
    lines: [
      joinNonEmpty(' ', label, owner),
      !isClosed ? undefined : isList ? l10n.t('private') : l10n.t('invite-only'),
      formatTooltipText(group.description),
      joinNonEmpty(' · ', ...formatCounts(group, 'exact', 'members', 'followers')),
      group.id,
    ],
    icon: isClosed ? 'lock' : isList ? 'list-unordered' : 'organization',
  };
}

function formatMention(user: Pick<UserRecord, 'handle'> | undefined): string | undefined {
  return user?.handle === undefined ? undefined : `@${sanitizeForVsCode(user.handle)}`;
}

function formatTooltipText(text = ''): string {
  return shortenText(text, maxTooltipLength)
    .split(/\r?\n/)
    .map((line) => sanitizeForVsCode(line))
    .join('\n');
}

function joinNonEmpty(separator: string, ...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(separator);
}
