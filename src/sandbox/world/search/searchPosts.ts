import type { QueryNode } from '../../../client/search/queryNode.ts';
import { once } from '../../../client/once.ts';
import { computeEngagement } from '../toTweetRecord.ts';
import type { Account, WorldPost, SearchablePost, PostSearchIndex, SandboxWorld } from '../world.ts';
import {
  createMentionMatcher,
  createOperatorMatcher,
  type PostSearchContext,
  type PostMatcher,
  readDistanceKm,
  createHashtagMatcher,
} from './operatorMatchers.ts';
import { createTextMatcher, type SearchableText, toSearchableText } from './textMatcher.ts';

export interface PostSearchOptions {
  /** The most engaging first, or the newest. */
  readonly order: 'top' | 'latest';
  /** Further conditions beside the query; all must hold. */
  readonly extraMatchers?: readonly PostMatcher[];
  /** Called with what of the query is passed over. */
  readonly note: (text: string) => void;
}

/**
 * The public posts that match a query (assumptions 5.31 to 5.35): reposts only where the query asks for them.
 * @param root the tree of the query; null matches every post
 */
export function searchPosts(world: SandboxWorld, root: QueryNode | null, options: PostSearchOptions): readonly WorldPost[] {
  const isWanted = createPostSearchMatcher(world, root, options);
  const { posts, scores } = world.getSearchIndex();
  const found = posts.filter(isWanted);
  if (options.order === 'top') {
    const known = scores();
    found.sort((left, right) => (known[right.place] ?? 0) - (known[left.place] ?? 0));
  }
  return found.map(({ post }) => post);
}

/** Reads the public posts of a world for its searches. */
export function buildPostSearchIndex(world: SandboxWorld): PostSearchIndex {
  const subjects: SearchablePost[] = [];
  for (const post of world.posts()) {
    const author = world.account(post.authorId);
    if (author === undefined) continue;
    subjects.push({ post, author, world, text: toSearchableText(post.text), place: subjects.length });
  }
  return { posts: subjects, scores: once(() => subjects.map(({ post }) => computeEngagement(world, post))) };
}

/** Most engaging first; of equal ones, the newer one, as they came. */
export function sortByEngagement(world: SandboxWorld, posts: readonly WorldPost[]): readonly WorldPost[] {
  return posts
    .map((post) => ({ post, score: computeEngagement(world, post) }))
    .sort((left, right) => right.score - left.score)
    .map(({ post }) => post);
}

function createPostSearchMatcher(world: SandboxWorld, root: QueryNode | null, options: PostSearchOptions): PostMatcher {
  const leaves = listPositiveLeaves(root);
  const search: PostSearchContext = { world, withinKm: findWithinKm(leaves), note: options.note };
  const test = compileQuery(root, (leaf) => createPostLeafMatcher(leaf, search));
  const { extraMatchers = [] } = options;
  const takesReposts = leaves.some(asksForReposts);
  return (subject) =>
    (takesReposts || subject.post.retweetOfId === undefined) &&
    (test?.(subject) ?? true) &&
    extraMatchers.every((condition) => condition(subject));
}

function createPostLeafMatcher(leaf: QueryLeaf, search: PostSearchContext): PostMatcher | undefined {
  switch (leaf.kind) {
    case 'word':
    case 'phrase':
      return createPostTextMatcher(leaf.text);
    case 'hashtag':
      return createHashtagMatcher(leaf.tag);
    case 'mention':
      return createMentionMatcher(leaf.handle);
    case 'operator':
      return createOperatorMatcher(leaf.name, leaf.value, search);
  }
}

/** The test of words that stand in a post one behind the other. */
export function createPostTextMatcher(sought: string): PostMatcher {
  const holds = createTextMatcher(sought);
  return ({ text }) => holds(text);
}

function asksForReposts(leaf: QueryLeaf): boolean {
  return (
    leaf.kind === 'operator' &&
    ((leaf.value === 'nativeretweets' && (leaf.name === 'include' || leaf.name === 'filter')) ||
      (leaf.name === 'is' && leaf.value === 'retweet'))
  );
}

