import type { QueryNode } from '../../../client/search/queryNode.ts';
import { eachOf, sequenceOf } from '../sequence.ts';
import type { Post, Sequence, World } from '../world.ts';
import { compileQuery, type Leaf, positiveLeaves } from './compileQuery.ts';
import { readDistanceKm } from './distance.ts';
import { operatorTest } from './operatorTests.ts';
import { type PostSearch, type PostTest, toSubject } from './postSubject.ts';
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
  const found: Post[] = [];
  for (const post of eachOf((layers?.base ?? world).posts())) {
    const author = world.account(post.authorId);
    if (author !== undefined && query.isWanted(toSubject(world, post, author))) {
      found.push(post);
    }
  }
  if (layers !== undefined) {
    return searchCounted(world, layers.bulk, query, query.order === 'latest' ? found.map(unscored) : scored(world, found));
  }
  return sequenceOf(query.order === 'latest' ? found : byEngagement(world, found));
}

/** Most engaging first; of equal ones, the newer one, as they came. */
export function byEngagement(world: World, posts: readonly Post[]): readonly Post[] {
  return scored(world, posts).map(({ post }) => post);
}

export interface ScoredPost {
  readonly post: Post;
  readonly score: number;
}

function scored(world: World, posts: readonly Post[]): readonly ScoredPost[] {
  return posts
    .map((post) => ({
      post,
      score:
        post.likes +
        2 * world.retweetersOf(post.id).length +
        3 * world.quotesOf(post.id).length +
        world.repliesTo(post.id).length,
    }))
    .sort((left, right) => right.score - left.score);
}

function unscored(post: Post): ScoredPost {
  return { post, score: 0 };
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
