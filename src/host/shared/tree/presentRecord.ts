import * as vscode from 'vscode';
import { foreignText } from '../words/foreignText.ts';
import { presentAge } from '../words/presentAge.ts';
import { presentCounted } from './presentCount.ts';
import {
  type CommunityRow,
  type ListRow,
  type PostRow,
  type SpaceRow,
  type TreeRecord,
  type UserRow,
  wordsOfPost,
} from './treeRecord.ts';

/** The words of a record's row. */
export interface RecordWords {
  readonly label: string;
  readonly description: string;
  /** Plain text over several lines. */
  readonly tooltip: string;
  readonly icon: string;
}

const longestTooltip = 1_000;

/** A record as a row, with everything foreign in it made fit for one line. */
export function presentRecord(record: TreeRecord, now: number): RecordWords {
  switch (record.kind) {
    case 'user':
      return presentUser(record);
    case 'post':
      return presentPost(record, now);
    case 'list':
      return presentList(record);
    case 'community':
      return presentCommunity(record);
    case 'space':
      return presentSpace(record);
    case 'line': {
      const value = foreignText(record.value ?? '');
      const label = foreignText(record.label);
      return { label, description: value, tooltip: joined('\n', label, value), icon: 'note' };
    }
  }
}

function presentUser(user: UserRow): RecordWords {
  const { l10n } = vscode;
  const label = foreignText(user.name) || foreignText(user.handle);
  const handle = `@${foreignText(user.handle)}`;
  const states = [
    user.isVerified === true ? l10n.t('verified') : undefined,
    user.isProtected === true ? l10n.t('protected') : undefined,
    user.role === undefined ? undefined : foreignText(user.role),
  ];
  const followers = presentCounted(user.followers, 'followers', 'compact');
  return {
    label,
    description: joined(' · ', handle, user.role === undefined ? undefined : foreignText(user.role), followers),
    tooltip: joined(
      '\n',
      joined(' ', label, handle),
      joined(', ', ...states),
      user.bio === undefined ? undefined : multiline(user.bio),
      joined(
        ' · ',
        presentCounted(user.followers, 'followers', 'exact'),
        presentCounted(user.following, 'following', 'exact'),
        presentCounted(user.posts, 'posts', 'exact'),
      ),
      user.id,
    ),
    icon: user.isProtected === true ? 'lock' : user.isVerified === true ? 'verified' : 'account',
  };
}

function presentPost(post: PostRow, now: number): RecordWords {
  const { l10n } = vscode;
  const { author, repostOf } = post;
  const handle = foreignText(author?.handle ?? '');
  const whole = wordsOfPost(post);
  const text = foreignText(whole);
  const isRepost = repostOf !== undefined;
  const mediaCount = post.media?.length ?? 0;
  const created = post.createdAt === undefined ? Number.NaN : Date.parse(post.createdAt);
  const age = Number.isNaN(created) ? undefined : presentAge(created, now);
  const media = mediaCount === 0 ? '' : l10n.t('(media)');
  const counts = [
    presentCounted(post.replies, 'replies', 'compact'),
    presentCounted(post.reposts, 'reposts', 'compact'),
    presentCounted(post.likes, 'likes', 'compact'),
  ];
  const words = text || media || l10n.t('(no text)');
  const original = foreignText(repostOf?.author?.handle ?? '');
  const whose = original === '' ? '' : `@${original}: `;
  return {
    // who reposts stands beside it: the words are another person's
    label: isRepost ? `↻ ${whose}${words}` : words,
    description: joined(' · ', `@${handle}`, age, ...counts),
    tooltip: joined(
      '\n',
      joined(' ', foreignText(author?.name ?? ''), `@${handle}`),
      !isRepost ? undefined : original === '' ? l10n.t('reposted:') : l10n.t('reposted @{0}:', original),
      multiline(whole),
      joined(' · ', Number.isNaN(created) ? undefined : new Date(created).toLocaleString(), ...counts),
      mediaCount === 0 ? undefined : l10n.t('{0} pictures or videos', mediaCount),
      post.isPinned === true ? l10n.t('pinned by its author') : undefined,
      post.id,
    ),
    icon: isRepost ? 'sync' : post.isPinned === true ? 'pinned' : mediaCount > 0 ? 'file-media' : 'comment',
  };
}

function presentList(list: ListRow): RecordWords {
  const { l10n } = vscode;
  const label = foreignText(list.name);
  const owner = list.owner?.handle === undefined ? undefined : `@${foreignText(list.owner.handle)}`;
  return {
    label,
    description: joined(' · ', owner, presentCounted(list.members, 'members', 'compact')),
    tooltip: joined(
      '\n',
      joined(' ', label, owner),
      list.isPrivate === true ? l10n.t('private') : undefined,
      list.description === undefined ? undefined : multiline(list.description),
      joined(' · ', presentCounted(list.members, 'members', 'exact'), presentCounted(list.followers, 'followers', 'exact')),
      list.id,
    ),
    icon: list.isPrivate === true ? 'lock' : 'list-unordered',
  };
}

function presentCommunity(community: CommunityRow): RecordWords {
  const { l10n } = vscode;
  const label = foreignText(community.name);
  const members = community.members;
  return {
    label,
    description: presentCounted(members, 'members', 'compact') ?? '',
    tooltip: joined(
      '\n',
      label,
      community.isInviteOnly === true ? l10n.t('by invitation only') : undefined,
      community.description === undefined ? undefined : multiline(community.description),
      presentCounted(members, 'members', 'exact'),
      community.id,
    ),
    icon: community.isInviteOnly === true ? 'lock' : 'organization',
  };
}

function presentSpace(space: SpaceRow): RecordWords {
  const label = foreignText(space.title);
  const state = space.state === undefined ? undefined : foreignText(space.state);
  const host = space.host?.handle === undefined ? undefined : `@${foreignText(space.host.handle)}`;
  const people = presentCounted(space.participants, 'people', 'compact');
  return {
    label,
    description: joined(' · ', state, host, people),
    tooltip: joined('\n', label, joined(' · ', state, host, people), space.id),
    icon: space.state === 'live' ? 'broadcast' : 'unmute',
  };
}

function multiline(text: string): string {
  return text.slice(0, longestTooltip).split(/\r?\n/).map(foreignText).join('\n');
}

function joined(separator: string, ...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(separator);
}
