import type { NestedTweet, Tweet } from '../records/tweet.ts';
import { detailsAsLegacy } from './detailsAsLegacy.ts';
import type { TweetExtra } from './extra.ts';
import { isoSeconds } from './isoSeconds.ts';
import { countIn, filledIn, idIn, isEmpty, isObject, objectIn, textIn } from './node.ts';
import { anchorText } from './plainText.ts';
import { type RawLegacy, type RawTweet, wordsOf } from './rawTweet.ts';
import { readArticle } from './readArticle.ts';
import { readAddresses, readHashtags, readMentions } from './readLinks.ts';
import { readMedia } from './readMedia.ts';
import { type Reading, step, type Trail, warn } from './reading.ts';
import { readTweetExtra } from './readTweetExtra.ts';
import { readAuthor } from './readUser.ts';
import { repostText, tweetText } from './tweetText.ts';
import type { Absence, UpstreamRecord } from './upstreamPage.ts';

export type UpstreamTweet = Extract<UpstreamRecord, { readonly kind: 'tweet' }>;

/** A post that has a place and is not there. */
export interface AbsentTweet {
  readonly kind: 'absent';
  readonly absence: Absence;
}

/** How a post stands in its page. */
export type Standing = 'usual' | 'pinned' | 'nested';

interface RawResult {
  readonly __typename?: unknown;
  readonly tweet?: unknown;
  readonly tombstone?: unknown;
  readonly reason?: unknown;
  readonly rest_id?: unknown;
  readonly legacy?: unknown;
  readonly result?: unknown;
}

interface RawInfo {
  readonly user_results?: unknown;
  readonly count?: unknown;
  readonly text?: unknown;
}

type PlainTweet = { readonly record: NestedTweet; readonly extra: TweetExtra };

/**
 * Reads the result of a post (upstream shapes, section 2).
 * @returns undefined when it cannot be read, which is then among the warnings
 */
export function readTweet(
  reading: Reading,
  trail: Trail | undefined,
  value: unknown,
  standing: Exclude<Standing, 'nested'> = 'usual',
): UpstreamTweet | AbsentTweet | undefined {
  const found = unwrapped(value);
  if ('kind' in found) {
    return found;
  }
  const { tweet, wrapper } = found;
  const legacy = legacyOf(tweet);
  const plain = readPlain(reading, trail, tweet, legacy, standing, wrapper);
  if (plain === undefined) {
    return undefined;
  }
  const original = readOriginal(reading, trail, legacy);
  const quoted = original === undefined ? readQuoted(reading, trail, tweet, legacy) : undefined;
  if (original === undefined && quoted === undefined) {
    return { kind: 'tweet', record: plain.record, extra: plain.extra };
  }
  const originalRecord = original === undefined || 'kind' in original ? null : original.record;
  const quotedRecord = quoted === undefined || 'kind' in quoted ? null : quoted.record;
  const record: Tweet = {
    ...plain.record,
    text: originalRecord === null ? plain.record.text : repostText(plain.record.text, originalRecord),
    quoted: quotedRecord,
    retweetOf: originalRecord,
  };
  return { kind: 'tweet', record, extra: withNested(plain.extra, quoted, original) };
}

function withNested(
  extra: TweetExtra,
  quoted: PlainTweet | AbsentTweet | undefined,
  original: PlainTweet | AbsentTweet | undefined,
): TweetExtra {
  return {
    ...extra,
    ...(quoted === undefined
      ? {}
      : 'kind' in quoted
        ? { quotedAbsence: quoted.absence }
        : { quotedId: quoted.record.id, quoted: quoted.extra }),
    ...(original === undefined || 'kind' in original ? {} : { retweetedId: original.record.id, retweetOf: original.extra }),
  };
}

/** Takes a post out of what is around it, or says why there is none. */
function unwrapped(value: unknown): { readonly tweet: RawTweet; readonly wrapper: object | undefined } | AbsentTweet {
  const raw: RawResult = objectIn(value);
  if (raw.tweet !== undefined && raw.legacy === undefined && isObject(raw.tweet)) {
    return { tweet: raw.tweet, wrapper: raw }; // TweetWithVisibilityResults, TweetPreviewDisplay
  }
  if (isEmpty(value)) {
    return absent('empty', undefined, undefined);
  }
  if (raw.__typename === 'TweetTombstone' || raw.tombstone !== undefined) {
    return absent('tombstone', tombstoneText(raw.tombstone), textIn(raw.reason));
  }
  if (raw.__typename === 'TweetUnavailable' || (raw.rest_id === undefined && typeof raw.reason === 'string')) {
    return absent('unavailable', undefined, textIn(raw.reason));
  }
  return { tweet: raw, wrapper: undefined };
}

export function absent(kind: Absence['kind'], text: string | undefined, reason: string | undefined): AbsentTweet {
  return { kind: 'absent', absence: { kind, text, reason } };
}

/** The words of a tombstone, of a result or of an item. */
export function tombstoneText(tombstone: unknown): string | undefined {
  const { text }: RawInfo = objectIn(tombstone);
  const inner: RawInfo = objectIn(text);
  return filledIn(inner.text) ?? filledIn(text);
}

