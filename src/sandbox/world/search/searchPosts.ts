import type { QueryNode } from '../../../client/search/queryNode.ts';
import { eachOf, sequenceOf } from '../sequence.ts';
import type { Post, Sequence, World } from '../world.ts';
import { compileQuery, type Leaf, positiveLeaves } from './compileQuery.ts';
import { readDistanceKm } from './distance.ts';
import { operatorTest } from './operatorTests.ts';
import type { PostSearch, PostTest } from './postSubject.ts';
import { textTest } from './textMatch.ts';

export interface PostSearchOptions {
  /** The most engaging first, or the newest. */
  readonly order: 'top' | 'latest';
  /** A further condition beside the query. */
  readonly also?: PostTest;
  /** Told of what of the query is passed over. */
  readonly note: (text: string) => void;
}

/**
 * The public posts that match a query (decisions 5.31 to 5.35): reposts only where the query asks for them.
 * @param root the tree of the query; null matches every post
 */
export function searchPosts(world: World, root: QueryNode | null, options: PostSearchOptions): Sequence<Post> {
  const leaves = positiveLeaves(root);
  const search: PostSearch = { world, withinKm: withinOf(leaves), note: options.note };
  const test = compileQuery(root, (leaf) => leafTest(leaf, search));
  const takesReposts = leaves.some(asksForReposts);
  const found: Post[] = [];
  for (const post of eachOf(world.posts())) {
    const author = world.account(post.authorId);
    if (author === undefined || (post.retweetOfId !== undefined && !takesReposts)) {
      continue;
    }
    const subject = { post, author, world, lowerText: post.text.toLowerCase() };
    if ((test?.(subject) ?? true) && (options.also?.(subject) ?? true)) {
      found.push(post);
    }
  }
  return sequenceOf(options.order === 'latest' ? found : byEngagement(world, found));
}

/** Most engaging first; of equal ones, the newer one, as they came. */
export function byEngagement(world: World, posts: readonly Post[]): readonly Post[] {
  return posts
    .map((post) => ({
      post,
      score:
        post.likes +
        2 * world.retweetersOf(post.id).length +
        3 * world.quotesOf(post.id).length +
        world.repliesTo(post.id).length,
    }))
    .sort((left, right) => right.score - left.score)
    .map((scored) => scored.post);
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
