import * as z from 'zod';

/** A user as the gateway puts it into other records: which fields come varies by place (gateway reference, Resources). */
export const gatewayUserSchema = z
  .looseObject({
    id: z.string().nullish(),
    username: z.string(),
    name: z.string().nullish(),
    verified: z.boolean().nullish(),
    followers_count: z.int().nullish(),
    profile_image_url: z.string().nullish(),
  })
  .meta({ id: 'GatewayUser' });

/** Gateway reference, GET /list/{list_id}/members. */
export const gatewayListMemberSchema = z
  .looseObject({
    ...gatewayUserSchema.shape,
    added_at: z.string().nullish(),
    metrics: z.looseObject({ followers_count: z.int().nullish(), following_count: z.int().nullish() }),
  })
  .meta({ id: 'GatewayListMember' });

/** Gateway reference, GET /community/{community_id}/members. */
export const gatewayCommunityMemberSchema = z
  .looseObject({
    id: z.string(),
    username: z.string(),
    name: z.string(),
    role: z.string(),
    joined_at: z.string().nullable(),
    profile_image_url: z.string().nullable(),
  })
  .meta({ id: 'GatewayCommunityMember' });

/** Gateway reference, GET /tweet/{tweetId}/retweets: a user entry. */
export const gatewayUserEntrySchema = z
  .looseObject({
    rest_id: z.string(),
    screen_name: z.string(),
    name: z.string(),
    followers_count: z.int(),
    verified: z.boolean(),
    profile_image_url_https: z.string().nullable(),
  })
  .meta({ id: 'GatewayUserEntry' });

export type GatewayUser = z.output<typeof gatewayUserSchema>;
export type GatewayListMember = z.output<typeof gatewayListMemberSchema>;
export type GatewayCommunityMember = z.output<typeof gatewayCommunityMemberSchema>;
export type GatewayUserEntry = z.output<typeof gatewayUserEntrySchema>;
