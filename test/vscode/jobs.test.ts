import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { tweet } from '../../src/client/endpoints/primary/tweets.ts';
import { userFollowers } from '../../src/client/endpoints/primary/userTimelines.ts';
import { ResultsSession } from '../../src/host/results/resultsSession.ts';
import { completeThread } from '../../src/host/threads/actOnThread.ts';
import { ThreadSession } from '../../src/host/threads/threadSession.ts';
import type { ResultsStatus } from '../../src/protocol/resultsContract.ts';
import { landmarks } from '../../src/sandbox/world/landmarks.ts';
import { answering } from './support/answering.ts';
import { type Spending, useSpending } from './support/spending.ts';
import { until } from './support/steps.ts';
import { errorWords, toWordsPattern } from '../support/errorWords.ts';

/** Agrees to fetch all of a thread, and resumes where that is offered. */
const agreeing = (button: RegExp) => (_message: string, buttons: readonly string[]) =>
  buttons.find((title) => title.startsWith('Fetch (') || button.test(title));

const resuming = agreeing(/^Resume/);
const waiting = agreeing(/^never/);

const aboutJobs = (asked: readonly string[]) => asked.filter((message) => /budget/.test(message));

describe('work of several calls at the budget', () => {
  const startSpending = useSpending();
  let spending: Spending;
  let thread: ThreadSession;
  let results: ResultsSession;
  let reported: ResultsStatus | undefined;

  beforeEach(async () => {
    spending = await startSpending();
    thread = new ThreadSession(spending.services);
    reported = undefined;
    results = new ResultsSession(
      spending.services,
      {
        onRows: () => undefined,
        onStatus: (status) => {
          reported = status;
        },
      },
      userFollowers,
      { userId: exampleValues.userId },
    );
  });

  afterEach(async () => {
    thread.dispose();
    results.dispose();
    await spending[Symbol.asyncDispose]();
  });

  const complete = async () => {
    await completeThread(spending.services, thread);
  };
  const askFollowers = async () => {
    await results.call({ userId: exampleValues.userId });
  };
  /** No page was asked for twice, and no more was spent than the calls that were allowed come to. */
  const assertWithin = async (calls: number) => {
    const asked = await spending.asked();
    assert.equal(new Set(asked).size, asked.length, asked.join('\n'));
    assert.equal(spending.spent(), 200n * BigInt(asked.length));
    assert.ok(asked.length <= calls, `${asked.length} calls of ${calls}`);
  };

  it('completes a thread up to the cap exactly, waits, and is finished when the person resumes it', async () => {
    await thread.open(landmarks.wideThreadId);
    await spending.allowCalls(3);
    {
      using person = answering({ button: waiting });
      await complete();
      const [message, ...others] = aboutJobs(person.asked);
      assert.match(
        message ?? '',
        /^Fetching the thread of @\w+: paused at the budget, at most \d more calls for \$0\.0\d+\. \$0\.00 of the session budget of \$0\.0006 is left\. Nothing was spent for the call that was refused\.$/,
      );
      assert.deepEqual(others, []);
    }
    assert.equal((await spending.asked()).length, 3);
    await assertWithin(3);
    assert.equal(thread.state.failure, undefined);
    assert.equal(thread.state.completing, undefined);
    assert.match(
      (await thread.describeFailure())?.message ?? '',
      /Nothing was spent\. At most \d more calls wait: raise the budget/,
    );
    assert.deepEqual(
      (await thread.describeFailure())?.actions.map(({ title }) => title.replace(/\$[\d.]+/, '$')),
      ['Set Budget…', 'Resume (≈$ at most)', 'Stop'],
    );

    using person = answering({ button: resuming });
    await spending.allowCalls(20);
    await until('the thread is whole', () => thread.state.parked === undefined && thread.state.completing === undefined);
    assert.equal(thread.pages.rows.filter(({ kind }) => kind === 'post').length, 151);
    assert.equal(aboutJobs(person.asked).length, 1);
    await assertWithin(20);
  });

  it('goes on by itself in no case: a raised budget only offers it', async () => {
    await thread.open(landmarks.wideThreadId);
    await spending.allowCalls(2);
    using person = answering({ button: waiting });
    await complete();
    await spending.allowCalls(20);
    await until('the person is informed', () => aboutJobs(person.asked).length === 2);
    assert.equal((await spending.asked()).length, 2);
    assert.notEqual(thread.state.parked, undefined);
    await vscode.commands.executeCommand('socialData.activity.showLog'); // a turn of the whole window
    assert.equal((await spending.asked()).length, 2);
  });

  it('offers no Resume while a raised budget still has no room for a call', async () => {
    await thread.open(landmarks.wideThreadId);
    await spending.allowCalls(2);
    await spending.allowCallsToday(2);
    const offered: (readonly string[])[] = [];
    using _person = answering({
      button: (message, buttons) => {
        if (/paused at the budget|ready to resume/.test(message)) {
          offered.push(buttons);
        }
        return waiting(message, buttons);
      },
    });
    await complete();
    await spending.allowCalls(20);
    await until('the person is informed that the day has no room', () => offered.length === 2);
    await spending.allowCallsToday(20);
    await until('the person is informed that there is room', () => offered.length === 3);
    assert.deepEqual(
      offered.map((buttons) => buttons.some((title) => title.startsWith('Resume'))),
      [false, false, true],
    );
    assert.equal((await spending.asked()).length, 2);
  });

  it('waits at the budget of the day as well, and says which one it is', async () => {
    await thread.open(landmarks.wideThreadId);
    await spending.allowCallsToday(3);
    using person = answering({ button: waiting });
    await complete();
    assert.match(aboutJobs(person.asked)[0] ?? '', /\$0\.00 of today's budget of \$0\.0006 is left/);
    await assertWithin(3);
  });

  it('loads more pages of results up to the cap exactly, and no page twice when it is resumed', async () => {
    await askFollowers();
    await spending.allowCalls(3);
    {
      using person = answering({ button: waiting });
      await results.loadMore(4);
      assert.match(
        aboutJobs(person.asked).join('\n'),
        /^Loading more of Followers: paused at the budget, at most 2 more calls for \$0\.0004\./,
      );
    }
    await assertWithin(3);
    assert.equal((await spending.asked()).length, 3);
    assert.equal(reported?.isLoading, false);
    assert.equal(reported?.progress, null);
    assert.match(reported?.failure?.message ?? '', /At most 2 more calls wait/);
    assert.deepEqual(
      reported?.failure?.actions.map(({ action }) => action),
      ['setBudget', 'resume', 'stop'],
    );
    const loaded = reported?.loaded ?? 0;
    await spending.allowCalls(20);
    await results.recover('resume');
    await assertWithin(20);
    assert.equal((await spending.asked()).length, 5);
    assert.equal(reported?.failure, null);
    assert.ok((reported?.loaded ?? 0) > loaded);
    assert.equal(reported?.progress, null);
  });

  it('is let go when the person loads one more page by hand, or stops it', async () => {
    await askFollowers();
    await spending.allowCalls(2);
    using person = answering({ button: waiting });
    await results.loadMore(4);
    assert.notEqual(reported?.failure, null);
    await results.recover('stop');
    await until('the page says nothing of it', () => reported?.failure === null);
    await results.loadMore(4);
    await spending.allowCalls(20);
    await results.loadMore(1);
    assert.equal(reported?.failure, null);
    const before = aboutJobs(person.asked).length;
    await (await spending.services.jobs()).resume();
    assert.equal((await spending.asked()).length, 3);
    await spending.allowCalls(30);
    assert.equal(aboutJobs(person.asked).length, before);
  });

  it('is reported once for all that wait, and one Resume goes on with all', async () => {
    await thread.open(landmarks.wideThreadId);
    await askFollowers();
    await spending.allowCalls(4);
    {
      using person = answering({ button: waiting });
      await Promise.all([complete(), results.loadMore(3)]);
      await until('the person is informed', () => aboutJobs(person.asked).length > 0);
      assert.match(
        aboutJobs(person.asked).join('\n'),
        /^Fetching is paused at the budget in 2 places, at most \d+ more calls for \$0\.00\d+\.[^\n]+$/,
      );
    }
    await assertWithin(4);
    using _person = answering({ button: resuming });
    await spending.allowCalls(30);
    await until(
      'both are done',
      () =>
        thread.state.parked === undefined &&
        thread.state.completing === undefined &&
        reported?.failure === null &&
        !reported.isLoading,
    );
    await assertWithin(30);
    assert.equal(thread.pages.rows.filter(({ kind }) => kind === 'post').length, 151);
  });

  it('goes on from a message with what the message names, not with what waits since', async () => {
    await thread.open(landmarks.wideThreadId);
    await askFollowers();
    await spending.allowCalls(2);
    const pressed = Promise.withResolvers<string>();
    let first = '';
    using person = answering({
      button: (_message, buttons) => {
        const resume = buttons.find((title) => title.startsWith('Resume'));
        if (resume === undefined || first !== '') {
          return buttons.find((title) => title.startsWith('Fetch ('));
        }
        first = resume;
        return pressed.promise;
      },
    });
    await complete();
    await spending.allowCalls(3);
    await until('the person may go on', () => first !== '');
    await results.loadMore(3);
    await until('the other waits as well', () => reported?.failure !== null);
    const other = reported?.loaded;
    await spending.allowCalls(30);
    await until('the person is informed of both', () => /2 places/.test(aboutJobs(person.asked).at(-1) ?? ''));
    pressed.resolve(first);
    await until('the thread is whole', () => thread.state.parked === undefined && thread.state.completing === undefined);
    assert.notEqual(reported?.failure, null);
    assert.equal(reported?.loaded, other);
  });

  it('is forgotten when its view shows something else, or its connection is not the selected one any more', async () => {
    await thread.open(landmarks.wideThreadId);
    await askFollowers();
    await spending.allowCalls(2);
    using _person = answering({ button: waiting });
    await complete();
    await results.loadMore(3);
    await spending.allowCalls(3);
    await thread.open(exampleValues.tweetId);
    await vscode.workspace
      .getConfiguration('socialData')
      .update('primary.connection', 'sandbox', vscode.ConfigurationTarget.Global);
    await until('the page says of its world alone, and nothing of the job', () => {
      const actions = reported?.failure?.actions.map(({ action }) => action);
      return actions?.join() === 'selectConnection';
    });
    await spending.allowCalls(30);
    await (await spending.services.jobs()).resume();
    assert.equal((await spending.asked()).length, 3);
  });

  it('ends with every other job of its connection when the key is refused, in one message, and keeps what was on its way', async () => {
    await thread.open(landmarks.wideThreadId);
    await askFollowers();
    const loaded = reported?.loaded ?? 0;
    await spending.faults([{ match: { endpoint: tweet.id }, status: 402 }]);
    const release = spending.hold(/followers/);
    using person = answering({ button: waiting });
    const loading = results.loadMore(3);
    await until('more is being loaded', async () => (await spending.asked()).length === 3);
    await complete();
    assert.match(
      (await thread.describeFailure())?.message ?? '',
      toWordsPattern`${errorWords.noBalance.failed}.*Nothing was spent`,
    );
    assert.equal(thread.state.completing, undefined);
    assert.equal(reported?.isLoading, true);
    release();
    await loading;
    assert.match(reported.failure?.message ?? '', toWordsPattern`${errorWords.noBalance.failed}.*Nothing was spent`);
    assert.equal(reported.isLoading, false);
    assert.ok(reported.loaded > loaded);
    assert.deepEqual(
      person.asked
        .filter((message) => message.startsWith('Fetching stopped in'))
        .map((message) => message.replace(/ \(.*?\)/, '')),
      [
        `Fetching stopped in 2 places. What was loaded stays. ${tweet.title}: ${errorWords.noBalance.failed}. Nothing was spent. ${errorWords.noBalance.advice}`,
      ],
    );
    assert.equal(spending.spent(), 600n);
  });
});
