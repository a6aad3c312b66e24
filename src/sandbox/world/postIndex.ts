import { once } from '../../client/once.ts';
import { compareNewestFirst, type PlannedPost, type PostRegistry, type WorldPost } from './postRegistry.ts';
import { accountCountByState, type AccountProfile } from './profiles.ts';

export type PostIndex = ReturnType<typeof indexPosts>;

export function indexPosts(book: PostRegistry, profiles: readonly AccountProfile[]) {
  const { posts, write } = book;
  /** Leaves out protected and suspended accounts. */
  const shown = once(() => posts.filter(({ author }) => author.state === 'active').sort(compareNewestFirst));
  const byTarget = (targetOf: (post: PlannedPost) => PlannedPost | undefined) =>
    once(() => {
      const reactions = shown().filter((post) => targetOf(post) !== undefined);
      return Map.groupBy(reactions, targetOf);
    });
  const byKeys = (keysOf: (post: WorldPost) => readonly (string | undefined)[]) =>
    once(() => {
      const keyed = shown().flatMap((post) => keysOf(write(post)).map((key) => ({ key, post })));
      return new Map([...Map.groupBy(keyed, ({ key }) => key)].map(([key, own]) => [key, own.map(({ post }) => post)]));
    });
  const byAuthor = once(() => {
    const authors = profiles.map((): PlannedPost[] => []);
    for (const post of posts) authors[post.author.number]?.push(post);
    return authors.map((own) => once(() => own.sort(compareNewestFirst)));
  });
  return {
    book,
    public: shown,
    /** Public reactions by post. */
    replies: byTarget(({ replyTo }) => replyTo),
    quotes: byTarget(({ quoted }) => quoted),
    retweets: byTarget(({ retweetOf }) => retweetOf),
    /** Public posts by lower-case hashtag, by community, and by audio room. */
    tagged: byKeys((post) => post.hashtags.map((hashtag) => hashtag.toLowerCase())),
    byCommunity: byKeys((post) => [post.communityId]),
    bySpace: byKeys((post) => [post.spaceId]),
    by: (author: AccountProfile): readonly PlannedPost[] => byAuthor()[author.number]?.() ?? [],
    likeCounts: once((): Readonly<Int32Array> => {
      const counts = new Int32Array(profiles.length);
      for (const post of posts) {
        if (post.author.state !== 'active') continue;
        const { liker: first, step, length } = getLikerWalk(post);
        let liker = first;
        // no function calls, because this loop runs most often at startup
        for (let left = length; left > 0; left -= 1) {
          counts[liker] = (counts[liker] ?? 0) + 1;
          liker = (liker + step) % accountCountByState.public;
        }
      }
      return counts;
    }),
    likedBy: once((): readonly (readonly PlannedPost[])[] => {
      const liked = profiles.map((): PlannedPost[] => []);
      for (const post of shown()) for (const liker of listLikerNumbers(post)) liked[liker]?.push(post);
      return liked;
    }),
  };
}

export type ProfileTab = 'posts' | 'postsAndReplies' | 'media' | 'likes' | 'articles';

export function listProfileTabPosts(
  index: PostIndex,
  account: AccountProfile,
  tab: ProfileTab,
  pinned: string | undefined,
): readonly PlannedPost[] {
  const first = pinned === undefined ? undefined : index.book.find(pinned);
  const withPinned = (posts: readonly PlannedPost[]): readonly PlannedPost[] => (first === undefined ? posts : [first, ...posts]);
  switch (tab) {
    case 'likes':
      return index.likedBy()[account.number] ?? [];
    case 'media':
      return listMediaPosts(index, account);
    case 'articles':
      return index.by(account).filter((post) => index.book.write(post).article !== undefined);
    case 'posts':
      return withPinned(index.by(account).filter(({ replyTo }) => replyTo === undefined));
    case 'postsAndReplies':
      return withPinned(index.by(account));
  }
}

export function listMediaPosts({ by }: PostIndex, account: AccountProfile): readonly PlannedPost[] {
  return by(account).filter(({ withMedia, retweetOf }) => withMedia && retweetOf === undefined);
}

export function listLikerNumbers(post: PlannedPost): readonly number[] {
  const { liker, step, length } = getLikerWalk(post);
  return Array.from({ length }, (_, position) => (liker + position * step) % accountCountByState.public);
}

/** Visits each account at most once: the number of accounts is prime. Needs only the post's time, so likes are counted without creating its text. */
function getLikerWalk({ createdAtMs, likes }: PlannedPost) {
  const { public: size } = accountCountByState;
  const hash = hashNumber(createdAtMs);
  return { liker: hash % size, step: 1 + ((hash >>> 9) % (size - 1)), length: Math.min(likes, size) };
}

/** The last step of MurmurHash3 over the low 32 bits. */
function hashNumber(value: number): number {
  let hash = value >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
