import type { User } from '../schemas/primary.ts';
import type { UserExtra } from './extra.ts';
import {
  countIn,
  filledIn,
  idIn,
  isEmpty,
  isNode,
  listIn,
  objectIn,
  type PlatformFields,
  textIn,
  type Writable,
} from './node.ts';
import { type Reading, type Trail, warn, startPage } from './reading.ts';
import type { UpstreamRecord, Era } from './upstreamPage.ts';
import { isoSeconds } from './isoSeconds.ts';
import { readLinks } from './readEntities.ts';

type UpstreamUser = Extract<UpstreamRecord, { readonly kind: 'user' }>;

/** No permalink is longer. */
const maxPermalinkLength = 100;

/**
 * Turns the result of one account, as under `user_results.result`, into the simple format's record.
 * @returns undefined for an account that is not available, or anything without an id. Never throws.
 */
export function toUser(value: unknown): { readonly record: User; readonly extra: UserExtra } | undefined {
  const read = readUpstreamUser(startPage(), undefined, value);
  return read === undefined ? undefined : { record: read.record, extra: read.extra };
}

/**
 * Reads the result of a user; what is not one becomes a warning.
 * @returns undefined for an account that is not available, an empty result, or anything without an id
 */
export function readUpstreamUser(reading: Reading, trail: Trail | undefined, value: unknown): UpstreamUser | undefined {
  const raw = objectIn(value);
  const id = idIn(raw.rest_id);
  if (id === undefined) {
    warnOfNoUser(reading, trail, value, raw);
    return undefined;
  }
  reading.era ??= eraOf(raw);
  return { kind: 'user', record: toUserRecord(raw, id), extra: toUserExtra(raw) };
}

/** A post that may have come without its author. */
interface AuthoredPost {
  readonly id: string;
  readonly legacy: PlatformFields;
  /** The post that repeats or quotes it. */
  readonly outer: PlatformFields | undefined;
}

/** The author of a post, or a stub with what is known: a post is worth showing without one. */
export function readAuthor(reading: Reading, trail: Trail | undefined, value: unknown, post: AuthoredPost): User {
  const raw = objectIn(value);
  const userId = idIn(raw.rest_id) ?? idIn(post.legacy.user_id_str) ?? '';
  if (raw.legacy === undefined && raw.core === undefined) {
    warn(reading, isEmpty(value) ? 'empty' : 'unavailable', trail, `The author is not there${reasonOf(raw)}.`);
    return toUserRecord({ ...raw, core: namedAuthor(post) }, userId);
  }
  reading.era ??= eraOf(raw);
  return toUserRecord(raw, userId);
}

function warnOfNoUser(reading: Reading, trail: Trail | undefined, value: unknown, raw: PlatformFields): void {
  if (isEmpty(value)) {
    warn(reading, 'empty', trail, 'The platform sent an empty result where a user belongs.');
  } else if (raw.__typename === 'UserUnavailable' || typeof raw.reason === 'string') {
    warn(reading, 'unavailable', trail, `The user is not available${reasonOf(raw)}.`);
  } else {
    warn(reading, 'unreadable', trail, isNode(value) ? 'A user without an id.' : 'Not a user.');
  }
}

function reasonOf({ message, reason }: PlatformFields): string {
  const words = filledIn(message) ?? filledIn(reason);
  return words === undefined ? '' : `: ${words}`;
}

/**
 * Who wrote a post that came without its author, in the words of what stands around it: an answer to oneself names the author,
 * a repost mentions the author of its original, and a quote has the permalink of what it quotes.
 * @returns undefined where nothing names the author
 */
function namedAuthor({ id, legacy, outer }: AuthoredPost): PlatformFields | undefined {
  const userId = idIn(legacy.user_id_str);
  if (userId === undefined) {
    return undefined;
  }
  const handle = filledIn(legacy.in_reply_to_screen_name);
  if (handle !== undefined && legacy.in_reply_to_user_id_str === userId) {
    return { screen_name: handle };
  }
  return outer === undefined ? undefined : (mentioned(outer, userId) ?? linked(outer, id));
}

function mentioned(outer: PlatformFields, userId: string): PlatformFields | undefined {
  const mention = listIn(objectIn(outer.entities).user_mentions)
    .map(objectIn)
    .find(({ id_str, screen_name }) => id_str === userId && filledIn(screen_name) !== undefined);
  return mention === undefined ? undefined : { screen_name: mention.screen_name, name: textIn(mention.name) };
}

