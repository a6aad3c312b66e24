import type { PostRecord } from '../../../client/records/readPost.ts';
import type { CommunityRecord, ListRecord, SpaceRecord } from '../../../client/records/readRecord.ts';
import type { UserRecord } from '../../../client/records/readUser.ts';
import type { World } from '../connections/world.ts';

/** A record as a row of a tree: what was read of it, with the id or handle that stands for it. */
export type TreeRecord = UserRow | PostRow | ListRow | CommunityRow | SpaceRow | LineRecord;

interface Found {
  /** Where the record stands in its answer; undefined for one that is remembered without its answer. */
  readonly path: readonly (string | number)[] | undefined;
  /** Where its id says something, of a record that is remembered without its answer. */
  readonly world?: World | undefined;
}

export interface UserRow extends UserRecord, Found {
  readonly handle: string;
  readonly name: string;
}

export interface PostRow extends PostRecord, Found {
  readonly id: string;
}

export interface ListRow extends ListRecord, Found {
  readonly id: string;
  readonly name: string;
}

export interface CommunityRow extends CommunityRecord, Found {
  readonly id: string;
  readonly name: string;
}

export interface SpaceRow extends SpaceRecord, Found {
  readonly id: string;
  readonly title: string;
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
        wordsOfPost(record),
        `@${record.author?.handle ?? ''}`,
        record.author?.name ?? '',
        atHandle(record.repostOf?.author),
        record.id,
      ];
    case 'list':
      return [record.name, record.description ?? '', atHandle(record.owner), record.id];
    case 'community':
      return [record.name, record.description ?? '', record.id];
    case 'space':
      return [record.title, atHandle(record.host), record.id];
    case 'line':
      return [record.label, record.value ?? ''];
  }
}

/** The words of a post; of a repost those of what was reposted. */
export function wordsOfPost({ text, repostOf }: PostRecord): string {
  return repostOf?.text ?? text ?? '';
}

function atHandle(user: UserRecord | undefined): string {
  return user?.handle === undefined ? '' : `@${user.handle}`;
}

/** Whether a record holds every word of a filter, whatever the case. */
export function matchesFilter(record: TreeRecord, filter: string): boolean {
  const text = textsOfRecord(record).join('\n').toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
