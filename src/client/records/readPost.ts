import { objectIn } from '../upstream/node.ts';
import { eachOf, flagOf, idOf, isObject, numberOf, stringOf, textOf, textsOf, timeOf } from './fieldValues.ts';
import { readUser } from './readUser.ts';
import type { ArticleRecord, LinkRecord, MediumRecord, PostRecord } from './recordShapes.ts';

/** What is read of a post and its parts, under the names of both services. */
interface RawPost {
  readonly counts?: unknown;
  readonly metrics?: unknown;
  readonly entities?: unknown;
  readonly replyTo?: unknown;
  readonly geo?: unknown;
  readonly coordinates?: unknown;
  readonly id?: unknown;
  readonly url?: unknown;
  readonly text?: unknown;
  readonly createdAt?: unknown;
  readonly created_at?: unknown;
  readonly lang?: unknown;
  readonly author?: unknown;
  readonly likes?: unknown;
  readonly like_count?: unknown;
  readonly retweets?: unknown;
  readonly retweet_count?: unknown;
  readonly replies?: unknown;
  readonly reply_count?: unknown;
  readonly quotes?: unknown;
  readonly quote_count?: unknown;
  readonly bookmarks?: unknown;
  readonly views?: unknown;
  readonly media?: unknown;
  readonly urls?: unknown;
  readonly hashtags?: unknown;
  readonly mentions?: unknown;
  readonly tweetId?: unknown;
  readonly statusId?: unknown;
  readonly username?: unknown;
  readonly screenName?: unknown;
  readonly quoted?: unknown;
  readonly retweetOf?: unknown;
  readonly article?: unknown;
  readonly conversationId?: unknown;
  readonly isPinned?: unknown;
  readonly source?: unknown;
  readonly full_name?: unknown;
  readonly lat?: unknown;
  readonly lon?: unknown;
  readonly community?: unknown;
  readonly media_url_https?: unknown;
  readonly type?: unknown;
  readonly previewUrl?: unknown;
  readonly width?: unknown;
  readonly height?: unknown;
  readonly altText?: unknown;
  readonly durationMs?: unknown;
  readonly expanded_url?: unknown;
  readonly expandedUrl?: unknown;
  readonly display_url?: unknown;
  readonly title?: unknown;
  readonly previewText?: unknown;
  readonly coverUrl?: unknown;
  readonly content?: unknown;
  readonly name?: unknown;
}

/** Posts stand inside of posts one level deep; what somebody nests deeper is left out. */
const deepestPost = 2;
// the reference names no element type of these: texts, or objects that have the text under one of these names
const hashtagKeys = ['text', 'tag', 'hashtag', 'name'] as const;
const mentionKeys = ['username', 'screen_name', 'screenName', 'handle'] as const;

/** A post with what stands inside of it. */
export function readPost(value: unknown, level = 1): PostRecord {
  const post: RawPost = objectIn(value);
  const counts: RawPost = objectIn(post.counts);
  const metrics: RawPost = objectIn(post.metrics);
  const entities: RawPost = objectIn(post.entities);
  const replyTo: RawPost = objectIn(post.replyTo);
  const geo: RawPost = objectIn(post.geo);
  const point: RawPost = objectIn(geo.coordinates);
  return {
    kind: 'post',
    id: idOf(post.id),
    url: textOf(post.url),
    text: textOf(post.text),
    createdAt: timeOf(post.createdAt) ?? timeOf(post.created_at),
    lang: textOf(post.lang),
    author: isObject(post.author) ? readUser(post.author) : undefined,
    likes: numberOf(counts.likes) ?? numberOf(metrics.like_count),
    reposts: numberOf(counts.retweets) ?? numberOf(metrics.retweet_count),
    replies: numberOf(counts.replies) ?? numberOf(metrics.reply_count),
    quotes: numberOf(counts.quotes) ?? numberOf(metrics.quote_count),
    bookmarks: numberOf(counts.bookmarks),
    views: numberOf(counts.views),
    media: Array.isArray(post.media) ? post.media.map(toMedium) : undefined,
    links: eachOf(post.urls, toLink) ?? eachOf(entities.urls, toLink),
    hashtags: textsOf(post.hashtags, hashtagKeys) ?? textsOf(entities.hashtags, hashtagKeys),
    mentions: textsOf(post.mentions, mentionKeys) ?? textsOf(entities.mentions, mentionKeys),
    replyToId: idOf(replyTo.id) ?? idOf(replyTo.tweetId) ?? idOf(replyTo.statusId),
    replyToHandle: textOf(replyTo.username) ?? textOf(replyTo.screenName),
    quoted: innerPost(post.quoted, level),
    repostOf: innerPost(post.retweetOf, level),
    article: toArticle(post.article),
    conversationId: idOf(post.conversationId),
    isPinned: flagOf(post.isPinned),
    source: textOf(post.source),
    place: textOf(geo.full_name),
    latitude: numberOf(point.lat),
    longitude: numberOf(point.lon),
    community: toCommunityName(post.community),
  };
}

function innerPost(value: unknown, level: number): PostRecord | undefined {
  return isObject(value) && level < deepestPost ? readPost(value, level + 1) : undefined;
}

function toMedium(value: unknown): MediumRecord {
  const medium: RawPost = objectIn(value);
  const url = stringOf(medium.url);
  const picture = stringOf(medium.media_url_https);
  return {
    type: stringOf(medium.type),
    url: url ?? picture,
    previewUrl: stringOf(medium.previewUrl) ?? picture ?? url,
    width: numberOf(medium.width),
    height: numberOf(medium.height),
    alt: stringOf(medium.altText),
    durationMs: numberOf(medium.durationMs),
  };
}

/** The reference of the gateway names no element type: an address, or an object as upstream has them. */
function toLink(value: unknown): LinkRecord {
  if (typeof value === 'string' || typeof value === 'number') {
    return { url: String(value), token: undefined, display: undefined };
  }
  const link: RawPost = objectIn(value);
  const token = stringOf(link.url);
  return {
    url: stringOf(link.expanded_url) ?? stringOf(link.expandedUrl) ?? token,
    token,
    display: stringOf(link.display_url),
  };
}

function toArticle(value: unknown): ArticleRecord | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const article: RawPost = value;
  return {
    title: stringOf(article.title),
    preview: stringOf(article.previewText),
    url: stringOf(article.url),
    pictureUrl: stringOf(article.coverUrl),
    content: stringOf(article.content),
  };
}

function toCommunityName(value: unknown): PostRecord['community'] {
  if (!isObject(value)) {
    return undefined;
  }
  const community: RawPost = value;
  return { id: idOf(community.id), name: textOf(community.name) };
}