function linked(outer: PlatformFields, id: string): PlatformFields | undefined {
  const { expanded } = objectIn(outer.quoted_status_permalink);
  if (typeof expanded !== 'string' || expanded.length > maxPermalinkLength) {
    return undefined;
  }
  const handle = /^https?:\/\/(?:twitter|x)\.com\/(\w+)\/status\/(\d+)$/.exec(expanded);
  return handle === null || handle[2] !== id ? undefined : { screen_name: handle[1] };
}

function toUserExtra(raw: PlatformFields): UserExtra {
  const legacy = objectIn(raw.legacy);
  const extra: Writable<UserExtra> = { hasListedCount: countIn(legacy.listed_count) !== undefined };
  const label = labelOf(raw.affiliates_highlighted_label) ?? labelOf(raw.identity_profile_labels_highlighted_label);
  if (label !== undefined) extra.label = label;
  if (typeof raw.community_role === 'string') extra.communityRole = raw.community_role;
  const { entities } = legacy.entities === undefined ? objectIn(raw.profile_bio) : legacy;
  const urls = listIn(objectIn(objectIn(entities).description).urls);
  if (urls.length > 0) extra.links = readLinks(urls);
  return extra;
}

/** Who runs an automated account, or whom an account belongs to. */
function labelOf(value: unknown): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  const { label } = objectIn(value);
  if (label === undefined) {
    return undefined;
  }
  const { description, longDescription } = objectIn(label);
  return filledIn(objectIn(longDescription).text) ?? filledIn(description);
}

/**
 * The layout of a user (upstream shapes, section 0): where its name stands, and whether anything is left under `legacy`.
 * Undefined where there is no name.
 */
function eraOf(raw: PlatformFields): Era | undefined {
  if (typeof objectIn(raw.core).screen_name === 'string') {
    return isNode(raw.legacy) ? 'both' : 'core';
  }
  return typeof objectIn(raw.legacy).screen_name === 'string' ? 'legacy' : undefined;
}

/**
 * A user in the simple format, with what that format says for the unknown where nothing is known (assumption 4.3).
 * Each layout is read where its fields stand and nowhere else: most of a page are users, and fields that are not there cost
 * as much as those that are.
 */
function toUserRecord(raw: PlatformFields, id: string): User {
  if (!isNode(raw.core)) {
    return fromLegacy(raw, objectIn(raw.legacy), id);
  }
  return isNode(raw.legacy) ? fromBoth(raw, raw.core, raw.legacy, id) : fromCore(raw, raw.core, id);
}

/** Until the spring of 2025 everything stood under `legacy`. */
function fromLegacy(raw: PlatformFields, legacy: PlatformFields, id: string): User {
  return {
    id,
    username: textIn(legacy.screen_name) ?? '',
    name: textIn(legacy.name) ?? '',
    description: textIn(legacy.description) ?? '',
    location: textIn(legacy.location) ?? '',
    url: websiteOf(filledIn(legacy.url), legacy.entities),
    createdAt: isoSeconds(legacy.created_at) ?? null,
    avatarUrl: filledIn(legacy.profile_image_url_https) ?? null,
    bannerUrl: filledIn(legacy.profile_banner_url) ?? null,
    verified: raw.is_blue_verified === true || legacy.verified === true,
    verifiedType: filledIn(legacy.verified_type) ?? null,
    protected: legacy.protected === true,
    counts: legacyCounts(legacy),
    pinnedTweetIds: idsIn(legacy.pinned_tweet_ids_str),
    isAutomated: isAutomated(raw),
  };
}

