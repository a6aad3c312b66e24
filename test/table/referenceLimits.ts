/** What a parameter takes, as the references state it: words of a choice, a range, a length, a number of items, a pattern. */
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

/** Limits of every parameter of that name, where no row has one of its own. */
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
  cursor: { length: 4096 },
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

/** Limits of one row's parameter. */
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
