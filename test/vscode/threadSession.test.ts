import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { tweet } from '../../src/client/endpoints/primary/tweets.ts';
import { completeThread } from '../../src/features/threads/host/actOnThread.ts';
import { nextPageLineKey } from '../../src/features/threads/threadLines.ts';
import { ThreadSession } from '../../src/features/threads/host/threadSession.ts';
import { landmarks } from '../../src/sandbox/world/landmarks.ts';
import { answering } from './support/answering.ts';
import { type Spending, useSpending } from './support/spending.ts';
import { until } from './support/steps.ts';

describe('a thread that is paid for', () => {
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

  it('says that it is complete once it is, and after how many calls', async () => {
    await thread.open(landmarks.wideThreadId);
    using person = answering({ button: (_message, buttons) => buttons.find((title) => title.startsWith('Load (')) });
    await completeThread(thread);
    const said = await until('the end is reported', () =>
      person.asked.find((message) => message.startsWith('This thread is complete')),
    );
    assert.equal(said, 'This thread is complete.');
  });

  it('says where it stopped and what is left', async () => {
    await thread.open(landmarks.wideThreadId);
    using person = answering({ button: (_message, buttons) => buttons.find((title) => title.startsWith('Load (≈$0.00')) });
    const watching = thread.onDidChange(() => {
      if (thread.state.completing?.done === 1) {
        thread.stop();
      }
    });
    await completeThread(thread);
    watching.dispose();
    assert.match(person.asked[1] ?? '', /^Stopped after 1 request: more available[^$]*\.$/);
    assert.equal((await spending.asked()).length, 2, 'what was about to be sent is not sent');
  });

  it('says that the calls that were agreed to are made where branches appeared meanwhile', async () => {
    await thread.open(exampleValues.tweetId);
    const offered: string[] = [];
    using person = answering({
      button: (_message, buttons) => {
        offered.push(...buttons);
        return buttons.find((title) => title.startsWith('Load ('));
      },
    });
    await completeThread(thread);
    assert.equal(person.asked[1], 'Stopped after 5 requests: 2 branches not loaded.');
    assert.deepEqual(offered, ['Load (≈$0.001 at most)']);
  });

  it('says how many of its pages are not kept any more, in the words of results', async () => {
    await thread.open(landmarks.wideThreadId);
    await thread.load(nextPageLineKey);
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

  it('goes back through what it showed, from what is kept', async () => {
    await thread.open(landmarks.wideThreadId);
    await thread.load(nextPageLineKey);
    const postCount = thread.pages.postCount;
    await thread.open(exampleValues.tweetId);
    assert.equal(thread.canGoBack, true);
    const asked = (await spending.asked()).length;
    await thread.back();
    assert.deepEqual([thread.state.focalId, thread.pages.postCount], [landmarks.wideThreadId, postCount]);
    assert.equal(thread.canGoBack, false);
    await thread.back();
    assert.equal(thread.state.focalId, landmarks.wideThreadId);
    assert.equal((await spending.asked()).length, asked, 'nothing was asked for');
  });

  it('says why another one cannot be had, tries that again, and goes back', async () => {
    await thread.open(landmarks.wideThreadId);
    await spending.faults([{ match: { endpoint: tweet.id }, status: 402, times: 1 }]);
    await thread.open(exampleValues.tweetId);
    assert.deepEqual([thread.state.focalId, thread.state.phase, thread.canGoBack], [exampleValues.tweetId, 'failed', true]);
    const failure = await thread.describeFailure();
    assert.match(failure?.message ?? '', /this key's balance is used up.*No charge/);
    assert.deepEqual(
      failure?.actions.map(({ action }) => action),
      ['replaceKey', 'retry'],
    );
    await thread.state.failure?.again();
    assert.equal(thread.state.phase, 'ready');
    assert.equal(await thread.describeFailure(), undefined);
    await thread.back();
    assert.equal(thread.state.focalId, landmarks.wideThreadId);
  });

  it('moves away: the one before it takes its place, then nothing', async () => {
    await thread.open(landmarks.wideThreadId);
    await thread.open(exampleValues.tweetId);
    await thread.moveAway();
    assert.equal(thread.state.focalId, landmarks.wideThreadId);
    await thread.moveAway();
    assert.equal(thread.state.phase, 'empty');
    assert.equal(thread.source, undefined);
    assert.equal((await spending.asked()).length, 2);
  });
});
