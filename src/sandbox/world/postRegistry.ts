import type { Media } from '../../client/schemas/primary.ts';
import { accountCountByState, type AccountProfile } from './profiles.ts';
import { createRandom, type Random } from './random.ts';
import { compareIds, readSnowflakeSerial, createSnowflakeId, readSnowflakeTimeMs } from './snowflake.ts';
import type { Article, GeoPoint, WorldPost } from './world.ts';
import type { ComposedText } from './composePostText.ts';

/** What is decided of a post before it is written; all but author, moment and writer may be left out. */
export interface PostPlan {
  /** The number of the account. */
  readonly author: number;
  readonly atMs: number;
  /** A reserved id; the moment then comes from it. */
  readonly id?: string;
  /** The numbers of other posts. */
  readonly replyTo?: number;
  readonly quoted?: number;
  readonly retweetOf?: number;
  readonly likes?: number | undefined;
  /** Whether it shows media; what, is for the writer to say. */
  readonly withMedia?: boolean;
  readonly write: PostWriter;
}

/** What is written when a post is first looked at. */
export interface PostContent {
  readonly composedText: ComposedText;
  readonly communityId?: string | undefined;
  readonly spaceId?: string;
  readonly media?: readonly Media[];
  readonly article?: Article;
  readonly geo?: GeoPoint | undefined;
  readonly sensitive?: boolean;
}

/**
 * Writes a post.
 * @param random the post's own, so that it is the same whatever else was written before it
 * @param number its number, and no other post's
 */
export type PostWriter = (random: Random, number: number, book: PostRegistry) => PostContent;

/**
 * The posts of a world by number, while they are planned and then as they are read. The columns hold what indexes and counts
 * are made from; all else of a post, its text above all, is written when the post is first looked at.
 */
export interface PostRegistry {
  /** For plans only: they are made one after the other. */
  readonly random: Random;
  readonly profiles: readonly AccountProfile[];
  readonly nowMs: number;
  /** What the addresses of pictures start with. */
  readonly mediaBase: string;
  /** The numbers of the accounts that wrote them. */
  readonly authors: readonly number[];
  /** When they were written, milliseconds since 1970. */
  readonly createdAtMs: readonly number[];
  readonly likes: readonly number[];
  /** Whether they show media. */
  readonly withMedia: readonly boolean[];
  /** The number of the post that is answered; -1 for none. */
  readonly replyTo: readonly number[];
  /** The same for quotes. */
  readonly quoted: readonly number[];
  /** The same for reposts. */
  readonly retweetOf: readonly number[];
  /**
   * @returns the number of the new post: how many there were
   * @throws RangeError when the author does not exist
   */
  readonly add: (plan: PostPlan) => number;
  /** The number of the post that starts the conversation. */
  readonly rootOf: (number: number) => number;
  /** The profile of the one who wrote a post. */
  readonly authorOf: (number: number) => AccountProfile;
  /** The post itself, the same object each time. */
  readonly at: (number: number) => WorldPost;
  readonly idOf: (number: number) => string;
  /** -1 where there is none. */
  readonly numberOf: (id: string) => number;
}

/** The newer post first; of the same millisecond, the larger id. */
export function createNewestFirstComparator({ createdAtMs, idOf }: PostRegistry): (left: number, right: number) => number {
  return (left, right) =>
    (createdAtMs[right] ?? 0) - (createdAtMs[left] ?? 0) || (left === right ? 0 : compareIds(idOf(right), idOf(left)));
}

const postSources = ['Web App', 'Phone App', 'Tablet App', 'Scheduler for <Teams>'];
/** What automated accounts post with. */
const robotSource = 'Robot Posts';

