import type { User } from '../schemas/primary.ts';
import type { UserExtra, UpstreamRecord, UpstreamUserLayout } from './upstreamPage.ts';
import {
  readCount,
  readNonEmptyString,
  readNumericId,
  isEmptyResult,
  isPlatformObject,
  readArrayOrEmpty,
  readObjectOrEmpty,
  type PlatformObject,
  readString,
  type Writable,
} from './platformFields.ts';
import { type UpstreamReadContext, type BodyPath, addUpstreamWarning, createUpstreamPageBuilder } from './readContext.ts';
import { formatIsoSeconds, readLinks } from './readEntities.ts';

type UserRecordWithUpstreamExtra = Extract<UpstreamRecord, { readonly kind: 'user' }>;

/**
 * Converts an account, as in `user_results.result`, to the simple format.
 * @returns undefined for an unavailable account, or a value without an id. Never throws.
 */
export function toUser(value: unknown): { readonly record: User; readonly extra: UserExtra } | undefined {
  const read = readUpstreamUser(createUpstreamPageBuilder(), undefined, value);
  return read === undefined ? undefined : { record: read.record, extra: read.extra };
}

/**
 * Reads an account, or adds a warning.
 * @returns undefined for an unavailable account, an empty result, or a value without an id
 */
export function readUpstreamUser(
  context: UpstreamReadContext,
  path: BodyPath | undefined,
  value: unknown,
): UserRecordWithUpstreamExtra | undefined {
  const raw = readObjectOrEmpty(value);
  const id = readNumericId(raw.rest_id);
  if (id === undefined) {
    warnOfNoUser(context, path, value, raw);
    return undefined;
  }
  context.era ??= detectUserLayout(raw);
  return { kind: 'user', record: toUserRecord(raw, id), extra: toUserExtra(raw) };
}

interface AuthorHints {
  readonly id: string;
  readonly legacy: PlatformObject;
  /** The post that repeats or quotes it. */
  readonly outer: PlatformObject | undefined;
}

/** Reads a post's author, or what is known about the author, since the post is still worth showing. */
export function readAuthor(context: UpstreamReadContext, path: BodyPath | undefined, value: unknown, post: AuthorHints): User {
  const raw = readObjectOrEmpty(value);
  const userId = readNumericId(raw.rest_id) ?? readNumericId(post.legacy.user_id_str) ?? '';
  if (raw.legacy === undefined && raw.core === undefined) {
    addUpstreamWarning(
      context,
      isEmptyResult(value) ? 'empty' : 'unavailable',
      path,
      `The author is missing${formatReasonSuffix(raw)}.`,
    );
    return toUserRecord({ ...raw, core: findAuthorInContext(post) }, userId);
  }
  context.era ??= detectUserLayout(raw);
  return toUserRecord(raw, userId);
}

function warnOfNoUser(context: UpstreamReadContext, path: BodyPath | undefined, value: unknown, raw: PlatformObject): void {
  if (isEmptyResult(value)) {
    addUpstreamWarning(context, 'empty', path, 'The platform sent an empty result instead of a user.');
  } else if (raw.__typename === 'UserUnavailable') {
    addUpstreamWarning(context, 'unavailable', path, `The user isn't available${formatReasonSuffix(raw)}.`);
  } else {
    addUpstreamWarning(context, 'unreadable', path, isPlatformObject(value) ? 'A user has no ID.' : 'Not a user.');
  }
}

function formatReasonSuffix({ message, reason }: PlatformObject): string {
  const text = readNonEmptyString(message) ?? readNonEmptyString(reason);
  return text === undefined ? '' : `: ${text}`;
}

/**
 * Finds the author of a post without one: a reply to oneself names the author, a repost mentions the original's author, and
 * a quote has the quoted post's permalink.
 * @returns undefined if the author can't be found
 */
function findAuthorInContext({ id, legacy, outer }: AuthorHints): PlatformObject | undefined {
  const userId = readNumericId(legacy.user_id_str);
  if (userId === undefined) {
    return undefined;
  }
  const handle = readNonEmptyString(legacy.in_reply_to_screen_name);
  if (handle !== undefined && legacy.in_reply_to_user_id_str === userId) {
    return { screen_name: handle };
  }
  return outer === undefined ? undefined : (findMentionedAuthor(outer, userId) ?? findPermalinkAuthor(outer, id));
}

function findMentionedAuthor(outer: PlatformObject, userId: string): PlatformObject | undefined {
  const mention = readArrayOrEmpty(readObjectOrEmpty(outer.entities).user_mentions)
    .map(readObjectOrEmpty)
    .find(({ id_str, screen_name }) => id_str === userId && readNonEmptyString(screen_name) !== undefined);
  return mention === undefined ? undefined : { screen_name: mention.screen_name, name: readString(mention.name) };
}

function findPermalinkAuthor(outer: PlatformObject, id: string): PlatformObject | undefined {
  const { expanded } = readObjectOrEmpty(outer.quoted_status_permalink);
  const handle = /^https?:\/\/(?:twitter|x)\.com\/(\w+)\/status\/(\d+)$/.exec(readString(expanded) ?? '');
  return handle === null || handle[2] !== id ? undefined : { screen_name: handle[1] };
}

