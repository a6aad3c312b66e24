import type { RecordExtra } from '../upstream/extra.ts';
import {
  toRawFields,
  toBooleanOrUndefined,
  coerceId,
  toFiniteNumber,
  type RecordFromReader,
  coerceText,
  readTextList,
  readTimeAsWritten,
} from './fieldValues.ts';

/** Who wrote, owns or hosts something, as far as the response says; or an account with all that is known of it. */
export type UserRecord = RecordFromReader<typeof readUser>;

export function readUser(value: unknown) {
  const user = toRawFields(value);
  const counts = toRawFields(user['counts']);
  const metrics = toRawFields(user['metrics']);
  // of members of a community upstream says little: the service writes a 0 for a count that it does not know
  const known = user['createdAt'] === null ? toNonZeroNumber : toFiniteNumber;
  return {
    kind: 'user' as const,
    /** The gateway leaves it out in some places. */
    id: coerceId(user['id']) ?? coerceId(user['rest_id']),
    handle: coerceText(user['username']) ?? coerceText(user['screen_name']),
    name: coerceText(user['name']),
    bio: coerceText(user['description']),
    location: coerceText(user['location']),
    website: coerceText(user['url']),
    createdAt: readTimeAsWritten(user['createdAt']) ?? readTimeAsWritten(user['created_at']),
    avatarUrl:
      coerceText(user['avatarUrl']) ?? coerceText(user['profile_image_url']) ?? coerceText(user['profile_image_url_https']),
    bannerUrl: coerceText(user['bannerUrl']),
    isVerified: toBooleanOrUndefined(user['verified']),
    /** "Business", "Government". */
    verifiedType: coerceText(user['verifiedType']),
    isProtected: toBooleanOrUndefined(user['protected']),
    isAutomated: toBooleanOrUndefined(user['isAutomated']),
    followers: known(counts['followers']) ?? known(user['followers_count']) ?? known(metrics['followers_count']),
    following: known(counts['following']) ?? known(metrics['following_count']),
    posts: known(counts['tweets']),
    likes: known(counts['likes']),
    media: known(counts['media']),
    listed: known(counts['listed']),
    pinnedIds: readTextList(user['pinnedTweetIds']),
    /** In a community, an audio room: "admin", "moderator", "member", "host", "speaker", "listener". */
    role: coerceText(user['role']) ?? coerceText(user['community_role']),
    /** When it joined, or was added or invited to, what it was asked for. */
    memberSince:
      readTimeAsWritten(user['joined_at']) ?? readTimeAsWritten(user['added_at']) ?? readTimeAsWritten(user['invited_at']),
  };
}

function toNonZeroNumber(value: unknown): number | undefined {
  return value === 0 ? undefined : toFiniteNumber(value);
}

/** Upstream records say 0 for a count that nobody reported; this makes it unknown again. */
export function mergeUpstreamUserExtra(user: UserRecord, extra: RecordExtra | undefined): UserRecord {
  if (extra === undefined || !('hasListedCount' in extra)) {
    return user;
  }
  return { ...user, listed: extra.hasListedCount ? user.listed : undefined, role: user.role ?? extra.communityRole };
}
