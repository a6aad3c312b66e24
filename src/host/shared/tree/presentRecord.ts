import * as vscode from 'vscode';
import { foreignText } from '../foreignText.ts';
import { presentAge } from '../presentAge.ts';
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

// made once: to make one takes longer than all else about a row, and the language stays while VS Code runs
const compactCount = new Intl.NumberFormat(vscode.env.language, { notation: 'compact', maximumFractionDigits: 1 });
const exactCount = new Intl.NumberFormat(vscode.env.language);

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

/** "1.2K": short enough for a row. */
function presentCount(count: number): string {
  return compactCount.format(count);
}

/** "12,300": all digits. */
export function presentExactCount(count: number): string {
  return exactCount.format(count);
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
  const followers = user.followers === undefined ? undefined : l10n.t('{0} followers', presentCount(user.followers));
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
        user.followers === undefined ? undefined : l10n.t('{0} followers', presentExactCount(user.followers)),
        user.following === undefined ? undefined : l10n.t('{0} following', presentExactCount(user.following)),
        user.posts === undefined ? undefined : l10n.t('{0} posts', presentExactCount(user.posts)),
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
    post.replies === undefined ? undefined : l10n.t('{0} replies', presentCount(post.replies)),
    post.reposts === undefined ? undefined : l10n.t('{0} reposts', presentCount(post.reposts)),
    post.likes === undefined ? undefined : l10n.t('{0} likes', presentCount(post.likes)),
  ];
  const label = text || media || l10n.t('(no text)');
  return {
    label,
    description: joined(' · ', `@${foreignText(post.handle)}`, age, ...counts),
    tooltip: joined(
      '\n',
      joined(' ', foreignText(post.authorName), `@${foreignText(post.handle)}`),
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
    description: joined(' · ', owner, list.members === undefined ? undefined : l10n.t('{0} members', presentCount(list.members))),
    tooltip: joined(
      '\n',
      joined(' ', label, owner),
      list.isPrivate ? l10n.t('private') : undefined,
      list.description === undefined ? undefined : multiline(list.description),
      joined(
        ' · ',
        list.members === undefined ? undefined : l10n.t('{0} members', presentExactCount(list.members)),
        list.followers === undefined ? undefined : l10n.t('{0} followers', presentExactCount(list.followers)),
      ),
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
    description: members === undefined ? '' : l10n.t('{0} members', presentCount(members)),
    tooltip: joined(
      '\n',
      label,
      community.isInviteOnly ? l10n.t('by invitation only') : undefined,
      community.description === undefined ? undefined : multiline(community.description),
      members === undefined ? undefined : l10n.t('{0} members', presentExactCount(members)),
      community.id,
    ),
    icon: community.isInviteOnly ? 'lock' : 'organization',
  };
}

function presentSpace(space: SpaceRecord): RecordWords {
  const { l10n } = vscode;
  const label = foreignText(space.title);
  const state = space.state === undefined ? undefined : foreignText(space.state);
  const host = space.host === undefined ? undefined : `@${foreignText(space.host)}`;
  const people = space.participants === undefined ? undefined : l10n.t('{0} people', presentCount(space.participants));
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
