import * as z from 'zod';
import { gatewayUserSchema } from './user.ts';

const geoSchema = z.looseObject({
  place_id: z.string().nullish(),
  full_name: z.string().nullish(),
  coordinates: z.looseObject({ lat: z.number(), lon: z.number() }).nullish(),
});

const shape = {
  id: z.string(),
  text: z.string(),
  author: gatewayUserSchema,
  created_at: z.string(),
  lang: z.string(),
  metrics: z.looseObject({ retweet_count: z.int(), reply_count: z.int(), like_count: z.int(), quote_count: z.int() }),
  // the reference names no element types
  entities: z.looseObject({ hashtags: z.array(z.unknown()), urls: z.array(z.unknown()), mentions: z.array(z.unknown()) }),
  media: z.array(z.looseObject({ type: z.string(), media_url_https: z.string() })),
  geo: geoSchema.nullish(),
};

/** Gateway reference, Tweet (search and list items). */
export const gatewayTweetSchema = z.looseObject(shape).meta({ id: 'GatewayTweet' });

/** Gateway reference, GET /search/location: a tweet with its place. */
export const gatewayPlacedTweetSchema = z.looseObject({ ...shape, geo: geoSchema }).meta({ id: 'GatewayPlacedTweet' });

/** Gateway reference, GET /space/{space_id}/tweets: a tweet that shares an audio room. */
export const gatewaySpaceTweetSchema = z
  .looseObject({ ...shape, space_share: z.looseObject({ space_id: z.string(), title: z.string() }) })
  .meta({ id: 'GatewaySpaceTweet' });

/** Gateway reference, GET /community/{community_id}/tweets: a tweet with its community and the author's role there. */
export const gatewayCommunityTweetSchema = z
  .looseObject({
    ...shape,
    author: z.looseObject({ ...gatewayUserSchema.shape, community_role: z.string() }),
    community: z.looseObject({ id: z.string(), name: z.string() }),
  })
  .meta({ id: 'GatewayCommunityTweet' });

export type GatewayTweet = z.output<typeof gatewayTweetSchema>;
export type GatewayPlacedTweet = z.output<typeof gatewayPlacedTweetSchema>;
export type GatewaySpaceTweet = z.output<typeof gatewaySpaceTweetSchema>;
export type GatewayCommunityTweet = z.output<typeof gatewayCommunityTweetSchema>;
