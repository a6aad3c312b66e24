import type { NestedTweet, Tweet, User } from '../../../../src/client/schemas/primary.ts';
import type { TweetExtra, UpstreamPage } from '../../../../src/client/upstream/upstreamPage.ts';

/** A page's post with its extra facts; `within` is the post around it. */
export interface ShownTweet {
  readonly tweet: Tweet | NestedTweet;
  readonly extra: TweetExtra | undefined;
  readonly within: 'page' | 'quoted' | 'retweetOf';
}

/** A page's posts, then the posts inside them. */
export function shownTweets(page: UpstreamPage): readonly ShownTweet[] {
  const outer = page.records.flatMap((one) => (one.kind === 'tweet' ? [one] : []));
  const inner = outer.flatMap(({ record, extra }): readonly ShownTweet[] => [
    ...quotedIn(record, extra),
    ...(record.retweetOf === null ? [] : [{ tweet: record.retweetOf, extra: extra.retweetOf, within: 'retweetOf' as const }]),
    ...(record.retweetOf === null ? [] : quotedIn(record.retweetOf, extra.retweetOf)),
  ]);
  return [...outer.map(({ record, extra }) => ({ tweet: record, extra, within: 'page' as const })), ...inner];
}

function quotedIn({ quoted }: Tweet | NestedTweet, extra: TweetExtra | undefined): readonly ShownTweet[] {
  // the post that a reposted post quotes doesn't have a quoted post
  return quoted === null ? [] : [{ tweet: { ...quoted, quoted: null, retweetOf: null }, extra: extra?.quoted, within: 'quoted' }];
}

/** A page's accounts, then its posts' authors. */
export function shownUsers(page: UpstreamPage): readonly User[] {
  const items = page.records.flatMap((one) => (one.kind === 'user' ? [one.record] : []));
  return [...items, ...shownTweets(page).map(({ tweet }) => tweet.author)];
}

export function byId<T>(all: readonly T[], idOf: (one: T) => string): ReadonlyMap<string, T> {
  return new Map(all.toReversed().map((one) => [idOf(one), one]));
}
