import type { User } from '../schemas/primary.ts';
import { isoSeconds } from './isoSeconds.ts';
import { countIn, filledIn, idIn, isObject, listIn, objectIn, textIn } from './node.ts';
import type { RawBio, RawCore, RawCounts, RawLabel, RawLegacyUser, RawParts, RawUser, RawVerification } from './rawUser.ts';
import type { Era } from './upstreamPage.ts';

/**
 * The layout of a user (upstream shapes, section 0): where its name stands, and whether anything is left under `legacy`.
 * Undefined where there is no name to tell by.
 */
export function eraOf(raw: RawUser): Era | undefined {
  const core: RawCore = objectIn(raw.core);
  if (typeof core.screen_name === 'string') {
    return isObject(raw.legacy) ? 'both' : 'core';
  }
  const legacy: RawLegacyUser = objectIn(raw.legacy);
  return typeof legacy.screen_name === 'string' ? 'legacy' : undefined;
}

/**
 * A user in the simple format, with what that format says for the unknown where nothing is known (decision 4.3).
 * Each layout is read where its fields stand and nowhere else: most of a page are users, and fields that are not there cost
 * as much as those that are.
 */
export function toUserRecord(raw: RawUser, id: string): User {
  if (!isObject(raw.core)) {
    return fromLegacy(raw, objectIn(raw.legacy), id);
  }
  return isObject(raw.legacy) ? fromBoth(raw, raw.core, raw.legacy, id) : fromCore(raw, raw.core, id);
}

/** Until the spring of 2025 everything stood under `legacy`. */
function fromLegacy(raw: RawUser, legacy: RawLegacyUser, id: string): User {
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
    pinnedTweetIds: textsIn(legacy.pinned_tweet_ids_str),
    isAutomated: isAutomated(raw),
  };
}

/** Until the summer of 2026 the counts and the description still stood there. */
function fromBoth(raw: RawUser, core: RawCore, legacy: RawLegacyUser, id: string): User {
  const badge: RawVerification = objectIn(raw.verification);
  const bio: RawBio = legacy.description === undefined || legacy.entities === undefined ? objectIn(raw.profile_bio) : legacy;
  return {
    id,
    username: textIn(core.screen_name) ?? textIn(legacy.screen_name) ?? '',
    name: textIn(core.name) ?? textIn(legacy.name) ?? '',
    description: textIn(legacy.description) ?? textIn(bio.description) ?? '',
    location: locationOf(raw.location) ?? textIn(legacy.location) ?? '',
    url: websiteOf(filledIn(legacy.url) ?? addressOf(raw.website), legacy.entities ?? bio.entities),
    createdAt: isoSeconds(core.created_at) ?? isoSeconds(legacy.created_at) ?? null,
    avatarUrl: imageOf(raw.avatar) ?? filledIn(legacy.profile_image_url_https) ?? null,
    bannerUrl: filledIn(legacy.profile_banner_url) ?? imageOf(raw.banner) ?? null,
    verified: raw.is_blue_verified === true || isVerified(badge) || legacy.verified === true,
    verifiedType: filledIn(badge.verified_type) ?? filledIn(legacy.verified_type) ?? null,
    protected: isProtected(raw.privacy) || legacy.protected === true,
    counts: legacy.followers_count === undefined ? coreCounts(raw) : legacyCounts(legacy),
    pinnedTweetIds: textsIn(legacy.pinned_tweet_ids_str ?? pinnedIn(raw.pinned_items)),
    isAutomated: isAutomated(raw),
  };
}

/** Since then nothing does, and nobody is told how many lists an account is on. */
function fromCore(raw: RawUser, core: RawCore, id: string): User {
  const badge: RawVerification = objectIn(raw.verification);
  const bio: RawBio = objectIn(raw.profile_bio);
  return {
    id,
    username: textIn(core.screen_name) ?? '',
    name: textIn(core.name) ?? '',
    description: textIn(bio.description) ?? '',
    location: locationOf(raw.location) ?? '',
    url: websiteOf(addressOf(raw.website), bio.entities),
    createdAt: isoSeconds(core.created_at) ?? null,
    avatarUrl: imageOf(raw.avatar) ?? null,
    bannerUrl: imageOf(raw.banner) ?? null,
    verified: raw.is_blue_verified === true || isVerified(badge),
    verifiedType: filledIn(badge.verified_type) ?? null,
    protected: isProtected(raw.privacy),
    counts: coreCounts(raw),
    pinnedTweetIds: textsIn(pinnedIn(raw.pinned_items)),
    isAutomated: isAutomated(raw),
  };
}

function legacyCounts(legacy: RawLegacyUser): User['counts'] {
  return {
    followers: countIn(legacy.followers_count) ?? 0,
    following: countIn(legacy.friends_count) ?? 0,
    tweets: countIn(legacy.statuses_count) ?? 0,
    likes: countIn(legacy.favourites_count) ?? 0,
    media: countIn(legacy.media_count) ?? 0,
    listed: countIn(legacy.listed_count) ?? 0,
  };
}

function coreCounts(raw: RawUser): User['counts'] {
  const relations: RawCounts = objectIn(raw.relationship_counts);
  const posts: RawCounts = objectIn(raw.tweet_counts);
  const actions: RawCounts = objectIn(raw.action_counts);
  return {
    followers: countIn(relations.followers) ?? 0,
    following: countIn(relations.following) ?? 0,
    tweets: countIn(posts.tweets) ?? 0,
    likes: countIn(actions.favorites_count) ?? 0,
    media: countIn(posts.media_tweets) ?? 0,
    listed: 0,
  };
}

/** Most say it beside the badge, one query says it inside. */
function isVerified(badge: RawVerification): boolean {
  return badge.verified === true || badge.is_blue_verified === true;
}

function imageOf(value: unknown): string | undefined {
  const { image_url }: RawParts = objectIn(value);
  return filledIn(image_url);
}

function addressOf(value: unknown): string | undefined {
  const { url }: RawParts = objectIn(value);
  return filledIn(url);
}

function locationOf(value: unknown): string | undefined {
  const { location }: RawParts = objectIn(value);
  return textIn(location);
}

function isProtected(value: unknown): boolean {
  const parts: RawParts = objectIn(value);
  return parts.protected === true;
}

function pinnedIn(value: unknown): unknown {
  const { tweet_ids_str }: RawParts = objectIn(value);
  return tweet_ids_str;
}

/** The website is a short link; what it leads to stands among the entities. */
function websiteOf(short: string | undefined, entities: unknown): string | null {
  if (short === undefined) {
    return null;
  }
  const { url }: RawParts = objectIn(entities);
  const { urls }: RawParts = objectIn(url);
  const first: RawParts = objectIn(listIn(urls)[0]);
  return filledIn(first.expanded_url) ?? short;
}

function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  for (const text of listIn(value)) {
    if (idIn(text) !== undefined && typeof text === 'string') {
      texts.push(text);
    }
  }
  return texts;
}

function isAutomated(raw: RawUser): boolean {
  return isAutomatedLabel(raw.affiliates_highlighted_label) || isAutomatedLabel(raw.identity_profile_labels_highlighted_label);
}

function isAutomatedLabel(value: unknown): boolean {
  if (value === undefined) {
    return false;
  }
  const { label }: RawParts = objectIn(value);
  if (label === undefined) {
    return false;
  }
  const { userLabelType, user_label_type }: RawLabel = objectIn(label);
  return userLabelType === 'AutomatedLabel' || user_label_type === 'AutomatedLabel';
}
