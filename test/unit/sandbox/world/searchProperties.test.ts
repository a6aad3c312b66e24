import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { parseQuery } from '../../../../src/client/search/parseQuery.ts';
import { createBulk } from '../../../../src/sandbox/world/bulk/createBulk.ts';
import { joinBulk } from '../../../../src/sandbox/world/joinBulk.ts';
import { bulkSizes } from '../../../../src/sandbox/world/bulk/worldSize.ts';
import { createWorld } from '../../../../src/sandbox/world/createWorld.ts';
import { once } from '../../../../src/sandbox/world/once.ts';
import { nowhereMediaBase } from '../../../../src/sandbox/world/pictureAddress.ts';
import { newestFirst } from '../../../../src/sandbox/world/postIndex.ts';
import { searchPosts } from '../../../../src/sandbox/world/search/searchPosts.ts';
import { eachOf } from '../../../../src/sandbox/world/sequence.ts';
import type { Post, Sequence, World } from '../../../../src/sandbox/world/world.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { type Asked, naiveSearch, queries, type Samples } from './naiveSearch.ts';

const soak = Number(process.env['SOAK'] ?? 1);
const slow = 60_000 * soak; // milliseconds, on a busy machine
const small = createWorld(1);

describe('an answer to a search', () => {
  it('is what a look at every post gives, in the small world', () => {
    compare(
      once(() => ({ world: small, posts: [...eachOf(small.posts())] })),
      120 * soak,
    );
  }).timeout(slow);

  it('is what a look at every post gives, where posts are counted', () => {
    compare(once(fewBlocks), 30 * soak);
  }).timeout(slow);

  it('is what a look at every post gives, in the medium world', () => {
    compare(
      once(() => samplesOf(createWorld(1, { size: 'medium' }))),
      2 * soak,
    );
  }).timeout(slow);

  it('is what a look at every post gives, in any stretch of the large world', () => {
    const { world, stretches } = stretchesOf(createWorld(1, { size: 'large' }));
    const asked = fc.constantFrom(...stretches).chain((posts) => fc.tuple(fc.constant(posts), queries({ world, posts })));
    const check = ([posts, query]: readonly [readonly Post[], Asked]): void => {
      const [newest] = posts;
      assert.ok(newest !== undefined);
      // of some searches the large world looks at the newest posts only, and says so
      const found = searchPosts(world, parseQuery(query.text).root, { order: 'latest', note: () => fc.pre(false) });
      const wanted = naiveSearch({ world, posts }, query, 'latest').map(({ id }) => id);
      const start = placeOf(found, newest);
      const ids = found.slice(start, start + wanted.length + 1).map(({ id }) => id);
      // one more than wanted: it stands behind the stretch
      const inStretch = new Set(posts.map(({ id }) => id));
      assert.deepEqual(
        ids.filter((id) => inStretch.has(id)),
        wanted,
        query.text,
      );
    };
    fc.assert(fc.property(asked, check), { numRuns: propertyRuns(50), endOnFailure: true });
  }).timeout(slow);
});

/** Some stretches of the posts of a world, newest first; the very oldest quote nothing, and queries ask for quotes. */
function stretchesOf(world: World): { readonly world: World; readonly stretches: readonly (readonly Post[])[] } {
  const all = world.posts();
  const length = 300;
  const stretches = [0, 0.137, 0.42, 0.666, 0.95].map((share) => {
    const start = Math.floor(share * (all.length - length));
    return all.slice(start, start + length);
  });
  return { world: keeping(world), stretches };
}

/** Where a post stands, or would stand, in a sequence from the newest to the oldest. */
function placeOf(found: Sequence<Post>, post: Post): number {
  let from = 0;
  let to = found.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const [at] = found.slice(middle, middle + 1);
    assert.ok(at !== undefined, `nothing at ${middle} of ${found.length}`);
    if (newestFirst(at, post) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The medium world with the fewest blocks there may be: all that is special about the first and the last is in it. */
function fewBlocks(): Samples {
  const { medium } = bulkSizes;
  assert.ok(medium !== undefined);
  return samplesOf(
    joinBulk(
      small,
      once(() => createBulk(1, { ...medium, blocks: 3 }, small.nowMs, nowhereMediaBase)),
    ),
  );
}

/** Every public post of a world, each by its own number, so that no search has a part in it. */
function samplesOf(world: World): Samples {
  const { base, bulk } = world.layers?.() ?? {};
  assert.ok(base !== undefined && bulk !== undefined);
  const counted = Array.from({ length: bulk.posts.count }, (_, number) => bulk.posts.post(number));
  return { world: keeping(world), posts: [...eachOf(base.posts()), ...counted].sort(newestFirst) };
}

function refuse(text: string): void {
  throw new Error(`passed over: ${text}`);
}

/** The same world, remembering what it was asked. */
function keeping(world: World): World {
  return {
    ...world,
    account: kept(world.account),
    post: kept(world.post),
    repliesTo: kept(world.repliesTo),
    retweetersOf: kept(world.retweetersOf),
    quotesOf: kept(world.quotesOf),
  };
}

function kept<T>(ask: (id: string) => T): (id: string) => T {
  const answers = new Map<string, T>();
  return (id) => {
    const answer = answers.get(id) ?? ask(id);
    answers.set(id, answer);
    return answer;
  };
}

function compare(samples: () => Samples, numRuns: number): void {
  const { world } = samples();
  const check = (asked: Asked, order: 'latest' | 'top', pageSize: number): void => {
    const found = searchPosts(world, parseQuery(asked.text).root, { order, note: refuse });
    const wanted = naiveSearch(samples(), asked, order).map((post) => post.id);
    assert.equal(found.length, wanted.length, asked.text);
    const ids = Array.from({ length: Math.ceil(found.length / pageSize) }, (_, page) =>
      found.slice(page * pageSize, (page + 1) * pageSize),
    )
      .flat()
      .map((post) => post.id);
    assert.deepEqual(ids, wanted, asked.text);
  };
  fc.assert(fc.property(queries(samples()), fc.constantFrom('latest', 'top'), fc.integer({ min: 50, max: 3000 }), check), {
    numRuns,
  });
}
