import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { noCost } from '../../../../src/core/cost/cost.ts';
import { PagedSession, quoteNextPage } from '../../../../src/core/session/pagedSession.ts';
import type { Client } from '../../../../src/client/client.ts';
import { createClient } from '../../../../src/client/createClient.ts';
import type { Exchange } from '../../../../src/client/exchange.ts';
import { memoryHistory } from '../../../../src/client/policies/history.ts';
import { type FakeClock, fakeClock } from '../../../support/fakeClock.ts';
import { type FakeReply, fakeTransport, type FakeTransport } from '../../../support/fakeTransport.ts';
import { testConnection, testPagedEndpoint } from '../../../support/testEndpoints.ts';

interface Started {
  readonly session: PagedSession<string>;
  readonly client: Client;
  readonly clock: FakeClock;
  readonly transport: FakeTransport;
  readonly reported: () => number;
}

const page = (at: number): FakeReply => ({
  headers: { 'content-type': 'application/json', 'x-price-per-call': '0.0002' },
  body: { data: [{ id: String(at) }], nextCursor: `c${at + 1}` },
});

/** A session whose pages contain their exchange id, over a client that reuses responses only on request. */
function start(reply: (index: number) => FakeReply = page): Started {
  const clock = fakeClock();
  const transport = fakeTransport((_request, index) => reply(index), clock.now);
  const client = createClient({
    connections: () => testConnection(),
    transport,
    clock,
    history: memoryHistory(),
    reuse: 'never',
    random: () => 0,
  });
  let reports = 0;
  const session = new PagedSession<string>(
    { endpoint: testPagedEndpoint, params: {} },
    {
      client: () => Promise.resolve(client),
      initiator: 'program',
      read: ({ id }) => id,
      changed: () => {
        reports += 1;
      },
    },
  );
  return { session, client, clock, transport, reported: () => reports };
}

/** The query's first pages. */
async function firstPages(client: Client, count: number): Promise<readonly Exchange[]> {
  const pages: Exchange[] = [];
  for await (const exchange of client.pages(testPagedEndpoint, {}, { maxPages: count })) {
    pages.push(exchange);
  }
  return pages;
}

describe('restoring stored pages', () => {
  it('shows stored pages and counts missing ones without sending requests', async () => {
    const { session, client, transport } = start();
    const [first, second] = await firstPages(client, 2);
    const responses = new Map([first, second].flatMap((one) => (one === undefined ? [] : [[one.id, one]])));
    const ids = [...responses.keys(), 'gone'];
    assert.equal(await session.restore(ids, (id) => Promise.resolve(responses.get(id))), 1);
    const { status, pages, next, progress } = session.state;
    assert.deepEqual([status, pages.map(({ exchangeId }) => exchangeId), progress], ['loaded', ids.slice(0, 2), undefined]);
    assert.deepEqual(next, { cursor: 'c2' });
    assert.deepEqual([transport.requests.length, session.runs.cost], [2, noCost]);
  });

  it('sets the status to gone if none of the pages are stored', async () => {
    const { session } = start();
    assert.equal(await session.restore(['a', 'b'], () => Promise.resolve(undefined)), 2);
    assert.deepEqual([session.state.status, session.state.pages], ['gone', []]);
  });
});

describe('the next page', () => {
  it('is free as shown if it is also stored', async () => {
    const { session, client, transport } = start();
    const [first] = await firstPages(client, 2);
    assert.ok(first);
    session.show({ ...first, from: 'history' });
    assert.equal(quoteNextPage(client, session.query, session.state)?.kind, 'stored');
    await session.loadMore();
    assert.deepEqual([session.state.pages.length, transport.requests.length, session.runs.cost], [2, 2, noCost]);
  });

  it('is requested for the shown price if only the page before it is stored', async () => {
    const { session, client, transport } = start();
    const [first] = await firstPages(client, 1);
    assert.ok(first);
    session.show({ ...first, from: 'history' });
    assert.deepEqual(quoteNextPage(client, session.query, session.state), { kind: 'known', price: 200n });
    await session.loadMore();
    assert.deepEqual([session.state.pages.length, transport.requests.length, session.runs.cost.exact], [2, 2, 200n]);
  });

  it('is requested again after a refresh unless it is as new', async () => {
    const { session, client, clock, transport } = start();
    await firstPages(client, 2);
    await clock.advance(1);
    await session.load('never');
    assert.deepEqual(quoteNextPage(client, session.query, session.state), { kind: 'known', price: 200n });
    await session.loadMore();
    assert.deepEqual([transport.requests.length, session.runs.cost.exact], [4, 400n]);
    await client.call(testPagedEndpoint, { cursor: 'c4' });
    assert.equal(quoteNextPage(client, session.query, session.state)?.kind, 'stored');
  });

  it("isn't older than a refreshed list, even if a different view requested it", async () => {
    const { session, client, clock, transport } = start((index) => page(index % 3));
    await firstPages(client, 3);
    await clock.advance(1);
    await session.load('never');
    await client.call(testPagedEndpoint, { cursor: 'c1' });
    await session.loadMore();
    assert.deepEqual([session.state.pages.map(({ from }) => from), transport.requests.length], [['network', 'history'], 5]);
    assert.deepEqual(quoteNextPage(client, session.query, session.state), { kind: 'known', price: 200n });
  });

  it("doesn't have a price after the last page", () => {
    const { session, client } = start();
    assert.equal(quoteNextPage(client, session.query, session.state), undefined);
  });

  it('is raw after a raw page', async () => {
    const { session, client } = start();
    const [first] = await firstPages(client, 1);
    assert.ok(first);
    session.show({ ...first, request: { ...first.request, format: 'raw' }, value: rawPage('1', 'c1') });
    await session.loadMore();
    assert.deepEqual(
      session.state.pages.map(({ format }) => format),
      ['raw', 'raw'],
    );
  });
});

describe('a retry', () => {
  it("doesn't reuse the stored response that failed", async () => {
    const { session, transport } = start((index) =>
      index === 0 ? { status: 500, headers: { 'x-price-per-call': '0.0002' }, body: {} } : page(index),
    );
    await session.load();
    assert.equal(session.state.failure?.error.kind, 'server');
    await session.retry();
    assert.deepEqual([session.state.status, session.state.pages.length, transport.requests.length], ['loaded', 1, 2]);
    assert.equal(session.runs.cost.exact, 400n);
  });
});

/** A raw page with one post and a cursor. */
function rawPage(id: string, cursor: string): unknown {
  const entry = (entryId: string, content: unknown) => ({ entryId, content });
  const entries = [
    entry(`tweet-${id}`, { itemContent: { tweet_results: { result: { __typename: 'Tweet', rest_id: id } } } }),
    entry('cursor-bottom-1', { cursorType: 'Bottom', value: cursor }),
  ];
  return { data: { timeline: { instructions: [{ type: 'TimelineAddEntries', entries }] } } };
}
