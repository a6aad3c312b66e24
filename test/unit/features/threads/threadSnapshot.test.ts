import assert from 'node:assert/strict';
import { createInitialPagedState, toLoadedPage, type PagedState } from '../../../../src/core/session/pagedSession.ts';
import { ThreadSnapshot } from '../../../../src/features/threads/threadSnapshot.ts';
import type { LoadedThreadPage } from '../../../../src/features/threads/threadQuery.ts';
import type { RankingMode } from '../../../../src/features/threads/threadContract.ts';
import { madeExchange } from '../../core/cost/madeExchange.ts';
import { madeTweet, simplePage } from './madeTweet.ts';

/** Post 1's first page with a reply whose branch continues at the cursor "deep". */
function firstPage(id: string, at: number, ranking: RankingMode = 'Relevance'): LoadedThreadPage {
  const exchange = response(id, { tweetId: '1', ...(ranking === 'Relevance' ? {} : { rankingMode: ranking }) });
  const page = simplePage(
    { data: [madeTweet('1'), madeTweet('a', '1')], nextCursor: null, hasNextPage: false },
    { postId: '1', cursor: undefined },
  );
  const branch = { kind: 'more', cursor: 'deep', cursorType: 'ShowMore', moduleId: 'm', label: undefined } as const;
  return { exchange, at, page: { ...page, places: [...page.places, branch] } };
}

function branchPage(id: string, at: number): LoadedThreadPage {
  const key = { postId: '1', cursor: 'deep' };
  return {
    at,
    exchange: response(id, { tweetId: '1', cursor: 'deep' }),
    page: simplePage({ data: [madeTweet('a1', 'a')], nextCursor: 'further', hasNextPage: true }, key),
  };
}

function response(id: string, params: Readonly<Record<string, string>>) {
  const exchange = madeExchange({});
  return { ...exchange, id, request: { ...exchange.request, params } };
}

/** A query's state with these pages and no next page. */
function loaded(...pages: readonly LoadedThreadPage[]): PagedState<LoadedThreadPage> {
  return {
    ...createInitialPagedState('unsent'),
    status: 'loaded',
    pages: pages.map((page) => toLoadedPage(page.exchange, page)),
  };
}

const pagesOf = (queries: Readonly<Record<string, PagedState<LoadedThreadPage>>>, ranking: RankingMode = 'Relevance') =>
  new ThreadSnapshot('1', ranking, new Map(Object.entries(queries)));
const keys = (pages: ThreadSnapshot) => pages.rows.map(({ key }) => key);
const first = loaded(firstPage('e1', 1));

describe('ThreadSnapshot', () => {
  it('has a row for a branch until its next page is loaded', () => {
    const pages = pagesOf({ replies: first });
    assert.deepEqual(keys(pages), ['1', 'a', 'more-deep']);
    const request = pages.requests.get('more-deep');
    assert.deepEqual(request, { postId: '1', cursor: 'deep', ranking: 'Relevance' });
    assert.equal(pages.queryNameOf(request), 'replies deep');
    const later = pagesOf({ replies: first, 'replies deep': loaded(branchPage('e2', 2)) });
    assert.deepEqual(keys(later), ['1', 'a', 'a1']);
    assert.equal(later.requests.get('more-deep'), undefined);
  });

  it('has a row for a branch that failed, but not for a branch without more replies', () => {
    const next = { tweetId: '1', cursor: 'deep' };
    assert.deepEqual(keys(pagesOf({ replies: first, 'replies deep': loaded() })), ['1', 'a']);
    const failed = pagesOf({ replies: first, 'replies deep': { ...loaded(), next } });
    assert.deepEqual(keys(failed), ['1', 'a', 'more-deep']);
  });

  it('assigns stored pages to their queries', () => {
    const pages = pagesOf({ replies: first });
    const request = { postId: '1', ranking: 'Relevance' } as const;
    assert.equal(pages.queryNameOfStored({ ...request, cursor: 'deep' }, false), 'replies deep');
    assert.equal(pages.queryNameOfStored({ ...request, cursor: 'further' }, true), undefined, 'nothing leads to it');
    const next = { tweetId: '1', cursor: 'further' };
    const further = pagesOf({ replies: { ...first, next } });
    assert.equal(further.queryNameOfStored({ ...request, cursor: 'further' }, false), 'replies');
    const none = pagesOf({});
    assert.equal(none.queryNameOfStored({ ...request, cursor: 'further' }, true), 'replies', 'a thread may begin with it');
    assert.equal(none.queryNameOfStored({ ...request, cursor: 'further' }, false), undefined, 'its first page is missing');
    assert.equal(none.queryNameOfStored({ ...request, cursor: undefined }, false), 'replies');
  });

  it('puts the replies’ first page first, and all others in order of arrival', () => {
    const queries = {
      replies: loaded(firstPage('e3', 3), firstPage('e5', 5)),
      'post-a': loaded(branchPage('e4', 4)),
    };
    assert.deepEqual(
      pagesOf({ ...queries, 'post-b': loaded(branchPage('e1', 1)) }).pages.map(({ at }) => at),
      [3, 1, 4, 5],
    );
  });

  it('doesn’t load a stalled query automatically', () => {
    const next = { tweetId: '1', cursor: 'c' };
    const pages = pagesOf({ replies: { ...first, next, isStalled: true } });
    assert.deepEqual([pages.unloaded.hasNextPage, pages.isStalled, pages.nextToFetch], [true, true, 'more-deep']);
    const deep = { ...loaded(), next: { tweetId: '1', cursor: 'deeper' }, isStalled: true };
    const all = pagesOf({ replies: { ...first, next, isStalled: true }, 'replies deep': deep });
    assert.equal(all.nextToFetch, undefined);
  });
});