export function createPostRegistry(profiles: readonly AccountProfile[], nowMs: number, mediaBase: string): PostRegistry {
  const random = createRandom('posts');
  const columns = {
    authors: new Array<number>(),
    createdAtMs: new Array<number>(),
    likes: new Array<number>(),
    withMedia: new Array<boolean>(),
    replyTo: new Array<number>(),
    quoted: new Array<number>(),
    retweetOf: new Array<number>(),
  } as const;
  const { authors, createdAtMs, likes, withMedia, replyTo, quoted, retweetOf } = columns;
  const roots: number[] = [];
  const writers: PostWriter[] = [];
  const reserved = new Map<number, string>();
  // written as they are looked at
  const posts: (WorldPost | undefined)[] = [];
  const numbers = new Map<string, number>();

  const add = (plan: PostPlan): number => {
    const number = authors.length;
    if (profiles[plan.author] === undefined) {
      throw new RangeError(`there is no account ${plan.author}`);
    }
    if (plan.id !== undefined) {
      reserved.set(number, plan.id);
      numbers.set(plan.id, number);
    }
    authors.push(plan.author);
    createdAtMs.push(plan.id === undefined ? Math.min(Math.floor(plan.atMs), nowMs) : readSnowflakeTimeMs(plan.id));
    likes.push(plan.likes ?? pickRandomLikeCount(random, plan));
    withMedia.push(plan.withMedia ?? false);
    replyTo.push(plan.replyTo ?? -1);
    quoted.push(plan.quoted ?? -1);
    retweetOf.push(plan.retweetOf ?? -1);
    roots.push(plan.replyTo === undefined ? number : (roots[plan.replyTo] ?? -1));
    writers.push(plan.write);
    posts.push(undefined);
    return number;
  };
  const idOf = (number: number): string =>
    posts[number]?.id ?? reserved.get(number) ?? createSnowflakeId(createdAtMs[number] ?? 0, number);
  const rootOf = (number: number): number => roots[number] ?? -1;
  const authorOf = (number: number): AccountProfile => {
    const profile = profiles[authors[number] ?? -1];
    if (profile === undefined) {
      throw new RangeError(`there is no post ${number}`);
    }
    return profile;
  };
  const at = (number: number): WorldPost => {
    const known = posts[number];
    if (known !== undefined) {
      return known;
    }
    const own = createRandom(`post ${number}`);
    const content = writers[number]?.(own, number, book);
    if (content === undefined) {
      throw new RangeError(`nobody writes the post ${number}`);
    }
    const post = toWorldPost(book, number, content, own);
    posts[number] = post;
    numbers.set(post.id, number);
    return post;
  };
  const numberOf = (id: string): number => {
    const known = numbers.get(id);
    if (known !== undefined) {
      return known;
    }
    const number = readSnowflakeSerial(id);
    return number !== undefined && number < authors.length && idOf(number) === id ? number : -1;
  };
  const book: PostRegistry = { ...columns, random, profiles, nowMs, mediaBase, rootOf, authorOf, add, at, idOf, numberOf };
  return book;
}

/** @param own the post's own source, behind what its writer drew from it */
function toWorldPost(book: PostRegistry, number: number, content: PostContent, own: Random): WorldPost {
  const { composedText, communityId, spaceId, media = [], article, geo, sensitive = false } = content;
  const author = book.authorOf(number);
  const likes = book.likes[number] ?? 0;
  const idIn = (column: readonly number[]): string | undefined => {
    const other = column[number] ?? -1;
    return other < 0 ? undefined : book.idOf(other);
  };
  const retweetOfId = idIn(book.retweetOf);
  const source = author.isAutomated ? undefined : postSources[(book.authors[number] ?? 0) % postSources.length];
  return {
    ...composedText,
    id: book.idOf(number),
    authorId: author.id,
    createdAtMs: book.createdAtMs[number] ?? 0,
    conversationId: book.idOf(book.rootOf(number)),
    replyToId: idIn(book.replyTo),
    quotedId: idIn(book.quoted),
    retweetOfId,
    communityId,
    spaceId,
    media,
    source: source ?? robotSource,
    article,
    geo,
    sensitive,
    likes,
    bookmarks: Math.floor(likes / 9),
    views: retweetOfId === undefined ? likes * 41 + own.below(90) : 0,
  };
}

/** Many get none, few get many; answers get less, reposts none of their own. */
function pickRandomLikeCount(random: Random, plan: PostPlan): number {
  if (plan.retweetOf !== undefined) {
    return 0;
  }
  let luck = random.next();
  const halvings = plan.replyTo === undefined ? 3 : 5;
  for (let turn = 0; turn < halvings; turn += 1) {
    luck *= luck;
  }
  return Math.floor(luck * accountCountByState.public);
}
