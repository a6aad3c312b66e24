import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { tweet } from '../../src/client/endpoints/primary/tweets.ts';
import { completeThread } from '../../src/host/threads/actOnThread.ts';
import { nextPageLineKey } from '../../src/app/thread/threadLines.ts';
import { ThreadSession } from '../../src/host/threads/threadSession.ts';
import { toThreadState } from '../../src/host/threads/threadState.ts';
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

  /** What the line below the thread says that it came to. */
  const spentHere = async () => (await toThreadState(spending.services, thread)).summary.split(' · ').at(-1);

  it('says that it is complete once it is, and after how many calls', async () => {
    await thread.open(landmarks.wideThreadId);
    using person = answering({ button: (_message, buttons) => buttons.find((title) => title.startsWith('Fetch (')) });
    await completeThread(spending.services, thread);
    const said = await until('the end is reported', () =>
      person.asked.find((message) => message.startsWith('The thread is complete')),
    );
    assert.equal(said, `The thread is complete, after ${(await spending.asked()).length - 1} calls.`);
  });

  it('says where it stopped and what the rest comes to, and goes on only when the person agrees again', async () => {
    await thread.open(landmarks.wideThreadId);
    let fetches = 0;
    using person = answering({
      button: (_message, buttons) =>
        buttons.find(
          (title) => title.startsWith('Continue… (≈$0.00') || (title.startsWith('Fetch (≈$0.00') && (fetches += 1) === 1),
        ),
    });
    const watching = thread.onDidChange(() => {
      if (thread.state.completing?.done === 1) {
        thread.stop();
      }
    });
    await completeThread(spending.services, thread);
    await until('the person is asked again', () => fetches === 2);
    watching.dispose();
    assert.match(person.asked[1] ?? '', /^Stopped after 1 call: more available[^$]*\.$/);
    assert.match(person.asked[2] ?? '', /^Load what is missing of the thread of @\w+\?$/);
    assert.equal((await spending.asked()).length, 2, 'what was about to be sent is not sent');
  });

  it('says that the calls that were agreed to are made where branches appeared meanwhile, and what the rest comes to', async () => {
    await thread.open(exampleValues.tweetId);
    const offered: string[] = [];
    using person = answering({
      button: (_message, buttons) => {
        offered.push(...buttons);
        return buttons.find((title) => title.startsWith('Fetch ('));
      },
    });
    await completeThread(spending.services, thread);
    await until('the end is reported', () => offered.length === 2);
    assert.equal(person.asked[1], 'Stopped after 5 calls, the most that you agreed to: 2 branches left.');
    assert.deepEqual(offered, ['Fetch (≈$0.001 at most)', 'Continue… (≈$0.0004)']);
  });

  it('says where its window was closed while a page was on its way that it may have been charged, until it is asked', async () => {
    await thread.open(landmarks.wideThreadId);
    assert.equal(thread.source?.isUnderWay, undefined);
    const release = spending.hold(/cursor=/);
    const loading = thread.load(nextPageLineKey);
    await until('the page is on its way', () => thread.source?.isUnderWay);
    const left = thread.source;
    assert.ok(left);
    const next = new ThreadSession(spending.services);
    await next.restore(left);
    assert.deepEqual([next.state.phase, next.source?.isUnderWay], ['ready', undefined]);
    const words = /^The window was closed while a call was on its way\. The call may have been charged\.$/;
    assert.match((await toThreadState(spending.services, next)).notice, words);
    release();
    await loading;
    assert.deepEqual(thread.state.busy, []);
    await next.load(nextPageLineKey);
    assert.equal(next.notice, '');
    next.dispose();
  });

  it('says how many of its pages are not kept any more, in the words of results, and that its window was closed', async () => {
    await thread.open(landmarks.wideThreadId);
    await thread.load(nextPageLineKey);
    const left = thread.source;
    assert.ok(left);
    const lost = left.pages.map((page, at) => (at === 0 ? page : { ...page, exchangeId: 'gone', cursor: 'gone' }));
    for (const [isUnderWay, words] of [
      [false, /^Pages no longer in history: 1 of 2\.$/],
      [true, /^Pages no longer in history: 1 of 2\. The window was closed while a call was on its way\. /],
    ] as const) {
      const next = new ThreadSession(spending.services);
      await next.restore({ ...left, pages: lost, isUnderWay });
      assert.equal(next.state.phase, 'ready');
      assert.match(next.notice, words);
      next.dispose();
    }
    const gone = new ThreadSession(spending.services);
    await gone.restore({ ...left, pages: lost.slice(1) });
    assert.deepEqual([gone.state.phase, gone.notice], ['gone', '']);
    gone.dispose();
  });

  it('goes back and forward through what it showed, from what is kept', async () => {
    await thread.open(landmarks.wideThreadId);
    await thread.load(nextPageLineKey);
    const postCount = thread.pages.postCount;
    await thread.open(exampleValues.tweetId);
    assert.deepEqual([thread.canGoBack, thread.canGoForward], [true, false]);
    const asked = (await spending.asked()).length;
    await thread.back();
    assert.deepEqual([thread.state.focalId, thread.pages.postCount], [landmarks.wideThreadId, postCount]);
    assert.deepEqual([thread.canGoBack, thread.canGoForward], [false, true]);
    await thread.back();
    assert.equal(thread.state.focalId, landmarks.wideThreadId);
    await thread.forward();
    assert.equal(thread.state.focalId, exampleValues.tweetId);
    assert.equal((await spending.asked()).length, asked, 'nothing was asked for');
  });

  it('stays where another one cannot be had, says why, and tries that again from there', async () => {
    await thread.open(landmarks.wideThreadId);
    const postCount = thread.pages.postCount;
    await spending.faults([{ match: { endpoint: tweet.id }, status: 402, times: 1 }]);
    await thread.open(exampleValues.tweetId);
    assert.deepEqual([thread.state.focalId, thread.pages.postCount], [landmarks.wideThreadId, postCount]);
    assert.equal(thread.canGoBack, false);
    const failure = await thread.describeFailure();
    assert.match(failure?.message ?? '', /balance of this key is used up.*Nothing was spent/);
    assert.deepEqual(
      failure?.actions.map(({ action }) => action),
      ['replaceKey', 'retry'],
    );
    await thread.state.failure?.again();
    assert.equal(thread.state.focalId, exampleValues.tweetId);
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

  it('counts the branches that are left', async () => {
    await thread.open(landmarks.deepThreadId);
    const { branches } = thread.pages.left;
    assert.notEqual(branches.length, 0);
    const { summary } = await toThreadState(spending.services, thread);
    assert.match(summary, branches.length === 1 ? /, 1 branch left \(≈/ : new RegExp(`, ${branches.length} branches left \\(≈`));
  });

  it('names the order that is on screen when another was asked for twice and failed', async () => {
    await thread.open(landmarks.wideThreadId);
    await spending.faults([{ match: { endpoint: tweet.id }, status: 402 }]);
    await Promise.all([thread.rank('Recency'), thread.rank('Likes')]);
    assert.notEqual(thread.state.failure, undefined);
    assert.equal(thread.state.ranking, 'Relevance');
    assert.equal(thread.source?.ranking, 'Relevance');
    assert.deepEqual(thread.state.busy, []);
  });

  it('keeps an order that is paid for when another is chosen before it comes, and buys none twice', async () => {
    await thread.open(landmarks.wideThreadId);
    const given = thread.pages.rows.map(({ key }) => key);
    const release = spending.hold(/tweet/);
    const slow = thread.rank('Recency');
    await until('the order is on its way', async () => (await spending.asked()).length === 2);
    await thread.rank('Relevance');
    assert.equal(thread.state.ranking, 'Relevance');
    const { ranking } = await toThreadState(spending.services, thread);
    assert.deepEqual(
      ranking.choices.map(({ price }) => price),
      ['', '', '≈$0.0002'],
      'what is on its way has no price any more',
    );
    release();
    await slow;
    assert.deepEqual(
      thread.pages.rows.map(({ key }) => key),
      given,
      'what came late does not take the place of what was chosen last',
    );
    assert.deepEqual(thread.state.busy, []);
    await thread.rank('Recency');
    assert.equal(thread.source?.ranking, 'Recency');
    assert.equal((await spending.asked()).length, 2);
  });

  it('shows the order that was chosen last when it is chosen again while it comes, after one call', async () => {
    await thread.open(landmarks.wideThreadId);
    const release = spending.hold(/tweet/);
    const slow = thread.rank('Recency');
    await thread.rank('Relevance');
    const again = thread.rank('Recency');
    release();
    await Promise.all([slow, again]);
    assert.equal(thread.source?.ranking, 'Recency');
    assert.deepEqual(thread.state.busy, []);
    assert.equal((await spending.asked()).length, 2);
  });

  it('keeps a next page that comes after the order was changed, and shows it with its own order only', async () => {
    await thread.open(landmarks.wideThreadId);
    const posts = () => thread.pages.rows.filter(({ kind }) => kind === 'post').length;
    const before = posts();
    const release = spending.hold(/cursor=/);
    const slow = thread.load(nextPageLineKey);
    await until('the page is on its way', async () => (await spending.asked()).length === 2);
    await thread.rank('Recency');
    const inOrder = thread.pages.rows.map(({ key }) => key);
    assert.deepEqual(thread.state.busy, [], 'the next page of this order is not the one that is on its way');
    release();
    await slow;
    assert.deepEqual(
      thread.pages.rows.map(({ key }) => key),
      inOrder,
    );
    await thread.rank('Relevance');
    assert.ok(posts() > before, 'the page that was paid for is there');
    assert.equal((await spending.asked()).length, 3);
  });

  it('sends its question once, however often it is opened while the answer comes', async () => {
    const release = spending.hold(/tweet/);
    const first = thread.open(landmarks.wideThreadId);
    await until('the question is sent', async () => (await spending.asked()).length === 1);
    const opened = [thread.open(landmarks.wideThreadId), thread.open(landmarks.wideThreadId, { ranking: 'Relevance' }), first];
    release();
    await Promise.all(opened);
    assert.equal(thread.state.phase, 'ready');
    assert.equal((await spending.asked()).length, 1);
    assert.equal(await spentHere(), '$0.0002');
  });

  it('says that an answer is kept when it comes where another thread took the place of its own, until something else is done', async () => {
    await thread.open(exampleValues.tweetId); // from here on the price is known, so that calls do not wait for each other
    const release = spending.hold(new RegExp(landmarks.wideThreadId));
    const notice = async () => (await toThreadState(spending.services, thread)).notice;
    const stopped = thread.open(landmarks.wideThreadId);
    await until('the question is sent', async () => (await spending.asked()).length === 2);
    await thread.open(landmarks.deepThreadId);
    const words = 'A call of the earlier thread is on its way. Its answer is kept.';
    assert.equal(await notice(), words);
    assert.equal(await spentHere(), '$0.0002', 'of this thread alone');
    release();
    await stopped;
    assert.equal(await notice(), words);
    assert.equal(thread.focal?.id, landmarks.deepThreadId);
    await thread.rank('Recency');
    assert.equal(await notice(), '');
    await thread.open(landmarks.wideThreadId);
    assert.equal(await notice(), '', 'nothing was on its way');
    assert.equal((await spending.asked()).length, 4, 'the answer was kept');
  });

  it('forgets nothing of what was spent when the order changes, whatever came for another one', async () => {
    await thread.open(landmarks.wideThreadId);
    await thread.load(nextPageLineKey);
    await thread.rank('Recency');
    assert.equal(await spentHere(), '$0.0006');
    const release = spending.hold(/cursor=/);
    const late = thread.load(nextPageLineKey);
    await until('the page is on its way', async () => (await spending.asked()).length === 4);
    await thread.rank('Relevance');
    release();
    await late;
    assert.equal(await spentHere(), '$0.0008');
    await thread.rank('Recency');
    assert.equal(await spentHere(), '$0.0008', 'what is kept costs nothing again');
  });

  it('counts a call that failed also after Retry, and starts again with another thread', async () => {
    await spending.faults([{ match: { endpoint: tweet.id }, status: 500, refund: false, times: 1 }]);
    await thread.open(landmarks.wideThreadId);
    await thread.state.failure?.again();
    assert.equal(thread.state.phase, 'ready');
    assert.equal(await spentHere(), '$0.0004');
    await thread.open(landmarks.wideThreadId);
    assert.equal(await spentHere(), '$0.0004');
    const [first] = thread.pages.all;
    assert.ok(first !== undefined);
    thread.openExchange(first.exchange);
    assert.equal(await spentHere(), '$0.0004', 'an answer that was counted is not counted again');
    await thread.open(landmarks.deepThreadId);
    assert.equal(await spentHere(), '$0.0002');
  });
});
