import assert from 'node:assert/strict';
import { createClient } from '../../../src/client/createClient.ts';
import { gatewayTweet, gatewayTweetRetweets } from '../../../src/client/endpoints/gateway/tweets.ts';
import { PageTrail } from '../../../src/client/pages.ts';
import { usernamesToIds, usersByIds } from '../../../src/client/endpoints/primary/users.ts';
import { SocialDataError } from '../../../src/client/errors.ts';
import type { Exchange } from '../../../src/client/exchange.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { type FakeReply, fakeTransport } from '../../support/fakeTransport.ts';
import { testConnection, testLookup, testPagedEndpoint } from '../../support/testEndpoints.ts';

async function walk(replies: readonly FakeReply[], options: { readonly format?: 'raw'; readonly maxPages?: number } = {}) {
  const transport = fakeTransport((_, index) => replies[index] ?? {});
  const client = createClient({ connections: { primary: testConnection() }, transport, clock: fakeClock(), random: () => 0 });
  const pages: unknown[] = [];
  let error: unknown;
  try {
    for await (const page of client.pages(testPagedEndpoint, {}, options)) {
      pages.push(page.value);
    }
  } catch (caught) {
    error = caught;
  }
  return { pages: pages.length, calls: transport.requests.length, urls: transport.requests.map(({ url }) => url), error };
}

const page = (ids: readonly string[], nextCursor: string | null, more: object = {}): FakeReply => ({
  body: { data: ids.map((id) => ({ id })), nextCursor, ...more },
});
const rawPage = (ids: readonly string[], cursor: string | undefined): FakeReply => ({
  body: {
    data: {
      instructions: [
        {
          type: 'TimelineAddEntries',
          entries: [
            ...ids.map((id) => ({ entryId: `tweet-${id}`, content: {} })),
            { entryId: 'cursor-top-1', content: { cursorType: 'Top', value: 'top' } },
            ...(cursor === undefined
              ? []
              : [{ entryId: 'cursor-bottom-1', content: { itemContent: { cursorType: 'Bottom', value: cursor } } }]),
          ],
        },
      ],
    },
  },
});

const toBody = (reply: FakeReply): object =>
  'body' in reply && typeof reply.body === 'object' && reply.body !== null ? reply.body : {};

