import type { RecordExtra, TextLink } from '../upstream/extra.ts';
import {
  mapIfArray,
  type RawFields,
  toRawFields,
  toBooleanOrUndefined,
  coerceId,
  isObject,
  toFiniteNumber,
  readObjectWith,
  type RecordFromReader,
  toStringOrUndefined,
  coerceText,
  readTextList,
  readTimeAsWritten,
} from './fieldValues.ts';
import { readUser, type UserRecord } from './readUser.ts';

export interface PostRecord extends RecordFromReader<typeof readPost> {}
export type MediaRecord = Readonly<ReturnType<typeof readMedium>>;
export type LinkRecord = Readonly<ReturnType<typeof readLink>>;
/** A long text with a title that is part of a post. */
export type ArticleRecord = Readonly<ReturnType<typeof readArticle>>;

/** A post, what it repeats or quotes, and what that quotes; what somebody nests deeper is left out. */
const maxPostLevel = 3;
// the reference names no element type of these: texts, or objects that have the text under one of these names
const hashtagKeys = ['text', 'tag', 'hashtag', 'name'] as const;
const mentionKeys = ['username', 'screen_name', 'screenName', 'handle'] as const;

export function readPost(value: unknown, level = 1) {
  const post = toRawFields(value);
  const counts = toRawFields(post['counts']);
  const metrics = toRawFields(post['metrics']);
  const entities = toRawFields(post['entities']);
  const replyTo = toRawFields(post['replyTo']);
  const geo = toRawFields(post['geo']);
  const point = toRawFields(geo['coordinates']);
  return {
    kind: 'post' as const,
    id: coerceId(post['id']),
    url: coerceText(post['url']),
    text: coerceText(post['text']),
    createdAt: readTimeAsWritten(post['createdAt']) ?? readTimeAsWritten(post['created_at']),
    lang: coerceText(post['lang']),
    author: readObjectWith<UserRecord>(post['author'], readUser),
    likes: toFiniteNumber(counts['likes']) ?? toFiniteNumber(metrics['like_count']),
    reposts: toFiniteNumber(counts['retweets']) ?? toFiniteNumber(metrics['retweet_count']),
    replies: toFiniteNumber(counts['replies']) ?? toFiniteNumber(metrics['reply_count']),
    quotes: toFiniteNumber(counts['quotes']) ?? toFiniteNumber(metrics['quote_count']),
    bookmarks: toFiniteNumber(counts['bookmarks']),
    views: toFiniteNumber(counts['views']),
    media: mapIfArray(post['media'], readMedium),
    links: mapIfArray(post['urls'], readLink) ?? mapIfArray(entities['urls'], readLink),
    /** Without `#`. */
    hashtags: readTextList(post['hashtags'], hashtagKeys) ?? readTextList(entities['hashtags'], hashtagKeys),
    /** Handles without `@`. */
    mentions: readTextList(post['mentions'], mentionKeys) ?? readTextList(entities['mentions'], mentionKeys),
    replyToId: coerceId(replyTo['id']) ?? coerceId(replyTo['tweetId']) ?? coerceId(replyTo['statusId']),
    replyToHandle: coerceText(replyTo['username']) ?? coerceText(replyTo['screenName']),
    quoted: readInnerPost(post['quoted'], level),
    repostOf: readInnerPost(post['retweetOf'], level),
    article: readObjectWith(post['article'], readArticle),
    conversationId: coerceId(post['conversationId']),
    isPinned: toBooleanOrUndefined(post['isPinned']),
    /** What it was sent with. */
    source: coerceText(post['source']),
    place: coerceText(geo['full_name']),
    latitude: toFiniteNumber(point['lat']),
    longitude: toFiniteNumber(point['lon']),
    /** The community that it was written in; the author's role there is the author's `role`. */
    community: readObjectWith(post['community'], ({ id, name }) => ({ id: coerceId(id), name: coerceText(name) })),
  };
}

function readInnerPost(value: unknown, level: number): PostRecord | undefined {
  return isObject(value) && level < maxPostLevel ? readPost(value, level + 1) : undefined;
}

function readMedium(value: unknown) {
  const medium = toRawFields(value);
  const url = toStringOrUndefined(medium['url']);
  const picture = toStringOrUndefined(medium['media_url_https']);
  return {
    /** "photo", "video", "animated_gif"; the list is open. */
    type: toStringOrUndefined(medium['type']),
    /** The whole picture, or what plays. */
    url: url ?? picture,
    /** A still picture. */
    previewUrl: toStringOrUndefined(medium['previewUrl']) ?? picture ?? url,
    width: toFiniteNumber(medium['width']),
    height: toFiniteNumber(medium['height']),
    alt: toStringOrUndefined(medium['altText']),
    durationMs: toFiniteNumber(medium['durationMs']),
  };
}

/** The reference of the gateway names no element type: an address, or an object as upstream has them. */
function readLink(value: unknown) {
  const address = typeof value === 'boolean' ? undefined : coerceText(value);
  const link = toRawFields(value);
  const token = toStringOrUndefined(link['url']);
  return {
    /** Where it leads. */
    url: address ?? toStringOrUndefined(link['expanded_url']) ?? toStringOrUndefined(link['expandedUrl']) ?? token,
    /** As it stands in the text, where the service says that. */
    token,
  };
}

function readArticle(article: RawFields) {
  return {
    title: toStringOrUndefined(article['title']),
    preview: toStringOrUndefined(article['previewText']),
    url: toStringOrUndefined(article['url']),
    pictureUrl: toStringOrUndefined(article['coverUrl']),
    content: toStringOrUndefined(article['content']),
  };
}

/**
 * A post with what only upstream JSON tells of it, as far as the shape has a place for it: what a link stands for in the text,
 * whom it answers without a post, the place, the community. Upstream records say 0 for a count that nobody reported; here it is unknown again.
 */
export function mergeUpstreamPostExtra(post: PostRecord, extra: RecordExtra | undefined): PostRecord {
  if (extra === undefined || !('hasViewCount' in extra)) {
    return post;
  }
  const { links, place, community, quoted, retweetOf, replyToUser, hasViewCount } = extra;
  return {
    ...post,
    views: hasViewCount ? post.views : undefined,
    links: links === undefined ? post.links : addLinkTokens(post.links, links),
    replyToHandle: post.replyToHandle ?? replyToUser?.username,
    place: post.place ?? place?.fullName,
    community: post.community ?? community,
    quoted: post.quoted === undefined ? undefined : mergeUpstreamPostExtra(post.quoted, quoted),
    repostOf: post.repostOf === undefined ? undefined : mergeUpstreamPostExtra(post.repostOf, retweetOf),
  };
}

/** Both are in the order of the text, and one address may stand there twice: each token is taken once. */
function addLinkTokens(links: PostRecord['links'], known: readonly TextLink[]): PostRecord['links'] {
  const left = [...known];
  return links?.map((link) => {
    const at = left.findIndex(({ url }) => url === link.url);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return found === undefined ? link : { url: link.url, token: found.token };
  });
}
