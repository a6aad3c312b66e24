import { throwRefusal } from '../refusals.ts';
import { sortByEngagement } from '../world/searchPosts.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { WorldPost, SandboxWorld } from '../world/world.ts';
import { toWholeBodyResponse } from './collectionResponses.ts';
import { toGatewayMetrics, toGatewayTweet } from './gatewayRecords.ts';
import { requireItemByIdParam, requirePlaceByWoeid } from './params.ts';
import { placeTypeCodes, toTrendSearchLink } from './primaryPlaces.ts';
import { findPublicPost } from './primaryTweets.ts';
import type { EndpointResponder } from './response.ts';
import { hashText } from '../world/random.ts';

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
const invalidWoeidError = { status: 400, message: 'woeid takes a whole number' } as const;

const timeframes = {
  '1h': { spanMs: hourMs, stepMs: hourMs / 12 },
  '6h': { spanMs: 6 * hourMs, stepMs: hourMs / 2 },
  '24h': { spanMs: dayMs, stepMs: hourMs },
  '7d': { spanMs: 7 * dayMs, stepMs: 6 * hourMs },
  '30d': { spanMs: 30 * dayMs, stepMs: dayMs },
} as const;

export const gatewayTrendsTopics: EndpointResponder<'gatewayTrendsTopics'> = (query) => {
  const { world } = query;
  const place = requirePlaceByWoeid(world, query.params.woeid ?? '1', invalidWoeidError, 404);
  const data = world.trendsAt(place.woeid).map((trend, index) => ({
    name: trend.name,
    ...toTrendSearchLink(trend.name),
    tweet_volume: trend.volume ?? null,
    rank: index + 1,
    category: trend.category,
    trending_since: toIsoSeconds(trend.sinceMs),
    promoted_content: null,
  }));
  return toWholeBodyResponse({
    data: data.slice(0, query.params.limit),
    location: { name: place.name, woeid: place.woeid },
    as_of: toIsoSeconds(world.nowMs),
  });
};

/** Worldwide without a country (gateway reference, Trends and analytics; assumption 7.19). An unknown country doesn't have hashtags. */
export const gatewayTrendsHashtags: EndpointResponder<'gatewayTrendsHashtags'> = (query) => {
  const { world, params } = query;
  const country = params.country?.toUpperCase() ?? null;
  const category = params.category ?? 'all';
  const place =
    country === null
      ? world.place(1)
      : world.places().find(({ kind, countryCode }) => kind === 'Country' && countryCode === country);
  const data = (place === undefined ? [] : world.trendsAt(place.woeid))
    .filter((trend) => trend.name.startsWith('#') && (category === 'all' || trend.category === category))
    .slice(0, query.params.limit)
    .map((trend) => toHashtagTrend(world, trend.name.slice(1)));
  return toWholeBodyResponse({ data, meta: { country, timestamp: toIsoSeconds(world.nowMs) } });
};

/** Gateway reference, Trends and analytics: counted from the world's posts. */
export const gatewayHashtagAnalytics: EndpointResponder<'gatewayHashtagAnalytics'> = (query) => {
  const { world } = query;
  const hashtag = stripHashSign(query.params.hashtag ?? '');
  if (world.postsTagged(hashtag).length === 0) {
    return throwRefusal(404, `Nobody has used the hashtag ${hashtag}`);
  }
  const { spanMs, stepMs } = timeframes[query.params.timeframe ?? '24h'];
  const startMs = world.nowMs - spanMs;
  const posts = findTaggedPosts(world, hashtag, startMs, world.nowMs);
  const impressions = posts.reduce((sum, post) => sum + post.views, 0);
  const peak = findPeakHour(posts);
  const related = countRelatedTags(posts, hashtag).slice(0, 10);
  return toWholeBodyResponse({
    hashtag,
    analytics: {
      total_tweets: posts.length,
      unique_authors: new Set(posts.map((post) => post.authorId)).size,
      total_impressions: impressions,
      engagement_rate: roundToHundredths((sumEngagement(world, posts) / Math.max(impressions, 1)) * 100),
      sentiment: makeSentiment(posts),
      peak_hour: peak.hour,
      peak_volume: peak.volume,
    },
    timeline: Array.from({ length: spanMs / stepMs }, (_, index) => {
      const from = startMs + index * stepMs;
      const within = posts.filter((post) => post.createdAtMs >= from && post.createdAtMs < from + stepMs);
      return { timestamp: toIsoSeconds(from), tweet_count: within.length, engagement: sumEngagement(world, within) };
    }),
    top_contributors: listTopContributors(world, posts),
    related_hashtags: related.map(([tag, count]) => ({
      hashtag: tag,
      correlation: roundToHundredths(count / Math.max(posts.length, 1)),
      co_occurrence: count,
    })),
  });
};

