import assert from 'node:assert/strict';
import { testLog } from './support/testLog.ts';
import { communitiesSearch, search, userFollowers } from '../../src/client/endpoints/table.ts';
import { createClient } from '../../src/client/createClient.ts';
import { memoryHistory } from '../../src/client/policies/history.ts';
import { createBudget } from '../../src/client/policies/budget.ts';
import type { ResponseReuse } from '../../src/client/policies/send.ts';
import { ResultsSession } from '../../src/features/results/host/resultsSession.ts';
import type { Services } from '../../src/workbench/services.ts';
import type { ResultsStatus } from '../../src/features/results/resultsContract.ts';
import { type FakeReply, fakeTransport, type FakeTransport, createNotSentFault } from '../support/fakeTransport.ts';
import { testConnection } from '../support/testEndpoints.ts';
import { oneConnection } from './support/oneConnection.ts';
import { recordOpen } from './support/recordOpen.ts';
import { setSettings, until } from './support/steps.ts';

const texts = { userId: '1500000000000000001' };

function page(number: number, size = 1): FakeReply {
  const data = Array.from({ length: size }, (_, at) => ({ id: `${number}${at}`, username: `user${number}` }));
  const headers = { 'content-type': 'application/json', 'x-price-per-call': '0.0002', 'x-remaining-balance': '4.9' };
  return { headers, body: { data, nextCursor: `page${number + 1}`, previousCursor: null, hasNextPage: true } };
}

interface Asking {
  readonly session: ResultsSession;
  readonly transport: FakeTransport;
  /** The latest status. */
  readonly reported: () => ResultsStatus | undefined;
  /** Sends later requests to a different address. */
}

/** A session over a service that the test controls. */
function asking(
  reply: (index: number) => FakeReply | Promise<FakeReply>,
  {
    cap,
    reuse,
    onStatus,
    connections = {},
  }: {
    readonly cap?: bigint;
    readonly reuse?: ResponseReuse;
    readonly onStatus?: (status: ResultsStatus) => void;
    readonly connections?: Partial<Services['connections']>;
  } = {},
): Asking {
  const transport = fakeTransport((_request, index) => reply(index));
  const budget = createBudget();
  budget.setCap(cap);
  const client = createClient({
    connections: () => testConnection(),
    transport,
    budget,
    history: memoryHistory(),
    random: () => 0,
    ...(reuse === undefined ? {} : { reuse }),
  });
  const parts = {
    client: () => Promise.resolve(client),
    exchanges: { get: () => undefined, put: () => undefined },
    log: testLog,
    connections: Object.assign(oneConnection(testConnection), connections),
    open: recordOpen().open,
    context: { subscriptions: [] },
  };
  const services = parts as unknown as Services; // only the used parts
  let last: ResultsStatus | undefined;
  const session = new ResultsSession(
    services,
    {
      onRows: () => undefined,
      onStatus: (status) => {
        last = status;
        onStatus?.(status);
      },
    },
    { endpoint: userFollowers, texts },
  );
  return {
    session,
    transport,
    reported: () => last,
  };
}