function toUserExtra(raw: PlatformObject): UserExtra {
  const legacy = readObjectOrEmpty(raw.legacy);
  const extra: Writable<UserExtra> = { hasListedCount: readCount(legacy.listed_count) !== undefined };
  const label = readLabelText(raw.affiliates_highlighted_label) ?? readLabelText(raw.identity_profile_labels_highlighted_label);
  if (label !== undefined) extra.label = label;
  if (typeof raw.community_role === 'string') extra.communityRole = raw.community_role;
  const { entities } = legacy.entities === undefined ? readObjectOrEmpty(raw.profile_bio) : legacy;
  const urls = readArrayOrEmpty(readObjectOrEmpty(readObjectOrEmpty(entities).description).urls);
  if (urls.length > 0) extra.links = readLinks(urls);
  return extra;
}

function readLabelText(value: unknown): string | undefined {
  const { description, longDescription } = readObjectOrEmpty(readObjectOrEmpty(value).label);
  return readNonEmptyString(readObjectOrEmpty(longDescription).text) ?? readNonEmptyString(description);
}

/** "User layouts" in docs/upstream.md. @returns undefined for an account without a name */
function detectUserLayout(raw: PlatformObject): UpstreamUserLayout | undefined {
  if (typeof readObjectOrEmpty(raw.core).screen_name === 'string') {
    return isPlatformObject(raw.legacy) ? 'both' : 'core';
  }
  return typeof readObjectOrEmpty(raw.legacy).screen_name === 'string' ? 'legacy' : undefined;
}

/**
 * Converts to the simple format, which has fixed values for unknown fields (assumption 4.3). All fields were in `legacy` until
 * spring 2025, counts and description until summer 2026.
 */
function toUserRecord(raw: PlatformObject, id: string): User {
  const core = readObjectOrEmpty(raw.core);
  const legacy = readObjectOrEmpty(raw.legacy);
  const badge = readObjectOrEmpty(raw.verification);
  const bio = readObjectOrEmpty(raw.profile_bio);
  const isVerified = raw.is_blue_verified === true || badge.verified === true || legacy.verified === true;
  return {
    id,
    username: readString(core.screen_name) ?? readString(legacy.screen_name) ?? '',
    name: readString(core.name) ?? readString(legacy.name) ?? '',
    description: readString(legacy.description) ?? readString(bio.description) ?? '',
    location: readString(readObjectOrEmpty(raw.location).location) ?? readString(legacy.location) ?? '',
    url: expandWebsiteUrl(
      readNonEmptyString(legacy.url) ?? readNonEmptyString(readObjectOrEmpty(raw.website).url),
      legacy.entities ?? bio.entities,
    ),
    createdAt: formatIsoSeconds(core.created_at) ?? formatIsoSeconds(legacy.created_at) ?? null,
    avatarUrl:
      readNonEmptyString(readObjectOrEmpty(raw.avatar).image_url) ?? readNonEmptyString(legacy.profile_image_url_https) ?? null,
    bannerUrl:
      readNonEmptyString(legacy.profile_banner_url) ?? readNonEmptyString(readObjectOrEmpty(raw.banner).image_url) ?? null,
    verified: isVerified || badge.is_blue_verified === true, // one query has it here
    verifiedType: readNonEmptyString(badge.verified_type) ?? readNonEmptyString(legacy.verified_type) ?? null,
    protected: readObjectOrEmpty(raw.privacy).protected === true || legacy.protected === true,
    counts: legacy.followers_count === undefined ? readCoreCounts(raw) : readLegacyCounts(legacy),
    pinnedTweetIds: readArrayOrEmpty(legacy.pinned_tweet_ids_str ?? readObjectOrEmpty(raw.pinned_items).tweet_ids_str).flatMap(
      (one) => readNumericId(one) ?? [],
    ),
    isAutomated:
      isAutomatedLabel(raw.affiliates_highlighted_label) || isAutomatedLabel(raw.identity_profile_labels_highlighted_label),
  };
}

function readLegacyCounts(legacy: PlatformObject): User['counts'] {
  return {
    followers: readCount(legacy.followers_count) ?? 0,
    following: readCount(legacy.friends_count) ?? 0,
    tweets: readCount(legacy.statuses_count) ?? 0,
    likes: readCount(legacy.favourites_count) ?? 0,
    media: readCount(legacy.media_count) ?? 0,
    listed: readCount(legacy.listed_count) ?? 0,
  };
}

/** The listed count is no longer sent. */
function readCoreCounts(raw: PlatformObject): User['counts'] {
  const relations = readObjectOrEmpty(raw.relationship_counts);
  const posts = readObjectOrEmpty(raw.tweet_counts);
  return {
    followers: readCount(relations.followers) ?? 0,
    following: readCount(relations.following) ?? 0,
    tweets: readCount(posts.tweets) ?? 0,
    likes: readCount(readObjectOrEmpty(raw.action_counts).favorites_count) ?? 0,
    media: readCount(posts.media_tweets) ?? 0,
    listed: 0,
  };
}

/** The website is a short link; its address is in an entity. */
function expandWebsiteUrl(short: string | undefined, entities: unknown): string | null {
  if (short === undefined) {
    return null;
  }
  const first = readObjectOrEmpty(readArrayOrEmpty(readObjectOrEmpty(readObjectOrEmpty(entities).url).urls)[0]);
  return readNonEmptyString(first.expanded_url) ?? short;
}

function isAutomatedLabel(value: unknown): boolean {
  const { userLabelType, user_label_type } = readObjectOrEmpty(readObjectOrEmpty(value).label);
  return (userLabelType ?? user_label_type) === 'AutomatedLabel';
}
