import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readRawPagingInfo } from '../../../../src/client/upstream/readRawPagingInfo.ts';
import { readParsedUpstream } from '../../../../src/client/upstream/readUpstream.ts';
import { rawUserLayouts } from '../../../../src/sandbox/upstream/rawUserLayout.ts';
import { exampleValues } from '../../../../src/client/endpoints/exampleValues.ts';
import { bodyOf } from '../../sandbox/upstream/rawPages.ts';

const { tweetId, userId, communityId } = exampleValues;

describe('readRawPagingInfo', () => {
  it('finds the cursor that readUpstream finds', () => {
    const calls = [
      ['primary.userTweets', { userId }],
      ['primary.userFollowers', { userId }],
      ['primary.userMedia', { userId, count: '2' }],
      ['primary.tweet', { tweetId }],
      ['primary.search', { searchItem: 'coffee' }],
      ['primary.communityModerators', { communityId, count: '5' }],
    ] as const;
    for (const [id, texts] of calls) {
      for (const layout of rawUserLayouts) {
        const body = bodyOf(id, texts, 'raw', layout);
        const { next, itemIds } = readRawPagingInfo(body);
        assert.equal(next, readParsedUpstream(body).cursor.bottom, id);
        assert.notEqual(next, undefined, id);
        assert.ok(itemIds.length > 0, id);
      }
    }
  });

  it('reads an unknown root, and the older interface', () => {
    const entry = { entryId: 'tweet-1', content: { itemContent: {} } };
    const bottom = { entryId: 'cursor-bottom-1', content: { cursorType: 'Bottom', value: 'next' } };
    assert.deepEqual(readRawPagingInfo({ data: { new_thing: { instructions: [{ entries: [entry, bottom] }] } } }), {
      next: 'next',
      itemIds: ['tweet-1'],
    });
    const old = { entryId: 'sq-cursor-bottom', content: { operation: { cursor: { cursorType: 'Bottom', value: 'next' } } } };
    assert.equal(readRawPagingInfo({ timeline: { instructions: [{ addEntries: { entries: [entry, old] } }] } }).next, 'next');
  });

  it('uses the ShowMoreThreads cursor in a conversation without a Bottom cursor, never a branch cursor', () => {
    const cursor = (cursorType: string) => ({
      entryId: `cursor-${cursorType}`,
      content: { itemContent: { cursorType, value: cursorType } },
    });
    const read = (...types: readonly string[]) => readRawPagingInfo({ instructions: [{ entries: types.map(cursor) }] }).next;
    assert.equal(read('ShowMoreThreads', 'Bottom'), 'Bottom');
    assert.equal(read('Bottom', 'ShowMoreThreads'), 'Bottom');
    assert.equal(read('ShowMoreThreads'), 'ShowMoreThreads');
    assert.equal(read('ShowMore'), undefined);
  });

  it('accepts any value, regardless of its width or depth', () => {
    const wide = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`k${index}`, index]));
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
    for (const value of [wide, deep, null, undefined, 7, 'text', [], { instructions: 7 }, { entries: [null, 7, {}] }]) {
      assert.deepEqual(readRawPagingInfo(value), { next: undefined, itemIds: [] });
    }
  });
});
