import assert from 'node:assert/strict';
import { ThreadPages } from '../../../../src/app/thread/threadPages.ts';
import type { AnsweredPage, ThreadRequest } from '../../../../src/app/thread/threadQuestion.ts';
import type { RankingMode } from '../../../../src/protocol/threadContract.ts';
import { madeExchange } from '../cost/madeExchange.ts';
import { madeTweet, simplePage } from './madeTweet.ts';

/** A first page of the post 1 with a reply whose branch goes on behind the cursor "deep". */
function firstPage(id: string, ranking: RankingMode = 'Relevance'): AnsweredPage {
  const exchange = answer(id, { tweetId: '1', ...(ranking === 'Relevance' ? {} : { rankingMode: ranking }) });
  const page = simplePage(
    { data: [madeTweet('1'), madeTweet('a', '1')], nextCursor: null, hasNextPage: false },
    { askedId: '1', cursor: undefined },
  );
  const branch = { kind: 'more', cursor: 'deep', cursorType: 'ShowMore', moduleId: 'm', label: undefined } as const;
  return { exchange, page: { ...page, places: [...page.places, branch] } };
}

function branchPage(id: string): AnsweredPage {
  const asked = { askedId: '1', cursor: 'deep' };
  return {
    exchange: answer(id, { tweetId: '1', cursor: 'deep' }),
    page: simplePage({ data: [madeTweet('a1', 'a')], nextCursor: 'further', hasNextPage: true }, asked),
  };
}

function answer(id: string, params: Readonly<Record<string, string>>) {
  const exchange = madeExchange({});
  return { ...exchange, id, request: { ...exchange.request, params } };
}

const keys = (pages: ThreadPages) => pages.rows.map(({ key }) => key);
const requestOf = (pages: ThreadPages): ThreadRequest => {
  const request = pages.requests.get('more-deep');
  assert.ok(request);
  return request;
};

describe('the pages of a thread', () => {
  it('have a line for a branch that goes on, until its page is here', () => {
    const pages = new ThreadPages('1', 'Relevance');
    pages.take(firstPage('e1'));
    assert.deepEqual(keys(pages), ['1', 'a', 'more-deep']);
    const request = requestOf(pages);
    assert.deepEqual(request, { postId: '1', cursor: 'deep', ranking: 'Relevance' });
    pages.settle(request, pages.trailTo(request), branchPage('e2'));
    assert.deepEqual(keys(pages), ['1', 'a', 'a1']);
    assert.equal(pages.requests.get('more-deep'), undefined);
  });

  it('have no line for a branch that led nowhere', () => {
    const pages = new ThreadPages('1', 'Relevance');
    pages.take(firstPage('e1'));
    const request = requestOf(pages);
    pages.settle(request, pages.trailTo(request), undefined);
    assert.deepEqual(keys(pages), ['1', 'a']);
  });

  it('know a kept page of a branch for what it is, wherever it leads by itself', () => {
    const pages = new ThreadPages('1', 'Relevance');
    pages.take(firstPage('e1'));
    pages.take(branchPage('e2'));
    assert.deepEqual(keys(pages), ['1', 'a', 'a1']);
  });

  it('offer a branch of the replies again when they come in another order', () => {
    const pages = new ThreadPages('1', 'Relevance');
    pages.take(firstPage('e1'));
    pages.take(branchPage('e2'));
    const request = { postId: '1', cursor: undefined, ranking: 'Recency' } as const;
    pages.settle(request, pages.trailTo(request), firstPage('e3', 'Recency'));
    assert.deepEqual(keys(pages), ['1', 'a', 'more-deep']);
    assert.equal(requestOf(pages).ranking, 'Recency');
    assert.deepEqual(
      pages.source.pages.map(({ exchangeId }) => exchangeId),
      ['e3'],
    );
  });
});
