import { tryParseJson } from '../json/tryParseJson.ts';
import type { NestedTweet, Tweet } from '../schemas/primary.ts';
import type {
  TweetExtra,
  CommunityNote,
  TweetEditInfo,
  PostPlace,
  LinkCard,
  Poll,
  ArticleExtra,
  UpstreamRecord,
} from './upstreamPage.ts';
import {
  readCount,
  type PlatformObject,
  readNonEmptyString,
  readObjectOrEmpty,
  readString,
  type Writable,
  readNumericId,
  isPlatformObject,
  readArrayOrEmpty,
} from './platformFields.ts';
import { createAbsentTweet, type AbsentTweet, unwrapTweet, type UnwrappedTweet } from './unwrapTweet.ts';
import { formatIsoSeconds, readMedia, readEntityTexts, readLinks } from './readEntities.ts';
import { type UpstreamReadContext, appendPathKey, type BodyPath, addUpstreamWarning } from './readContext.ts';
import { readAuthor } from './readUser.ts';
import { readHtmlAnchorText, toRepostText, toTweetText, getCodePointLength, type RawTweetText } from './toTweetText.ts';

/** Reads what the simple format doesn't have a field for. */
function readTweetExtra({ tweet, legacy, rawText, views, wrapper }: UnwrappedTweet, text: string): Writable<TweetExtra> {
  const extra: Writable<TweetExtra> = { hasViewCount: views !== undefined };
  if (isPlatformObject(tweet.card)) {
    const { poll, card } = readCard(tweet.card);
    if (poll !== undefined) extra.poll = poll;
    if (card !== undefined) extra.card = card;
  }
  const edits = readEditInfo(tweet.edit_control);
  if (edits !== undefined) extra.edits = edits;
  if (tweet.birdwatch_pivot !== undefined) {
    const note = readCommunityNote(tweet.birdwatch_pivot);
    if (note !== undefined) extra.communityNote = note;
  }
  if (isPlatformObject(legacy.place)) {
    const place = readPlace(legacy.place);
    if (place !== undefined) extra.place = place;
  }
  const community = readTweetCommunity(tweet);
  if (community !== undefined) extra.community = community;
  if (rawText.urls.length > 0) {
    extra.links = readLinks(rawText.urls);
  }
  if (tweet.article !== undefined) {
    const article = readArticleExtra(tweet.article);
    if (article !== undefined) extra.article = article;
  }
  // inside a quoted post, a quoted post is only an id
  const quotedId =
    readNumericId(legacy.quoted_status_id_str) ??
    readNumericId(readObjectOrEmpty(readObjectOrEmpty(tweet.quotedRefResult).result).rest_id);
  if (quotedId !== undefined) extra.quotedId = quotedId;
  if (legacy.possibly_sensitive === true) extra.isSensitive = true;
  const replyToId = readNumericId(legacy.in_reply_to_user_id_str);
  if (replyToId !== undefined && readNonEmptyString(legacy.in_reply_to_status_id_str) === undefined) {
    extra.replyToUser = { id: replyToId, username: readNonEmptyString(legacy.in_reply_to_screen_name) };
  }
  const { policy } = readObjectOrEmpty(legacy.conversation_control);
  if (typeof policy === 'string') extra.replyPolicy = policy;
  // the range is for the truncated text; a note already omits a reply's leading handles
  const start = rawText.isNote ? 0 : (readCount(readArrayOrEmpty(legacy.display_text_range)[0]) ?? 0);
  const end = start === 0 ? 0 : getCodePointLength(text);
  if (start > 0 && start <= end) extra.displayRange = [start, end];
  if (wrapper !== undefined) {
    const notice = readNoticeText(wrapper.tweetInterstitial) ?? readNoticeText(wrapper.cta);
    if (notice !== undefined) extra.notice = notice;
    const limit = readReplyLimitText(wrapper);
    if (limit !== undefined) extra.replyLimit = limit;
  }
  return extra;
}

