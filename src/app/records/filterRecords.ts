import type { PostRecord } from '../../client/records/readPost.ts';
import type { UserRecord } from '../../client/records/readUser.ts';
import type { TreeRecord } from './treeRecord.ts';

/**
 * The records that hold every word of a filter, in whichever of their texts and whatever the case; all for an empty one. So does the
 * filter of a table (`splitFilterWords`), where a word may name a column as well and quotes keep words together: a row has no columns.
 */
export function filterRecords<R extends TreeRecord>(records: readonly R[], filter: string): readonly R[] {
  const words = filter.toLowerCase().split(/\s+/);
  return filter === ''
    ? records
    : records.filter((record) => {
        const text = listFilteredTexts(record).join('\n').toLowerCase();
        return words.every((word) => text.includes(word));
      });
}

/** The texts of a record that a filter looks into. */
function listFilteredTexts(record: TreeRecord): readonly (string | undefined)[] {
  switch (record.kind) {
    case 'user':
      return [record.name, formatHandle(record), record.bio, record.id];
    case 'post':
      return [
        toPostText(record),
        formatHandle(record.author),
        record.author?.name,
        formatHandle(record.repostOf?.author),
        record.id,
      ];
    case 'list':
      return [record.name, record.description, formatHandle(record.owner), record.id];
    case 'community':
      return [record.name, record.description, record.id];
    case 'space':
      return [record.title, formatHandle(record.host), record.id];
    case 'trend':
      return [record.name, record.query, record.description];
    case 'line':
      return [record.label, record.value];
  }
}

/** The words of a post; of a repost those of what was reposted. */
export function toPostText({ text, repostOf }: PostRecord): string {
  return repostOf?.text ?? text ?? '';
}

function formatHandle(user: UserRecord | undefined): string {
  return user?.handle === undefined ? '' : `@${user.handle}`;
}
