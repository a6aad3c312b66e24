import type { RecordExtra } from '../upstream/extra.ts';
import { rawFields, flagOf, idOf, numberOf, type RecordOf, textOf, textsOf, timeOf } from './fieldValues.ts';

/** Who wrote, owns or hosts something, as far as the answer says; or an account with all that is known of it. */
export type UserRecord = RecordOf<typeof readUser>;

/** An account, or as much of one as stands there. */
export function readUser(value: unknown) {
  const user = rawFields(value);
  const counts = rawFields(user['counts']);
  const metrics = rawFields(user['metrics']);
  // of members of a community upstream says little: the service writes a 0 for a count that it does not know
  const known = user['createdAt'] === null ? filledCount : numberOf;
  return {
    kind: 'user' as const,
    /** The gateway leaves it out in some places. */
    id: idOf(user['id']) ?? idOf(user['rest_id']),
    handle: textOf(user['username']) ?? textOf(user['screen_name']),
    name: textOf(user['name']),
    bio: textOf(user['description']),
    location: textOf(user['location']),
    website: textOf(user['url']),
    createdAt: timeOf(user['createdAt']) ?? timeOf(user['created_at']),
    avatarUrl: textOf(user['avatarUrl']) ?? textOf(user['profile_image_url']) ?? textOf(user['profile_image_url_https']),
    bannerUrl: textOf(user['bannerUrl']),
    isVerified: flagOf(user['verified']),
    /** "Business", "Government". */
    verifiedType: textOf(user['verifiedType']),
    isProtected: flagOf(user['protected']),
    isAutomated: flagOf(user['isAutomated']),
    followers: known(counts['followers']) ?? known(user['followers_count']) ?? known(metrics['followers_count']),
    following: known(counts['following']) ?? known(metrics['following_count']),
    posts: known(counts['tweets']),
    likes: known(counts['likes']),
    media: known(counts['media']),
    listed: known(counts['listed']),
    pinnedIds: textsOf(user['pinnedTweetIds']),
    /** In a community, an audio room: "admin", "moderator", "member", "host", "speaker", "listener". */
    role: textOf(user['role']) ?? textOf(user['community_role']),
    /** When it joined, or was added or invited to, what it was asked for. */
    memberSince: timeOf(user['joined_at']) ?? timeOf(user['added_at']) ?? timeOf(user['invited_at']),
  };
}

function filledCount(value: unknown): number | undefined {
  return value === 0 ? undefined : numberOf(value);
}

/** An account with what only upstream JSON tells of it. Upstream records say 0 for a count that nobody reported; here it is unknown again. */
export function withUserExtra(user: UserRecord, extra: RecordExtra | undefined): UserRecord {
  if (extra === undefined || !('hasListedCount' in extra)) {
    return user;
  }
  return { ...user, listed: extra.hasListedCount ? user.listed : undefined, role: user.role ?? extra.communityRole };
}
