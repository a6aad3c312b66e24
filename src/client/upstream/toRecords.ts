import type { Opaque, Tweet, User } from '../schemas/primary.ts';
import type { TweetExtra, UserExtra } from './extra.ts';
import { toAbout as readAbout } from './readAbout.ts';
import { startReading } from './reading.ts';
import { readTweet } from './readTweet.ts';
import type { UpstreamOptions } from './readUpstream.ts';
import { readUser } from './readUser.ts';

/**
 * Turns the result of one post, as under `tweet_results.result`, into the simple format's record.
 * @returns undefined for a tombstone, an unavailable post, or anything that is none. Never throws.
 */
export function toTweet(
  value: unknown,
  options: UpstreamOptions = {},
): { readonly record: Tweet; readonly extra: TweetExtra } | undefined {
  const read = readTweet(startReading(options.site), undefined, value);
  return read?.kind === 'tweet' ? { record: read.record, extra: read.extra } : undefined;
}

/**
 * Turns the result of one account, as under `user_results.result`, into the simple format's record.
 * @returns undefined for an account that is not available, or anything without an id. Never throws.
 */
export function toUser(value: unknown): { readonly record: User; readonly extra: UserExtra } | undefined {
  const read = readUser(startReading(), undefined, value);
  return read === undefined ? undefined : { record: read.record, extra: read.extra };
}

/** Turns the panel about an account, as under `user_result_by_screen_name.result`, into a record. Never throws. */
export function toAbout(value: unknown, options: UpstreamOptions = {}): Opaque | undefined {
  return readAbout(value, startReading(options.site).site);
}
