import type { NestedTweet, Tweet } from '../../client/schemas/primary.ts';
import { toPermalink } from './landmarks.ts';
import { toIsoSeconds } from './snowflake.ts';
import type { Account, Article, WorldPost, SandboxWorld } from './world.ts';

/** A post's simple format, with the quoted and reposted posts. */
export function toTweetRecord(world: SandboxWorld, post: WorldPost): Tweet {
  const quotedIn = ({ quotedId }: WorldPost): NestedTweet | null => {
    const quoted = world.post(quotedId);
    return quoted === undefined ? null : toNestedTweetRecord(world, quoted);
  };
  const original = world.post(post.retweetOfId);
  return {
    ...toNestedTweetRecord(world, post),
    quoted: quotedIn(post),
    retweetOf: original === undefined ? null : { ...toNestedTweetRecord(world, original), quoted: quotedIn(original) },
  };
}

function toNestedTweetRecord(world: SandboxWorld, post: WorldPost): NestedTweet {
  const author = getPostAuthor(world, post).record;
  const parent = world.post(post.replyToId);
  return {
    id: post.id,
    url: toPermalink(author.username, post.id),
    text: getFullPostText(world, post),
    createdAt: toIsoSeconds(post.createdAtMs),
    lang: post.lang,
    author,
    counts: toTweetCounts(world, post),
    media: [...post.media],
    urls: [...listPostLinks(world, post)],
    hashtags: [...post.hashtags],
    mentions: [...post.mentions],
    replyTo:
      parent === undefined
        ? null
        : { tweetId: parent.id, userId: parent.authorId, username: getPostAuthor(world, parent).record.username },
    conversationId: post.conversationId,
    isPinned: false,
    source: post.source,
    article: post.article === undefined ? null : toArticleRecord(post.article),
    quoted: null,
    retweetOf: null,
  };
}

/** In the simple format, a repost has its original's complete text. */
function getFullPostText(world: SandboxWorld, post: WorldPost): string {
  const original = world.post(post.retweetOfId);
  return original === undefined ? post.text : `RT @${getPostAuthor(world, original).record.username}: ${original.text}`;
}

/** A repost has its original's repost count, as it does upstream. */
export function toTweetCounts(world: SandboxWorld, post: WorldPost): Tweet['counts'] {
  const { replies, quotes } = world.countReactions(post.id);
  return {
    likes: post.likes,
    retweets: world.countReactions(post.retweetOfId ?? post.id).retweets,
    replies,
    quotes,
    bookmarks: post.bookmarks,
    views: post.views,
  };
}

export function computeEngagement(world: SandboxWorld, { id, likes }: WorldPost): number {
  const { replies, quotes, retweets } = world.countReactions(id);
  return likes + 2 * retweets + 3 * quotes + replies;
}

export function listPostLinks(world: SandboxWorld, post: WorldPost): readonly string[] {
  const original = world.post(post.retweetOfId);
  return original === undefined ? post.urls : original.urls.filter((url) => post.text.includes(url));
}

export function getPostAuthor(world: SandboxWorld, post: WorldPost): Account {
  const account = world.account(post.authorId);
  if (account === undefined) throw new RangeError(`post ${post.id} has no author`);
  return account;
}

/** Assumption 4.1. */
function toArticleRecord(article: Article): Record<string, unknown> {
  const { id, title, previewText, coverUrl, url } = article;
  return { id, title, previewText, coverUrl, url };
}

/** Primary reference, GET /tweet/{tweetId}/article. */
export function addArticleContent(world: SandboxWorld, tweet: Tweet): Tweet {
  const article = world.post(tweet.id)?.article;
  return article === undefined
    ? tweet
    : { ...tweet, article: { ...toArticleRecord(article), content: article.paragraphs.join('\n\n') } };
}
