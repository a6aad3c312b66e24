import type { QueryNode } from '../../../client/search/queryNode.ts';
import { type Lazy, once } from '../once.ts';
import { eachOf, sequenceOf } from '../sequence.ts';
import type { Post, Sequence, World } from '../world.ts';
import { compileQuery, type Leaf, positiveLeaves } from './compileQuery.ts';
import { readDistanceKm } from './distance.ts';
import { operatorTest } from './operatorTests.ts';
import { type PostSearch, type PostSubject, type PostTest, toSubject } from './postSubject.ts';
import { searchCounted } from './searchCounted.ts';
import { textTest } from './textMatch.ts';

export interface PostSearchOptions {
  /** The most engaging first, or the newest. */
  readonly order: 'top' | 'latest';
  /** Further conditions beside the query; all must hold. */
  readonly also?: PostTest | readonly PostTest[];
  /** True to find reposts although the query does not ask for them. */
  readonly reposts?: boolean;
  /** Told of what of the query is passed over. */
  readonly note: (text: string) => void;
}

/** A query ready to be asked. */
export interface PostQuery {
  readonly root: QueryNode | null;
  /** The test of each part; undefined for one that is passed over. */
  readonly leafTests: ReadonlyMap<Leaf, PostTest | undefined>;
  readonly also: readonly PostTest[];
  readonly order: 'top' | 'latest';
  readonly takesReposts: boolean;
  /** All of it. */
  readonly isWanted: PostTest;
  readonly note: (text: string) => void;
}

/**
 * The public posts that match a query (decisions 5.31 to 5.35): reposts only where the query asks for them.
 * @param root the tree of the query; null matches every post
 */
export function searchPosts(world: World, root: QueryNode | null, options: PostSearchOptions): Sequence<Post> {
  const query = toPostQuery(world, root, options);
  const layers = world.layers?.();
  const { subjects, scores } = (layers?.base ?? world).readForSearch();
  const wanted: number[] = [];
  subjects.forEach((subject, place) => {
    if (query.isWanted(subject)) {
      wanted.push(place);
    }
  });
  if (query.order === 'top') {
    const known = scores();
    wanted.sort((left, right) => (known[right] ?? 0) - (known[left] ?? 0));
  }
  const found: FoundPosts = {
    posts: wanted.flatMap((place) => subjects[place]?.post ?? []),
    scoreAt: (index) => (query.order === 'top' ? (scores()[wanted[index] ?? -1] ?? 0) : 0),
  };
  return layers === undefined ? sequenceOf(found.posts) : searchCounted(world, layers, query, found);
}

/** What was found in the small world, in the order of the query. */
export interface FoundPosts {
  readonly posts: readonly Post[];
  /** The engagement of a post by its place; 0 where the order does not ask for it. */
  readonly scoreAt: (index: number) => number;
}

/** The posts of a small world, ready to be searched: read once and kept. */
export interface ReadPosts {
  /** The newest first. */
  readonly subjects: readonly PostSubject[];
  /** The engagement of each. */
  readonly scores: Lazy<readonly number[]>;
}

/** Reads the public posts of a world for its searches. */
export function readPosts(world: World): ReadPosts {
  const subjects = [...eachOf(world.posts())].flatMap((post) => {
    const author = world.account(post.authorId);
    return author === undefined ? [] : [toSubject(world, post, author)];
  });
  return { subjects, scores: once(() => subjects.map(({ post }) => engagementOf(world, post))) };
}

/** Most engaging first; of equal ones, the newer one, as they came. */
export function byEngagement(world: World, posts: readonly Post[]): readonly Post[] {
  return posts
    .map((post) => ({ post, score: engagementOf(world, post) }))
    .sort((left, right) => right.score - left.score)
    .map(({ post }) => post);
}

function engagementOf(world: World, { id, likes }: Post): number {
  return likes + 2 * world.retweetersOf(id).length + 3 * world.quotesOf(id).length + world.repliesTo(id).length;
}

function toPostQuery(world: World, root: QueryNode | null, options: PostSearchOptions): PostQuery {
  const leaves = positiveLeaves(root);
  const search: PostSearch = { world, withinKm: withinOf(leaves), note: options.note };
  const leafTests = new Map<Leaf, PostTest | undefined>();
  const test = compileQuery(root, (leaf) => {
    const made = leafTest(leaf, search);
    leafTests.set(leaf, made);
    return made;
  });
  const also = typeof options.also === 'function' ? [options.also] : (options.also ?? []);
  const takesReposts = options.reposts === true || leaves.some(asksForReposts);
  return {
    root,
    leafTests,
    also,
    order: options.order,
    takesReposts,
    isWanted: (subject) =>
      (takesReposts || subject.post.retweetOfId === undefined) &&
      (test?.(subject) ?? true) &&
      also.every((condition) => condition(subject)),
    note: options.note,
  };
}

function leafTest(leaf: Leaf, search: PostSearch): PostTest | undefined {
  switch (leaf.kind) {
    case 'word':
    case 'phrase': {
      const holds = textTest(leaf.text);
      return ({ lowerText }) => holds(lowerText);
    }
    case 'hashtag': {
      const tag = leaf.tag.toLowerCase();
      return ({ post }) => post.hashtags.some((hashtag) => hashtag.toLowerCase() === tag);
    }
    case 'mention': {
      const handle = leaf.handle.toLowerCase();
      return ({ post }) => post.mentions.some((mention) => mention.toLowerCase() === handle);
    }
    case 'operator':
      return operatorTest(leaf.name, leaf.value, search);
  }
}

function asksForReposts(leaf: Leaf): boolean {
  return (
    leaf.kind === 'operator' &&
    ((leaf.value === 'nativeretweets' && (leaf.name === 'include' || leaf.name === 'filter')) ||
      (leaf.name === 'is' && leaf.value === 'retweet'))
  );
}

function withinOf(leaves: readonly Leaf[]): number | undefined {
  const within = leaves.find((leaf) => leaf.kind === 'operator' && leaf.name === 'within');
  return within?.kind === 'operator' ? readDistanceKm(within.value) : undefined;
}
