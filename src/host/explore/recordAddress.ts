import type { TreeRecord } from '../shared/tree/treeRecord.ts';

/** Where the platform shows its pages to people; the sandbox's people are shown nowhere. */
const sites = { platform: 'https://x.com', sandbox: 'https://social.example' } as const;

/** The web address of a record; undefined for what has none. */
export function recordAddress(record: TreeRecord, site: keyof typeof sites): string | undefined {
  const base = sites[site];
  switch (record.kind) {
    case 'user':
      return record.handle === '' ? undefined : `${base}/${encodeURIComponent(record.handle)}`;
    case 'post':
      return isWebAddress(record.url) ? record.url : `${base}/${encodeURIComponent(record.handle || 'i')}/status/${record.id}`;
    case 'list':
      return `${base}/i/lists/${encodeURIComponent(record.id)}`;
    case 'community':
      return `${base}/i/communities/${encodeURIComponent(record.id)}`;
    case 'space':
      return `${base}/i/spaces/${encodeURIComponent(record.id)}`;
    case 'line':
      return undefined;
  }
}

/** A service's text is opened only if it is a plain web address. */
function isWebAddress(text: string | undefined): text is string {
  const url = text === undefined ? null : URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '';
}
