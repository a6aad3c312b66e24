import type { NestedTweet, Tweet } from '../schemas/primary.ts';
import type { TweetExtra } from './extra.ts';
import { formatIsoSeconds } from './formatIsoSeconds.ts';
import {
  readCount,
  type PlatformObject,
  readNonEmptyString,
  readObjectOrEmpty,
  readString,
  type Writable,
} from './platformFields.ts';
import { createAbsentTweet, type AbsentTweet, unwrapTweet, type UnwrappedTweet } from './unwrapTweet.ts';
import { readArticle } from './readArticle.ts';
import { readMedia, readEntityTexts } from './readEntities.ts';
import {
  type UpstreamReadContext,
  createUpstreamPageBuilder,
  appendPathKey,
  type BodyPath,
  type ReadUpstreamOptions,
  addUpstreamWarning,
} from './readContext.ts';
import { readTweetExtra } from './readTweetExtra.ts';
import { readAuthor } from './readUser.ts';
import { readHtmlAnchorText, toRepostText, toTweetText } from './toTweetText.ts';
import type { UpstreamRecord } from './upstreamPage.ts';

export type UpstreamTweetRecord = Extract<UpstreamRecord, { readonly kind: 'tweet' }>;

interface NestedTweetWithExtra {
  readonly kind: 'nested';
  readonly record: NestedTweet;
  readonly extra: Writable<TweetExtra>;
}

interface TweetContext {
  readonly isPinned: boolean;
  /** The post that repeats or quotes this one. */
  readonly outer: PlatformObject | undefined;
  readonly quoted: NestedTweet | null;
  readonly retweetOf: NestedTweet | null;
}

/**
 * Turns the result of one post, as under `tweet_results.result`, into the simple format's record.
 * @returns undefined for a tombstone, an unavailable post, or anything that is none. Never throws.
 */
export function toTweet(
  value: unknown,
  options: ReadUpstreamOptions = {},
): { readonly record: Tweet; readonly extra: TweetExtra } | undefined {
  const read = readTweet(createUpstreamPageBuilder(options.site), undefined, value);
  return read?.kind === 'tweet' ? { record: read.record, extra: read.extra } : undefined;
}

/**
 * Reads the result of a post (upstream shapes, section 2).
 * @returns undefined when it cannot be read, which is then among the warnings
 */
export function readTweet(
  reading: UpstreamReadContext,
  trail: BodyPath | undefined,
  value: unknown,
  isPinned = false,
): UpstreamTweetRecord | AbsentTweet | undefined {
  const post = unwrapTweet(reading, trail, value);
  if (post?.kind !== 'there') {
    return post;
  }
  const original = readRepostedTweet(reading, post);
  // a repost is marked as a quote where its original is one, but has none of its own
  const quoted = original === undefined ? readQuotedTweet(reading, post) : undefined;
  const record: Tweet = createTweetRecord(reading, post, {
    isPinned,
    outer: undefined,
    quoted: quoted?.kind === 'nested' ? quoted.record : null,
    retweetOf: original?.kind === 'nested' ? original.record : null,
  });
  const extra = readTweetExtra(post, record.text);
  addQuoteToExtra(extra, quoted);
  if (original?.kind === 'nested') extra.retweetOf = original.extra;
  return { kind: 'tweet', record, extra };
}

/** One literal for all posts, so that they have one shape: readers of many records are faster for it. */
function createTweetRecord(reading: UpstreamReadContext, post: UnwrappedTweet, around: TweetContext) {
  const { id, tweet, legacy, words, trail } = post;
  const { user_results, user_result } = readObjectOrEmpty(tweet.core);
  const { result } = readObjectOrEmpty(user_results ?? user_result ?? tweet.author_results);
  const author = readAuthor(reading, appendPathKey(trail, 'core.user_results.result'), result, {
    id,
    legacy,
    outer: around.outer,
  });
  const createdAt = formatIsoSeconds(legacy.created_at);
  if (createdAt === undefined) {
    addUpstreamWarning(
      reading,
      'unreadable',
      appendPathKey(trail, 'legacy.created_at'),
      `The date of the post ${id} is not one.`,
    );
  }
  return {
    id,
    url: author.username === '' ? `${reading.site}/i/status/${id}` : `${reading.site}/${author.username}/status/${id}`,
    text: around.retweetOf === null ? toTweetText(words) : toRepostText(words, around.retweetOf),
    createdAt: createdAt ?? '',
    lang: readString(legacy.lang) ?? '',
    author,
    counts: {
      likes: readCount(legacy.favorite_count) ?? 0,
      retweets: readCount(legacy.retweet_count) ?? 0,
      replies: readCount(legacy.reply_count) ?? 0,
      quotes: readCount(legacy.quote_count) ?? 0,
      bookmarks: readCount(legacy.bookmark_count) ?? 0,
      views: post.views ?? 0,
    },
    media: readMedia(words.media),
    urls: readEntityTexts(words.urls, 'expanded_url'),
    hashtags: readEntityTexts(words.hashtags, 'text'),
    mentions: readEntityTexts(words.mentions, 'screen_name'),
    replyTo: readReplyTo(legacy),
    conversationId: readString(legacy.conversation_id_str) ?? '',
    isPinned: around.isPinned,
    source: readSourceName(tweet, legacy),
    article: tweet.article === undefined ? null : readArticle(tweet.article, words, reading.site),
    quoted: around.quoted,
    retweetOf: around.retweetOf,
  };
}