/** Edited posts nest the list of versions. */
function readEditInfo(value: unknown): TweetEditInfo | undefined {
  const outer = readObjectOrEmpty(value);
  const inner = isPlatformObject(outer.edit_control_initial) ? outer.edit_control_initial : outer;
  const versions = readArrayOrEmpty(inner.edit_tweet_ids);
  if (inner === outer && versions.length < 2) {
    return undefined;
  }
  const ids = versions.filter((id): id is string => readNumericId(id) !== undefined);
  return {
    ids,
    remaining: readCount(inner.edits_remaining),
  };
}

function readCommunityNote(value: unknown): CommunityNote | undefined {
  const { subtitle, destinationUrl } = readObjectOrEmpty(value);
  const { text, entities } = readObjectOrEmpty(subtitle);
  const noteText = readNonEmptyString(text);
  return noteText === undefined
    ? undefined
    : {
        text: noteText,
        url: readNonEmptyString(destinationUrl),
        links: readArrayOrEmpty(entities).flatMap(readCommunityNoteLink),
      };
}

/** A note's text has shortened links; their addresses are separate. */
function readCommunityNoteLink(value: unknown): CommunityNote['links'] {
  const { fromIndex, toIndex, ref } = readObjectOrEmpty(value);
  const [start, end, url] = [readCount(fromIndex), readCount(toIndex), readNonEmptyString(readObjectOrEmpty(ref).url)];
  return start === undefined || end === undefined || url === undefined || end <= start ? [] : [{ start, end, url }];
}

function readPlace({ id, full_name, name, country }: PlatformObject): PostPlace | undefined {
  const fullName = readNonEmptyString(full_name) ?? readNonEmptyString(name);
  return fullName === undefined ? undefined : { id: readString(id), fullName, country: readNonEmptyString(country) };
}

/** The name is often only next to the author's role. */
function readTweetCommunity({ community_results, author_community_relationship }: PlatformObject): TweetExtra['community'] {
  if (community_results === undefined && author_community_relationship === undefined) {
    return undefined;
  }
  const own = readObjectOrEmpty(readObjectOrEmpty(community_results).result);
  const related = readObjectOrEmpty(readObjectOrEmpty(readObjectOrEmpty(author_community_relationship).community_results).result);
  const id =
    readNumericId(own.rest_id) ?? readNumericId(own.id_str) ?? readNumericId(related.rest_id) ?? readNumericId(related.id_str);
  return id === undefined ? undefined : { id, name: readNonEmptyString(own.name) ?? readNonEmptyString(related.name) };
}

/** Since 2024, a post's wrapper says who can reply, as a sentence ("Only some accounts can reply."). */
function readReplyLimitText(wrapper: PlatformObject): string | undefined {
  for (const one of readArrayOrEmpty(readObjectOrEmpty(wrapper.limitedActionResults).limited_actions)) {
    const { action, prompt } = readObjectOrEmpty(one);
    if (action === 'Reply') {
      return readNoticeText(readObjectOrEmpty(prompt).subtext);
    }
  }
  return undefined;
}

function readNoticeText(value: unknown): string | undefined {
  const { text, title } = readObjectOrEmpty(value);
  return readNonEmptyString(readObjectOrEmpty(text ?? title).text) ?? readNonEmptyString(text) ?? readNonEmptyString(title);
}

const roomCardNamePattern = /^(?:\d+:)?audiospace$/;
/** Polls have at most four choices today. */
const maxPollChoicesRead = 20;
const titleKeys = ['title', 'broadcast_title', 'event_title'] as const;
const addressKeys = ['broadcast_url', 'card_url'] as const;
const descriptionKeys = ['description', 'event_subtitle'] as const;
const domainKeys = ['vanity_url', 'domain'] as const;
const pictureKeys = [
  'thumbnail_image_large',
  'summary_photo_image_large',
  'player_image_large',
  'photo_image_full_size_large',
  'broadcast_thumbnail_large',
  'event_thumbnail_large',
  'promo_image_large',
  'thumbnail_image',
  'thumbnail_large',
  'thumbnail_original',
  'thumbnail',
] as const;

