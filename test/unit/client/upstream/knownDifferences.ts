import { at, list, nodesOf } from './json.ts';
import type { Difference } from './otherParser.ts';
import type { ShownTweet } from './shownRecords.ts';

/** The context for a post that the other parser reads differently. */
export interface TweetCase {
  readonly difference: Difference;
  readonly shown: ShownTweet;
  /** The post in the body. */
  readonly raw: unknown;
}

/** A known difference with its reason, and an exact rule for both values. */
export interface Known<Case> {
  readonly reason: string;
  readonly field: string;
  readonly holds: (one: Case) => boolean;
}

const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);
const noteEntities = (raw: unknown, key: string): readonly unknown[] =>
  list(at(raw, 'note_tweet', 'note_tweet_results', 'result', 'entity_set', key));
const legacyEntities = (raw: unknown, key: string): readonly unknown[] => list(at(raw, 'legacy', 'entities', key));

export const knownOfTweets: readonly Known<TweetCase>[] = [
  {
    field: 'views',
    reason: 'a retweet has no view count of its own: the other gives it the one of its original',
    holds: ({ difference: { expected, ours }, shown: { tweet } }) =>
      ours === 0 && expected === at(tweet.retweetOf, 'counts', 'views'),
  },
  {
    field: 'quoted',
    reason: 'a retweet quotes nothing: the other gives it the quote of its original, whose id is in extra.retweetOf',
    holds: ({ difference: { expected, ours }, shown: { extra } }) => ours === null && expected === extra?.retweetOf?.quotedId,
  },
  {
    field: 'quoted',
    reason: 'the body of the quoted post is not there: the other gives its id, ours is in extra.quotedId',
    holds: ({ difference: { expected, ours }, shown: { extra }, raw }) =>
      ours === null &&
      expected === extra?.quotedId &&
      at(raw, 'quoted_status_result', 'result', 'legacy') === undefined &&
      at(raw, 'quoted_status_result', 'result', 'tweet', 'legacy') === undefined,
  },
  {
    field: 'hashtags',
    reason: 'a long text: the other takes the hashtags of the cut text, ours are those of the whole one',
    holds: ({ difference: { expected, ours }, raw }) =>
      same(
        ours,
        noteEntities(raw, 'hashtags').map((one) => at(one, 'text')),
      ) &&
      same(
        expected,
        legacyEntities(raw, 'hashtags').map((one) => at(one, 'text')),
      ),
  },
  {
    field: 'mentions',
    reason: 'a long text: the other takes the mentions of the cut text, ours are those of the whole one',
    holds: ({ difference: { expected, ours }, raw }) =>
      same(
        ours,
        noteEntities(raw, 'user_mentions').map((one) => at(one, 'screen_name')),
      ) &&
      same(
        expected,
        legacyEntities(raw, 'user_mentions').map((one) => at(one, 'screen_name')),
      ),
  },
  {
    field: 'urls',
    reason: 'a long text: the other names the links of the cut text once more',
    holds: ({ difference: { expected, ours }, raw }) => {
      const [cut, whole] = [legacyEntities(raw, 'urls'), noteEntities(raw, 'urls')].map((urls) =>
        urls.map((one) => at(one, 'expanded_url')),
      );
      return same(ours, whole) && same(expected, [...(cut ?? []), ...(whole ?? [])]);
    },
  },
];

export interface UserCase {
  readonly difference: Difference;
  /** All places with the account. */
  readonly raws: readonly unknown[];
}

export const knownOfUsers: readonly Known<UserCase>[] = [
  {
    field: 'bannerUrl',
    reason: 'no banner: the other says an empty text, ours is null',
    holds: ({ difference: { expected, ours } }) => expected === '' && ours === null,
  },
  {
    field: 'createdAt',
    reason: 'of a member of a community the platform sends no date: the other says 1970, ours is null',
    holds: ({ difference: { expected, ours }, raws }) =>
      expected === '1970-01-01T00:00:00Z' && ours === null && raws.every((raw) => at(raw, 'core', 'created_at') === undefined),
  },
  {
    field: 'followers',
    reason: 'a page tells one account several times with counts of different moments: the other keeps one of them',
    holds: ({ difference: { expected, ours }, raws }) => {
      const counts = raws.map((raw) => at(raw, 'legacy', 'followers_count') ?? at(raw, 'relationship_counts', 'followers'));
      return counts.includes(expected) && counts.includes(ours);
    },
  },
  {
    field: 'verified',
    reason: 'one query tells the subscription inside of `verification`, where the other does not look',
    holds: ({ difference: { expected, ours }, raws }) =>
      expected === false && ours === true && raws.some((raw) => at(raw, 'verification', 'is_blue_verified') === true),
  },
];

/** Places with posts and accounts that aren't the page's records, with reasons. */
const otherPlaces: readonly { readonly reason: string; readonly path: RegExp }[] = [
  {
    reason: 'what a quoted post quotes is one level too deep',
    path: /\.quoted_status_result\.result\..*quoted_status_result\.result\b/,
  },
  { reason: 'the account that a card is about', path: /\.card\.legacy\.user_refs_results\./ },
  { reason: 'the account that a medium was taken from', path: /\.additional_media_info\.source_user\./ },
  {
    reason: 'the people of the community that a post stands in',
    path: /\.(?:author_community_relationship|community_results)\./,
  },
  { reason: 'the advertiser', path: /\.advertiser_results\./ },
  { reason: 'the about panel is a record of its own kind', path: /^data\.user_result_by_screen_name\.result$/ },
  { reason: 'an entry without its page is not recognized', path: /^content\.itemContent\b/ },
];

/** The known reason why the other parser has an additional post or account. */
export function whyInAnotherPlace(body: unknown, id: string, isSeparate: (path: string) => boolean): string | undefined {
  const paths = [...nodesOf(body)]
    .filter(([, node]) => at(node, 'rest_id') === id && (at(node, 'legacy') ?? at(node, 'core')) !== undefined)
    .map(([path]) => path);
  const reasons = paths.map((path) =>
    isSeparate(path) ? 'suggested, related or promoted' : otherPlaces.find((one) => one.path.test(path))?.reason,
  );
  return reasons.length > 0 && reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
}
