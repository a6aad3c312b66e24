import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { parseQuery } from '../../../../src/client/search/parseQuery.ts';
import { createWorld } from '../../../../src/sandbox/world/createWorld.ts';
import { iterateSequence } from '../../../../src/sandbox/world/lazySequence.ts';
import { searchPosts } from '../../../../src/sandbox/world/search/searchPosts.ts';
import { type Asked, naiveSearch, queries, type Samples } from './naiveSearch.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';

describe('an answer to a search', () => {
  it('is what a look at every post gives', () => {
    const world = createWorld(1);
    const samples: Samples = { world, posts: [...iterateSequence(world.posts())] };
    const check = (asked: Asked, order: 'latest' | 'top', pageSize: number): void => {
      const found = searchPosts(world, parseQuery(asked.text).root, { order, note: refuse });
      const wanted = naiveSearch(samples, asked, order).map((post) => post.id);
      assert.equal(found.length, wanted.length, asked.text);
      const ids = Array.from({ length: Math.ceil(found.length / pageSize) }, (_, page) =>
        found.slice(page * pageSize, (page + 1) * pageSize),
      )
        .flat()
        .map((post) => post.id);
      assert.deepEqual(ids, wanted, asked.text);
    };
    fc.assert(fc.property(queries(samples), fc.constantFrom('latest', 'top'), fc.integer({ min: 50, max: 3000 }), check), {
      numRuns: propertyRuns(1_200, 40),
    });
  });
});

function refuse(text: string): void {
  throw new Error(`passed over: ${text}`);
}