/** Until the summer of 2026 the counts and the description still stood there. */
function fromBoth(raw: PlatformFields, core: PlatformFields, legacy: PlatformFields, id: string): User {
  const badge = objectIn(raw.verification);
  const bio = legacy.description === undefined || legacy.entities === undefined ? objectIn(raw.profile_bio) : legacy;
  const isVerified = raw.is_blue_verified === true || badge.verified === true || legacy.verified === true;
  return {
    id,
    username: textIn(core.screen_name) ?? textIn(legacy.screen_name) ?? '',
    name: textIn(core.name) ?? textIn(legacy.name) ?? '',
    description: textIn(legacy.description) ?? textIn(bio.description) ?? '',
    location: textIn(objectIn(raw.location).location) ?? textIn(legacy.location) ?? '',
    url: websiteOf(filledIn(legacy.url) ?? filledIn(objectIn(raw.website).url), legacy.entities ?? bio.entities),
    createdAt: isoSeconds(core.created_at) ?? isoSeconds(legacy.created_at) ?? null,
    avatarUrl: filledIn(objectIn(raw.avatar).image_url) ?? filledIn(legacy.profile_image_url_https) ?? null,
    bannerUrl: filledIn(legacy.profile_banner_url) ?? filledIn(objectIn(raw.banner).image_url) ?? null,
    verified: isVerified || badge.is_blue_verified === true, // one query says it inside of the badge
    verifiedType: filledIn(badge.verified_type) ?? filledIn(legacy.verified_type) ?? null,
    protected: objectIn(raw.privacy).protected === true || legacy.protected === true,
    counts: legacy.followers_count === undefined ? coreCounts(raw) : legacyCounts(legacy),
    pinnedTweetIds: idsIn(legacy.pinned_tweet_ids_str ?? objectIn(raw.pinned_items).tweet_ids_str),
    isAutomated: isAutomated(raw),
  };
}

/** Since then nothing does. */
function fromCore(raw: PlatformFields, core: PlatformFields, id: string): User {
  const badge = objectIn(raw.verification);
  const bio = objectIn(raw.profile_bio);
  return {
    id,
    username: textIn(core.screen_name) ?? '',
    name: textIn(core.name) ?? '',
    description: textIn(bio.description) ?? '',
    location: textIn(objectIn(raw.location).location) ?? '',
    url: websiteOf(filledIn(objectIn(raw.website).url), bio.entities),
    createdAt: isoSeconds(core.created_at) ?? null,
    avatarUrl: filledIn(objectIn(raw.avatar).image_url) ?? null,
    bannerUrl: filledIn(objectIn(raw.banner).image_url) ?? null,
    verified: raw.is_blue_verified === true || badge.verified === true || badge.is_blue_verified === true,
    verifiedType: filledIn(badge.verified_type) ?? null,
    protected: objectIn(raw.privacy).protected === true,
    counts: coreCounts(raw),
    pinnedTweetIds: idsIn(objectIn(raw.pinned_items).tweet_ids_str),
    isAutomated: isAutomated(raw),
  };
}

function legacyCounts(legacy: PlatformFields): User['counts'] {
  return {
    followers: countIn(legacy.followers_count) ?? 0,
    following: countIn(legacy.friends_count) ?? 0,
    tweets: countIn(legacy.statuses_count) ?? 0,
    likes: countIn(legacy.favourites_count) ?? 0,
    media: countIn(legacy.media_count) ?? 0,
    listed: countIn(legacy.listed_count) ?? 0,
  };
}

/** How many lists an account is on is no longer sent. */
function coreCounts(raw: PlatformFields): User['counts'] {
  const relations = objectIn(raw.relationship_counts);
  const posts = objectIn(raw.tweet_counts);
  return {
    followers: countIn(relations.followers) ?? 0,
    following: countIn(relations.following) ?? 0,
    tweets: countIn(posts.tweets) ?? 0,
    likes: countIn(objectIn(raw.action_counts).favorites_count) ?? 0,
    media: countIn(posts.media_tweets) ?? 0,
    listed: 0,
  };
}

/** The website is a short link; what it leads to stands among the entities. */
function websiteOf(short: string | undefined, entities: unknown): string | null {
  if (short === undefined) {
    return null;
  }
  const first = objectIn(listIn(objectIn(objectIn(entities).url).urls)[0]);
  return filledIn(first.expanded_url) ?? short;
}

function idsIn(value: unknown): string[] {
  const ids: string[] = [];
  for (const one of listIn(value)) {
    const id = idIn(one);
    if (id !== undefined) ids.push(id);
  }
  return ids;
}

function isAutomated(raw: PlatformFields): boolean {
  return isAutomatedLabel(raw.affiliates_highlighted_label) || isAutomatedLabel(raw.identity_profile_labels_highlighted_label);
}

function isAutomatedLabel(value: unknown): boolean {
  if (value === undefined) {
    return false;
  }
  const { label } = objectIn(value);
  if (label === undefined) {
    return false;
  }
  const { userLabelType, user_label_type } = objectIn(label);
  return userLabelType === 'AutomatedLabel' || user_label_type === 'AutomatedLabel';
}
