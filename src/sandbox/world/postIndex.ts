import { compareIds } from './snowflake.ts';
import { likerCount, likersOf } from './postBook.ts';
import type { Profile } from './profiles.ts';
import { type Lazy, once } from './once.ts';
import type { Post, PostsOf } from './world.ts';

/** Every way from an id to posts; arrays are newest first. */
export interface PostIndex {
  readonly byId: ReadonlyMap<string, Post>;
  readonly public: readonly Post[];
  readonly replies: ReadonlyMap<string, readonly Post[]>;
  readonly quotes: ReadonlyMap<string, readonly Post[]>;
  readonly retweets: ReadonlyMap<string, readonly Post[]>;
  readonly tagged: ReadonlyMap<string, readonly Post[]>;
  readonly byCommunity: ReadonlyMap<string, readonly Post[]>;
  readonly bySpace: ReadonlyMap<string, readonly Post[]>;
  readonly byAuthor: ReadonlyMap<string, readonly Post[]>;
  /** How many public posts each account liked, by its number. */
  readonly likeCounts: readonly number[];
  readonly likedBy: Lazy<ReadonlyMap<string, readonly Post[]>>;
}

/** The newer post first; of the same millisecond, the larger id. */
export function newestFirst(left: Post, right: Post): number {
  return right.createdAtMs - left.createdAtMs || compareIds(right.id, left.id);
}

export function indexPosts(written: readonly Post[], profiles: readonly Profile[]): PostIndex {
  const posts = written.toSorted(newestFirst);
  const open = new Set(profiles.filter((profile) => profile.state === 'active').map((profile) => profile.id));
  const replies = new Map<string, Post[]>();
  const quotes = new Map<string, Post[]>();
  const retweets = new Map<string, Post[]>();
  const tagged = new Map<string, Post[]>();
  const byCommunity = new Map<string, Post[]>();
  const bySpace = new Map<string, Post[]>();
  const byAuthor = new Map<string, Post[]>();
  const likeCounts = profiles.map(() => 0);
  const shown = posts.filter((post) => open.has(post.authorId));
  for (const post of posts) {
    append(byAuthor, post.authorId, post);
  }
  for (const post of shown) {
    append(replies, post.replyToId, post);
    append(quotes, post.quotedId, post);
    append(retweets, post.retweetOfId, post);
    append(byCommunity, post.communityId, post);
    append(bySpace, post.spaceId, post);
    for (const hashtag of post.hashtags) {
      append(tagged, hashtag.toLowerCase(), post);
    }
    const likerAt = likersOf(post);
    for (let position = 0; position < likerCount(post); position += 1) {
      const liker = likerAt(position);
      likeCounts[liker] = (likeCounts[liker] ?? 0) + 1;
    }
  }
  return {
    byId: new Map(posts.map((post) => [post.id, post])),
    public: shown,
    replies,
    quotes,
    retweets,
    tagged,
    byCommunity,
    bySpace,
    byAuthor,
    likeCounts,
    likedBy: once(() => indexLikes(shown, profiles)),
  };
}

function indexLikes(shown: readonly Post[], profiles: readonly Profile[]): ReadonlyMap<string, readonly Post[]> {
  const likedBy = new Map<string, Post[]>();
  for (const post of shown) {
    const likerAt = likersOf(post);
    for (let position = 0; position < likerCount(post); position += 1) {
      append(likedBy, profiles[likerAt(position)]?.id, post);
    }
  }
  return likedBy;
}

/** The posts of an account's tab, the pinned one first where it belongs. */
export function postsOfTab(index: PostIndex, accountId: string, what: PostsOf, pinned: string | undefined): readonly Post[] {
  if (what === 'likes') {
    return index.likedBy().get(accountId) ?? [];
  }
  const own = index.byAuthor.get(accountId) ?? [];
  switch (what) {
    case 'media':
      return own.filter((post) => post.media.length > 0 && post.retweetOfId === undefined);
    case 'articles':
      return own.filter((post) => post.article !== undefined);
    case 'posts':
      return withPinned(
        index,
        own.filter((post) => post.replyToId === undefined),
        pinned,
      );
    case 'postsAndReplies':
      return withPinned(index, own, pinned);
  }
}

function withPinned(index: PostIndex, posts: readonly Post[], pinned: string | undefined): readonly Post[] {
  const post = pinned === undefined ? undefined : index.byId.get(pinned);
  return post === undefined ? posts : [post, ...posts.filter((other) => other.id !== pinned)];
}

function append(map: Map<string, Post[]>, key: string | undefined, post: Post): void {
  if (key !== undefined) {
    const there = map.get(key);
    if (there === undefined) {
      map.set(key, [post]);
    } else {
      there.push(post);
    }
  }
}
