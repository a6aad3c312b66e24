import assert from 'node:assert/strict';
import { createInitialPagedState, toLoadedPage, type PagedState } from '../../../../src/core/session/pagedQuery.ts';
import { ThreadPages } from '../../../../src/features/threads/threadPages.ts';
import type { ThreadPageWithResponse } from '../../../../src/features/threads/threadQuery.ts';
import type { RankingMode } from '../../../../src/features/threads/threadContract.ts';
import { madeExchange } from '../../core/cost/madeExchange.ts';
import { madeTweet, simplePage } from './madeTweet.ts';

/** A first page of the post 1 with a reply whose branch goes on behind the cursor "deep". */
function firstPage(id: string, at: number, ranking: RankingMode = 'Relevance'): ThreadPageWithResponse {
  const exchange = response(id, { tweetId: '1', ...(ranking === 'Relevance' ? {} : { rankingMode: ranking }) });
  const page = simplePage(
    { data: [madeTweet('1'), madeTweet('a', '1')], nextCursor: null, hasNextPage: false },
    { askedId: '1', cursor: undefined },
  );
  const branch = { kind: 'more', cursor: 'deep', cursorType: 'ShowMore', moduleId: 'm', label: undefined } as const;
  return { exchange, at, page: { ...page, places: [...page.places, branch] } };
}

function branchPage(id: string, at: number): ThreadPageWithResponse {
  const asked = { askedId: '1', cursor: 'deep' };
  return {
    at,
    exchange: response(id, { tweetId: '1', cursor: 'deep' }),
    page: simplePage({ data: [madeTweet('a1', 'a')], nextCursor: 'further', hasNextPage: true }, asked),
  };
}

function response(id: string, params: Readonly<Record<string, string>>) {
  const exchange = madeExchange({});
  return { ...exchange, id, request: { ...exchange.request, params } };
}

/** How a question stands that these pages answered, and that leads no further. */
function answered(...pages: readonly ThreadPageWithResponse[]): PagedState<ThreadPageWithResponse> {
  return {
    ...createInitialPagedState('unsent'),
    status: 'loaded',
    pages: pages.map((page) => toLoadedPage(page.exchange, page)),
  };
}

const pagesOf = (queries: Readonly<Record<string, PagedState<ThreadPageWithResponse>>>, ranking: RankingMode = 'Relevance') =>
  new ThreadPages('1', ranking, new Map(Object.entries(queries)));
const keys = (pages: ThreadPages) => pages.rows.map(({ key }) => key);
const first = answered(firstPage('e1', 1));

describe('the pages of a thread', () => {
  it('have a line for a branch that goes on, until its page is here', () => {
    const pages = pagesOf({ replies: first });
    assert.deepEqual(keys(pages), ['1', 'a', 'more-deep']);
    const request = pages.requests.get('more-deep');
    assert.deepEqual(request, { postId: '1', cursor: 'deep', ranking: 'Relevance' });
    assert.equal(pages.nameOf(request), 'replies deep');
    const later = pagesOf({ replies: first, 'replies deep': answered(branchPage('e2', 2)) });
    assert.deepEqual(keys(later), ['1', 'a', 'a1']);
    assert.equal(later.requests.get('more-deep'), undefined);
  });

  it('have no line for a branch that led nowhere, and one for a branch that failed', () => {
    const next = { tweetId: '1', cursor: 'deep' };
    assert.deepEqual(keys(pagesOf({ replies: first, 'replies deep': answered() })), ['1', 'a']);
    const failed = pagesOf({ replies: first, 'replies deep': { ...answered(), next } });
    assert.deepEqual(keys(failed), ['1', 'a', 'more-deep']);
  });

  it('know a kept page of a branch for what it is, wherever it leads by itself', () => {
    const pages = pagesOf({ replies: first });
    const request = { postId: '1', ranking: 'Relevance' } as const;
    assert.equal(pages.nameOfStored({ ...request, cursor: 'deep' }, false), 'replies deep');
    assert.equal(pages.nameOfStored({ ...request, cursor: 'further' }, true), undefined, 'nothing leads to it');
    const next = { tweetId: '1', cursor: 'further' };
    const further = pagesOf({ replies: { ...first, next } });
    assert.equal(further.nameOfStored({ ...request, cursor: 'further' }, false), 'replies');
    const none = pagesOf({});
    assert.equal(none.nameOfStored({ ...request, cursor: 'further' }, true), 'replies', 'a thread may begin with it');
    assert.equal(none.nameOfStored({ ...request, cursor: 'further' }, false), undefined, 'its first page is missing');
    assert.equal(none.nameOfStored({ ...request, cursor: undefined }, false), 'replies');
  });

  it('have the first page of their order first, and all others as they came', () => {
    const queries = {
      replies: answered(firstPage('e3', 3), firstPage('e5', 5)),
      'post-a': answered(branchPage('e4', 4)),
    };
    assert.deepEqual(
      pagesOf({ ...queries, 'post-b': answered(branchPage('e1', 1)) }).all.map(({ at }) => at),
      [3, 1, 4, 5],
    );
  });

  it('leave a line to a person whose last pages brought nothing new', () => {
    const next = { tweetId: '1', cursor: 'c' };
    const pages = pagesOf({ replies: { ...first, next, isStalled: true } });
    assert.deepEqual([pages.left.hasNextPage, pages.isStalled, pages.nextToFetch], [true, true, 'more-deep']);
    const deep = { ...answered(), next: { tweetId: '1', cursor: 'deeper' }, isStalled: true };
    const all = pagesOf({ replies: { ...first, next, isStalled: true }, 'replies deep': deep });
    assert.equal(all.nextToFetch, undefined);
  });
});