/**
 * Reads a poll, or the preview of a link, a Space, a broadcast, or an app ("Cards" in docs/upstream.md). Both are undefined if
 * the card is only an id, as is common since 2026-06.
 */
function readCard(value: PlatformObject): { readonly poll?: Poll; readonly card?: LinkCard } {
  const { name: given, url: address, binding_values } = isPlatformObject(value.legacy) ? value.legacy : value;
  const name = readNonEmptyString(given);
  const bindings = Array.isArray(binding_values)
    ? binding_values
    : Object.entries(readObjectOrEmpty(binding_values)).map(([key, value]) => ({ key, value })); // the older interface
  if (name === undefined) {
    return {};
  }
  // some names start with a number: "1906814671912599552:poll_choice_images"
  if (name.startsWith('poll', name.indexOf(':') + 1)) {
    return { poll: toPoll(bindings) };
  }
  const url = readNonEmptyString(address);
  const unified = getBindingText(bindings, 'unified_card');
  return { card: unified === undefined ? toCard(name, url, bindings) : toUnifiedCard(name, url, unified) };
}

/** Counts are strings. */
function toPoll(bindings: readonly unknown[]): Poll {
  const choices: { label: string; votes: number | undefined }[] = [];
  for (let index = 1; index <= maxPollChoicesRead; index += 1) {
    const label = getBindingText(bindings, `choice${index}_label`);
    if (label === undefined) {
      break;
    }
    choices.push({ label, votes: readCount(getBindingText(bindings, `choice${index}_count`)) });
  }
  const endsAt = formatIsoSeconds(getBindingText(bindings, 'end_datetime_utc'));
  return { choices, isFinal: getBindingValue(bindings, 'counts_are_final').boolean_value === true, endsAt };
}

function toCard(name: string, url: string | undefined, bindings: readonly unknown[]): LinkCard {
  const roomId = roomCardNamePattern.test(name) ? getBindingText(bindings, 'id') : undefined;
  return {
    ...(roomId === undefined ? {} : { roomId }),
    name,
    url: findFirstBindingText(bindings, addressKeys) ?? url,
    title: findFirstBindingText(bindings, titleKeys),
    description: findFirstBindingText(bindings, descriptionKeys),
    domain: findFirstBindingText(bindings, domainKeys),
    imageUrl: pictureKeys
      .map((key) => readString(readObjectOrEmpty(getBindingValue(bindings, key).image_value).url))
      .find((address) => address !== undefined),
  };
}

function getBindingValue(bindings: readonly unknown[], wanted: string): PlatformObject {
  return readObjectOrEmpty(readObjectOrEmpty(bindings.find((binding) => readObjectOrEmpty(binding).key === wanted)).value);
}

function getBindingText(bindings: readonly unknown[], wanted: string): string | undefined {
  return readNonEmptyString(getBindingValue(bindings, wanted).string_value);
}

function findFirstBindingText(bindings: readonly unknown[], keys: readonly string[]): string | undefined {
  return keys.map((key) => getBindingText(bindings, key)).find((text) => text !== undefined);
}

/**
 * Reads a preview with its parts as JSON inside a string. If that is invalid, the card has only a name.
 * @param url the card's own address, used if its parts don't have one
 */
function toUnifiedCard(name: string, url: string | undefined, text: string): LinkCard {
  const { component_objects, destination_objects, media_entities } = readObjectOrEmpty(tryParseJson(text));
  const details = findPartData(component_objects, 'title');
  const goal = readObjectOrEmpty(findPartData(destination_objects, 'url_data').url_data);
  return {
    name,
    url: readNonEmptyString(goal.url) ?? url,
    title: readNonEmptyString(readObjectOrEmpty(details.title).content),
    description: readNonEmptyString(readObjectOrEmpty(details.subtitle).content),
    domain: readNonEmptyString(goal.vanity),
    imageUrl: listCardParts(media_entities)
      .map((one) => one.media_url_https)
      .find((address) => typeof address === 'string'),
  };
}

