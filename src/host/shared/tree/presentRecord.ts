import * as vscode from 'vscode';
import { foreignText } from '../words/foreignText.ts';
import { presentAge } from '../words/presentAge.ts';
import { presentCounted } from './presentCount.ts';
import type { CommunityRecord, ListRecord, PostRecord, SpaceRecord, TreeRecord, UserRecord } from './treeRecord.ts';

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

function presentUser(user: UserRecord): RecordWords {
  const { l10n } = vscode;
  const label = foreignText(user.name) || foreignText(user.handle);
  const handle = `@${foreignText(user.handle)}`;
  const states = [
    user.isVerified ? l10n.t('verified') : undefined,
    user.isProtected ? l10n.t('protected') : undefined,
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
    icon: user.isProtected ? 'lock' : user.isVerified ? 'verified' : 'account',
  };
}

function presentPost(post: PostRecord, now: number): RecordWords {
  const { l10n } = vscode;
  const text = foreignText(post.text);
  const created = post.createdAt === undefined ? Number.NaN : Date.parse(post.createdAt);
  const age = Number.isNaN(created) ? undefined : presentAge(created, now);
  const media = post.mediaCount === 0 ? '' : l10n.t('(media)');
  const counts = [
    presentCounted(post.replies, 'replies', 'compact'),
    presentCounted(post.reposts, 'reposts', 'compact'),
    presentCounted(post.likes, 'likes', 'compact'),
  ];
  const words = text || media || l10n.t('(no text)');
  const original = foreignText(post.originalHandle ?? '');
  const whose = original === '' ? '' : `@${original}: `;
  return {
    // who reposts stands beside it: the words are another person's
    label: post.isRepost ? `↻ ${whose}${words}` : words,
    description: joined(' · ', `@${foreignText(post.handle)}`, age, ...counts),
    tooltip: joined(
      '\n',
      joined(' ', foreignText(post.authorName), `@${foreignText(post.handle)}`),
      !post.isRepost ? undefined : original === '' ? l10n.t('reposted:') : l10n.t('reposted @{0}:', original),
      multiline(post.text),
      joined(' · ', Number.isNaN(created) ? undefined : new Date(created).toLocaleString(), ...counts),
      post.mediaCount === 0 ? undefined : l10n.t('{0} pictures or videos', post.mediaCount),
      post.isPinned ? l10n.t('pinned by its author') : undefined,
      post.id,
    ),
    icon: post.isRepost ? 'sync' : post.isPinned ? 'pinned' : post.mediaCount > 0 ? 'file-media' : 'comment',
  };
}

function presentList(list: ListRecord): RecordWords {
  const { l10n } = vscode;
  const label = foreignText(list.name);
  const owner = list.owner === undefined ? undefined : `@${foreignText(list.owner)}`;
  return {
    label,
    description: joined(' · ', owner, presentCounted(list.members, 'members', 'compact')),
    tooltip: joined(
      '\n',
      joined(' ', label, owner),
      list.isPrivate ? l10n.t('private') : undefined,
      list.description === undefined ? undefined : multiline(list.description),
      joined(' · ', presentCounted(list.members, 'members', 'exact'), presentCounted(list.followers, 'followers', 'exact')),
      list.id,
    ),
    icon: list.isPrivate ? 'lock' : 'list-unordered',
  };
}

function presentCommunity(community: CommunityRecord): RecordWords {
  const { l10n } = vscode;
  const label = foreignText(community.name);
  const members = community.members;
  return {
    label,
    description: presentCounted(members, 'members', 'compact') ?? '',
    tooltip: joined(
      '\n',
      label,
      community.isInviteOnly ? l10n.t('by invitation only') : undefined,
      community.description === undefined ? undefined : multiline(community.description),
      presentCounted(members, 'members', 'exact'),
      community.id,
    ),
    icon: community.isInviteOnly ? 'lock' : 'organization',
  };
}

function presentSpace(space: SpaceRecord): RecordWords {
  const label = foreignText(space.title);
  const state = space.state === undefined ? undefined : foreignText(space.state);
  const host = space.host === undefined ? undefined : `@${foreignText(space.host)}`;
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
