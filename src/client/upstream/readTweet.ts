import type { NestedTweet, Tweet } from '../schemas/primary.ts';
import { detailsAsLegacy, previewAsLegacy } from './detailsAsLegacy.ts';
import type { TweetExtra } from './extra.ts';
import { isoSeconds } from './isoSeconds.ts';
import { countIn, filledIn, idIn, isEmpty, isObject, objectIn, textIn } from './node.ts';
import { anchorText } from './plainText.ts';
import { type RawLegacy, type RawTweet, type RawWords, wordsOf } from './rawTweet.ts';
import { readArticle } from './readArticle.ts';
import { readAddresses, readHashtags, readMentions } from './readLinks.ts';
import { readMedia } from './readMedia.ts';
import { type Reading, step, type Trail, warn } from './reading.ts';
import { readTweetExtra } from './readTweetExtra.ts';
import { readAuthor } from './readUser.ts';
import { repostText, tweetText } from './tweetText.ts';
import type { Absence } from './absence.ts';
import type { UpstreamRecord } from './upstreamPage.ts';
import type { Writable } from './writable.ts';

export type UpstreamTweet = Extract<UpstreamRecord, { readonly kind: 'tweet' }>;

/** A post that has a place and is not there. */
export interface AbsentTweet {
  readonly kind: 'absent';
  readonly absence: Absence;
}

/** A post without what was around it. */
interface Unwrapped {
  readonly kind: 'there';
  readonly tweet: RawTweet;
  readonly wrapper: object | undefined;
}

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
  readonly richText?: unknown;
}

/** A post inside of another one. */
interface NestedRead {
  readonly kind: 'nested';
  readonly record: NestedTweet;
  readonly extra: Writable<TweetExtra>;
}

/**
 * Reads the result of a post (upstream shapes, section 2).
 * @returns undefined when it cannot be read, which is then among the warnings
 */
export function readTweet(
  reading: Reading,
  trail: Trail | undefined,
  value: unknown,
  isPinned = false,
): UpstreamTweet | AbsentTweet | undefined {
  const found = unwrapped(value);
  if (found.kind === 'absent') {
    return found;
  }
  const { tweet, wrapper } = found;
  const at = wrapper === undefined ? trail : step(trail, 'tweet');
  const legacy = legacyOf(tweet);
  const id = tweetIdOf(reading, at, tweet, legacy);
  if (id === undefined) {
    return undefined;
  }
  const original = readOriginal(reading, at, legacy);
  // a repost is marked as a quote where its original is one, but has none of its own
  const quoted = original === undefined ? readQuoted(reading, at, tweet, legacy) : undefined;
  const quotedRecord = quoted?.kind === 'nested' ? quoted.record : null;
  const originalRecord = original?.kind === 'nested' ? original.record : null;
  const words = wordsOf(tweet, legacy);
  const hasViews = viewsOf(tweet) !== undefined;
  const record: Tweet = toRecord(
    reading,
    at,
    { id, tweet, legacy, words, isPinned, outer: undefined },
    quotedRecord,
    originalRecord,
  );
  const extra = readTweetExtra(tweet, legacy, words, record.text, hasViews, wrapper);
  if (quoted !== undefined) {
    if (quoted.kind === 'absent') {
      extra.quotedAbsence = quoted.absence;
    } else {
      extra.quotedId = quoted.record.id;
      extra.quoted = quoted.extra;
    }
  }
  if (original?.kind === 'nested') {
    extra.retweetedId = original.record.id;
    extra.retweetOf = original.extra;
  }
  return { kind: 'tweet', record, extra };
}

