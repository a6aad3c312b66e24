import type { RecordExtra, TextLink } from '../upstream/extra.ts';
import {
  eachOf,
  type RawFields,
  rawFields,
  flagOf,
  idOf,
  isObject,
  numberOf,
  objectOf,
  type RecordOf,
  stringOf,
  textOf,
  textsOf,
  timeOf,
} from './fieldValues.ts';
import { readUser, type UserRecord } from './readUser.ts';

export interface PostRecord extends RecordOf<typeof readPost> {}
export type MediumRecord = Readonly<ReturnType<typeof readMedium>>;
export type LinkRecord = Readonly<ReturnType<typeof readLink>>;
/** A long text with a title that is part of a post. */
export type ArticleRecord = Readonly<ReturnType<typeof readArticle>>;

/** A post, what it repeats or quotes, and what that quotes; what somebody nests deeper is left out. */
const maxPostLevel = 3;
// the reference names no element type of these: texts, or objects that have the text under one of these names
const hashtagKeys = ['text', 'tag', 'hashtag', 'name'] as const;
const mentionKeys = ['username', 'screen_name', 'screenName', 'handle'] as const;

/** A post with what stands inside of it. */
export function readPost(value: unknown, level = 1) {
  const post = rawFields(value);
  const counts = rawFields(post['counts']);
  const metrics = rawFields(post['metrics']);
  const entities = rawFields(post['entities']);
  const replyTo = rawFields(post['replyTo']);
  const geo = rawFields(post['geo']);
  const point = rawFields(geo['coordinates']);
  return {
    kind: 'post' as const,
    id: idOf(post['id']),
    url: textOf(post['url']),
    text: textOf(post['text']),
    createdAt: timeOf(post['createdAt']) ?? timeOf(post['created_at']),
    lang: textOf(post['lang']),
    author: objectOf<UserRecord>(post['author'], readUser),
    likes: numberOf(counts['likes']) ?? numberOf(metrics['like_count']),
    reposts: numberOf(counts['retweets']) ?? numberOf(metrics['retweet_count']),
    replies: numberOf(counts['replies']) ?? numberOf(metrics['reply_count']),
    quotes: numberOf(counts['quotes']) ?? numberOf(metrics['quote_count']),
    bookmarks: numberOf(counts['bookmarks']),
    views: numberOf(counts['views']),
    media: eachOf(post['media'], readMedium),
    links: eachOf(post['urls'], readLink) ?? eachOf(entities['urls'], readLink),
    /** Without `#`. */
    hashtags: textsOf(post['hashtags'], hashtagKeys) ?? textsOf(entities['hashtags'], hashtagKeys),
    /** Handles without `@`. */
    mentions: textsOf(post['mentions'], mentionKeys) ?? textsOf(entities['mentions'], mentionKeys),
    replyToId: idOf(replyTo['id']) ?? idOf(replyTo['tweetId']) ?? idOf(replyTo['statusId']),
    replyToHandle: textOf(replyTo['username']) ?? textOf(replyTo['screenName']),
    quoted: innerPost(post['quoted'], level),
    repostOf: innerPost(post['retweetOf'], level),
    article: objectOf(post['article'], readArticle),
    conversationId: idOf(post['conversationId']),
    isPinned: flagOf(post['isPinned']),
    /** What it was sent with. */
    source: textOf(post['source']),
    place: textOf(geo['full_name']),
    latitude: numberOf(point['lat']),
    longitude: numberOf(point['lon']),
    /** The community that it was written in; the author's role there is the author's `role`. */
    community: objectOf(post['community'], ({ id, name }) => ({ id: idOf(id), name: textOf(name) })),
  };
}

function innerPost(value: unknown, level: number): PostRecord | undefined {
  return isObject(value) && level < maxPostLevel ? readPost(value, level + 1) : undefined;
}

function readMedium(value: unknown) {
  const medium = rawFields(value);
  const url = stringOf(medium['url']);
  const picture = stringOf(medium['media_url_https']);
  return {
    /** "photo", "video", "animated_gif"; the list is open. */
    type: stringOf(medium['type']),
    /** The whole picture, or what plays. */
    url: url ?? picture,
    /** A still picture. */
    previewUrl: stringOf(medium['previewUrl']) ?? picture ?? url,
    width: numberOf(medium['width']),
    height: numberOf(medium['height']),
    alt: stringOf(medium['altText']),
    durationMs: numberOf(medium['durationMs']),
  };
}

/** The reference of the gateway names no element type: an address, or an object as upstream has them. */
function readLink(value: unknown) {
  const address = typeof value === 'boolean' ? undefined : textOf(value);
  const link = rawFields(value);
  const token = stringOf(link['url']);
  return {
    /** Where it leads. */
    url: address ?? stringOf(link['expanded_url']) ?? stringOf(link['expandedUrl']) ?? token,
    /** As it stands in the text, where the service says that. */
    token,
  };
}

function readArticle(article: RawFields) {
  return {
    title: stringOf(article['title']),
    preview: stringOf(article['previewText']),
    url: stringOf(article['url']),
    pictureUrl: stringOf(article['coverUrl']),
    content: stringOf(article['content']),
  };
}

/**
 * A post with what only upstream JSON tells of it, as far as the shape has a place for it: what a link stands for in the text,
 * whom it answers without a post, the place, the community. Upstream records say 0 for a count that nobody reported; here it is unknown again.
 */
export function withPostExtra(post: PostRecord, extra: RecordExtra | undefined): PostRecord {
  if (extra === undefined || !('hasViewCount' in extra)) {
    return post;
  }
  const { links, place, community, quoted, retweetOf, replyToUser, hasViewCount } = extra;
  return {
    ...post,
    views: hasViewCount ? post.views : undefined,
    links: links === undefined ? post.links : withTokens(post.links, links),
    replyToHandle: post.replyToHandle ?? replyToUser?.username,
    place: post.place ?? place?.fullName,
    community: post.community ?? community,
    quoted: post.quoted === undefined ? undefined : withPostExtra(post.quoted, quoted),
    repostOf: post.repostOf === undefined ? undefined : withPostExtra(post.repostOf, retweetOf),
  };
}

/** Both are in the order of the text, and one address may stand there twice: each token is taken once. */
function withTokens(links: PostRecord['links'], known: readonly TextLink[]): PostRecord['links'] {
  const left = [...known];
  return links?.map((link) => {
    const at = left.findIndex(({ url }) => url === link.url);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return found === undefined ? link : { url: link.url, token: found.token };
  });
}
