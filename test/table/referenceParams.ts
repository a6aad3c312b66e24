/** A parameter's valid values, as the references state them: choices, a range, a length, a number of items, or a pattern. */
export type Limit =
  | { readonly choices: readonly string[] }
  | { readonly min: number; readonly max: number }
  | { readonly length: number }
  | { readonly items: number }
  | { readonly takes: readonly string[]; readonly refuses: readonly string[] };

const digits: Limit = { takes: ['1', '9'.repeat(30), '0'], refuses: ['', 'abc', '12a', '9'.repeat(31), '-1', ' 1', '1\n', '１'] };
const idOrMinusOne: Limit = { takes: ['1', '-1'], refuses: ['', '-2', '--1', '9'.repeat(31), 'abc'] };
const handle: Limit = {
  takes: ['a', 'ada_writes', '@ada_writes', 'A'.repeat(15)],
  refuses: ['', '@', 'a b', 'a-b', 'é', 'A'.repeat(16), '@@a'],
};
const plainHandle: Limit = { takes: ['a', 'A'.repeat(15)], refuses: ['', '@a', 'a b', 'A'.repeat(16)] };
const day: Limit = {
  takes: ['2026-01-31', '2024-02-29'],
  refuses: ['', '2026-1-31', '2026-02-30', '31.01.2026', 'yesterday', '2026-01-31T00:00:00Z'],
};
const time: Limit = {
  takes: ['2026-01-31', '2026-01-31T10:30:00Z', '2026-01-31T10:30+01:00', '2026-01-31T10:30:00.123Z'],
  refuses: ['', '2026-01-31T25:00:00Z', '2026-02-30T10:30:00Z', '2026-01-31 10:30', 'now'],
};
const hashtag: Limit = {
  takes: ['opendata', 'कॉफ़ी', '東京', 'a_1'],
  refuses: ['', '#opendata', 'a b', '.', '..', 'a/b', 'a'.repeat(101)],
};
const text512: Limit = { length: 512 };
const upTo = (max: number): Limit => ({ min: 1, max });
const counted: Limit = { min: 0, max: 2_147_483_647 };

/** Limits by parameter name, unless a row has its own. */
export const limitsByName: Readonly<Record<string, Limit>> = {
  userId: digits,
  user_id: digits,
  tweetId: digits,
  tweet_id: digits,
  listId: digits,
  list_id: digits,
  communityId: digits,
  community_id: digits,
  jobId: digits,
  source_id: digits,
  target_id: digits,
  username: handle,
  source_screen_name: handle,
  target_screen_name: handle,
  from: plainHandle,
  to: plainHandle,
  since: day,
  until: day,
  hashtag,
  space_id: { takes: ['1AbCdEfGhIjKl', '1'], refuses: ['', 'a-b', 'a/b', '..', 'a'.repeat(31)] },
  radius: {
    takes: ['10km', '5mi', '1000m', '25km', '15.5mi', '25000m'],
    refuses: ['', '10', 'km', '26km', '16mi', '25001m', '-1km', '10 km'],
  },
  lang: { takes: ['en', 'pt'], refuses: ['', 'english', 'EN', 'e'] },
  country: { takes: ['PT'], refuses: ['', 'pt', 'PRT'] },
  count: upTo(100),
  limit: upTo(100),
  cursor: { takes: ['a', 'a'.repeat(5_000), 'é😀 ?#/%+&|'], refuses: ['', ' ', '\ud800'] },
  q: text512,
  query: text512,
  topic: text512,
  searchItem: text512,
  searchTerm: text512,
  term: text512,
  jobLocationId: { length: 128 },
  latitude: { min: -90, max: 90 },
  longitude: { min: -180, max: 180 },
  woeid: { min: 1, max: 2_147_483_647 },
  locationId: { min: 1, max: 2_147_483_647 },
  min_replies: counted,
  min_likes: counted,
  min_retweets: counted,
  min_participants: counted,
  userIds: { items: 100 },
};

/** Limits for one row's parameter. */
export const limitsByRow: Readonly<Record<string, Limit>> = {
  ...Object.fromEntries(
    ['userTweetsAndReplies', 'userMedia', 'userFollowers', 'userFollowings', 'userVerifiedFollowers'].map((name) => [
      `primary.${name} userId`,
      idOrMinusOne,
    ]),
  ),
  'primary.usernamesToIds usernames': { items: 100 },
  'primary.usernamesStatus usernames': { items: 500 },
  'primary.tweet rankingMode': { choices: ['Relevance', 'Recency', 'Likes'] },
  'primary.tweetArticle rankingMode': { choices: ['Relevance', 'Recency', 'Likes'] },
  'primary.tweetQuotes rankingMode': { choices: ['Recency'] },
  'primary.search category': { choices: ['Top', 'Latest', 'People', 'Photos', 'Videos'] },
  'gateway.searchTweets filter': { choices: ['top', 'latest', 'media', 'videos', 'images', 'links'] },
  'gateway.searchHashtag filter': { choices: ['top', 'latest'] },
  'gateway.searchAdvanced sort': { choices: ['engagement'] },
  'gateway.spacesSearch state': { choices: ['live', 'scheduled', 'ended'] },
  'gateway.userSpaces state': { choices: ['live', 'scheduled', 'ended'] },
  'gateway.userSpaces role': { choices: ['host', 'speaker', 'participant'] },
  'gateway.spaceParticipants role': { choices: ['host', 'speaker', 'listener'] },
  'gateway.spaceParticipants limit': upTo(1000),
  'gateway.spacesScheduled from': time,
  'gateway.spacesScheduled to': time,
  'gateway.listMembers limit': upTo(1000),
  'gateway.userLists type': { choices: ['owned', 'subscribed', 'all'] },
  'gateway.communityMembers role': { choices: ['admin', 'moderator', 'member'] },
  'gateway.communityMembers limit': upTo(1000),
  'gateway.communityTweets sort': { choices: ['recent', 'top'] },
  'gateway.userCommunities role': { choices: ['admin', 'moderator', 'member'] },
  'gateway.trendsTopics limit': upTo(50),
  'gateway.trendsHashtags limit': upTo(50),
  'gateway.trendsHashtags category': { choices: ['all', 'technology', 'sports', 'entertainment', 'politics', 'business'] },
  'gateway.hashtagAnalytics timeframe': { choices: ['1h', '6h', '24h', '7d', '30d'] },
};

