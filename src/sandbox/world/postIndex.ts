import { countLikers, likerCount, likersOf } from './likers.ts';
import { newestNumberFirst, type PostTable } from './postTable.ts';
import type { Profile } from './profiles.ts';
import { reactionsIn, type Reactions } from './reactions.ts';
import { type Lazy, once } from './once.ts';
import type { Post, PostsOf } from './world.ts';

/** Every way to posts, which are told by their number in the table; the newest first. Each way is made when it is first gone. */
export interface PostIndex {
  readonly posts: PostTable;
  /** Those of accounts that are neither protected nor suspended. */
  readonly public: Lazy<readonly number[]>;
  /** Public reactions, by what they react to. */
  readonly replies: Lazy<Reactions>;
  readonly quotes: Lazy<Reactions>;
  readonly retweets: Lazy<Reactions>;
  /** Public posts by hashtag in lower case, by community and by audio room. */
  readonly tagged: Lazy<ReadonlyMap<string, readonly number[]>>;
  readonly byCommunity: Lazy<ReadonlyMap<string, readonly number[]>>;
  readonly bySpace: Lazy<ReadonlyMap<string, readonly number[]>>;
  /** All posts of an account, by its number. */
  readonly by: (author: number) => readonly number[];
  /** How many public posts each account liked, by its number. */
  readonly likeCounts: Lazy<Readonly<Int32Array>>;
  /** The public posts that an account liked, by its number. */
  readonly likedBy: Lazy<readonly (readonly number[])[]>;
}

export function indexPosts(posts: PostTable, profiles: readonly Profile[]): PostIndex {
  const { authors, likes, momentsMs, at } = posts;
  const byAge = newestNumberFirst(posts);
  const isOpen = profiles.map(({ state }) => state === 'active');
  const isShown = (number: number): boolean => isOpen[authors[number] ?? -1] === true;
  const shown = once(() => [...authors.keys()].filter(isShown).sort(byAge));
  const grouped = (keysOf: (post: Post) => readonly (string | undefined)[]) => once(() => groupBy(shown(), at, keysOf));
  const byAuthor = once(() => {
    const numbers = profiles.map((): number[] => []);
    authors.forEach((author, number) => numbers[author]?.push(number));
    return numbers.map((own) => once(() => own.sort(byAge)));
  });
  return {
    posts,
    public: shown,
    replies: once(() => reactionsIn(posts.replyTo, isShown, byAge)),
    quotes: once(() => reactionsIn(posts.quoted, isShown, byAge)),
    retweets: once(() => reactionsIn(posts.retweetOf, isShown, byAge)),
    tagged: grouped((post) => post.hashtags.map((hashtag) => hashtag.toLowerCase())),
    byCommunity: grouped((post) => [post.communityId]),
    bySpace: grouped((post) => [post.spaceId]),
    by: (author) => byAuthor()[author]?.() ?? [],
    likeCounts: once(() => {
      const counts = new Int32Array(profiles.length);
      for (let number = 0; number < authors.length; number += 1) {
        if (isShown(number)) {
          countLikers(counts, momentsMs[number] ?? 0, likes[number] ?? 0);
        }
      }
      return counts;
    }),
    likedBy: once(() => {
      const liked = profiles.map((): number[] => []);
      for (const number of shown()) {
        const likerAt = likersOf(momentsMs[number] ?? 0);
        const count = likerCount(likes[number] ?? 0);
        for (let position = 0; position < count; position += 1) {
          liked[likerAt(position)]?.push(number);
        }
      }
      return liked;
    }),
  };
}

function groupBy(
  numbers: readonly number[],
  at: (number: number) => Post,
  keysOf: (post: Post) => readonly (string | undefined)[],
): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  for (const number of numbers) {
    for (const key of keysOf(at(number))) {
      const group = key === undefined ? undefined : groups.get(key);
      if (group !== undefined) {
        group.push(number);
      } else if (key !== undefined) {
        groups.set(key, [number]);
      }
    }
  }
  return groups;
}

/** The posts of an account's tab, the pinned one first where it belongs. */
export function postsOfTab(index: PostIndex, account: number, what: PostsOf, pinned: string | undefined): readonly number[] {
  const { at, replyTo } = index.posts;
  switch (what) {
    case 'likes':
      return index.likedBy()[account] ?? [];
    case 'media':
      return mediaPosts(index, account);
    case 'articles':
      return index.by(account).filter((number) => at(number).article !== undefined);
    case 'posts':
      return withPinned(
        index,
        index.by(account).filter((number) => (replyTo[number] ?? -1) < 0),
        pinned,
      );
    case 'postsAndReplies':
      return withPinned(index, index.by(account), pinned);
  }
}

/** The posts of an account that show media of their own. */
export function mediaPosts({ by, posts }: PostIndex, account: number): readonly number[] {
  return by(account).filter((number) => posts.withMedia[number] === true && (posts.retweetOf[number] ?? -1) < 0);
}

function withPinned({ posts }: PostIndex, numbers: readonly number[], pinned: string | undefined): readonly number[] {
  const first = pinned === undefined ? -1 : posts.numberOf(pinned);
  return first < 0 ? numbers : [first, ...numbers.filter((number) => number !== first)];
}