export const gatewayTrendsLocation: EndpointResponder<'gatewayTrendsLocation'> = ({ world, params }) => {
  const { name, woeid, country, countryCode = null } = requirePlaceByWoeid(world, params.woeid ?? '', invalidWoeidError, 404);
  return toWholeBodyResponse({
    location: { name, woeid, country, country_code: countryCode },
    trends: world
      .trendsAt(woeid)
      .map((trend, index) => ({ name: trend.name, tweet_volume: trend.volume ?? null, rank: index + 1 })),
    as_of: toIsoSeconds(world.nowMs),
  });
};

export const gatewayTrendsLocations: EndpointResponder<'gatewayTrendsLocations'> = ({ world }) =>
  toWholeBodyResponse({
    data: world.places().map(({ name, woeid, country, countryCode = null, kind }) => ({
      ...{ name, woeid, country, country_code: countryCode },
      placeType: { code: placeTypeCodes[kind], name: kind },
    })),
  });

/** A minimal response, because the reference shows none (assumption 7.17). */
export const gatewayTweetAnalytics: EndpointResponder<'gatewayTweetAnalytics'> = (query) => {
  const { world } = query;
  const post = requireItemByIdParam(query, 'tweet_id', (id) => findPublicPost(world, id));
  return toWholeBodyResponse({
    tweet_id: post.id,
    impressions: post.views,
    engagements: sumEngagement(world, [post]),
    metrics: toGatewayMetrics(world, post),
  });
};

function toHashtagTrend(world: SandboxWorld, hashtag: string) {
  const lastDay = findTaggedPosts(world, hashtag, world.nowMs - dayMs, world.nowMs);
  const dayBefore = findTaggedPosts(world, hashtag, world.nowMs - 2 * dayMs, world.nowMs - dayMs);
  const [top] = sortByEngagement(world, lastDay);
  return {
    hashtag,
    tweet_count_24h: lastDay.length,
    growth_rate: roundToHundredths(((lastDay.length - dayBefore.length) / Math.max(dayBefore.length, 1)) * 100),
    trending_score: computeTrendingScore(lastDay.length),
    related_hashtags: countRelatedTags([...lastDay, ...dayBefore], hashtag)
      .map(([tag]) => tag)
      .slice(0, 5),
    top_tweet: top === undefined ? null : toGatewayTweet(world, top),
  };
}

function listTopContributors(world: SandboxWorld, posts: readonly WorldPost[]) {
  const byAuthor = Map.groupBy(posts, (post) => post.authorId);
  return [...byAuthor]
    .map(([id, own]) => ({
      username: world.account(id)?.record.username ?? id,
      tweet_count: own.length,
      total_engagement: sumEngagement(world, own),
    }))
    .sort((left, right) => right.tweet_count - left.tweet_count || right.total_engagement - left.total_engagement)
    .slice(0, 10);
}

/** Assumption 7.20. */
export function stripHashSign(hashtag: string): string {
  return hashtag.startsWith('#') ? hashtag.slice(1) : hashtag;
}

export function findTaggedPosts(world: SandboxWorld, hashtag: string, fromMs: number, toMs: number): readonly WorldPost[] {
  return world.postsTagged(hashtag).filter(({ createdAtMs }) => createdAtMs >= fromMs && createdAtMs < toMs);
}

export function computeTrendingScore(postsInDay: number): number {
  return Math.min(10, roundToHundredths(postsInDay / 8));
}

function countEachValue<T>(values: readonly T[]): readonly (readonly [T, number])[] {
  return [...Map.groupBy(values, (value) => value)].map(([value, same]) => [value, same.length]);
}

export function findPeakHour(posts: readonly WorldPost[]) {
  const perHour = countEachValue(posts.map((post) => Math.floor(post.createdAtMs / hourMs)));
  const [best] = [...perHour].sort((left, right) => right[1] - left[1] || left[0] - right[0]);
  return best === undefined ? { hour: null, volume: 0 } : { hour: toIsoSeconds(best[0] * hourMs), volume: best[1] };
}

function countRelatedTags(posts: readonly WorldPost[], hashtag: string): readonly (readonly [string, number])[] {
  const others = posts.flatMap((post) => post.hashtags).filter((tag) => tag.toLowerCase() !== hashtag.toLowerCase());
  return [...countEachValue(others)].sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1));
}

function sumEngagement(world: SandboxWorld, posts: readonly WorldPost[]): number {
  return posts.reduce((sum, { id, likes }) => {
    const { replies, quotes, retweets } = world.countReactions(id);
    return sum + likes + replies + quotes + retweets;
  }, 0);
}

/** Shares of 100, derived from the ids because the sample text has no sentiment. */
function makeSentiment(posts: readonly WorldPost[]) {
  const moods = posts.map((post) => hashText(post.id) % 10);
  const share = (count: number): number => roundToHundredths((count / Math.max(posts.length, 1)) * 100);
  const positive = share(moods.filter((mood) => mood < 4).length);
  const negative = share(moods.filter((mood) => mood > 7).length);
  return { positive, negative, neutral: roundToHundredths(100 - positive - negative) };
}

function roundToHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