/** What the service does with a value beyond its limit: an error, a different value, or none because the limit is a guess. */
export type Outcome = 400 | 404 | 422 | 'another value' | 'any value';

/** Both references' errors, and what they say about values that are only hints, by service and parameter. */
export const outcomes: Readonly<Record<string, Outcome>> = {
  ...named('primary', 422, 'userId username tweetId communityId jobId searchItem source_screen_name target_screen_name'),
  ...named('primary', 400, 'listId userIds usernames locationId'),
  ...named('primary', 'another value', 'count rankingMode category'),
  ...named('primary', 'any value', 'cursor searchTerm term query jobLocationId source_id target_id'),
  ...named('gateway', 404, 'tweetId tweet_id user_id list_id community_id space_id woeid'),
  ...named('gateway', 400, 'q latitude longitude'),
  ...named('gateway', 'another value', 'count limit since until filter state role type sort category timeframe'),
  ...named(
    'gateway',
    'any value',
    'cursor lang topic country hashtag min_replies min_likes min_retweets min_participants from to',
  ),
  // the one valid radius that is too large; the first of the others is invalid
  'gateway radius': 400,
};

/** Rows in which a parameter has a different effect. */
export const outcomesOfRow: Readonly<Record<string, Outcome>> = {
  'primary.tweetQuotes rankingMode': 'any value', // any other word is the tab Top
  'gateway.spacesSearch q': 'any value',
  'gateway.listsSearch q': 'any value',
  'gateway.spacesScheduled from': 'another value',
  'gateway.spacesScheduled to': 'another value',
};

function named(service: string, outcome: Outcome, names: string): Readonly<Record<string, Outcome>> {
  return Object.fromEntries(names.split(' ').map((name) => [`${service} ${name}`, outcome]));
}

/** Stated defaults, by row and parameter. */
export const referenceDefaults: Readonly<Record<string, string | number | boolean>> = {
  'primary.search category': 'Top',
  'primary.tweet rankingMode': 'Relevance',
  'primary.tweet includePromotedContent': false,
  'primary.tweetArticle rankingMode': 'Relevance',
  'primary.tweetArticle includePromotedContent': false,
  'gateway.tweet count': 20,
  'gateway.tweet includeTimestamp': false,
  'gateway.tweetRetweets count': 20,
  'gateway.searchTweets verified_only': false,
  'gateway.searchHashtag filter': 'latest',
  'gateway.searchLocation radius': '10km',
  'gateway.spacesSearch state': 'live',
  'gateway.userLists type': 'all',
  'gateway.communityTweets sort': 'recent',
  'gateway.trendsTopics woeid': 1,
  'gateway.hashtagAnalytics timeframe': '24h',
};

/** A row's default page size: its own or its service's. */
export const referencePageSizes: Readonly<Record<string, number>> = {
  count: 20,
  limit: 20,
  'gateway.spaceParticipants limit': 100,
  'gateway.listMembers limit': 100,
  'gateway.communityMembers limit': 100,
};

/** Parameters whose format, length, or range the references leave open, by service and name. */
export const guessedParams: Readonly<Record<'primary' | 'gateway', readonly string[]>> = {
  primary: [
    'count',
    'username',
    'source_screen_name',
    'target_screen_name',
    'searchTerm',
    'term',
    'query',
    'jobLocationId',
    'locationId',
  ],
  gateway: [
    ...[
      'tweetId',
      'tweet_id',
      'user_id',
      'list_id',
      'community_id',
      'space_id',
      'hashtag',
      'woeid',
      'q',
      'topic',
      'until',
      'country',
    ],
    ...['min_replies', 'min_likes', 'min_retweets', 'min_participants'],
  ],
};

/** Rows that differ from others with the same parameter name. */
export const guessedParamsOfRow: Readonly<Record<string, boolean>> = {
  'primary.usernamesStatus usernames': true,
  // a different name for a search query, whose length is stated
  'gateway.searchTweets filter': true,
  'gateway.userSpaces state': true,
  'gateway.spacesScheduled from': true,
  'gateway.spacesScheduled to': true,
  'gateway.searchTweets from': true,
  'gateway.searchTweets to': true,
};
