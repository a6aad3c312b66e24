import type { User } from '../records/user.ts';
import type { TextLink, UserExtra } from './extra.ts';
import { isoSeconds } from './isoSeconds.ts';
import { countIn, filledIn, idIn, isEmpty, isObject, listIn, objectIn, textIn } from './node.ts';
import { readLinks } from './readLinks.ts';
import { type Reading, type Trail, warn } from './reading.ts';
import type { UpstreamRecord } from './upstreamPage.ts';

export type UpstreamUser = Extract<UpstreamRecord, { readonly kind: 'user' }>;

/** A user's result in any of its layouts (upstream shapes, section 0). */
interface RawUser {
  readonly __typename?: unknown;
  readonly rest_id?: unknown;
  readonly is_blue_verified?: unknown;
  readonly legacy?: unknown;
  readonly core?: unknown;
  readonly avatar?: unknown;
  readonly banner?: unknown;
  readonly profile_bio?: unknown;
  readonly website?: unknown;
  readonly location?: unknown;
  readonly privacy?: unknown;
  readonly verification?: unknown;
  readonly relationship_counts?: unknown;
  readonly tweet_counts?: unknown;
  readonly action_counts?: unknown;
  readonly pinned_items?: unknown;
  readonly affiliates_highlighted_label?: unknown;
  readonly identity_profile_labels_highlighted_label?: unknown;
  readonly community_role?: unknown;
  readonly reason?: unknown;
  readonly message?: unknown;
}

/** What stood under `legacy` of a user, all of it or a part. */
interface RawLegacyUser {
  readonly screen_name?: unknown;
  readonly name?: unknown;
  readonly created_at?: unknown;
  readonly description?: unknown;
  readonly location?: unknown;
  readonly url?: unknown;
  readonly entities?: unknown;
  readonly profile_image_url_https?: unknown;
  readonly profile_banner_url?: unknown;
  readonly verified?: unknown;
  readonly verified_type?: unknown;
  readonly protected?: unknown;
  readonly followers_count?: unknown;
  readonly friends_count?: unknown;
  readonly statuses_count?: unknown;
  readonly favourites_count?: unknown;
  readonly media_count?: unknown;
  readonly listed_count?: unknown;
  readonly pinned_tweet_ids_str?: unknown;
}

interface RawCore {
  readonly screen_name?: unknown;
  readonly name?: unknown;
  readonly created_at?: unknown;
}

interface RawBio {
  readonly description?: unknown;
  readonly entities?: unknown;
}

interface RawVerification {
  readonly verified?: unknown;
  readonly verified_type?: unknown;
  readonly is_blue_verified?: unknown;
}

interface RawCounts {
  readonly followers?: unknown;
  readonly following?: unknown;
  readonly tweets?: unknown;
  readonly media_tweets?: unknown;
  readonly favorites_count?: unknown;
}

interface RawParts {
  readonly image_url?: unknown;
  readonly location?: unknown;
  readonly protected?: unknown;
  readonly url?: unknown;
  readonly urls?: unknown;
  readonly description?: unknown;
  readonly tweet_ids_str?: unknown;
  readonly label?: unknown;
  readonly expanded_url?: unknown;
}

interface RawLabel {
  readonly userLabelType?: unknown;
  readonly user_label_type?: unknown;
  readonly longDescription?: unknown;
  readonly description?: unknown;
  readonly text?: unknown;
}

/**
 * Reads the result of a user; what is not one becomes a warning.
 * @returns undefined for an account that is not available, an empty result, or anything without an id
 */
export function readUser(reading: Reading, trail: Trail | undefined, value: unknown): UpstreamUser | undefined {
  const raw: RawUser = objectIn(value);
  if (idIn(raw.rest_id) === undefined) {
    warnOfNoUser(reading, trail, value, raw);
    return undefined;
  }
  return { kind: 'user', record: toUserRecord(reading, raw), extra: toUserExtra(raw) };
}

/** The author of a post, or a stub with what is known: a post is worth showing without one. */
export function readAuthor(reading: Reading, trail: Trail | undefined, value: unknown, knownId: unknown): User {
  const raw: RawUser = objectIn(value);
  if (raw.legacy === undefined && raw.core === undefined) {
    warn(reading, isEmpty(value) ? 'empty' : 'unavailable', trail, `The author is not there${reasonOf(raw)}.`);
  }
  return toUserRecord(reading, idIn(raw.rest_id) === undefined ? { ...raw, rest_id: knownId } : raw);
}

function warnOfNoUser(reading: Reading, trail: Trail | undefined, value: unknown, raw: RawUser): void {
  if (isEmpty(value)) {
    warn(reading, 'empty', trail, 'The platform sent an empty result where a user belongs.');
  } else if (raw.__typename === 'UserUnavailable' || typeof raw.reason === 'string') {
    warn(reading, 'unavailable', trail, `The user is not available${reasonOf(raw)}.`);
  } else {
    warn(reading, 'unreadable', trail, isObject(value) ? 'A user without an id.' : 'Not a user.');
  }
}

function reasonOf({ message, reason }: RawUser): string {
  const words = filledIn(message) ?? filledIn(reason);
  return words === undefined ? '' : `: ${words}`;
}

