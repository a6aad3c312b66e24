import type { GatewayList, GatewayTweet, GatewayUser } from '../../client/schemas/gateway.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import { getPostAuthor, toTweetCounts } from '../world/toTweetRecord.ts';
import type { ResponderResult, SandboxRequest } from './response.ts';
import { toGatewayPageResponse, type GatewayPageExtras } from './collectionResponses.ts';
import type { Account, GeoPoint, WorldList, WorldPost, SandboxWorld } from '../world/world.ts';

/** Gateway reference, Resources. */
export function toGatewayUser(account: Account): GatewayUser & { readonly id: string } {
  const { id, username, name, verified, counts, avatarUrl } = account.record;
  return { id, username, name, verified, followers_count: counts.followers, profile_image_url: avatarUrl };
}

export function toGatewayUserById(world: SandboxWorld, id: string): GatewayUser {
  const account = world.account(id);
  return account === undefined ? { id, username: '' } : toGatewayUser(account);
}

/** Gateway reference, Space. */
export function toSpaceCreator(world: SandboxWorld, id: string): GatewayUser {
  const { followers_count: _, ...creator } = toGatewayUserById(world, id);
  return creator;
}

/** Gateway reference, Tweet (search and list items). */
export function toGatewayTweet(world: SandboxWorld, post: WorldPost): GatewayTweet {
  const { profile_image_url: _, ...author } = toGatewayUser(getPostAuthor(world, post));
  return {
    id: post.id,
    text: post.text,
    author,
    created_at: toIsoSeconds(post.createdAtMs),
    lang: post.lang,
    metrics: toGatewayMetrics(world, post),
    entities: { hashtags: [...post.hashtags], urls: [...post.urls], mentions: [...post.mentions] },
    media: post.media.map((media) => ({
      type: media.type,
      media_url_https: media.type === 'photo' ? media.url : media.previewUrl,
    })),
    ...(post.geo === undefined ? {} : { geo: toGeo(world, post.geo) }),
  };
}

export function toGatewayMetrics(world: SandboxWorld, post: WorldPost) {
  const { retweets, replies, likes, quotes } = toTweetCounts(world, post);
  return { retweet_count: retweets, reply_count: replies, like_count: likes, quote_count: quotes };
}

export function toTweetPageResponse(
  query: SandboxRequest<'limit'>,
  posts: readonly WorldPost[],
  more?: GatewayPageExtras,
): ResponderResult {
  return toGatewayPageResponse(posts, query.params.limit, (post) => toGatewayTweet(query.world, post), more);
}

export function toGatewayList(world: SandboxWorld, list: WorldList): GatewayList {
  return {
    id: list.id,
    name: list.name,
    description: list.description,
    created_at: toIsoSeconds(list.createdAtMs),
    owner: toListOwner(world, list.ownerId),
    member_count: list.memberCount,
    follower_count: list.followerCount,
    private: list.private,
    pinned: list.pinned,
  };
}

function toListOwner(world: SandboxWorld, id: string): GatewayUser {
  const { profile_image_url: _, ...owner } = toSpaceCreator(world, id);
  return owner;
}

function toGeo(world: SandboxWorld, geo: GeoPoint) {
  const place = world.places().find((candidate) => candidate.locationId === geo.placeId);
  return {
    place_id: geo.placeId,
    full_name: place === undefined ? '' : `${place.name}, ${place.country}`,
    coordinates: { lat: geo.latitude, lon: geo.longitude },
  };
}