describe('pages', () => {
  it('sends each cursor and ends without one', async () => {
    const { pages, urls, error } = await walk([page(['1'], 'c/1'), page(['2'], 'c2'), page(['3'], null)]);
    assert.equal(error, undefined);
    assert.equal(pages, 3);
    assert.deepEqual(
      urls.map((url) => url.slice(url.indexOf('?'))),
      ['?format=simple', '?cursor=c%2F1&format=simple', '?cursor=c2&format=simple'],
    );
  });

  for (const [what, replies, calls, pages = calls] of [
    // each page has new items, so only the cursor ends paging
    ['a cursor that was sent before', [page(['1'], 'a'), page(['2'], 'b'), page(['3'], 'a'), page(['4'], 'b')], 3],
    ['a page without new items', [page(['1', '2'], 'a'), page(['2', '1'], 'b')], 2],
    ['an empty page that doesn’t say that more follows', [page(['1'], 'a'), page([], 'b')], 2],
    ['hasNextPage false next to a cursor', [page(['1'], 'a', { hasNextPage: false })], 1],
    ['an empty cursor', [page(['1'], '')], 1],
    [
      'an empty search after a cursor',
      [page(['1'], 'a'), { status: 502, headers: { 'x-refunded': 'true' }, body: { error: 'x', attempts: 9 } }],
      2,
      1,
    ],
  ] as const) {
    it(`ends at ${what}`, async () => {
      const walked = await walk(replies);
      assert.equal(walked.error, undefined);
      assert.equal(walked.calls, calls);
      assert.equal(walked.pages, pages);
    });
  }

  it('continues after an empty page that says more follows', async () => {
    const more = { hasNextPage: true };
    const { pages, calls } = await walk([page(['1'], 'a', more), page([], 'b', more), page(['2'], null, { hasNextPage: false })]);
    assert.deepEqual([pages, calls], [3, 3]);
  });

  it('stops after three empty pages in a row, and continues on request', async () => {
    const more = { hasNextPage: true };
    const replies = [page(['1'], 'a', more), page([], 'b', more), page([], 'c', more), page([], 'd', more), page(['2'], null)];
    const transport = fakeTransport((_, index) => replies[index] ?? {});
    const client = createClient({ connections: { primary: testConnection() }, transport, clock: fakeClock() });
    const pages = client.pages(testPagedEndpoint, {});
    for await (const { status } of pages) {
      assert.equal(status, 200);
    }
    assert.equal(transport.requests.length, 4);
    await pages.load();
    assert.equal(transport.requests.length, 5);
    assert.equal(await pages.load(), undefined);
    assert.equal(transport.requests.length, 5);
  });

  it("yields items one by one, and doesn't load pages that it doesn't need", async () => {
    const replies = [page(['1', '2'], 'a'), page(['3', '4'], 'b'), page(['1', '5'], null)]; // 1 is pinned
    for (const [count, ids, calls] of [
      [undefined, ['1', '2', '3', '4', '5'], 3],
      [4, ['1', '2', '3', '4'], 2],
      [3, ['1', '2', '3'], 2],
      [0, [], 0],
    ] as const) {
      const transport = fakeTransport((_, index) => replies[index] ?? {});
      const client = createClient({ connections: { primary: testConnection() }, transport, clock: fakeClock() });
      const items = client.items(testPagedEndpoint, {});
      const taken: string[] = [];
      for await (const { id } of count === undefined ? items : items.take(count)) {
        taken.push(id);
      }
      assert.deepEqual([taken, transport.requests.length], [ids, calls]);
    }
  });

  it('splits a long list into as many requests as the endpoint needs', async () => {
    const transport = fakeTransport(() => ({ body: { data: [] } }));
    const client = createClient({ connections: { primary: testConnection() }, transport, clock: fakeClock() });
    const lengths = async (responses: AsyncIterable<Pick<Exchange, 'request'>>) => {
      const made: number[] = [];
      for await (const { request } of responses) {
        made.push(decodeURIComponent(request.target).split(',').length);
      }
      return made;
    };
    const ids = Array.from({ length: 250 }, (_, index) => `${index}`);
    assert.deepEqual(await lengths(client.batches(usersByIds, { userIds: ids })), [100, 100, 50]);
    assert.deepEqual(await lengths(client.batches(usernamesToIds, { usernames: ids.map((id) => `ada${id}`) })), [100, 100, 50]);
    assert.deepEqual(await lengths(client.batches(usersByIds, { userIds: ['1'] })), [1]);
  });

  it("reads raw pages' Bottom cursor and entries", async () => {
    const cursorOnly = rawPage([], 'b');
    assert.deepEqual(
      await walk([rawPage(['1'], 'a'), rawPage(['2'], 'b'), rawPage(['3'], undefined)], { format: 'raw' }).then(
        ({ pages, calls }) => [pages, calls],
      ),
      [3, 3],
    );
    assert.equal((await walk([rawPage(['1'], 'b'), cursorOnly], { format: 'raw' })).calls, 2);
    assert.equal((await walk([rawPage(['1'], 'a'), rawPage(['1'], 'b')], { format: 'raw' })).calls, 2);
    const slice = (id: string, next?: string): FakeReply => ({
      body: {
        data: {
          members: {
            items_results: [{ result: { rest_id: id } }, null],
            slice_info: next === undefined ? {} : { next_cursor: next },
          },
        },
      },
    });
    assert.equal((await walk([slice('1', 'a'), slice('2')], { format: 'raw' })).calls, 2);
  });

  for (const [what, endpoint, format, empty] of [
    ['upstream JSON', testPagedEndpoint, 'raw', (cursor: string) => rawPage([], cursor)],
    [
      'a gateway post',
      gatewayTweet,
      'simple',
      (bottom: string) => ({ body: { ...toBody(rawPage([], bottom)), cursor: { bottom } } }),
    ],
    ['gateway reposters', gatewayTweetRetweets, 'simple', (bottom: string) => ({ body: { entries: [], cursor: { bottom } } })],
  ] as const) {
    it(`continues after an empty page with a new cursor, and stops after three: ${what}`, () => {
      const trail = new PageTrail(endpoint, {});
      for (const [at, cursor] of ['a', 'b', 'c'].entries()) {
        assert.deepEqual([trail.isStalled, trail.next?.['cursor']], [false, ['a', 'b', 'c'][at - 1]]);
        trail.addPage({ request: { format, params: trail.next ?? {} }, value: toBody(empty(cursor)) });
      }
      assert.deepEqual([trail.isStalled, trail.next?.['cursor']], [true, 'c']);
      trail.addPage({ request: { format, params: trail.next ?? {} }, value: toBody(empty('c')) });
      assert.equal(trail.next, undefined, 'a cursor that was sent leads nowhere');
    });
  }

  it('respects the maximum number of pages', async () => {
    assert.equal((await walk([page(['1'], 'a'), page(['2'], 'b'), page(['3'], 'c')], { maxPages: 2 })).calls, 2);
  });

  it('yields the pages before an error, then throws', async () => {
    const { pages, error } = await walk([page(['1'], 'a'), { status: 500 }]);
    assert.equal(pages, 1);
    assert(error instanceof SocialDataError);
    assert.equal(error.kind, 'server');
  });

  it('sends one request to an endpoint without pages', async () => {
    const transport = fakeTransport(() => ({}));
    const client = createClient({ connections: { primary: testConnection() }, transport, clock: fakeClock() });
    for await (const one of client.pages(testLookup, { name: 'a' })) {
      assert.equal(one.status, 200);
    }
    assert.equal(transport.requests.length, 1);
  });
});
