import type { GatewayList, GatewayTweet, GatewayUser } from '../../client/schemas/gateway.ts';
import type { ListEntry } from '../world/groupEntities.ts';
import { eachOf } from '../world/sequence.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { Account, GeoPoint, Post, World } from '../world/world.ts';
import { authorOf, countsOf } from '../world/tweetRecord.ts';

/** An account inside another record (gateway reference, Resources). */
export function toGatewayUser(account: Account): GatewayUser & { readonly id: string } {
  const { id, username, name, verified, counts, avatarUrl } = account.record;
  return { id, username, name, verified, followers_count: counts.followers, profile_image_url: avatarUrl };
}

/** As toGatewayUser by id; a stub when there is no such account. */
export function gatewayUserOf(world: World, id: string): GatewayUser {
  const account = world.account(id);
  return account === undefined ? { id, username: '' } : toGatewayUser(account);
}

/** Gateway reference, Tweet (search and list items). */
export function toGatewayTweet(world: World, post: Post): GatewayTweet {
  const { id, username, name, verified, counts: authorCounts } = authorOf(world, post);
  const counts = countsOf(world, post);
  return {
    id: post.id,
    text: post.text,
    author: { id, username, name, verified, followers_count: authorCounts.followers },
    created_at: toIsoSeconds(post.createdAtMs),
    lang: post.lang,
    metrics: {
      retweet_count: counts.retweets,
      reply_count: counts.replies,
      like_count: counts.likes,
      quote_count: counts.quotes,
    },
    entities: { hashtags: [...post.hashtags], urls: [...post.urls], mentions: [...post.mentions] },
    media: post.media.map((media) => ({
      type: media.type,
      media_url_https: media.type === 'photo' ? media.url : media.previewUrl,
    })),
    ...(post.geo === undefined ? {} : { geo: toGeo(world, post.geo) }),
  };
}

/** Gateway reference, List. */
export function toGatewayList(world: World, list: ListEntry): GatewayList {
  return {
    id: list.id,
    name: list.name,
    description: list.description,
    created_at: toIsoSeconds(list.createdAtMs),
    owner: gatewayUserOf(world, list.ownerId),
    member_count: list.memberCount,
    follower_count: list.followerCount,
    private: list.private,
    pinned: list.pinned,
  };
}

function toGeo(world: World, geo: GeoPoint) {
  const place = [...eachOf(world.places())].find((candidate) => candidate.locationId === geo.placeId);
  return {
    place_id: geo.placeId,
    full_name: place === undefined ? '' : `${place.name}, ${place.country}`,
    coordinates: { lat: geo.latitude, lon: geo.longitude },
  };
}
