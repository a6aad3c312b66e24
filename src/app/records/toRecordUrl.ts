import type { AnyRecord } from '../../client/records/readRecord.ts';
import { toSafeWebAddress } from '../post/toPost.ts';

/**
 * Where people look at a record; undefined for what has no page.
 * @param site what the addresses of the platform's pages begin with
 */
export function toRecordUrl(record: AnyRecord | { readonly kind: 'line' }, site: string): string | undefined {
  switch (record.kind) {
    case 'user':
      return pageBelow(site, record.handle);
    case 'post':
      return (
        toSafeWebAddress(record.url) ?? pageBelow(`${pageBelow(site, record.author?.handle) ?? `${site}/i`}/status`, record.id)
      );
    case 'list':
      return pageBelow(`${site}/i/lists`, record.id);
    case 'community':
      return pageBelow(`${site}/i/communities`, record.id);
    case 'space':
      return pageBelow(`${site}/i/spaces`, record.id);
    case 'job':
    case 'trend':
    case 'place':
      return toSafeWebAddress(record.url);
    case 'hashtagPoint':
    case 'handleState':
    case 'other':
    case 'line':
      return undefined;
  }
}

function pageBelow(address: string, name = ''): string | undefined {
  return name === '' ? undefined : `${address}/${encodeURIComponent(name)}`;
}
