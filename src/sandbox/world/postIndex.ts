import { once } from '../../client/once.ts';
import { createNewestFirstComparator, type PostRegistry } from './postRegistry.ts';
import { accountCountByState, type AccountProfile } from './profiles.ts';
import type { WorldPost, ProfileTab } from './world.ts';

export type PostIndex = ReturnType<typeof indexPosts>;

/** The indexes of the posts, which are meant by their number in the book; the newest first. Each is made on first use. */
export function indexPosts(posts: PostRegistry, profiles: readonly AccountProfile[]) {
  const { authors, likes, createdAtMs, at } = posts;
  const byAge = createNewestFirstComparator(posts);
  const isOpen = profiles.map(({ state }) => state === 'active');
  const isShown = (number: number): boolean => isOpen[authors[number] ?? -1] === true;
  const shown = once(() => [...authors.keys()].filter(isShown).sort(byAge));
  const grouped = (keysOf: (post: WorldPost) => readonly (string | undefined)[]) =>
    once(() => groupPostNumbersByKey(shown(), at, keysOf));
  const byAuthor = once(() => {
    const numbers = profiles.map((): number[] => []);
    authors.forEach((author, number) => numbers[author]?.push(number));
    return numbers.map((own) => once(() => own.sort(byAge)));
  });
  return {
    posts,
    /** Those of accounts that are neither protected nor suspended. */
    public: shown,
    /** Public reactions, by what they react to. */
    replies: once(() => createReactionIndex(posts.replyTo, isShown, byAge)),
    quotes: once(() => createReactionIndex(posts.quoted, isShown, byAge)),
    retweets: once(() => createReactionIndex(posts.retweetOf, isShown, byAge)),
    /** Public posts by hashtag in lower case, by community and by audio room. */
    tagged: grouped((post) => post.hashtags.map((hashtag) => hashtag.toLowerCase())),
    byCommunity: grouped((post) => [post.communityId]),
    bySpace: grouped((post) => [post.spaceId]),
    /** All posts of an account, by its number. */
    by: (author: number): readonly number[] => byAuthor()[author]?.() ?? [],
    /** How many public posts each account liked, by its number. */
    likeCounts: once((): Readonly<Int32Array> => {
      const counts = new Int32Array(profiles.length);
      for (let number = 0; number < authors.length; number += 1) {
        if (isShown(number)) {
          incrementLikerCounts(counts, createdAtMs[number] ?? 0, likes[number] ?? 0);
        }
      }
      return counts;
    }),
    /** The public posts that an account liked, by its number. */
    likedBy: once((): readonly (readonly number[])[] => {
      const liked = profiles.map((): number[] => []);
      for (const number of shown()) {
        const likerAt = createLikerAtPositionLookup(createdAtMs[number] ?? 0);
        const count = capLikerCount(likes[number] ?? 0);
        for (let position = 0; position < count; position += 1) {
          liked[likerAt(position)]?.push(number);
        }
      }
      return liked;
    }),
  };
}

function groupPostNumbersByKey(
  numbers: readonly number[],
  at: (number: number) => WorldPost,
  keysOf: (post: WorldPost) => readonly (string | undefined)[],
): ReadonlyMap<string | undefined, readonly number[]> {
  const keyed = numbers.flatMap((number) => keysOf(at(number)).map((key) => ({ key, number })));
  return new Map([...Map.groupBy(keyed, ({ key }) => key)].map(([key, own]) => [key, own.map(({ number }) => number)]));
}

/** The posts of an account's tab, the pinned one first where it belongs. */
export function listProfileTabPosts(
  index: PostIndex,
  account: number,
  what: ProfileTab,
  pinned: string | undefined,
): readonly number[] {
  const { at, replyTo } = index.posts;
  switch (what) {
    case 'likes':
      return index.likedBy()[account] ?? [];
    case 'media':
      return listMediaPosts(index, account);
    case 'articles':
      return index.by(account).filter((number) => at(number).article !== undefined);
    case 'posts':
      return putPinnedFirst(
        index,
        index.by(account).filter((number) => (replyTo[number] ?? -1) < 0),
        pinned,
      );
    case 'postsAndReplies':
      return putPinnedFirst(index, index.by(account), pinned);
  }
}

/** The posts of an account that show media of their own. */
export function listMediaPosts({ by, posts }: PostIndex, account: number): readonly number[] {
  return by(account).filter((number) => posts.withMedia[number] === true && (posts.retweetOf[number] ?? -1) < 0);
}

function putPinnedFirst({ posts }: PostIndex, numbers: readonly number[], pinned: string | undefined): readonly number[] {
  const first = pinned === undefined ? -1 : posts.numberOf(pinned);
  return first < 0 ? numbers : [first, ...numbers];
}

/** Which posts react to which in one way, by their numbers. */
export interface ReactionIndex {
  readonly countOf: (target: number) => number;
  /** The newest first. */
  readonly to: (target: number) => readonly number[];
}

/**
 * Turns "what each post reacts to" round.
 * @param targets by the number of the reaction; -1 for none
 */
function createReactionIndex(
  targets: readonly number[],
  isShown: (number: number) => boolean,
  byAge: (left: number, right: number) => number,
): ReactionIndex {
  const byTarget = new Map<number, number[]>();
  for (let number = 0; number < targets.length; number += 1) {
    const target = targets[number] ?? -1;
    if (target >= 0 && isShown(number)) {
      const known = byTarget.get(target);
      if (known === undefined) byTarget.set(target, [number]);
      else known.push(number);
    }
  }
  const sorted = new Set<number>();
  return {
    countOf: (target) => byTarget.get(target)?.length ?? 0,
    to: (target) => {
      const reactions = byTarget.get(target) ?? [];
      if (!sorted.has(target)) reactions.sort(byAge);
      sorted.add(target);
      return reactions;
    },
  };
}

/**
 * Who liked a post, as numbers of public accounts by position: a walk with a step of its own, so that nobody comes twice.
 * The moment alone decides it, so that likes are counted without writing a post.
 */
export function createLikerAtPositionLookup(createdAtMs: number): (position: number) => number {
  const hash = hashNumber(createdAtMs);
  return (position) => (pickFirstLikerNumberByHash(hash) + position * pickLikerWalkStepByHash(hash)) % accountCountByState.public;
}

/** Adds one to the count of each liker of a post. These are the most steps of a start, so nothing is called in them. */
function incrementLikerCounts(counts: Int32Array, createdAtMs: number, likes: number): void {
  const hash = hashNumber(createdAtMs);
  const step = pickLikerWalkStepByHash(hash);
  let liker = pickFirstLikerNumberByHash(hash);
  for (let left = capLikerCount(likes); left > 0; left -= 1) {
    counts[liker] = (counts[liker] ?? 0) + 1;
    liker += step;
    if (liker >= accountCountByState.public) {
      liker -= accountCountByState.public;
    }
  }
}

/** How many likers of a post there are to name. */
export function capLikerCount(likes: number): number {
  return Math.min(likes, accountCountByState.public);
}

function pickFirstLikerNumberByHash(hash: number): number {
  return hash % accountCountByState.public;
}

function pickLikerWalkStepByHash(hash: number): number {
  return 1 + ((hash >>> 9) % (accountCountByState.public - 1));
}

/** The last step of MurmurHash3 over the low 32 bits. */
function hashNumber(value: number): number {
  let hash = value >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