function toUserRecord(reading: Reading, raw: RawUser): User {
  const legacy: RawLegacyUser = objectIn(raw.legacy);
  const core: RawCore = objectIn(raw.core);
  const bio: RawBio = objectIn(raw.profile_bio);
  const badge: RawVerification = objectIn(raw.verification);
  const relations: RawCounts = objectIn(raw.relationship_counts);
  const posts: RawCounts = objectIn(raw.tweet_counts);
  const actions: RawCounts = objectIn(raw.action_counts);
  reading.era ??= eraOf(raw, legacy, core);
  return {
    id: idIn(raw.rest_id) ?? '',
    username: textIn(core.screen_name) ?? textIn(legacy.screen_name) ?? '',
    name: textIn(core.name) ?? textIn(legacy.name) ?? '',
    description: textIn(legacy.description) ?? textIn(bio.description) ?? '',
    location: locationOf(raw.location) ?? textIn(legacy.location) ?? '',
    url: websiteOf(raw, legacy, bio),
    createdAt: isoSeconds(core.created_at) ?? isoSeconds(legacy.created_at) ?? null,
    avatarUrl: imageOf(raw.avatar) ?? filledIn(legacy.profile_image_url_https) ?? null,
    bannerUrl: imageOf(raw.banner) ?? filledIn(legacy.profile_banner_url) ?? null,
    verified:
      raw.is_blue_verified === true || badge.verified === true || legacy.verified === true || badge.is_blue_verified === true,
    verifiedType: filledIn(badge.verified_type) ?? filledIn(legacy.verified_type) ?? null,
    protected: isProtected(raw.privacy) || legacy.protected === true,
    counts: {
      followers: countIn(legacy.followers_count) ?? countIn(relations.followers) ?? 0,
      following: countIn(legacy.friends_count) ?? countIn(relations.following) ?? 0,
      tweets: countIn(legacy.statuses_count) ?? countIn(posts.tweets) ?? 0,
      likes: countIn(legacy.favourites_count) ?? countIn(actions.favorites_count) ?? 0,
      media: countIn(legacy.media_count) ?? countIn(posts.media_tweets) ?? 0,
      listed: countIn(legacy.listed_count) ?? 0,
    },
    pinnedTweetIds: pinnedOf(legacy, raw.pinned_items),
    isAutomated:
      isAutomatedLabel(raw.affiliates_highlighted_label) || isAutomatedLabel(raw.identity_profile_labels_highlighted_label),
  };
}

/** Upstream shapes, section 0: where the names and the counts stand tells the layout. Stubs without counts tell it, too. */
function eraOf(raw: RawUser, legacy: RawLegacyUser, core: RawCore): Reading['era'] {
  if (typeof legacy.screen_name === 'string') {
    return 'legacy';
  }
  if (typeof core.screen_name !== 'string') {
    return undefined;
  }
  return raw.legacy === undefined || raw.legacy === null ? 'core' : 'both';
}

function imageOf(value: unknown): string | undefined {
  const { image_url }: RawParts = objectIn(value);
  return filledIn(image_url);
}

function locationOf(value: unknown): string | undefined {
  const { location }: RawParts = objectIn(value);
  return textIn(location);
}

function isProtected(value: unknown): boolean {
  const parts: RawParts = objectIn(value);
  return parts.protected === true;
}

/** The website is a short link; what it leads to stands among the entities. */
function websiteOf(raw: RawUser, legacy: RawLegacyUser, bio: RawBio): string | null {
  const website: RawParts = objectIn(raw.website);
  const short = filledIn(legacy.url) ?? filledIn(website.url);
  if (short === undefined) {
    return null;
  }
  const entities: RawParts = objectIn(legacy.entities ?? bio.entities);
  const link: RawParts = objectIn(entities.url);
  const first: RawParts = objectIn(listIn(link.urls)[0]);
  return filledIn(first.expanded_url) ?? short;
}

function pinnedOf(legacy: RawLegacyUser, items: unknown): string[] {
  const { tweet_ids_str }: RawParts = objectIn(items);
  const ids: string[] = [];
  for (const id of listIn(legacy.pinned_tweet_ids_str ?? tweet_ids_str)) {
    if (typeof id === 'string') {
      ids.push(id);
    }
  }
  return ids;
}

function isAutomatedLabel(value: unknown): boolean {
  if (value === undefined) {
    return false;
  }
  const { label }: RawParts = objectIn(value);
  const { userLabelType, user_label_type }: RawLabel = objectIn(label);
  return userLabelType === 'AutomatedLabel' || user_label_type === 'AutomatedLabel';
}

function labelOf(value: unknown): string | undefined {
  const { label }: RawParts = objectIn(value);
  const { description, longDescription }: RawLabel = objectIn(label);
  const long: RawLabel = objectIn(longDescription);
  return filledIn(long.text) ?? filledIn(description);
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function toUserExtra(raw: RawUser): UserExtra {
  const legacy: RawLegacyUser = objectIn(raw.legacy);
  const extra: Writable<UserExtra> = { hasListedCount: countIn(legacy.listed_count) !== undefined };
  const label = labelOf(raw.affiliates_highlighted_label) ?? labelOf(raw.identity_profile_labels_highlighted_label);
  if (label !== undefined) {
    extra.label = label;
  }
  if (typeof raw.community_role === 'string') {
    extra.communityRole = raw.community_role;
  }
  const links = bioLinks(legacy, raw.profile_bio);
  if (links.length > 0) {
    extra.links = links;
  }
  return extra;
}

function bioLinks(legacy: RawLegacyUser, profileBio: unknown): readonly TextLink[] {
  const bio: RawBio = objectIn(profileBio);
  const entities: RawParts = objectIn(legacy.entities ?? bio.entities);
  const description: RawParts = objectIn(entities.description);
  return readLinks(listIn(description.urls));
}
