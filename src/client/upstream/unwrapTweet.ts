import type { TweetAbsence } from './upstreamPage.ts';
import {
  readCount,
  type PlatformObject,
  readNonEmptyString,
  readNumericId,
  isEmptyResult,
  isPlatformObject,
  readArrayOrEmpty,
  readObjectOrEmpty,
  readString,
} from './platformFields.ts';
import { type UpstreamReadContext, appendPathKey, type BodyPath, addUpstreamWarning } from './readContext.ts';
import { type RawTweetText, readRawTweetText } from './toTweetText.ts';

export interface AbsentTweet {
  readonly kind: 'absent';
  readonly absence: TweetAbsence;
}

/** A post of any type without its wrapper ("Posts" in docs/upstream.md). */
export interface UnwrappedTweet {
  readonly kind: 'there';
  readonly id: string;
  readonly tweet: PlatformObject;
  /** The fields of `legacy`, converted if the post has a different layout. */
  readonly legacy: PlatformObject;
  readonly rawText: RawTweetText;
  readonly views: number | undefined;
  /** The wrapper around a post with limited visibility. */
  readonly wrapper: PlatformObject | undefined;
  readonly path: BodyPath | undefined;
}

/** @returns undefined if it can't be read, after adding a warning */
export function unwrapTweet(
  context: UpstreamReadContext,
  path: BodyPath | undefined,
  value: unknown,
): UnwrappedTweet | AbsentTweet | undefined {
  const raw = readObjectOrEmpty(value);
  // TweetWithVisibilityResults, TweetPreviewDisplay
  const inner = raw.tweet !== undefined && raw.legacy === undefined && isPlatformObject(raw.tweet) ? raw.tweet : undefined;
  if (inner === undefined) {
    if (isEmptyResult(value)) {
      return createAbsentTweet('empty', undefined, undefined);
    }
    if (raw.__typename === 'TweetTombstone' || raw.tombstone !== undefined) {
      return createAbsentTweet('tombstone', readTombstoneText(raw.tombstone), readString(raw.reason));
    }
    if (raw.__typename === 'TweetUnavailable' || (raw.rest_id === undefined && typeof raw.reason === 'string')) {
      return createAbsentTweet('unavailable', undefined, readString(raw.reason));
    }
  }
  const tweet = toResult(inner ?? raw);
  const at = inner === undefined ? path : appendPathKey(path, 'tweet');
  const legacy = getLegacyFields(tweet);
  const id = readNumericId(tweet.rest_id) ?? readNumericId(legacy.id_str);
  if (id === undefined || typeof legacy.full_text !== 'string') {
    const what = id === undefined ? 'A post has no ID' : `Post ${id} has no text`;
    addUpstreamWarning(context, 'unreadable', at, `${what}, so it is omitted.`);
    return undefined;
  }
  const views = readCount(readObjectOrEmpty(tweet.views ?? tweet.view_count ?? tweet.view_count_info).count);
  const wrapper = inner === undefined ? undefined : raw;
  return { kind: 'there', id, tweet, legacy, rawText: readRawTweetText(tweet, legacy), views, wrapper, path: at };
}

export function createAbsentTweet(kind: TweetAbsence['kind'], text: string | undefined, reason: string | undefined): AbsentTweet {
  return { kind: 'absent', absence: { kind, text, reason } };
}

/** A post from an embed or the oldest interface, with its author in `user`. */
export function isRestTweet(value: unknown): boolean {
  const { id_str, text, full_text, user } = readObjectOrEmpty(value);
  return (
    typeof id_str === 'string' && typeof (full_text ?? text) === 'string' && readObjectOrEmpty(user).screen_name !== undefined
  );
}

/** Converts such a post to the usual layout. */
function toResult(tweet: PlatformObject): PlatformObject {
  if (!isRestTweet(tweet)) {
    return tweet;
  }
  const { user, quoted_tweet, quoted_status, retweeted_status, mediaDetails, conversation_count } = tweet;
  const author = readObjectOrEmpty(user);
  const quoted = quoted_tweet ?? quoted_status;
  const legacy = {
    reply_count: conversation_count,
    user_id_str: author.id_str,
    ...(mediaDetails === undefined ? {} : { extended_entities: { media: mediaDetails } }),
    ...(retweeted_status === undefined ? {} : { retweeted_status_result: { result: retweeted_status } }),
    ...tweet,
    full_text: tweet.full_text ?? tweet.text,
  };
  return {
    ...tweet,
    rest_id: tweet.id_str,
    core: { user_results: { result: { rest_id: author.id_str, is_blue_verified: author.is_blue_verified, legacy: author } } },
    legacy,
    ...(quoted === undefined ? {} : { quoted_status_result: { result: quoted } }),
  };
}

export function readTombstoneText(tombstone: unknown): string | undefined {
  const { text, richText } = readObjectOrEmpty(tombstone);
  return readNonEmptyString(readObjectOrEmpty(text ?? richText).text) ?? readNonEmptyString(text);
}

function getLegacyFields(tweet: PlatformObject): PlatformObject {
  if (isPlatformObject(tweet.legacy)) {
    return tweet.legacy;
  }
  return isPlatformObject(tweet.details) ? toLegacyFromDetails(tweet) : toLegacyFromPreview(tweet);
}

/** Converts a post from a mobile query ("Mobile queries" in docs/upstream.md) to the usual layout. */
function toLegacyFromDetails(tweet: PlatformObject): PlatformObject {
  const details = readObjectOrEmpty(tweet.details);
  const { favorite_count, retweet_count, reply_count, quote_count, bookmark_count } = readObjectOrEmpty(tweet.counts);
  const parent = readObjectOrEmpty(tweet.reply_to_results);
  const media = readArrayOrEmpty(tweet.media_entities).map(toMediaEntity);
  return {
    full_text: details.full_text,
    created_at: typeof details.created_at_ms === 'string' ? Number(details.created_at_ms) : details.created_at_ms,
    lang: details.language,
    display_text_range: details.display_text_range,
    conversation_id_str: details.conversation_id_str,
    favorite_count,
    retweet_count,
    reply_count,
    quote_count,
    bookmark_count,
    in_reply_to_status_id_str: readNumericId(readObjectOrEmpty(parent.result ?? parent).rest_id),
    entities: { urls: tweet.url_entities, media },
    extended_entities: { media },
  };
}

/** Converts the start of a post for subscribers (`TweetPreviewDisplay`), which has the usual fields except its text. */
function toLegacyFromPreview(tweet: PlatformObject): PlatformObject {
  return typeof tweet.text === 'string' ? { ...tweet, full_text: tweet.text } : {};
}

function toMediaEntity(entity: unknown): PlatformObject {
  const { url, media_results } = readObjectOrEmpty(entity);
  const { rest_id, media_info } = readObjectOrEmpty(readObjectOrEmpty(media_results).result);
  const info = readObjectOrEmpty(media_info);
  const picture = info.original_img_url === undefined ? readObjectOrEmpty(info.preview_image) : info;
  return {
    url,
    id_str: rest_id,
    type: info.__typename === 'ApiVideo' ? 'video' : info.__typename === 'ApiGif' ? 'animated_gif' : 'photo',
    media_url_https: picture.original_img_url,
    ext_alt_text: info.alt_text,
    original_info: { width: picture.original_img_width, height: picture.original_img_height },
    ...(info.variants === undefined ? {} : { video_info: { duration_millis: info.duration_millis, variants: info.variants } }),
  };
}