function findWithinKm(leaves: readonly QueryLeaf[]): number | undefined {
  const within = leaves.find((leaf) => leaf.kind === 'operator' && leaf.name === 'within');
  return within?.kind === 'operator' ? readDistanceKm(within.value) : undefined;
}

export type QueryMatcher<T> = (subject: T) => boolean;

/** A part of a query that asks for something by itself. */
export type QueryLeaf = Extract<QueryNode, { readonly kind: 'word' | 'phrase' | 'hashtag' | 'mention' | 'operator' }>;

/** Nobody nests this deep; a text of thousands of parentheses must not end the program. */
const maxCompiledQueryDepth = 200;

/**
 * Makes one test of a query tree. What is nested too deep is passed over.
 * @param leafTest the test of a part; undefined where the part is passed over, negated or not (assumption 5.7)
 * @returns undefined when nothing in the tree constrains anything
 */
function compileQuery<T>(
  node: QueryNode | null,
  leafTest: (leaf: QueryLeaf) => QueryMatcher<T> | undefined,
  depth = 0,
): QueryMatcher<T> | undefined {
  if (node === null || depth > maxCompiledQueryDepth) {
    return undefined;
  }
  if ('operands' in node) {
    const tests = node.operands.flatMap((operand) => compileQuery(operand, leafTest, depth + 1) ?? []);
    if (tests.length === 0) {
      return undefined;
    }
    return node.kind === 'and'
      ? (subject) => tests.every((test) => test(subject))
      : (subject) => tests.some((test) => test(subject));
  }
  if ('operand' in node) {
    const test = compileQuery(node.operand, leafTest, depth + 1);
    return test === undefined ? undefined : (subject) => !test(subject);
  }
  return 'body' in node ? compileQuery(node.body, leafTest, depth + 1) : leafTest(node);
}

/** Every leaf that is not negated. */
function listPositiveLeaves(node: QueryNode | null, depth = 0): readonly QueryLeaf[] {
  if (node === null || 'operand' in node || depth > maxCompiledQueryDepth) {
    return [];
  }
  if ('operands' in node) {
    return node.operands.flatMap((operand) => listPositiveLeaves(operand, depth + 1));
  }
  return 'body' in node ? listPositiveLeaves(node.body, depth + 1) : [node];
}

/** The accounts whose name, handle or bio match a query, best known first; operators are for posts and passed over (assumption 5.31). */
export function searchPeople(world: SandboxWorld, root: QueryNode | null, note: (text: string) => void): readonly Account[] {
  const test = compileQuery(root, (leaf) => createPersonLeafMatcher(leaf, note));
  const people = world.accounts().map((account): SearchablePerson => {
    const { name, username, description } = account.record;
    // a handle is one word with underscores; its parts count too
    return { account, text: toSearchableText(`${name}\n${username}\n${username.replaceAll('_', ' ')}\n${description}`) };
  });
  return people.filter((person) => test?.(person) ?? true).map(({ account }) => account);
}

/** An account as a search looks at it. */
interface SearchablePerson {
  readonly account: Account;
  readonly text: SearchableText;
}

function createPersonLeafMatcher(leaf: QueryLeaf, note: (text: string) => void): QueryMatcher<SearchablePerson> | undefined {
  switch (leaf.kind) {
    case 'word':
    case 'phrase': {
      const holds = createTextMatcher(leaf.text);
      return ({ text }) => holds(text);
    }
    case 'hashtag': {
      const tag = `#${leaf.tag}`.toLowerCase();
      return ({ account }) => account.record.description.toLowerCase().includes(tag);
    }
    case 'mention': {
      const handle = leaf.handle.toLowerCase();
      return ({ account }) => account.record.username.toLowerCase() === handle;
    }
    case 'operator':
      note(`${leaf.name}:${leaf.value} is for posts and was ignored`);
      return undefined;
  }
}
