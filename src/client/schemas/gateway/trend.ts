import * as z from 'zod';

/** Gateway reference, Trend item. Rank 1 is the most popular. */
export const gatewayTrendSchema = z
  .looseObject({
    name: z.string(),
    url: z.string(),
    query: z.string(),
    tweet_volume: z.int().nullable(),
    rank: z.int(),
    category: z.string().nullish(),
    trending_since: z.string().nullish(),
    promoted_content: z.looseObject({}).nullable(),
  })
  .meta({ id: 'GatewayTrend' });

/** Gateway reference, Hashtag trend item. Growth is in percent, the score from 0 to 10. */
export const hashtagTrendSchema = z
  .looseObject({
    hashtag: z.string(),
    tweet_count_24h: z.int(),
    growth_rate: z.number(),
    trending_score: z.number(),
    related_hashtags: z.array(z.string()),
    // a summary whose fields the reference does not show
    top_tweet: z.looseObject({}).nullish(),
  })
  .meta({ id: 'HashtagTrend' });

/** Gateway reference, Trend location. */
export const trendLocationSchema = z
  .looseObject({
    name: z.string(),
    woeid: z.int(),
    country: z.string().nullable(),
    country_code: z.string().nullable(),
    placeType: z.looseObject({ code: z.int(), name: z.string() }),
  })
  .meta({ id: 'TrendLocation' });

// the reference does not say whether an hour is a number or a time
const hour = z.union([z.string(), z.number()]).nullish();

/** Gateway reference, GET /search/hashtag/{hashtag}. */
export const hashtagStatsSchema = z.looseObject({
  total_tweets_24h: z.int().nullish(),
  trending_score: z.number().nullish(),
  peak_hour: hour,
});

/** Gateway reference, GET /trends/hashtag/{hashtag}/analytics. */
export const hashtagAnalyticsSchema = z
  .looseObject({
    hashtag: z.string(),
    analytics: z.looseObject({
      total_tweets: z.int(),
      unique_authors: z.int(),
      total_impressions: z.int(),
      engagement_rate: z.number(),
      sentiment: z.looseObject({ positive: z.number(), neutral: z.number(), negative: z.number() }),
      peak_hour: hour,
      peak_volume: z.int(),
    }),
    timeline: z.array(z.looseObject({ timestamp: z.string(), tweet_count: z.int(), engagement: z.number() })),
    top_contributors: z.array(z.looseObject({ username: z.string(), tweet_count: z.int(), total_engagement: z.number() })),
    related_hashtags: z.array(z.looseObject({ hashtag: z.string(), correlation: z.number(), co_occurrence: z.number() })),
  })
  .meta({ id: 'HashtagAnalytics' });

export type GatewayTrend = z.output<typeof gatewayTrendSchema>;
export type HashtagTrend = z.output<typeof hashtagTrendSchema>;
export type TrendLocation = z.output<typeof trendLocationSchema>;
export type HashtagAnalytics = z.output<typeof hashtagAnalyticsSchema>;
