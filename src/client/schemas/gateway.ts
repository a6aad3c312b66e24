import * as z from 'zod';
import { type Lazy, once } from '../once.ts';
import { defineObject, openObject } from './defineObject.ts';

/** A page with a count and a cursor, which is null on the last page (assumption 7.13). */
export function createGatewayPageSchema<T extends z.ZodType>(item: Lazy<T>) {
  return () =>
    openObject({
      data: z.array(item()),
      meta: openObject({ result_count: z.int(), next_cursor: z.string().nullish() }),
    });
}

/** Has a count, but doesn't have a next page. */
export function createGatewayResultsSchema<T extends z.ZodType>(item: Lazy<T>) {
  return () => openObject({ data: z.array(item()), meta: openObject({ result_count: z.int() }) });
}

/** The `cursor` object next to raw upstream-style data (assumption 7.9). */
export const topAndBottomCursorsSchema = once(() => openObject({ top: z.string().nullish(), bottom: z.string().nullish() }));

/** A user inside other records; the fields vary (gateway reference, Resources). */
export const gatewayUserSchema = defineObject('GatewayUser', () => ({
  id: z.string().nullish(),
  username: z.string(),
  name: z.string().nullish(),
  verified: z.boolean().nullish(),
  followers_count: z.int().nullish(),
  profile_image_url: z.string().nullish(),
}));

/** Gateway reference, GET /list/{list_id}/members. */
export const gatewayListMemberSchema = defineObject('GatewayListMember', () => ({
  ...gatewayUserSchema().shape,
  added_at: z.string().nullish(),
  metrics: openObject({ followers_count: z.int().nullish(), following_count: z.int().nullish() }),
}));

/** Gateway reference, GET /community/{community_id}/members. */
export const gatewayCommunityMemberSchema = defineObject('GatewayCommunityMember', () => ({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  role: z.string(),
  joined_at: z.string().nullable(),
  profile_image_url: z.string().nullable(),
}));

/** Gateway reference, GET /tweet/{tweetId}/retweets: a user entry. */
export const gatewayReposterSchema = defineObject('GatewayUserEntry', () => ({
  rest_id: z.string(),
  screen_name: z.string(),
  name: z.string(),
  followers_count: z.int(),
  verified: z.boolean(),
  profile_image_url_https: z.string().nullable(),
}));

export type GatewayUser = z.output<ReturnType<typeof gatewayUserSchema>>;
export type GatewayListMember = z.output<ReturnType<typeof gatewayListMemberSchema>>;
export type GatewayCommunityMember = z.output<ReturnType<typeof gatewayCommunityMemberSchema>>;

const geoSchema = once(() =>
  openObject({
    place_id: z.string().nullish(),
    full_name: z.string().nullish(),
    coordinates: openObject({ lat: z.number(), lon: z.number() }).nullish(),
  }),
);

const anyElements = once(() =>
  z.array(z.unknown()).meta({ guess: "The reference doesn't name the element type; anything is accepted (assumption 7.27)." }),
);

const tweetFieldSchemas = once(() => ({
  id: z.string(),
  text: z.string(),
  author: gatewayUserSchema(),
  created_at: z.string(),
  lang: z.string(),
  metrics: openObject({ retweet_count: z.int(), reply_count: z.int(), like_count: z.int(), quote_count: z.int() }),
  entities: openObject({ hashtags: anyElements(), urls: anyElements(), mentions: anyElements() }),
  media: z.array(openObject({ type: z.string(), media_url_https: z.string() })),
  geo: geoSchema().nullish(),
}));

/** Gateway reference, Tweet (search and list items). */
export const gatewayTweetSchema = defineObject('GatewayTweet', tweetFieldSchemas);

/** Gateway reference, GET /search/location: a tweet with its place. */
export const gatewayPlacedTweetSchema = defineObject('GatewayPlacedTweet', () => ({ ...tweetFieldSchemas(), geo: geoSchema() }));

/** Gateway reference, GET /space/{space_id}/tweets: a tweet that shares a Space. */
export const gatewaySpaceTweetSchema = defineObject('GatewaySpaceTweet', () => ({
  ...tweetFieldSchemas(),
  space_share: openObject({ space_id: z.string(), title: z.string() }),
}));

/** Gateway reference, GET /community/{community_id}/tweets: a tweet with its community and its author's role there. */
export const gatewayCommunityTweetSchema = defineObject('GatewayCommunityTweet', () => ({
  ...tweetFieldSchemas(),
  author: openObject({ ...gatewayUserSchema().shape, community_role: z.string() }),
  community: openObject({ id: z.string(), name: z.string() }),
}));

export type GatewayTweet = z.output<ReturnType<typeof gatewayTweetSchema>>;
export type GatewayPlacedTweet = z.output<ReturnType<typeof gatewayPlacedTweetSchema>>;
export type GatewaySpaceTweet = z.output<ReturnType<typeof gatewaySpaceTweetSchema>>;
export type GatewayCommunityTweet = z.output<ReturnType<typeof gatewayCommunityTweetSchema>>;

export const gatewayListSchema = defineObject('GatewayList', () => ({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  created_at: z.string(),
  owner: gatewayUserSchema(),
  member_count: z.int(),
  follower_count: z.int(),
  private: z.boolean(),
  pinned: z.boolean().nullish(),
}));

export type GatewayList = z.output<ReturnType<typeof gatewayListSchema>>;

export const gatewayCommunitySchema = defineObject('GatewayCommunity', () => ({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  created_at: z.string(),
  admin: gatewayUserSchema(),
  member_count: z.int(),
  rules: z.array(z.string()),
  theme: openObject({ primary_color: z.string().nullish(), banner_url: z.string().nullish() }).nullable(),
  purpose: z.string().nullable(),
  invite_only: z.boolean(),
}));

