import * as z from 'zod';
import { type Lazy, once } from '../once.ts';
import { defineObject, openObject } from './defineObject.ts';

/** A record with fields that the reference doesn't show: any object (assumption T10). */
export const undocumentedRecordSchema = once(() => z.looseObject({}));

export type UndocumentedRecord = z.output<ReturnType<typeof undocumentedRecordSchema>>;

/** Primary reference, Simple-format envelope: a collection. */
export function createCollectionSchema<T extends z.ZodType>(item: Lazy<T>) {
  return () =>
    openObject({
      data: z.array(item()),
      nextCursor: z.string().nullable(),
      previousCursor: z.string().nullable(),
      hasNextPage: z.boolean(),
    });
}

/** Primary reference, Simple-format envelope: a single object. */
export function createSingleObjectSchema<T extends z.ZodType>(object: Lazy<T>) {
  return () => openObject({ data: object() });
}

/**
 * Primary reference, Media (simple format). `photo`, `video`, and `animated_gif` are known; the list is open (assumption 4.4).
 */
export const mediaSchema = defineObject('Media', () => ({
  type: z.string(),
  url: z.string(),
  previewUrl: z.string(),
  width: z.int(),
  height: z.int(),
  altText: z.string().nullable(),
  durationMs: z.int().nullable(),
}));

export type Media = z.output<ReturnType<typeof mediaSchema>>;

/** Primary reference, User (simple format). */
export const userSchema = defineObject('User', () => ({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  description: z.string(),
  location: z.string(),
  url: z.string().nullable(),
  createdAt: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  bannerUrl: z.string().nullable(),
  verified: z.boolean(),
  verifiedType: z.string().nullable(),
  protected: z.boolean(),
  counts: openObject({
    followers: z.int(),
    following: z.int(),
    tweets: z.int(),
    likes: z.int(),
    media: z.int(),
    listed: z.int(),
  }),
  pinnedTweetIds: z.array(z.string()),
  isAutomated: z.boolean(),
}));

export type User = z.output<ReturnType<typeof userSchema>>;

const formatElementTypeGuess = (name: string) =>
  `The reference doesn't name the element type of ${name}; strings and objects are accepted (assumption 4.1).`;
const formatFieldsGuess = (name: string) =>
  `The reference doesn't show the fields of ${name}; any are accepted (assumption 4.1).`;

const tweetFieldSchemas = once(() => ({
  id: z.string(),
  url: z.string(),
  text: z.string(),
  createdAt: z.string(),
  lang: z.string(),
  author: userSchema(),
  counts: openObject({
    likes: z.int(),
    retweets: z.int(),
    replies: z.int(),
    quotes: z.int(),
    bookmarks: z.int(),
    views: z.int(),
  }),
  media: z.array(mediaSchema()),
  urls: z.array(z.string()),
  hashtags: z.array(z.union([z.string(), z.looseObject({})])).meta({ guess: formatElementTypeGuess('hashtags') }),
  mentions: z.array(z.union([z.string(), z.looseObject({})])).meta({ guess: formatElementTypeGuess('mentions') }),
  replyTo: z
    .looseObject({})
    .nullable()
    .meta({ guess: formatFieldsGuess('replyTo') }),
  conversationId: z.string(),
  isPinned: z.boolean(),
  source: z.string().nullable(),
  article: z
    .looseObject({})
    .nullable()
    .meta({ guess: formatFieldsGuess('article') }),
}));

/** A separate schema, because many tools don't support recursive ones (assumption 9.2). */
const innermostTweetSchema = defineObject('InnermostTweet', tweetFieldSchemas);

/** The reference doesn't limit nesting; deeper levels aren't described. */
const nestedTweetSchema = defineObject('NestedTweet', () => ({
  ...tweetFieldSchemas(),
  quoted: innermostTweetSchema().nullable(),
  retweetOf: innermostTweetSchema().nullable(),
}));

/** Primary reference, Tweet (simple format). */
export const tweetSchema = defineObject('Tweet', () => ({
  ...tweetFieldSchemas(),
  quoted: nestedTweetSchema().nullable(),
  retweetOf: nestedTweetSchema().nullable(),
}));

export type Tweet = z.output<ReturnType<typeof tweetSchema>>;
export type NestedTweet = z.output<ReturnType<typeof nestedTweetSchema>>;

