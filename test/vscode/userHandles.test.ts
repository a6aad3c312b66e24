import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { userById, userByUsername, userFollowers, userTweets } from '../../src/client/endpoints/table.ts';
import type { Endpoint } from '../../src/client/endpoint.ts';
import { quoteQuery } from '../../src/features/results/host/query.ts';
import { ResultsSession } from '../../src/features/results/host/resultsSession.ts';
import { until } from './support/steps.ts';
import { type StopWindow, useStopWindows } from './support/stopWindows.ts';

describe('a handle instead of a user id', () => {
  const windows = useStopWindows();
  const { handle, userId } = exampleValues;
  const texts = { userId: `@${handle}` };

  const opened = async (endpoint: Endpoint) => {
    const window = await windows.open();
    const session = new ResultsSession(
      window.services,
      { onRows: () => undefined, onStatus: () => undefined },
      { endpoint, texts: {} },
    );
    // so both prices are known
    const client = await window.client();
    await client.call(userById, { userId: exampleValues.otherUserId });
    await client.call(endpoint, { userId: exampleValues.otherUserId });
    return { window, session };
  };
  const priceOf = async ({ client }: StopWindow, session: ResultsSession) => {
    await session.users.read(session.endpoint, texts);
    return quoteQuery(await client(), session, texts);
  };
  /** The targets of the newest requests, the last one first. */
  const asked = async ({ store }: StopWindow, count: number) =>
    (await store()).exchanges.newest({ limit: count }).items.map(({ endpointId, params }) => [endpointId, params]);

  it('is looked up first if the service accepts only ids, for the price of both requests', async () => {
    const { window, session } = await opened(userTweets);
    await (await window.client()).call(userByUsername, { username: exampleValues.otherHandle });
    const before = await window.calls();
    const { price, faults } = await priceOf(window, session);
    assert.deepEqual([price, faults], ['≈$0.0004', []]);
    assert.equal(await window.calls(), before, 'a price is said without a call');
    await session.call(texts);
    assert.equal(await window.calls(), before + 2);
    assert.deepEqual(await asked(window, 2), [
      [userTweets.id, { userId }],
      [userByUsername.id, { username: handle }],
    ]);
    assert.ok(session.records.size > 0);
    assert.deepEqual(session.texts, texts);
    session.dispose();
  });

  it("isn't looked up if a stored response contains the id, or the service accepts the handle", async () => {
    const { window, session } = await opened(userTweets);
    await (await window.client()).call(userByUsername, { username: handle });
    const before = await window.calls();
    assert.equal((await priceOf(window, session)).price, '≈$0.0002');
    await session.call(texts);
    assert.deepEqual([await window.calls(), await asked(window, 1)], [before + 1, [[userTweets.id, { userId }]]]);
    session.dispose();

    const { window: other, session: followers } = await opened(userFollowers);
    const earlier = await other.calls();
    assert.equal((await priceOf(other, followers)).price, '≈$0.0002');
    await followers.call(texts);
    assert.equal(await other.calls(), earlier + 1);
    assert.deepEqual(await asked(other, 1), [[userFollowers.id, { userId: '-1', username: handle }]]);
    followers.dispose();
  });

  it("doesn't send more requests after its tab was closed during the lookup", async () => {
    const { window, session } = await opened(userTweets);
    const sent = window.transport.sent();
    window.transport.hold();
    const calling = session.call(texts);
    await until('the look-up is on its way', () => window.transport.sent() === sent + 1);
    session.dispose();
    window.transport.release();
    await calling;
    assert.deepEqual(
      (await asked(window, 1)).map(([endpointId]) => endpointId),
      [userByUsername.id],
    );
  });
});