export type GatewayCommunity = z.output<ReturnType<typeof gatewayCommunitySchema>>;

/** Gateway reference, States and transitions. */
const spaceStates = ['scheduled', 'live', 'ended', 'cancelled'] as const;

const spaceTopicSchema = once(() => openObject({ id: z.string(), name: z.string(), description: z.string().nullish() }));

/** Gateway reference, Space. Times are ISO 8601. */
export const spaceSchema = defineObject('Space', () => ({
  id: z.string(),
  state: z.enum(spaceStates),
  title: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  // missing if the Space was never scheduled
  scheduled_start: z.string().nullish(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  host_ids: z.array(z.string()),
  speaker_ids: z.array(z.string()),
  participant_count: z.int(),
  total_replay_watched: z.int(),
  is_ticketed: z.boolean(),
  creator: gatewayUserSchema(),
  topics: z.array(spaceTopicSchema()),
}));

/** Gateway reference, Space: the subset in lists and searches. */
export const spaceSummarySchema = defineObject('SpaceSummary', () => ({
  id: z.string(),
  state: z.enum(spaceStates),
  title: z.string(),
  participant_count: z.int().nullish(),
  creator: gatewayUserSchema().nullish(),
  started_at: z.string().nullish(),
  scheduled_start: z.string().nullish(),
  topics: z.array(spaceTopicSchema()).nullish(),
  is_ticketed: z.boolean().nullish(),
  reminder_count: z.int().nullish(),
  user_role: z.string().nullish(),
}));

const participantGuessMeta = {
  guess: "The reference doesn't show a participant's fields; a user's are assumed (assumption 7.27).",
};

/** Gateway reference, GET /space/{space_id}/participants. */
export const spaceParticipantsSchema = defineObject('SpaceParticipants', () => ({
  hosts: z.array(gatewayUserSchema()).meta(participantGuessMeta),
  speakers: z.array(openObject({ ...gatewayUserSchema().shape, invited_at: z.string().nullish() })).meta(participantGuessMeta),
  listeners: z.array(openObject({ ...gatewayUserSchema().shape, joined_at: z.string().nullish() })).meta(participantGuessMeta),
  meta: openObject({ total_participants: z.int(), host_count: z.int(), speaker_count: z.int(), listener_count: z.int() }),
}));

export type Space = z.output<ReturnType<typeof spaceSchema>>;
export type SpaceSummary = z.output<ReturnType<typeof spaceSummarySchema>>;
export type SpaceParticipants = z.output<ReturnType<typeof spaceParticipantsSchema>>;

/** Gateway reference, Trend item. Rank 1 is the most popular. */
export const gatewayTrendSchema = defineObject('GatewayTrend', () => ({
  name: z.string(),
  url: z.string(),
  query: z.string(),
  tweet_volume: z.int().nullable(),
  rank: z.int(),
  category: z.string().nullish(),
  trending_since: z.string().nullish(),
  promoted_content: z.looseObject({}).nullable(),
}));

/** Gateway reference, Hashtag trend item. Growth is in percent, the score from 0 to 10. */
export const hashtagTrendSchema = defineObject('HashtagTrend', () => ({
  hashtag: z.string(),
  tweet_count_24h: z.int(),
  growth_rate: z.number(),
  trending_score: z.number(),
  related_hashtags: z.array(z.string()),
  top_tweet: z
    .looseObject({})
    .nullish()
    .meta({ guess: "The reference doesn't show this summary's fields; any are accepted (assumption 7.27)." }),
}));

/** Gateway reference, Trend location. */
export const trendLocationSchema = defineObject('TrendLocation', () => ({
  name: z.string(),
  woeid: z.int(),
  country: z.string().nullable(),
  country_code: z.string().nullable(),
  placeType: openObject({ code: z.int(), name: z.string() }),
}));

const peakHourSchema = once(() =>
  z
    .union([z.string(), z.number()])
    .nullish()
    .meta({ guess: "The reference doesn't say whether an hour is a number or a time; both are accepted (assumption 7.27)." }),
);

const unitGuessMeta = { guess: "The reference doesn't name the unit; any number is accepted (assumption 7.27)." };

/** Gateway reference, GET /search/hashtag/{hashtag}. */
export const hashtagStatsSchema = once(() =>
  openObject({
    total_tweets_24h: z.int().nullish(),
    trending_score: z.number().nullish(),
    peak_hour: peakHourSchema(),
  }),
);

/** Gateway reference, GET /trends/hashtag/{hashtag}/analytics. */
export const hashtagAnalyticsSchema = defineObject('HashtagAnalytics', () => ({
  hashtag: z.string(),
  analytics: openObject({
    total_tweets: z.int(),
    unique_authors: z.int(),
    total_impressions: z.int(),
    engagement_rate: z.number().meta(unitGuessMeta),
    sentiment: openObject({ positive: z.number(), neutral: z.number(), negative: z.number() }).meta(unitGuessMeta),
    peak_hour: peakHourSchema(),
    peak_volume: z.int(),
  }),
  timeline: z.array(openObject({ timestamp: z.string(), tweet_count: z.int(), engagement: z.number() })),
  top_contributors: z.array(openObject({ username: z.string(), tweet_count: z.int(), total_engagement: z.number() })),
  related_hashtags: z.array(openObject({ hashtag: z.string(), correlation: z.number(), co_occurrence: z.number() })),
}));

export type GatewayTrend = z.output<ReturnType<typeof gatewayTrendSchema>>;
export type HashtagTrend = z.output<ReturnType<typeof hashtagTrendSchema>>;
export type TrendLocation = z.output<ReturnType<typeof trendLocationSchema>>;
export type HashtagAnalytics = z.output<ReturnType<typeof hashtagAnalyticsSchema>>;