function legacyOf(tweet: RawTweet): RawLegacy {
  return isObject(tweet.legacy) || !isObject(tweet.details) ? objectIn(tweet.legacy) : detailsAsLegacy(tweet);
}

function readPlain(
  reading: Reading,
  trail: Trail | undefined,
  tweet: RawTweet,
  legacy: RawLegacy,
  standing: Standing,
  wrapper: object | undefined,
): PlainTweet | undefined {
  const id = idIn(tweet.rest_id) ?? idIn(legacy.id_str);
  if (id === undefined || typeof legacy.full_text !== 'string') {
    const what = id === undefined ? 'A post without an id' : `The post ${id} came without its text`;
    warn(reading, 'unreadable', trail, `${what}, so it is left out.`);
    return undefined;
  }
  const words = wordsOf(tweet, legacy);
  const core: RawInfo = objectIn(tweet.core);
  const results: RawResult = objectIn(core.user_results);
  const author = readAuthor(reading, step(trail, 'core.user_results.result'), results.result, legacy.user_id_str);
  const createdAt = isoSeconds(legacy.created_at);
  if (createdAt === undefined) {
    warn(reading, 'unreadable', step(trail, 'legacy.created_at'), `The date of the post ${id} is not one.`);
  }
  const views: RawInfo = objectIn(tweet.views);
  const record: NestedTweet = {
    id,
    url: author.username === '' ? `${reading.site}/i/status/${id}` : `${reading.site}/${author.username}/status/${id}`,
    text: tweetText(words),
    createdAt: createdAt ?? '',
    lang: textIn(legacy.lang) ?? '',
    author,
    counts: {
      likes: countIn(legacy.favorite_count) ?? 0,
      retweets: countIn(legacy.retweet_count) ?? 0,
      replies: countIn(legacy.reply_count) ?? 0,
      quotes: countIn(legacy.quote_count) ?? 0,
      bookmarks: countIn(legacy.bookmark_count) ?? 0,
      views: countIn(views.count) ?? 0,
    },
    media: readMedia(words.media),
    urls: readAddresses(words.urls),
    hashtags: readHashtags(words.hashtags),
    mentions: readMentions(words.mentions),
    replyTo: parentOf(legacy),
    conversationId: textIn(legacy.conversation_id_str) ?? '',
    isPinned: standing === 'pinned',
    source: sourceOf(tweet, legacy),
    article: tweet.article === undefined ? null : readArticle(tweet.article, words, reading.site),
    quoted: null,
    retweetOf: null,
  };
  return { record, extra: readTweetExtra(tweet, legacy, words, record, wrapper) };
}

/** The post that is answered; an answer that only mentions somebody has none (upstream shapes, section 2, reply). */
function parentOf(legacy: RawLegacy): NestedTweet['replyTo'] {
  const tweetId = filledIn(legacy.in_reply_to_status_id_str);
  return tweetId === undefined
    ? null
    : { tweetId, userId: textIn(legacy.in_reply_to_user_id_str), username: textIn(legacy.in_reply_to_screen_name) };
}

/** On the post; in 2022 still under `legacy`. */
function sourceOf(tweet: RawTweet, legacy: RawLegacy): string | null {
  const html = filledIn(tweet.source) ?? filledIn(legacy.source);
  return html === undefined ? null : anchorText(html) || null;
}

/** What a repost repeats stands inside of `legacy`, also under the name that it may have since 2026. */
function readOriginal(reading: Reading, trail: Trail | undefined, legacy: RawLegacy): PlainTweet | AbsentTweet | undefined {
  const isOld = legacy.retweeted_status_result !== undefined;
  const results = isOld ? legacy.retweeted_status_result : legacy.repostedStatusResults;
  if (results === undefined || results === null) {
    return undefined;
  }
  const { result }: RawResult = objectIn(results);
  const key = isOld ? 'legacy.retweeted_status_result.result' : 'legacy.repostedStatusResults.result';
  return readNested(reading, step(trail, key), result);
}

/** What a post quotes stands beside its `legacy`, `{}` where it is gone (upstream shapes, section 2, Quotes). */
function readQuoted(
  reading: Reading,
  trail: Trail | undefined,
  tweet: RawTweet,
  legacy: RawLegacy,
): PlainTweet | AbsentTweet | undefined {
  const key = tweet.quoted_status_result !== undefined ? 'quoted_status_result' : quoteKey(tweet);
  const results = key === undefined ? undefined : tweet[key];
  if (results === undefined || results === null || key === undefined) {
    return typeof legacy.quoted_status_id_str === 'string' ? absent('empty', undefined, undefined) : undefined;
  }
  const { result }: RawResult = objectIn(results);
  return readNested(reading, step(trail, `${key}.result`), result);
}

function quoteKey(tweet: RawTweet): 'quotedPostResults' | 'quoted_tweet_results' | undefined {
  if (tweet.quotedPostResults !== undefined) {
    return 'quotedPostResults';
  }
  return tweet.quoted_tweet_results === undefined ? undefined : 'quoted_tweet_results';
}

function readNested(reading: Reading, trail: Trail | undefined, value: unknown): PlainTweet | AbsentTweet | undefined {
  const found = unwrapped(value);
  if ('kind' in found) {
    return found;
  }
  return readPlain(reading, trail, found.tweet, legacyOf(found.tweet), 'nested', found.wrapper);
}
