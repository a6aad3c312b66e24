import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { formatUnloadedParts, type ThreadPages } from '../../../../src/features/threads/threadPages.ts';
import { nextPageLineKey } from '../../../../src/features/threads/threadLines.ts';
import { Conversation } from '../../../../src/features/threads/conversation.ts';
import { tweet } from '../../../../src/client/endpoints/table.ts';
import { respondWith } from '../../client/records/responses.ts';
import { madeExchange } from '../../core/cost/madeExchange.ts';
import { madeTweet, simplePage } from './madeTweet.ts';

type SimplePage = Parameters<typeof simplePage>[0];

/** The replies to the post 1 that a first page and each further one bring, each with a cursor that leads on. */
function pagesWith(...replies: readonly (readonly string[])[]): ThreadPages {
  const conversation = new Conversation('1', 'Relevance', {
    client: () => Promise.reject(new Error('nothing is asked for')),
    read: ({ value, request: { params } }) => {
      const cursor = params['cursor'];
      return simplePage(value as SimplePage, { askedId: '1', cursor: typeof cursor === 'string' ? cursor : undefined });
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
  return conversation.pages;
}

describe('what is left of a thread', () => {
  it('is more replies, and the branches that go on', () => {
    assert.equal(formatUnloadedParts({ left: { hasNextPage: false, branches: [] }, isStalled: false }), '');
    assert.equal(formatUnloadedParts({ left: { hasNextPage: false, branches: ['a'] }, isStalled: false }), '1 branch not loaded');
    assert.equal(
      formatUnloadedParts({ left: { hasNextPage: true, branches: ['a', 'b'] }, isStalled: false }),
      'more available, 2 branches not loaded',
    );
  });

  it('may be nothing after several empty pages in a row; the line for further replies stays', () => {
    assert.equal(formatUnloadedParts(pagesWith(['a'], [], [])), 'more available');
    const stalled = pagesWith(['a'], [], [], []);
    assert.equal(formatUnloadedParts(stalled), 'several empty pages in a row, more may follow');
    assert.equal(stalled.nextToFetch, undefined, 'completing a thread does not go on by itself');
    assert.ok(stalled.requests.has(nextPageLineKey));
    assert.equal(formatUnloadedParts(pagesWith(['a'], [], [], [], ['b'])), 'more available');
  });
});