/** The post that is answered; an answer that only mentions somebody has none (upstream shapes, section 2, reply). */
function readReplyTo(legacy: PlatformObject): NestedTweet['replyTo'] {
  const tweetId = readNonEmptyString(legacy.in_reply_to_status_id_str);
  return tweetId === undefined
    ? null
    : { tweetId, userId: readString(legacy.in_reply_to_user_id_str), username: readString(legacy.in_reply_to_screen_name) };
}

/** On the post; in 2022 still under `legacy`. */
function readSourceName(tweet: PlatformObject, legacy: PlatformObject): string | null {
  const html = readNonEmptyString(tweet.source) ?? readNonEmptyString(legacy.source);
  return html === undefined ? null : readHtmlAnchorText(html) || null;
}

/**
 * What a repost repeats stands inside of `legacy`, also under the name that it may have since 2026; the mobile queries have it
 * on the post.
 */
function readRepostedTweet(
  reading: UpstreamReadContext,
  { tweet, legacy, trail }: UnwrappedTweet,
): NestedTweetWithExtra | AbsentTweet | undefined {
  const key = legacy.retweeted_status_result === undefined ? 'repostedStatusResults' : 'retweeted_status_result';
  const results = legacy[key] ?? tweet.retweeted_status_results;
  if (results === undefined || results === null) {
    return undefined;
  }
  const place = results === legacy[key] ? `legacy.${key}` : 'retweeted_status_results';
  const post = unwrapTweet(reading, appendPathKey(trail, `${place}.result`), readObjectOrEmpty(results).result);
  if (post?.kind !== 'there') {
    return post;
  }
  return toNestedTweet(reading, post, legacy, readQuotedTweet(reading, post));
}

/** What a post quotes stands beside its `legacy`, `{}` where it is gone (upstream shapes, section 2, Quotes). */
function readQuotedTweet(
  reading: UpstreamReadContext,
  { tweet, legacy, trail }: UnwrappedTweet,
): NestedTweetWithExtra | AbsentTweet | undefined {
  const key = getQuotedTweetKey(tweet);
  const results = tweet[key];
  if (results === undefined || results === null) {
    return typeof legacy.quoted_status_id_str === 'string' ? createAbsentTweet('empty', undefined, undefined) : undefined;
  }
  const post = unwrapTweet(reading, appendPathKey(trail, `${key}.result`), readObjectOrEmpty(results).result);
  return post?.kind === 'there' ? toNestedTweet(reading, post, legacy) : post;
}

function getQuotedTweetKey(tweet: PlatformObject): 'quoted_status_result' | 'quotedPostResults' | 'quoted_tweet_results' {
  if (tweet.quoted_status_result !== undefined) {
    return 'quoted_status_result';
  }
  return tweet.quotedPostResults === undefined ? 'quoted_tweet_results' : 'quotedPostResults';
}

function toNestedTweet(
  reading: UpstreamReadContext,
  post: UnwrappedTweet,
  outer: PlatformObject,
  quoted?: NestedTweetWithExtra | AbsentTweet,
): NestedTweetWithExtra {
  const inside = quoted?.kind === 'nested' ? quoted.record : null;
  const record: NestedTweet = createTweetRecord(reading, post, { isPinned: false, outer, quoted: inside, retweetOf: null });
  const extra = readTweetExtra(post, record.text);
  addQuoteToExtra(extra, quoted);
  return { kind: 'nested', record, extra };
}

function addQuoteToExtra(extra: Writable<TweetExtra>, quoted: NestedTweetWithExtra | AbsentTweet | undefined): void {
  if (quoted?.kind === 'nested') {
    extra.quotedId = quoted.record.id;
    extra.quoted = quoted.extra;
  } else if (quoted !== undefined) {
    extra.quotedAbsence = quoted.absence;
  }
}
