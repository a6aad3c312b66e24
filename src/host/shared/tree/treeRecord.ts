import type { World } from '../connections/world.ts';

/** What a tree shows of an answer's records: enough for a row and for what can be done with it, and no more. */
export type TreeRecord = UserRecord | PostRecord | ListRecord | CommunityRecord | SpaceRecord | LineRecord;

/** Keys and indexes from the root of an answer's body to a record. */
export type RecordPath = readonly (string | number)[];

interface Found {
  /** Where the record stands in its answer; undefined for one that is remembered without its answer. */
  readonly path: RecordPath | undefined;
  /** Where its id says something, of a record that is remembered without its answer. */
  readonly world?: World | undefined;
}

export interface UserRecord extends Found {
  readonly kind: 'user';
  /** The gateway leaves it out in some places. */
  readonly id: string | undefined;
  readonly handle: string;
  readonly name: string;
  readonly bio: string | undefined;
  /** Where its picture is; undefined for none. */
  readonly avatarUrl?: string | undefined;
  readonly isVerified: boolean;
  readonly isProtected: boolean;
  readonly followers: number | undefined;
  readonly following: number | undefined;
  readonly posts: number | undefined;
  /** In a community: "admin", "moderator", "member". */
  readonly role: string | undefined;
}

export interface PostRecord extends Found {
  readonly kind: 'post';
  readonly id: string;
  readonly url: string | undefined;
  /** Of a repost: what was reposted. */
  readonly text: string;
  readonly handle: string;
  readonly authorName: string;
  /** Of a repost: whose words they are, where the answer says it. */
  readonly originalHandle?: string | undefined;
  /** As the service wrote it. */
  readonly createdAt: string | undefined;
  readonly likes: number | undefined;
  readonly reposts: number | undefined;
  readonly replies: number | undefined;
  readonly isRepost: boolean;
  readonly isPinned: boolean;
  readonly mediaCount: number;
}

export interface ListRecord extends Found {
  readonly kind: 'list';
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly owner: string | undefined;
  readonly members: number | undefined;
  readonly followers: number | undefined;
  readonly isPrivate: boolean;
}

export interface CommunityRecord extends Found {
  readonly kind: 'community';
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly members: number | undefined;
  readonly isInviteOnly: boolean;
}

export interface SpaceRecord extends Found {
  readonly kind: 'space';
  readonly id: string;
  readonly title: string;
  /** "live", "scheduled", "ended", "cancelled". */
  readonly state: string | undefined;
  readonly participants: number | undefined;
  readonly host: string | undefined;
}

/** One line of an answer that is read rather than expanded: a rule of a community, a fact about an account. */
export interface LineRecord extends Found {
  readonly kind: 'line';
  readonly label: string;
  readonly value: string | undefined;
}

/** What tells a record from the others of its node; undefined for lines, which may repeat. */
export function keyOfRecord(record: TreeRecord): string | undefined {
  switch (record.kind) {
    case 'user':
      return `user:${record.id ?? `@${record.handle.toLowerCase()}`}`;
    case 'post':
    case 'list':
    case 'community':
    case 'space':
      return `${record.kind}:${record.id}`;
    case 'line':
      return undefined;
  }
}

/** The texts of a record that a filter looks into. */
function textsOfRecord(record: TreeRecord): readonly string[] {
  switch (record.kind) {
    case 'user':
      return [record.name, `@${record.handle}`, record.bio ?? '', record.id ?? ''];
    case 'post':
      return [
        record.text,
        `@${record.handle}`,
        record.authorName,
        record.originalHandle === undefined ? '' : `@${record.originalHandle}`,
        record.id,
      ];
    case 'list':
      return [record.name, record.description ?? '', record.owner === undefined ? '' : `@${record.owner}`, record.id];
    case 'community':
      return [record.name, record.description ?? '', record.id];
    case 'space':
      return [record.title, record.host === undefined ? '' : `@${record.host}`, record.id];
    case 'line':
      return [record.label, record.value ?? ''];
  }
}

/** Whether a record holds every word of a filter, whatever the case. */
export function matchesFilter(record: TreeRecord, filter: string): boolean {
  const text = textsOfRecord(record).join('\n').toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
