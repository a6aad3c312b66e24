import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { tweet } from '../../src/client/endpoints/primary/tweets.ts';
import { nextPageRowKey } from '../../src/features/threads/threadLayout.ts';
import { ThreadSession } from '../../src/features/threads/host/threadSession.ts';
import { toThreadState } from '../../src/features/threads/host/threadViews.ts';
import { landmarks } from '../../src/sandbox/world/landmarks.ts';
import { type Spending, useSpending } from './support/spending.ts';

describe('ThreadSession', () => {
  const startSpending = useSpending();
  let spending: Spending;
  let thread: ThreadSession;

  beforeEach(async () => {
    spending = await startSpending();
    thread = new ThreadSession(spending.services);
  });

  afterEach(async () => {
    thread.dispose();
    await spending[Symbol.asyncDispose]();
  });

  const offered = async () => (await toThreadState(spending.services, thread)).rest;

  it('loads the rest at the price on the button, and then offers nothing', async () => {
    await thread.open(landmarks.wideThreadId);
    assert.match(await offered(), /^Load the Rest \(up to ≈\$0\.00\d+\)$/);
    await thread.loadRest();
    assert.deepEqual([await offered(), thread.notice], ['', '']);
  });

  it('reports where it stopped and what remains', async () => {
    await thread.open(landmarks.wideThreadId);
    await offered();
    const watching = thread.onDidChange(() => {
      if (thread.state.completing?.done === 1) {
        thread.stop();
      }
    });
    await thread.loadRest();
    watching.dispose();
    assert.match(thread.notice, /^Stopped after 1 request: more available[^$]*\.$/);
    assert.equal((await spending.requests()).length, 2, 'the next request is not sent');
  });

  it('stops after the offered number of requests even if branches have appeared since', async () => {
    await thread.open(exampleValues.tweetId);
    assert.equal(await offered(), 'Load the Rest (up to ≈$0.001)');
    await thread.loadRest();
    assert.equal(thread.notice, 'Stopped after 5 requests: 2 branches not loaded.');
  });

  it('stops before a request that costs more than offered', async () => {
    await thread.open(exampleValues.tweetId);
    thread.offerRest(100n);
    await thread.loadRest();
    assert.match(thread.notice, /^Stopped after 0 requests because the price increased: /);
    assert.equal((await spending.requests()).length, 1);
  });

  it('opens in an order of the service with one request, and again for free', async () => {
    await thread.open(exampleValues.tweetId);
    const { rankings } = await toThreadState(spending.services, thread);
    assert.deepEqual(rankings, [
      { ranking: 'Recency', price: '≈$0.0002' },
      { ranking: 'Likes', price: '≈$0.0002' },
    ]);
    await thread.open(exampleValues.tweetId, undefined, thread.connection, 'Likes');
    await thread.open(exampleValues.tweetId, undefined, thread.connection);
    assert.deepEqual([thread.source?.ranking, thread.canGo('back')], ['Likes', false]);
    await thread.open(exampleValues.tweetId, undefined, thread.connection, 'Relevance');
    assert.deepEqual(
      (await spending.requests()).map((target) => /rankingMode=(\w+)/.exec(target)?.[1]),
      [undefined, 'Likes'],
    );
  });

  it('reports how many pages are no longer in history', async () => {
    await thread.open(landmarks.wideThreadId);
    await thread.load(nextPageRowKey);
    const left = thread.source;
    assert.ok(left);
    const lost = left.pages.map((page, at) => (at === 0 ? page : { ...page, exchangeId: 'gone', cursor: 'gone' }));
    const next = new ThreadSession(spending.services);
    await next.restore({ ...left, pages: lost });
    assert.equal(next.state.phase, 'ready');
    assert.equal(next.notice, 'Pages no longer in history: 1 of 2.');
    next.dispose();
    const gone = new ThreadSession(spending.services);
    await gone.restore({ ...left, pages: lost.slice(1) });
    assert.deepEqual([gone.state.phase, gone.notice], ['gone', '']);
    gone.dispose();
  });

  it('goes back and forward through the threads it showed, from history', async () => {
    await thread.open(landmarks.wideThreadId);
    await thread.load(nextPageRowKey);
    const postCount = thread.snapshot.postCount;
    await thread.open(exampleValues.tweetId);
    assert.equal(thread.canGo('back'), true);
    const asked = (await spending.requests()).length;
    await thread.go('back');
    assert.deepEqual([thread.state.focalId, thread.snapshot.postCount], [landmarks.wideThreadId, postCount]);
    assert.equal(thread.canGo('back'), false);
    await thread.go('back');
    assert.equal(thread.state.focalId, landmarks.wideThreadId);
    await thread.go('forward');
    assert.deepEqual([thread.state.focalId, thread.canGo('back'), thread.canGo('forward')], [exampleValues.tweetId, true, false]);
    assert.equal((await spending.requests()).length, asked, "requests aren't sent");
    await thread.go('back');
    await thread.open(landmarks.deepThreadId);
    assert.equal(thread.canGo('forward'), false, 'a new thread ends the way forward');
  });

  it("reports why a different thread can't be loaded, retries, and goes back", async () => {
    await thread.open(landmarks.wideThreadId);
    await spending.faults([{ match: { endpoint: tweet.id }, status: 402, times: 1 }]);
    await thread.open(exampleValues.tweetId);
    assert.deepEqual([thread.state.focalId, thread.state.phase, thread.canGo('back')], [exampleValues.tweetId, 'failed', true]);
    const failure = await thread.describeFailure();
    assert.match(failure?.message ?? '', /this key's balance is used up.*No charge/);
    assert.deepEqual(
      failure?.actions.map(({ action }) => action),
      ['setKey', 'retry'],
    );
    await thread.state.failure?.retry();
    assert.equal(thread.state.phase, 'ready');
    assert.equal(await thread.describeFailure(), undefined);
    await thread.go('back');
    assert.equal(thread.state.focalId, landmarks.wideThreadId);
  });

  it('shows the previous thread, then none, when its thread moves away', async () => {
    await thread.open(landmarks.wideThreadId);
    await thread.open(exampleValues.tweetId);
    await thread.moveAway();
    assert.equal(thread.state.focalId, landmarks.wideThreadId);
    await thread.moveAway();
    assert.equal(thread.state.phase, 'empty');
    assert.equal(thread.source, undefined);
    assert.equal((await spending.requests()).length, 2);
  });
});
