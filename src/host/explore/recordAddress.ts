import { platformAddress } from '../../app/origin/siteOf.ts';
import { webAddress } from '../../app/post/toPost.ts';
import type { TreeRecord } from '../../app/explore/treeRecord.ts';

/**
 * The web address of a record; undefined for what has none.
 * @param site what the addresses of the platform's pages begin with
 */
export function recordAddress(record: TreeRecord, site: string): string | undefined {
  switch (record.kind) {
    case 'user':
      return platformAddress(site, record.kind, record.handle);
    case 'post':
      return webAddress(record.url) ?? `${site}/${encodeURIComponent(filled(record.author?.handle) ?? 'i')}/status/${record.id}`;
    case 'list':
    case 'community':
    case 'space':
      return platformAddress(site, record.kind, record.id);
    case 'line':
      return undefined;
  }
}

function filled(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