/** Takes a post out of what is around it, or says why there is none. */
function unwrapped(value: unknown): Unwrapped | AbsentTweet {
  const raw: RawResult = objectIn(value);
  if (raw.tweet !== undefined && raw.legacy === undefined && isObject(raw.tweet)) {
    return { kind: 'there', tweet: raw.tweet, wrapper: raw }; // TweetWithVisibilityResults, TweetPreviewDisplay
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
  return { kind: 'there', tweet: raw, wrapper: undefined };
}

export function absent(kind: Absence['kind'], text: string | undefined, reason: string | undefined): AbsentTweet {
  return { kind: 'absent', absence: { kind, text, reason } };
}

/** The words of a tombstone, of a result or of an item. */
export function tombstoneText(tombstone: unknown): string | undefined {
  const { text, richText }: RawInfo = objectIn(tombstone);
  const inner: RawInfo = objectIn(text ?? richText);
  return filledIn(inner.text) ?? filledIn(text);
}

function legacyOf(tweet: RawTweet): RawLegacy {
  if (isObject(tweet.legacy)) {
    return tweet.legacy;
  }
  return isObject(tweet.details) ? detailsAsLegacy(tweet) : previewAsLegacy(tweet);
}

function tweetIdOf(reading: Reading, trail: Trail | undefined, tweet: RawTweet, legacy: RawLegacy): string | undefined {
  const id = idIn(tweet.rest_id) ?? idIn(legacy.id_str);
  if (id !== undefined && typeof legacy.full_text === 'string') {
    return id;
  }
  const what = id === undefined ? 'A post without an id' : `The post ${id} came without its text`;
  warn(reading, 'unreadable', trail, `${what}, so it is left out.`);
  return undefined;
}

/** What is known of a post before its record is made. */
interface Parts {
  readonly id: string;
  readonly tweet: RawTweet;
  readonly legacy: RawLegacy;
  readonly words: RawWords;
  readonly isPinned: boolean;
  /** The post that repeats or quotes this one. */
  readonly outer: RawLegacy | undefined;
}

/** One literal for all posts, so that they have one shape: readers of many records are faster for it. */
function toRecord<Nested extends NestedTweet | null>(
  reading: Reading,
  trail: Trail | undefined,
  { id, tweet, legacy, words, isPinned, outer }: Parts,
  quoted: Nested,
  retweetOf: Nested,
) {
  const core: RawInfo = objectIn(tweet.core);
  const { result }: RawResult = objectIn(core.user_results ?? tweet.author_results);
  const author = readAuthor(reading, step(trail, 'core.user_results.result'), result, legacy, id, outer);
  const createdAt = isoSeconds(legacy.created_at);
  if (createdAt === undefined) {
    warn(reading, 'unreadable', step(trail, 'legacy.created_at'), `The date of the post ${id} is not one.`);
  }
  return {
    id,
    url: author.username === '' ? `${reading.site}/i/status/${id}` : `${reading.site}/${author.username}/status/${id}`,
    text: retweetOf === null ? tweetText(words) : repostText(words, retweetOf),
    createdAt: createdAt ?? '',
    lang: textIn(legacy.lang) ?? '',
    author,
    counts: {
      likes: countIn(legacy.favorite_count) ?? 0,
      retweets: countIn(legacy.retweet_count) ?? 0,
      replies: countIn(legacy.reply_count) ?? 0,
      quotes: countIn(legacy.quote_count) ?? 0,
      bookmarks: countIn(legacy.bookmark_count) ?? 0,
      views: viewsOf(tweet) ?? 0,
    },
    media: readMedia(words.media),
    urls: readAddresses(words.urls),
    hashtags: readHashtags(words.hashtags),
    mentions: readMentions(words.mentions),
    replyTo: parentOf(legacy),
    conversationId: textIn(legacy.conversation_id_str) ?? '',
    isPinned,
    source: sourceOf(tweet, legacy),
    article: tweet.article === undefined ? null : readArticle(tweet.article, words, reading.site),
    quoted,
    retweetOf,
  };
}

function viewsOf(tweet: RawTweet): number | undefined {
  const { count }: RawInfo = objectIn(tweet.views ?? tweet.view_count);
  return countIn(count);
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
function readOriginal(reading: Reading, trail: Trail | undefined, legacy: RawLegacy): NestedRead | AbsentTweet | undefined {
  const isOld = legacy.retweeted_status_result !== undefined;
  const results = isOld ? legacy.retweeted_status_result : legacy.repostedStatusResults;
  if (results === undefined || results === null) {
    return undefined;
  }
  const { result }: RawResult = objectIn(results);
  const key = isOld ? 'legacy.retweeted_status_result.result' : 'legacy.repostedStatusResults.result';
  const at = step(trail, key);
  const original = readNested(reading, at, result, legacy);
  if (original?.kind === 'nested') {
    // the record of the original has no place for what it quotes: it is kept beside it
    const found = unwrapped(result);
    const tweet: RawTweet = found.kind === 'there' ? found.tweet : {};
    const inner = found.kind === 'there' && found.wrapper !== undefined ? step(at, 'tweet') : at;
    const quoted = readQuoted(reading, inner, tweet, legacyOf(tweet));
    if (quoted?.kind === 'nested') {
      original.extra.quotedId = quoted.record.id;
      original.extra.quotedRecord = quoted.record;
    } else if (quoted !== undefined) {
      original.extra.quotedAbsence = quoted.absence;
    }
  }
  return original;
}

/** What a post quotes stands beside its `legacy`, `{}` where it is gone (upstream shapes, section 2, Quotes). */
function readQuoted(
  reading: Reading,
  trail: Trail | undefined,
  tweet: RawTweet,
  legacy: RawLegacy,
): NestedRead | AbsentTweet | undefined {
  const key = quoteKey(tweet);
  const results = key === undefined ? undefined : tweet[key];
  if (results === undefined || results === null || key === undefined) {
    return typeof legacy.quoted_status_id_str === 'string' ? absent('empty', undefined, undefined) : undefined;
  }
  const { result }: RawResult = objectIn(results);
  return readNested(reading, step(trail, `${key}.result`), result, legacy);
}

type QuoteKey = 'quoted_status_result' | 'quotedPostResults' | 'quoted_tweet_results';

function quoteKey(tweet: RawTweet): QuoteKey | undefined {
  if (tweet.quoted_status_result !== undefined) {
    return 'quoted_status_result';
  }
  if (tweet.quotedPostResults !== undefined) {
    return 'quotedPostResults';
  }
  return tweet.quoted_tweet_results === undefined ? undefined : 'quoted_tweet_results';
}

function readNested(reading: Reading, trail: Trail, value: unknown, outer: RawLegacy): NestedRead | AbsentTweet | undefined {
  const found = unwrapped(value);
  if (found.kind === 'absent') {
    return found;
  }
  const { tweet, wrapper } = found;
  const at = wrapper === undefined ? trail : step(trail, 'tweet');
  const legacy = legacyOf(tweet);
  const id = tweetIdOf(reading, at, tweet, legacy);
  if (id === undefined) {
    return undefined;
  }
  const words = wordsOf(tweet, legacy);
  const record: NestedTweet = toRecord(reading, at, { id, tweet, legacy, words, isPinned: false, outer }, null, null);
  const extra = readTweetExtra(tweet, legacy, words, record.text, viewsOf(tweet) !== undefined, wrapper);
  return { kind: 'nested', record, extra };
}
