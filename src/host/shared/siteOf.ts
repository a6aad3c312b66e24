import type { Exchange } from '../../client/exchange.ts';

/** Where a person looks at a post: the platform; and the sandbox's, a reserved name, so that no link leads to a real person. */
const sites = { platform: 'https://x.com', sandbox: 'https://social.example' } as const;

/** What the permalinks of the posts in an answer begin with. A sandbox marks its answers. */
export function siteOf({ headers }: Pick<Exchange, 'headers'>): string {
  return headers['x-sandbox'] === undefined ? sites.platform : sites.sandbox;
}
