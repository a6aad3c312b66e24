/**
 * The values that the rows' examples use. They are made up, and the sandbox's world holds all of them:
 * a first call with a row's example answers 200 with something in it.
 * Ids are beyond 2^53, so that a reader which makes numbers of them is found out at once.
 */
export const exampleValues = {
  /** An active, public account: it has posts, replies, media, likes, articles, followers (some verified), lists, communities and spaces. */
  userId: '1500000000000000001',
  /** The handle of `userId`. */
  handle: 'ada_writes',
  /** Another active, public account, which `userId` follows. */
  otherUserId: '1500000000000000002',
  /** The handle of `otherUserId`. */
  otherHandle: 'mira_maps',
  /** A post by `userId` that starts a thread: it has replies, quotes, reposts, likes. */
  tweetId: '1840000000000000001',
  /** A post by `userId` that carries a long-form article. */
  articleTweetId: '1840000000000000002',
  /** A public list owned by `userId`, with members, followers and posts. */
  listId: '1700000000000000001',
  /** A word in the name of at least one public list. */
  listWord: 'science',
  /** An open community with members, moderators and posts; `userId` is a member and its admin. */
  communityId: '1600000000000000001',
  /** A word in the name of at least one community. */
  communityWord: 'garden',
  /** A text inside the handle of at least one member of `communityId`. */
  memberText: 'ada',
  /** A job listing. */
  jobId: '1810000000000000001',
  /** A word in the title of several job listings, `jobId` among them. */
  jobWord: 'engineer',
  /** The location id of a place with job listings that match `jobWord`. */
  jobLocationId: '1790000000000000001',
  /** The name of the place `jobLocationId`. */
  placeName: 'Lisbon',
  /** An audio room that is live, hosted by `userId`, with speakers, listeners, and posts that share it. */
  spaceId: '1AbCdEfGhIjKl',
  /** A word in the title of `spaceId` and of other live rooms. */
  spaceWord: 'maps',
  /** A topic of live and of scheduled rooms. */
  spaceTopic: 'technology',
  /** The place identifier of the whole world; it has trends. */
  woeid: 1,
  /** A word in many posts. */
  searchWord: 'coffee',
  /** A hashtag in many posts, without `#`; it trends. */
  hashtag: 'opendata',
  /** A point with posts around it that hold `searchWord`, within `radius`. */
  latitude: 38.72,
  longitude: -9.14,
  radius: '10km',
  /** A country with hashtag trends. */
  country: 'PT',
} as const;
