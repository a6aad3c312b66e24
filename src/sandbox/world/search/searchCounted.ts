import type { BlockKind } from '../bulk/bulkPosts.ts';
import type { Bulk } from '../bulk/createBulk.ts';
import { type ListedPost, type ListedRow, mergeRows, type ScoredSet } from '../bulk/rankedSet.ts';
import { createTemplateSet, type Stretch } from '../bulk/templateSet.ts';
import { templateScore } from './templateSubjects.ts';
import { newestFirst } from '../postIndex.ts';
import type { Account, Post, Sequence, World, WorldLayers } from '../world.ts';
import { countedSubject } from './bulkConditions.ts';
import { countQuery, type KindStretch } from './countedQuery.ts';
import type { PostSubject } from './postSubject.ts';
import type { FoundPosts, PostQuery } from './searchPosts.ts';

/** How many posts are looked at one by one where nothing else tells, the newest first. */
const mostLookedAt = 20_000;

/**
 * Joins what a query finds in the small world with what it finds among the counted posts.
 * The row's length is exact, and any part of it costs about the same.
 * @param found what was found in the small world
 */
export function searchCounted(world: World, layers: WorldLayers, query: PostQuery, found: FoundPosts): Sequence<Post> {
  const { bulk } = layers;
  const { posts } = bulk;
  const accounts = new Map<number, Account>();
  const accountAt = (number: number): Account => {
    const account = accounts.get(number) ?? bulk.account(number);
    accounts.set(number, account);
    return account;
  };
  const subjectAt = (number: number): PostSubject => countedSubject(world, bulk, number, accountAt);
  const counted = countQuery(query, bulk, layers.subjectsIn, subjectAt);
  const scoreOf = (number: number): number => scoreIn(query, bulk, posts.blockKind(number), posts.templateOf(number).number);
  const toListed = (number: number): ListedPost<Post> => ({
    item: posts.post(number),
    score: scoreOf(number),
    newerFrom: () => number + 1,
  });
  const known: ListedRow<Post> = {
    length: found.posts.length,
    at: (index) => {
      const post = found.posts[index];
      const newerFrom = (): number =>
        post === undefined ? 0 : posts.countUpTo(post.createdAtMs, (number) => newestFirst(post, posts.post(number)) < 0);
      return post === undefined ? undefined : { item: post, score: found.scoreAt(index), newerFrom };
    },
  };
  if (counted.isLoose) {
    const row = createTemplateSet(counted.stretches, posts.shuffle);
    if (row.length > mostLookedAt) {
      query.note(`only the newest ${mostLookedAt} of ${row.length} posts were looked at for this search`);
    }
    const numbers = new Set([...row.slice(0, mostLookedAt), ...counted.exceptions]);
    const wanted = [...numbers].filter((number) => query.isWanted(subjectAt(number))).map(toListed);
    return mergeRows([], inOrder(known, wanted), [], posts.post);
  }
  const isCounted = membership(counted.stretches, bulk);
  const looked = counted.exceptions.map((number) => ({
    number,
    isWanted: query.isWanted(subjectAt(number)),
    isCounted: isCounted(number),
  }));
  const added = looked.filter((one) => one.isWanted && !one.isCounted).map(({ number }) => toListed(number));
  const left = looked.filter((one) => !one.isWanted && one.isCounted).map(({ number }) => ({ number, score: scoreOf(number) }));
  return mergeRows(setsOf(query, bulk, counted.stretches), inOrder(known, added), left, posts.post);
}

function scoreIn(query: PostQuery, bulk: Bulk, kind: BlockKind, number: number): number {
  const template = query.order === 'top' ? bulk.posts.templates.all[number] : undefined;
  return template === undefined ? 0 : templateScore(bulk.posts.templates, kind, template);
}

function inOrder(known: ListedRow<Post>, added: readonly ListedPost<Post>[]): ListedRow<Post> {
  if (added.length === 0) {
    return known;
  }
  const all = [...Array.from({ length: known.length }, (_, index) => known.at(index) ?? []).flat(), ...added];
  all.sort((left, right) => right.score - left.score || newestFirst(left.item, right.item));
  return { length: all.length, at: (index) => all[index] };
}

function membership(stretches: readonly KindStretch[], { posts }: Bulk): (number: number) => boolean {
  const sets = stretches.map(({ from, to, templates }) => ({ from, to, templates: new Set(templates) }));
  return (number) =>
    sets.some(({ from, to, templates }) => number >= from && number < to && templates.has(posts.templateOf(number).number));
}

/** One set for the newest order; for the top order one for each score. */
function setsOf(query: PostQuery, bulk: Bulk, stretches: readonly KindStretch[]): readonly ScoredSet[] {
  const byScore = new Map<number, Stretch[]>();
  for (const { from, to, kind, templates } of stretches) {
    const here = new Map<number, number[]>();
    for (const template of templates) {
      const score = scoreIn(query, bulk, kind, template);
      const same = here.get(score) ?? [];
      same.push(template);
      here.set(score, same);
    }
    for (const [score, wanted] of here) {
      const all = byScore.get(score) ?? [];
      all.push({ from, to, templates: wanted });
      byScore.set(score, all);
    }
  }
  return [...byScore]
    .sort(([left], [right]) => right - left)
    .map(([score, parts]) => ({ score, set: createTemplateSet(parts, bulk.posts.shuffle) }));
}
