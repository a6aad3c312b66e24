import type { User } from '../schemas/primary.ts';
import type { UserExtra } from './extra.ts';
import { namedAuthor } from './namedAuthor.ts';
import { countIn, filledIn, idIn, isEmpty, isObject, listIn, objectIn } from './node.ts';
import type { RawLegacy } from './rawTweet.ts';
import type { RawBio, RawLabel, RawLegacyUser, RawParts, RawUser } from './rawUser.ts';
import { type Reading, type Trail, warn } from './reading.ts';
import { readLinks } from './readLinks.ts';
import type { UpstreamRecord } from './upstreamPage.ts';
import { eraOf, toUserRecord } from './userRecord.ts';
import type { Writable } from './writable.ts';

export type UpstreamUser = Extract<UpstreamRecord, { readonly kind: 'user' }>;

/**
 * Reads the result of a user; what is not one becomes a warning.
 * @returns undefined for an account that is not available, an empty result, or anything without an id
 */
export function readUser(reading: Reading, trail: Trail | undefined, value: unknown): UpstreamUser | undefined {
  const raw: RawUser = objectIn(value);
  const id = idIn(raw.rest_id);
  if (id === undefined) {
    warnOfNoUser(reading, trail, value, raw);
    return undefined;
  }
  reading.era ??= eraOf(raw);
  return { kind: 'user', record: toUserRecord(raw, id), extra: toUserExtra(raw) };
}

/**
 * The author of a post, or a stub with what is known: a post is worth showing without one.
 * @param id of the post
 * @param outer the post that repeats or quotes it
 */
export function readAuthor(
  reading: Reading,
  trail: Trail | undefined,
  value: unknown,
  legacy: RawLegacy,
  id: string,
  outer: RawLegacy | undefined,
): User {
  const raw: RawUser = objectIn(value);
  const userId = idIn(raw.rest_id) ?? idIn(legacy.user_id_str) ?? '';
  if (raw.legacy === undefined && raw.core === undefined) {
    warn(reading, isEmpty(value) ? 'empty' : 'unavailable', trail, `The author is not there${reasonOf(raw)}.`);
    return toUserRecord({ ...raw, core: namedAuthor(legacy, id, outer) }, userId);
  }
  reading.era ??= eraOf(raw);
  return toUserRecord(raw, userId);
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

function toUserExtra(raw: RawUser): UserExtra {
  const legacy: RawLegacyUser = objectIn(raw.legacy);
  const extra: Writable<UserExtra> = { hasListedCount: countIn(legacy.listed_count) !== undefined };
  const label = labelOf(raw.affiliates_highlighted_label) ?? labelOf(raw.identity_profile_labels_highlighted_label);
  if (label !== undefined) extra.label = label;
  if (typeof raw.community_role === 'string') extra.communityRole = raw.community_role;
  const bio: RawBio = legacy.entities === undefined ? objectIn(raw.profile_bio) : legacy;
  const { description }: RawParts = objectIn(bio.entities);
  const { urls }: RawParts = objectIn(description);
  if (listIn(urls).length > 0) extra.links = readLinks(listIn(urls));
  return extra;
}

/** Who runs an automated account, or whom an account belongs to. */
function labelOf(value: unknown): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  const { label }: RawParts = objectIn(value);
  if (label === undefined) {
    return undefined;
  }
  const { description, longDescription }: RawLabel = objectIn(label);
  const long: RawLabel = objectIn(longDescription);
  return filledIn(long.text) ?? filledIn(description);
}