describe("a results tab's query", () => {
  it("stores an earlier query's page that was in flight", async () => {
    const { promise: reply, resolve } = Promise.withResolvers<FakeReply>();
    const { session, transport, reported } = asking((index) => (index === 0 ? reply : page(7)));
    const other = { userId: '1500000000000000009' };
    const earlier = session.call(other);
    await until('the earlier query is in flight', () => transport.requests.length === 1);
    await session.call(texts);
    resolve(page(3));
    await earlier;
    assert.deepEqual([reported()?.loaded, reported()?.source.texts['userId']], [1, texts.userId]);
    await session.call(other);
    assert.deepEqual([reported()?.loaded, transport.requests.length], [1, 2]);
  });

  it('shows in every window that its responses are no longer stored, until it is sent', async () => {
    const { session, transport, reported } = asking(() => page(1));
    await session.restore(userFollowers, { texts, exchangeIds: ['gone'] });
    const first = reported();
    assert.equal(first?.phase, 'gone');
    const next = asking(() => page(1));
    await next.session.restore(userFollowers, first.source);
    assert.equal(next.reported()?.phase, 'gone');
    assert.equal(transport.requests.length + next.transport.requests.length, 0);
    await next.session.call(texts);
    assert.deepEqual([next.reported()?.phase, next.reported()?.source.exchangeIds.length], ['ready', 1]);
    assert.notEqual(next.reported()?.source.exchangeIds[0], 'gone');
  });

  it('keeps the results of the tabs of Search that are not shown, and loads no further pages of them', async () => {
    const { promise: reply, resolve } = Promise.withResolvers<FakeReply>();
    const { session, transport, reported } = asking((index) => (index === 1 ? reply : page(index)));
    session.setQuery(search, { searchItem: 'coffee' });
    await session.call(session.texts);
    const loading = session.loadMore(3);
    await until('the second page is in flight', () => transport.requests.length === 2);
    session.openTab('Communities', 'coffee');
    assert.deepEqual([session.endpoint, session.texts['searchTerm'], session.records.size], [communitiesSearch, 'coffee', 0]);
    resolve(page(1));
    await loading;
    session.openTab('Top', 'tea');
    assert.deepEqual([session.texts['searchItem'], session.records.size], ['coffee', 2]);
    assert.equal((await session.status()).isLoading, false);
    assert.deepEqual([transport.requests.length, reported()?.stopping], [2, '']);
  });

  it("opens a tab of Search with its service's selected connection, or the one that the page was opened with", () => {
    const selected = { primary: 'Work', gateway: 'sandbox' };
    const { session } = asking(() => page(0), {
      connections: {
        selected: (service) => selected[service],
        names: (opened) => (opened === undefined ? selected : { primary: opened, gateway: opened }),
      },
    });
    session.setQuery(search, { searchItem: 'coffee' });
    for (const [tab, connection] of [
      ['Lists', 'sandbox'],
      ['Latest', 'Work'],
    ] as const) {
      session.openTab(tab, 'coffee');
      assert.equal(session.connection, connection);
    }
    session.setQuery(search, { searchItem: 'coffee' }, 'Other');
    session.openTab('Communities', 'coffee');
    assert.equal(session.connection, 'Other');
  });

  it('loads all up to the limit of a tab, at a price that is known before', async () => {
    const { session, transport } = asking((index) => page(index, index === 0 ? 1 : 6_000));
    await session.call(texts);
    const { calls, amount } = await session.computeMaxPriceToEnd();
    assert.deepEqual([calls, amount], [9_999, 9_999n * 200n]);
    await session.loadMore(calls);
    assert.deepEqual([session.records.size, transport.requests.length], [12_001, 3]);
    assert.equal((await session.status()).hasMore, false);
  });

  it('sends a query only once while it is in flight', async () => {
    const { promise: reply, resolve } = Promise.withResolvers<FakeReply>();
    const { session, transport, reported } = asking(() => reply);
    const twice = [session.call(texts), session.call({ ...texts, cursor: '' })];
    await until('the query is in flight', () => transport.requests.length > 0);
    const again = session.call(texts);
    resolve(page(7));
    await Promise.all([...twice, again]);
    assert.equal(transport.requests.length, 1);
    assert.deepEqual([reported()?.loaded, reported()?.notice, reported()?.isLoading], [1, '', false]);
  });

  it("doesn't send requests over the budget, reports no charge, and offers to change the budget", async () => {
    const { session, transport, reported } = asking(() => page(1), { cap: 0n });
    await session.call(texts);
    assert.equal(transport.requests.length, 0);
    assert.equal(reported()?.phase, 'failed');
    assert.match(reported()?.failure?.message ?? '', /wasn't sent.*Session budget.*No charge/s);
    assert.equal(reported()?.failure?.actions[0]?.action, 'setBudget');
    const restore = await setSettings({ 'budget.perSession': '2' });
    try {
      await until('what was said of the lower budget is gone', () => reported()?.failure === null);
      assert.equal(reported()?.phase, 'idle');
      assert.equal(transport.requests.length, 0);
    } finally {
      await restore();
    }
  });

  it('reports no charge when it is offline, and sends the query again only on Retry', async () => {
    let isOffline = true;
    const { session, transport, reported } = asking(() => (isOffline ? createNotSentFault('ENOTFOUND') : page(1)));
    await session.call(texts);
    assert.equal(reported()?.phase, 'failed');
    assert.match(reported()?.failure?.message ?? '', /No charge/);
    assert.ok(reported()?.failure?.actions.some(({ action }) => action === 'retry'));
    isOffline = false;
    const tried = transport.requests.length;
    await session.recover('retry');
    assert.equal(transport.requests.length, tried + 1);
    assert.equal(reported()?.phase, 'ready');
    assert.equal(reported()?.failure, null);
  });
});
