import { textIn } from './node.ts';
import { platformSite, type Reading } from './reading.ts';
import type { AbsentTweet, UpstreamTweet } from './readTweet.ts';
import type { Place, UpstreamRecord } from './upstreamPage.ts';

/** A page while it is read. It lives as long as one call of readUpstreamValue. */
export interface PageBuilder extends Reading {
  readonly records: UpstreamRecord[];
  readonly places: Place[];
  top: string | undefined;
  bottom: string | undefined;
  more: string | undefined;
  /** The post of the pin entry; undefined once it is among the records. */
  pinnedId: string | undefined;
  isPinnedTaken: boolean;
}

export function pageBuilder(site = platformSite): PageBuilder {
  return {
    site,
    warnings: [],
    era: undefined,
    records: [],
    places: [],
    top: undefined,
    bottom: undefined,
    more: undefined,
    pinnedId: undefined,
    isPinnedTaken: false,
  };
}

/** Says where a post stands, and what it answers. */
export function placeTweet(page: PageBuilder, tweet: UpstreamTweet, moduleId: string | undefined): void {
  const { id, replyTo } = tweet.record;
  page.places.push({ kind: 'tweet', tweetId: id, parentId: textIn(replyTo?.['tweetId']), moduleId });
}

/** Says where a post would stand. */
export function placeAbsent(
  page: PageBuilder,
  { absence }: AbsentTweet,
  tweetId: string | undefined,
  moduleId: string | undefined,
): void {
  page.places.push({ kind: 'absent', tweetId, moduleId, absence });
}
