import * as z from 'zod';
import { openObject } from '../../schemas/defineObject.ts';
import { choiceParam, limitParam, withGatewayIdGuess, optionalParam } from '../../params.ts';
import { gatewayTrendSchema, hashtagAnalyticsSchema, hashtagTrendSchema, trendLocationSchema } from '../../schemas/gateway.ts';
import { undocumentedRecordSchema } from '../../schemas/primary.ts';
import { createEndpointDefiner, createYieldsUnderData } from '../../endpoint.ts';
import { exampleValues } from '../exampleValues.ts';
import { requiredHashtagParam, tweetIdParam as primaryTweetId, woeidParam } from '../shared.ts';

const defineEndpoint = createEndpointDefiner('gateway', 'trends');

export const gatewayTrendsTopics = defineEndpoint({
  id: 'gateway.trendsTopics',
  title: 'Trending Topics',
  summary: "A place's trending topics.",
  path: '/trends/topics',
  params: z.strictObject({
    woeid: woeidParam.optional().meta({ ...woeidParam.meta(), serviceDefault: 1 }),
    limit: limitParam(20, 50),
  }),
  result: () =>
    openObject({
      data: z.array(gatewayTrendSchema()),
      location: openObject({ name: z.string(), woeid: z.int() }),
      as_of: z.string(),
    }),
  yields: [
    { kind: 'trend', at: ['data'], id: 'name' },
    { kind: 'place', at: ['location'], id: 'woeid' },
  ],
  errors: [400, 404],
  example: { woeid: exampleValues.woeid },
});

export const gatewayTrendsHashtags = defineEndpoint({
  id: 'gateway.trendsHashtags',
  title: 'Trending Hashtags',
  summary: "A country's trending hashtags, with their growth.",
  path: '/trends/hashtags',
  params: z.strictObject({
    country: optionalParam(
      z
        .string()
        .regex(/^[A-Z]{2}$/, 'must be a country code of two uppercase letters')
        .meta({
          title: 'Country',
          help: 'ISO 3166-1, for example PT. Defaults to worldwide.',
          examples: [exampleValues.country],
          guess: 'The reference states no default; worldwide is assumed (assumption 7.19).',
        }),
    ),
    limit: limitParam(20, 50),
    category: optionalParam(
      choiceParam({ title: 'Category', help: 'The topic.', examples: ['technology'] }, [
        'all',
        'technology',
        'sports',
        'entertainment',
        'politics',
        'business',
      ]),
    ),
  }),
  result: () =>
    openObject({
      data: z.array(hashtagTrendSchema()),
      meta: openObject({ country: z.string().nullable(), timestamp: z.string() }),
    }),
  yields: createYieldsUnderData('trend', 'hashtag'),
  example: { country: exampleValues.country },
});

export const gatewayHashtagAnalytics = defineEndpoint({
  id: 'gateway.hashtagAnalytics',
  title: 'Hashtag Analytics',
  summary: 'How a hashtag performed over time: volume, engagement, sentiment, and contributors.',
  path: '/trends/hashtag/{hashtag}/analytics',
  params: z.strictObject({
    hashtag: requiredHashtagParam,
    timeframe: optionalParam(
      choiceParam({ title: 'Time', help: 'How far back to search.', examples: ['7d'], serviceDefault: '24h' }, [
        '1h',
        '6h',
        '24h',
        '7d',
        '30d',
      ]),
    ),
  }),
  result: hashtagAnalyticsSchema,
  yields: [
    { kind: 'hashtagPoint', at: ['timeline'], id: 'timestamp' },
    { kind: 'user', at: ['top_contributors'], id: 'username' },
    { kind: 'trend', at: ['related_hashtags'], id: 'hashtag' },
  ],
  errors: [404],
});

export const gatewayTrendsLocation = defineEndpoint({
  id: 'gateway.trendsLocation',
  title: 'Place Trends',
  summary: "A place's trending topics.",
  path: '/trends/location/{woeid}',
  params: z.strictObject({ woeid: woeidParam }),
  result: () =>
    openObject({
      location: openObject({
        name: z.string(),
        woeid: z.int(),
        country: z.string().nullable(),
        country_code: z.string().nullable(),
      }),
      trends: z.array(openObject({ name: z.string(), tweet_volume: z.int().nullable(), rank: z.int() })),
      as_of: z.string(),
    }),
  yields: [
    { kind: 'trend', at: ['trends'], id: 'name' },
    { kind: 'place', at: ['location'], id: 'woeid' },
  ],
  errors: [400, 404],
});

export const gatewayTrendsLocations = defineEndpoint({
  id: 'gateway.trendsLocations',
  title: 'Places with Trends',
  summary: 'Places with trends, and their WOEIDs.',
  path: '/trends/locations',
  params: z.strictObject({}),
  result: () => openObject({ data: z.array(trendLocationSchema()) }),
  yields: createYieldsUnderData('place', 'woeid'),
});

/** Gateway reference, Trends and analytics: doesn't show further parameters or the response (assumption 7.17). */
export const gatewayTweetAnalytics = defineEndpoint({
  id: 'gateway.tweetAnalytics',
  title: 'Post Analytics',
  summary: 'Metrics for a post.',
  path: '/analytics/tweet/{tweet_id}',
  params: z.strictObject({
    tweet_id: withGatewayIdGuess(primaryTweetId),
  }),
  result: undocumentedRecordSchema,
  yields: [{ kind: 'other', at: ['data'] }],
  errors: [404],
  guesses: [
    'The reference shows no other parameters and no response; none are sent, and any object is accepted (assumption 7.17).',
  ],
});
