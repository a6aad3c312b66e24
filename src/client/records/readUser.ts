import { objectIn } from '../upstream/node.ts';
import { flagOf, idOf, numberOf, textOf, textsOf, timeOf } from './fieldValues.ts';
import type { UserRecord } from './recordShapes.ts';

/** What is read of an account, under the names of both services. */
interface RawAccount {
  readonly counts?: unknown;
  readonly metrics?: unknown;
  readonly createdAt?: unknown;
  readonly id?: unknown;
  readonly rest_id?: unknown;
  readonly username?: unknown;
  readonly screen_name?: unknown;
  readonly name?: unknown;
  readonly description?: unknown;
  readonly location?: unknown;
  readonly url?: unknown;
  readonly created_at?: unknown;
  readonly avatarUrl?: unknown;
  readonly profile_image_url?: unknown;
  readonly profile_image_url_https?: unknown;
  readonly bannerUrl?: unknown;
  readonly verified?: unknown;
  readonly verifiedType?: unknown;
  readonly protected?: unknown;
  readonly isAutomated?: unknown;
  readonly followers?: unknown;
  readonly followers_count?: unknown;
  readonly following?: unknown;
  readonly following_count?: unknown;
  readonly tweets?: unknown;
  readonly likes?: unknown;
  readonly media?: unknown;
  readonly listed?: unknown;
  readonly pinnedTweetIds?: unknown;
  readonly role?: unknown;
  readonly community_role?: unknown;
  readonly joined_at?: unknown;
  readonly added_at?: unknown;
  readonly invited_at?: unknown;
}

/** An account, or as much of one as stands there. */
export function readUser(value: unknown): UserRecord {
  const user: RawAccount = objectIn(value);
  const counts: RawAccount = objectIn(user.counts);
  const metrics: RawAccount = objectIn(user.metrics);
  // of members of a community upstream says little: the service writes a 0 for a count that it does not know
  const known = user.createdAt === null ? filledCount : numberOf;
  return {
    kind: 'user',
    id: idOf(user.id) ?? idOf(user.rest_id),
    handle: textOf(user.username) ?? textOf(user.screen_name),
    name: textOf(user.name),
    bio: textOf(user.description),
    location: textOf(user.location),
    website: textOf(user.url),
    createdAt: timeOf(user.createdAt) ?? timeOf(user.created_at),
    avatarUrl: textOf(user.avatarUrl) ?? textOf(user.profile_image_url) ?? textOf(user.profile_image_url_https),
    bannerUrl: textOf(user.bannerUrl),
    isVerified: flagOf(user.verified),
    verifiedType: textOf(user.verifiedType),
    isProtected: flagOf(user.protected),
    isAutomated: flagOf(user.isAutomated),
    followers: known(counts.followers) ?? known(user.followers_count) ?? known(metrics.followers_count),
    following: known(counts.following) ?? known(metrics.following_count),
    posts: known(counts.tweets),
    likes: known(counts.likes),
    media: known(counts.media),
    listed: known(counts.listed),
    pinnedIds: textsOf(user.pinnedTweetIds, []),
    role: textOf(user.role) ?? textOf(user.community_role),
    memberSince: timeOf(user.joined_at) ?? timeOf(user.added_at) ?? timeOf(user.invited_at),
  };
}

function filledCount(value: unknown): number | undefined {
  return value === 0 ? undefined : numberOf(value);
}