function findPartData(parts: unknown, key: 'title' | 'url_data'): PlatformObject {
  const found = listCardParts(parts).find((part) => readObjectOrEmpty(part.data)[key] !== undefined);
  return readObjectOrEmpty(found?.data);
}

function listCardParts(value: unknown): readonly PlatformObject[] {
  return Object.values(readObjectOrEmpty(value)).map(readObjectOrEmpty);
}

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

/** Reads a post ("Posts" in docs/upstream.md). @returns undefined if it can't be read, after adding a warning */
export function readTweet(
  context: UpstreamReadContext,
  path: BodyPath | undefined,
  value: unknown,
  isPinned = false,
): UpstreamTweetRecord | AbsentTweet | undefined {
  const post = unwrapTweet(context, path, value);
  if (post?.kind !== 'there') {
    return post;
  }
  const original = readRepostedTweet(context, post);
  // a repost of a quote is also marked as a quote, but doesn't have a quoted post
  const quoted = original === undefined ? readQuotedTweet(context, post) : undefined;
  const record: Tweet = createTweetRecord(context, post, {
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

/** A single literal gives all posts the same hidden class, which makes them faster to read. */
function createTweetRecord(context: UpstreamReadContext, post: UnwrappedTweet, around: TweetContext) {
  const { id, tweet, legacy, rawText, path } = post;
  const { user_results, user_result } = readObjectOrEmpty(tweet.core);
  const { result } = readObjectOrEmpty(user_results ?? user_result ?? tweet.author_results);
  const author = readAuthor(context, appendPathKey(path, 'core.user_results.result'), result, {
    id,
    legacy,
    outer: around.outer,
  });
  const createdAt = formatIsoSeconds(legacy.created_at);
  if (createdAt === undefined) {
    addUpstreamWarning(context, 'unreadable', appendPathKey(path, 'legacy.created_at'), `The date of post ${id} is invalid.`);
  }
  return {
    id,
    url: author.username === '' ? `${context.site}/i/status/${id}` : `${context.site}/${author.username}/status/${id}`,
    text: around.retweetOf === null ? toTweetText(rawText) : toRepostText(rawText, around.retweetOf),
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
    media: readMedia(rawText.media),
    urls: readEntityTexts(rawText.urls, 'expanded_url'),
    hashtags: readEntityTexts(rawText.hashtags, 'text'),
    mentions: readEntityTexts(rawText.mentions, 'screen_name'),
    replyTo: readReplyTo(legacy),
    conversationId: readString(legacy.conversation_id_str) ?? '',
    isPinned: around.isPinned,
    source: readSourceName(tweet, legacy),
    article: tweet.article === undefined ? null : readArticle(tweet.article, rawText, context.site),
    quoted: around.quoted,
    retweetOf: around.retweetOf,
  };
}

/** Null for a post that only starts with a mention ("Replies" in docs/upstream.md). */
function readReplyTo(legacy: PlatformObject): NestedTweet['replyTo'] {
  const tweetId = readNonEmptyString(legacy.in_reply_to_status_id_str);
  return tweetId === undefined
    ? null
    : { tweetId, userId: readString(legacy.in_reply_to_user_id_str), username: readString(legacy.in_reply_to_screen_name) };
}

/** Under `legacy` until 2022. */
function readSourceName(tweet: PlatformObject, legacy: PlatformObject): string | null {
  const html = readNonEmptyString(tweet.source) ?? readNonEmptyString(legacy.source);
  return html === undefined ? null : readHtmlAnchorText(html) || null;
}

/** The original is in `legacy`, possibly under the name of 2026; mobile queries have it on the post. */
function readRepostedTweet(
  context: UpstreamReadContext,
  { tweet, legacy, path }: UnwrappedTweet,
): NestedTweetWithExtra | AbsentTweet | undefined {
  const key = legacy.retweeted_status_result === undefined ? 'repostedStatusResults' : 'retweeted_status_result';
  const results = legacy[key] ?? tweet.retweeted_status_results;
  if (results === undefined || results === null) {
    return undefined;
  }
  const place = results === legacy[key] ? `legacy.${key}` : 'retweeted_status_results';
  const post = unwrapTweet(context, appendPathKey(path, `${place}.result`), readObjectOrEmpty(results).result);
  if (post?.kind !== 'there') {
    return post;
  }
  return toNestedTweet(context, post, legacy, readQuotedTweet(context, post));
}

/** The quoted post is next to `legacy`, and `{}` if it is gone. */
function readQuotedTweet(
  context: UpstreamReadContext,
  { tweet, legacy, path }: UnwrappedTweet,
): NestedTweetWithExtra | AbsentTweet | undefined {
  const key = getQuotedTweetKey(tweet);
  const results = tweet[key];
  if (results === undefined || results === null) {
    return typeof legacy.quoted_status_id_str === 'string' ? createAbsentTweet('empty', undefined, undefined) : undefined;
  }
  const post = unwrapTweet(context, appendPathKey(path, `${key}.result`), readObjectOrEmpty(results).result);
  return post?.kind === 'there' ? toNestedTweet(context, post, legacy) : post;
}

function getQuotedTweetKey(tweet: PlatformObject): 'quoted_status_result' | 'quotedPostResults' | 'quoted_tweet_results' {
  if (tweet.quoted_status_result !== undefined) {
    return 'quoted_status_result';
  }
  return tweet.quotedPostResults === undefined ? 'quoted_tweet_results' : 'quotedPostResults';
}

function toNestedTweet(
  context: UpstreamReadContext,
  post: UnwrappedTweet,
  outer: PlatformObject,
  quoted?: NestedTweetWithExtra | AbsentTweet,
): NestedTweetWithExtra {
  const inside = quoted?.kind === 'nested' ? quoted.record : null;
  const record: NestedTweet = createTweetRecord(context, post, { isPinned: false, outer, quoted: inside, retweetOf: null });
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

/**
 * Reads a post's article (assumption 4.1), with its paragraphs as `content` if they were sent.
 * @returns null without an id
 */
function readArticle(value: unknown, rawText: RawTweetText, site: string): Tweet['article'] {
  const article = readArticleResult(value);
  const id = readNumericId(article.rest_id);
  if (id === undefined) {
    return null;
  }
  const picture = readObjectOrEmpty(readObjectOrEmpty(article.cover_media).media_info);
  const blocks = readArticleBlocks(article);
  const texts = blocks.map(({ text }) => text).filter((text) => text.trim() !== ''); // others are images, dividers, and posts
  return {
    id,
    title: readString(article.title) ?? '',
    previewText: readString(article.preview_text) ?? '',
    coverUrl: readNonEmptyString(picture.original_img_url) ?? null,
    url: findArticleUrl(id, rawText) ?? `${site}/i/article/${id}`,
    ...(blocks.length === 0 ? {} : { content: texts.join('\n\n') }),
  };
}

function readArticleExtra(value: unknown): ArticleExtra | undefined {
  const article = readArticleResult(value);
  const id = readNumericId(article.rest_id);
  return id === undefined ? undefined : { id, blocks: readArticleBlocks(article) };
}

/** Embedded posts don't have a wrapper around the article. */
function readArticleResult(value: unknown): PlatformObject {
  const article = readObjectOrEmpty(value);
  return article.article_results === undefined ? article : readObjectOrEmpty(readObjectOrEmpty(article.article_results).result);
}

function readArticleBlocks(article: PlatformObject): ArticleExtra['blocks'] {
  return readArrayOrEmpty(readObjectOrEmpty(article.content_state).blocks).flatMap((block) => {
    const { type, text } = readObjectOrEmpty(block);
    return typeof text === 'string' ? [{ type: readString(type) ?? 'unstyled', text }] : [];
  });
}

/** The post's text is a link to its article. */
function findArticleUrl(id: string, rawText: RawTweetText): string | undefined {
  for (const url of rawText.shortUrls) {
    const { expanded_url } = readObjectOrEmpty(url);
    if (typeof expanded_url === 'string' && expanded_url.endsWith(`/${id}`)) {
      return expanded_url;
    }
  }
  return undefined;
}