/** Primary reference, List (simple format). */
export const listSchema = defineObject('List', () => ({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  createdAt: z.string(),
  memberCount: z.int(),
  followerCount: z.int(),
  private: z.boolean(),
  // the reference says string, but a list without a banner is likely to have null
  bannerUrl: z.string().nullable(),
  owner: openObject({ id: z.string(), username: z.string() }),
}));

export type List = z.output<ReturnType<typeof listSchema>>;

/** The primary reference doesn't show a community's fields; these are guessed (assumption 6.4). */
export const communitySchema = defineObject('Community', () => ({
  id: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  createdAt: z.string().nullish(),
  memberCount: z.int().nullish(),
  moderatorCount: z.int().nullish(),
  joinPolicy: z.string().nullish(),
  bannerUrl: z.string().nullish(),
  rules: z.array(z.unknown()).nullish(),
  isNsfw: z.boolean().nullish(),
}));

export type Community = z.output<ReturnType<typeof communitySchema>>;

/** The primary reference doesn't show a job's fields; these are guessed (assumption 6.9). */
export const jobSchema = defineObject('Job', () => ({
  id: z.string(),
  title: z.string().nullish(),
  company: z.union([z.string(), z.looseObject({})]).nullish(),
  location: z.string().nullish(),
  url: z.string().nullish(),
  createdAt: z.string().nullish(),
  salaryText: z.string().nullish(),
}));

export type Job = z.output<ReturnType<typeof jobSchema>>;

/** The primary reference doesn't show a trend's fields; these are guessed (assumption 6.12). */
export const trendSchema = defineObject('Trend', () => ({
  name: z.string(),
  query: z.string().nullish(),
  url: z.string().nullish(),
  tweetVolume: z.int().nullish(),
  rank: z.int().nullish(),
}));

export type Trend = z.output<ReturnType<typeof trendSchema>>;

/** Primary reference, Location suggestion (job location search, simple format). */
export const locationSuggestionSchema = defineObject('LocationSuggestion', () => ({ id: z.string(), name: z.string() }));

/** The primary reference doesn't show a place's fields; these are guessed (assumption 6.13). */
export const trendPlaceSchema = defineObject('TrendPlace', () => ({
  name: z.string(),
  woeid: z.int(),
  country: z.string().nullish(),
  countryCode: z.string().nullish(),
  parentid: z.int().nullish(),
  placeType: openObject({ code: z.int().nullish(), name: z.string().nullish() }).nullish(),
  url: z.string().nullish(),
}));

export type LocationSuggestion = z.output<ReturnType<typeof locationSuggestionSchema>>;
export type TrendPlace = z.output<ReturnType<typeof trendPlaceSchema>>;

/** Primary reference, Hashflag. Times are Unix milliseconds. */
export const hashflagSchema = defineObject('Hashflag', () => ({
  hashtag: z.string(),
  starting_timestamp_ms: z.int(),
  ending_timestamp_ms: z.int(),
  asset_url: z.string(),
  is_hashfetti_enabled: z.boolean(),
}));

export type Hashflag = z.output<ReturnType<typeof hashflagSchema>>;

const handleLookUpErrorSchema = once(() => openObject({ username: z.string(), error: z.string(), message: z.string() }));

/** Primary reference, GET /user/usernames/to/ids. Handles that couldn't be resolved are errors. */
export const userIdsByHandleSchema = defineObject('UserIds', () => ({
  userIds: z.record(z.string(), z.string()),
  errors: z.array(handleLookUpErrorSchema()).optional(),
}));

/** Primary reference, States and transitions. */
export const handleStatuses = ['active', 'suspended', 'protected', 'not-found', 'error'] as const;

/** Primary reference, GET /user/usernames/status. */
export const usernamesStatusSchema = defineObject('UsernamesStatus', () => ({
  usernamesStatus: z.record(z.string(), z.enum(handleStatuses)),
  errors: z.array(handleLookUpErrorSchema()).optional(),
}));

/** Primary reference, GET /username/to/id/{username}: the fields aren't shown; see assumption 3.8. */
export const resolvedUserIdSchema = once(() =>
  z.union([
    z.string(),
    openObject({
      id: z.string().nullish(),
      userId: z.string().nullish(),
      user_id: z.string().nullish(),
      id_str: z.string().nullish(),
      rest_id: z.string().nullish(),
    }),
  ]),
);

export type HandleStatus = (typeof handleStatuses)[number];
