import type { BlockKind } from '../bulk/bulkPosts.ts';
import type { Bulk } from '../bulk/createBulk.ts';
import type { Stretch } from '../bulk/templateSet.ts';
import { blockLength } from '../bulk/worldSize.ts';
import { type Asked, type Reach, reachOf, weighTemplates } from './bulkConditions.ts';
import { compileQuery, type Leaf } from './compileQuery.ts';
import type { PostSubject, PostTest } from './postSubject.ts';
import type { PostQuery } from './searchPosts.ts';

/** What a query finds among the counted posts. */
export interface CountedQuery {
  /** The templates whose posts are wanted, stretch by stretch, the newest first: right but for what is listed in `exceptions`. */
  readonly stretches: readonly KindStretch[];
  /** The numbers of posts that have to be looked at one by one. */
  readonly exceptions: readonly number[];
  /** True when templates do not tell: then `stretches` hold more than what is wanted, and each post has to be looked at. */
  readonly isLoose: boolean;
}

export interface KindStretch extends Stretch {
  readonly kind: BlockKind;
}

/** One condition as it stands in a stretch. */
interface Condition {
  readonly test: PostTest;
  readonly reach: Reach;
  readonly weights: (kind: BlockKind) => Uint8Array;
}

/** A template in a stretch. */
interface Standing {
  template: number;
  readonly kind: BlockKind;
  /** What the conditions about moments say there. */
  readonly moments: ReadonlyMap<Condition, boolean>;
}

/**
 * Asks the templates instead of the posts: what a template says holds for its post in every block.
 * @param subjectAt the post of a number
 */
export function countQuery(
  query: PostQuery,
  bulk: Bulk,
  subjectsOf: (kind: BlockKind) => readonly PostSubject[],
  subjectAt: (number: number) => PostSubject,
): CountedQuery {
  const toCondition = (test: PostTest, asked: Asked): Condition => {
    const known = new Map<BlockKind, Uint8Array>();
    const weights = (kind: BlockKind): Uint8Array => {
      const there = known.get(kind) ?? weighTemplates(test, subjectsOf(kind));
      known.set(kind, there);
      return there;
    };
    return { test, reach: reachOf(asked, bulk), weights };
  };
  const byLeaf = new Map<Leaf, Condition>();
  for (const [leaf, test] of query.leafTests) {
    if (test !== undefined) {
      byLeaf.set(leaf, toCondition(test, askedBy(leaf)));
    }
  }
  const also = query.also.map((test) =>
    toCondition(test, test.asked === undefined ? { kind: 'other' } : { kind: 'operator', ...test.asked }),
  );
  const conditions = [...byLeaf.values(), ...also];
  let isLoose = false;
  const holds = (condition: Condition, { template, kind, moments }: Standing): boolean => {
    switch (condition.reach.kind) {
      case 'since':
        return moments.get(condition) ?? false;
      case 'listed':
        return false;
      case 'template': {
        const weight = condition.weights(kind)[template];
        isLoose ||= weight === 2;
        return weight !== 0;
      }
    }
  };
  const root = compileQuery<Standing>(query.root, (leaf) => {
    const condition = byLeaf.get(leaf);
    return condition === undefined ? undefined : (standing) => holds(condition, standing);
  });
  const templates = bulk.posts.templates.all;
  const found = new Map<string, readonly number[]>();
  const wantedIn = (standing: Standing): readonly number[] => {
    const wanted: number[] = [];
    for (const { number, kind } of templates) {
      standing.template = number; // one for all: there are thousands in every search
      if (
        (query.takesReposts || standing.kind === 'first' || kind !== 'repost') &&
        (root?.(standing) ?? true) &&
        also.every((condition) => holds(condition, standing))
      ) {
        wanted.push(number);
      }
    }
    return wanted;
  };
  const templatesIn = (kind: BlockKind, moments: ReadonlyMap<Condition, boolean>): readonly number[] => {
    const key = `${kind} ${[...moments.values()].join(' ')}`;
    const wanted = found.get(key) ?? wantedIn({ template: 0, kind, moments });
    found.set(key, wanted);
    return wanted;
  };
  const { count } = bulk.posts;
  const timed = conditions.filter(({ reach }) => reach.kind === 'since');
  const cuts = [0, blockLength, count - blockLength, count, ...timed.flatMap(({ test }) => turnOf(test, subjectAt, count))];
  const edges = [...new Set(cuts)].sort((left, right) => right - left);
  const stretches = edges.slice(1).map((from, index): KindStretch => {
    const kind = bulk.posts.blockKind(from);
    const moments = new Map(timed.map((condition) => [condition, condition.test(subjectAt(from))]));
    return { from, to: edges[index] ?? count, kind, templates: templatesIn(kind, moments) };
  });
  const exceptions = [...new Set(conditions.flatMap(({ reach }) => (reach.kind === 'since' ? [] : reach.numbers)))];
  if (isLoose && query.root !== null && [...byLeaf.values()].some((condition) => isOpen(condition))) {
    // a part of the query itself is open: what it is negated by or joined with cannot be told from the templates
    const all = templates.map(({ number }) => number);
    return { stretches: stretches.map((stretch) => ({ ...stretch, templates: all })), exceptions, isLoose };
  }
  return { stretches, exceptions, isLoose };
}

function isOpen({ reach, weights }: Condition): boolean {
  return reach.kind === 'template' && (['first', 'middle', 'last'] as const).some((kind) => weights(kind).includes(2));
}

function askedBy(leaf: Leaf): Asked {
  switch (leaf.kind) {
    case 'word':
    case 'phrase':
      return { kind: 'text', text: leaf.text };
    case 'mention':
      return { kind: 'mention', handle: leaf.handle };
    case 'hashtag':
      return { kind: 'other' };
    case 'operator':
      return { kind: 'operator', name: leaf.name, value: leaf.value };
  }
}

/** The number from which on a condition about moments says something else than at the start; none when it never does. */
function turnOf(test: PostTest, subjectAt: (number: number) => PostSubject, count: number): readonly number[] {
  const atStart = test(subjectAt(0));
  if (test(subjectAt(count - 1)) === atStart) {
    return [];
  }
  let low = 0;
  let high = count - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (test(subjectAt(middle)) === atStart) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return [high];
}
