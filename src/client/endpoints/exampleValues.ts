/**
 * Sample values for examples. The sandbox has all of them, so a request with an endpoint's example returns records. Ids are above 2^53, so code that parses them as numbers fails at once.
 */
export const exampleValues = {
  /**
   * An active, public account with posts, replies, media, likes, articles, followers (some verified), lists, communities, and
   * Spaces.
   */
  userId: '1500000000000000001',
  /** The handle of `userId`. */
  handle: 'ada_writes',
  /** Another active, public account, followed by `userId`. */
  otherUserId: '1500000000000000002',
  /** The handle of `otherUserId`. */
  otherHandle: 'mira_maps',
  /** A post by `userId` with replies, quotes, reposts, and likes. */
  tweetId: '1840000000000000001',
  /** A post by `userId` with a long-form article. */
  articleTweetId: '1840000000000000002',
  /** A public list owned by `userId`, with members, followers, and posts. */
  listId: '1700000000000000001',
  /** A word in at least one public list's name. */
  listWord: 'science',
  /** An open community with members, moderators, and posts; `userId` is its admin. */
  communityId: '1600000000000000001',
  /** A word in at least one community's name. */
  communityWord: 'garden',
  /** Part of the handle of at least one `communityId` member. */
  memberText: 'ada',
  /** A job listing. */
  jobId: '1810000000000000001',
  /** A word in several job titles, including the title of `jobId`. */
  jobWord: 'engineer',
  /** The location id for a place with job listings that match `jobWord`. */
  jobLocationId: '1790000000000000001',
  /** The name of `jobLocationId`. */
  placeName: 'Lisbon',
  /** A live Space hosted by `userId`, with speakers, listeners, and posts that share it. */
  spaceId: '1AbCdEfGhIjKl',
  /** A word in the titles of `spaceId` and other live Spaces. */
  spaceWord: 'maps',
  /** A topic of live and scheduled Spaces. */
  spaceTopic: 'technology',
  /** The world's WOEID, which has trends. */
  woeid: 1,
  /** A word in many posts. */
  searchWord: 'coffee',
  /** A trending hashtag, without `#`. */
  hashtag: 'opendata',
  /** A point with posts within `radius` that contain `searchWord`. */
  latitude: 38.72,
  longitude: -9.14,
  radius: '10km',
  /** A country with hashtag trends. */
  country: 'PT',
} as const;
