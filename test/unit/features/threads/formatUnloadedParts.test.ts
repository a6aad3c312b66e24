import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { formatUnloadedParts, type ThreadSnapshot } from '../../../../src/features/threads/threadSnapshot.ts';
import { nextPageRowKey } from '../../../../src/features/threads/threadLayout.ts';
import { Conversation } from '../../../../src/features/threads/conversation.ts';
import { tweet } from '../../../../src/client/endpoints/table.ts';
import { respondWith } from '../../client/records/responses.ts';
import { madeExchange } from '../../core/cost/madeExchange.ts';
import { madeTweet, simplePage } from './madeTweet.ts';

type SimplePage = Parameters<typeof simplePage>[0];

/** @param replies reply ids on each page; all pages have a cursor */
function pagesWith(...replies: readonly (readonly string[])[]): ThreadSnapshot {
  const conversation = new Conversation('1', 'Relevance', {
    client: () => Promise.reject(new Error('unexpected request')),
    read: ({ value, request: { params } }) => {
      const cursor = params['cursor'];
      return simplePage(value as SimplePage, { postId: '1', cursor: typeof cursor === 'string' ? cursor : undefined });
    },
    changed: () => undefined,
  });
  for (const [at, ids] of replies.entries()) {
    const cursor = at === 0 ? undefined : `c${at}`;
    const first = at === 0 ? [madeTweet('1')] : [];
    const data = [...first, ...ids.map((id) => madeTweet(id, '1'))];
    const value = { data, nextCursor: `c${at + 1}`, hasNextPage: true };
    const params = { tweetId: '1', ...(cursor === undefined ? {} : { cursor }) };
    const { request } = respondWith(tweet, value);
    conversation.show(madeExchange({ id: `e${at}`, value, request: { ...madeExchange().request, ...request, params } }));
  }
  return conversation.snapshot;
}

describe('formatUnloadedParts', () => {
  it('names further pages and the number of branches', () => {
    assert.equal(formatUnloadedParts({ unloaded: { hasNextPage: false, branches: [] }, isStalled: false }), '');
    assert.equal(
      formatUnloadedParts({ unloaded: { hasNextPage: false, branches: ['a'] }, isStalled: false }),
      '1 branch not loaded',
    );
    assert.equal(
      formatUnloadedParts({ unloaded: { hasNextPage: true, branches: ['a', 'b'] }, isStalled: false }),
      'more available, 2 branches not loaded',
    );
  });

  it('reports several consecutive empty pages, and keeps the row for further replies', () => {
    assert.equal(formatUnloadedParts(pagesWith(['a'], [], [])), 'more available');
    const stalled = pagesWith(['a'], [], [], []);
    assert.equal(formatUnloadedParts(stalled), 'several empty pages in a row; there may be more');
    assert.equal(stalled.nextToFetch, undefined, 'completing a thread does not continue');
    assert.ok(stalled.requests.has(nextPageRowKey));
    assert.equal(formatUnloadedParts(pagesWith(['a'], [], [], [], ['b'])), 'more available');
  });
});
