import type { AnyRecord } from '../../client/records/readRecord.ts';
import { toSafeWebAddress } from './toPost.ts';

/** Undefined for what has no page. @param site what the addresses of the platform's pages begin with */
export function toRecordUrl(record: AnyRecord | { readonly kind: 'line' }, site: string): string | undefined {
  switch (record.kind) {
    case 'user':
      return toPageUrl(site, record.handle);
    case 'post':
      return (
        toSafeWebAddress(record.url) ?? toPageUrl(`${toPageUrl(site, record.author?.handle) ?? `${site}/i`}/status`, record.id)
      );
    case 'list':
      return toPageUrl(`${site}/i/lists`, record.id);
    case 'community':
      return toPageUrl(`${site}/i/communities`, record.id);
    case 'space':
      return toPageUrl(`${site}/i/spaces`, record.id);
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

function toPageUrl(address: string, name = ''): string | undefined {
  return name === '' ? undefined : `${address}/${encodeURIComponent(name)}`;
}
