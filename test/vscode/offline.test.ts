import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { userById } from '../../src/client/endpoints/primary/users.ts';
import { search } from '../../src/client/endpoints/primary/search.ts';
import { ResultsSession } from '../../src/features/results/host/resultsSession.ts';
import { callWithNotifications } from '../../src/workbench/callAndShow.ts';
import { PagedNode } from '../../src/features/explore/host/tree/recordNode.ts';
import type { PendingCalls } from '../../src/core/session/runs.ts';
import { ThreadSession } from '../../src/features/threads/host/threadSession.ts';
import { toThreadState } from '../../src/features/threads/host/threadViews.ts';
import type { ResultsStatus } from '../../src/features/results/resultsContract.ts';
import { type FakeClock, fakeClock, flushPromises } from '../support/fakeClock.ts';
import { createNotSentFault } from '../support/fakeTransport.ts';
import { unreachableOrigin } from '../support/countingProxy.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { clockedServices, recordProgress } from './support/clockedServices.ts';
import { childOf, startExploring, texts, tooltipOf } from './support/exploring.ts';
import { until } from './support/steps.ts';
import { errorWords, toWordsPattern } from '../support/errorWords.ts';

const words = (title: string, number: number) =>
  `${title}: api.example.test ${errorWords.network.failed} (ECONNREFUSED). No charge. Retrying (${number} of 4)`;
const numberOf = ({ waiting }: Pick<PendingCalls, 'waiting'>) => (waiting?.kind === 'again' ? waiting.attempt : undefined);
const failed = toWordsPattern`${errorWords.network.failed} \(ECONNREFUSED\)\. No charge\. ${errorWords.network.advice}`;

/**
 * The clock is stopped unless a test advances it, so messages are shown before a request is retried, regardless of how
 * slow the machine.
 */
describe('an unreachable service', () => {
  const offline = () => clockedServices(() => createNotSentFault());

  /** Advances the clock until the last try ends. */
  async function passTime(clock: FakeClock): Promise<void> {
    while (await clock.advanceToNext());
  }

  it('shows each retry in a thread until the last one ends', async () => {
    const { clock, transport, services } = offline();
    const thread = new ThreadSession(services);
    const state = async () => await toThreadState(services, thread);
    const opening = thread.open(exampleValues.tweetId);
    await until('the wait is shown', async () => ((await state()).waiting === words('Thread', 2) ? true : undefined));
    assert.equal((await state()).phase, 'loading');
    assert.equal(transport.requests.length, 1);
    await clock.advance(500);
    assert.equal((await state()).waiting, words('Thread', 3));
    await passTime(clock);
    await opening;
    const { waiting, failure, phase } = await state();
    assert.deepEqual([waiting, phase, transport.requests.length], ['', 'failed', 4]);
    assert.match(failure?.message ?? '', failed);
    thread.dispose();
  });

  it("doesn't show a replaced thread's wait in the thread that replaces it", async () => {
    const { services } = offline();
    const thread = new ThreadSession(services);
    const opening = thread.open(exampleValues.tweetId);
    await until('the wait is shown', () => (thread.state.waiting === undefined ? undefined : true));
    const other = thread.open('1');
    await opening;
    await until('the other one waits', () => (numberOf(thread.state) === 2 ? true : undefined));
    thread.dispose();
    await other;
    assert.equal(thread.state.waiting, undefined);
  });

  it('shows the retry in results until Stop ends the wait', async () => {
    const { transport, services } = offline();
    const reported: ResultsStatus[] = [];
    const session = new ResultsSession(
      services,
      { onRows: () => undefined, onStatus: (status) => reported.push(status) },
      { endpoint: search, texts: { searchItem: 'coffee' } },
    );
    const calling = session.call({ searchItem: 'coffee' });
    const said = await until('the wait is shown', () => reported.find(({ waiting }) => waiting !== ''));
    assert.deepEqual([said.waiting, said.phase, said.isLoading], [words('Search', 2), 'loading', true]);
    assert.equal(transport.requests.length, 1);
    session.stop();
    await calling;
    const last = reported.at(-1);
    assert.deepEqual([last?.waiting, last?.isLoading, transport.requests.length], ['', false, 1]);
    assert.match(last?.failure?.message ?? '', /canceled\. No charge/);
    session.dispose();
  });

  it('shows the retry in a tree row, and offers Retry after the last one', async () => {
    const clock = fakeClock();
    const exploring = await startExploring('user', { primary: unreachableOrigin, clock, random: () => 0.99 });
    try {
      await exploring.pins.add([{ kind: 'user', id: exampleValues.userId, label: { name: 'Ada' } }]);
      const likes = await childOf(await childOf(exploring.tree, 'Ada'), 'Likes');
      const [row, ...others] = await likes.children();
      assert.ok(row && likes instanceof PagedNode);
      assert.deepEqual(others, []);
      assert.match(
        texts([row])[0] ?? '',
        toWordsPattern`^Retrying \(2 of 4\) \| .*: 127\.0\.0\.1:\d+ ${errorWords.network.failed} \(ECONNREFUSED\)\.$`,
      );
      assert.match(tooltipOf(row), /No charge\. Retrying \(2 of 4\)$/);
      exploring.drawn();
      await clock.advance(500);
      await until('it was tried again', () => (numberOf(likes.source.session.runs.pending) === 3 ? true : undefined));
      assert.ok(exploring.drawn().includes(likes));
      assert.match(texts(await likes.children())[0] ?? '', /^Retrying \(3 of 4\)/);
      await until('the last try is over', async () => {
        await clock.advanceToNext();
        return likes.source.state.status === 'loading' ? undefined : true;
      });
      assert.match(texts(await likes.children()).join(), toWordsPattern`${errorWords.network.failed}.* \| Retry \(`);
    } finally {
      await exploring.close();
    }
  });

  it("shows the retry in a command's progress until Cancel ends the wait", async () => {
    const { transport, services } = offline();
    const said: string[] = [];
    const cancelling = new vscode.CancellationTokenSource();
    using person = respondToDialogs({});
    await recordProgress(said, cancelling.token, async () => {
      const calling = callWithNotifications(services, search, { searchItem: 'coffee' }, {}, () => Promise.resolve());
      await until('the wait is shown', () => (said.length > 0 ? true : undefined));
      assert.deepEqual([said, transport.requests.length], [[words('Search', 2)], 1]);
      cancelling.cancel();
      assert.equal(await calling, undefined);
    });
    assert.equal(transport.requests.length, 1);
    assert.match(person.shown.join(), /Search: canceled\. No charge\./);
  });

  it('shows in results until when a request waits for an earlier one, and continues', async () => {
    const { clock, services, transport, client } = clockedServices((index) =>
      index === 0 ? { status: 429, headers: { 'retry-after': '30' } } : {},
    );
    const other = client.call(userById, { userId: exampleValues.userId });
    await flushPromises();
    const reported: ResultsStatus[] = [];
    const onStatus = (status: ResultsStatus) => reported.push(status);
    const session = new ResultsSession(
      services,
      { onRows: () => undefined, onStatus },
      { endpoint: search, texts: { searchItem: 'coffee' } },
    );
    const until30 = new Date(clock.now() + 30_000).toLocaleTimeString();
    const calling = session.call({ searchItem: 'coffee' });
    const said = await until('the wait is shown', () => reported.find(({ waiting }) => waiting !== ''));
    const why = 'Search is waiting because this key is rate limited. No charge.';
    assert.deepEqual([said.waiting, said.isLoading], [`${why} Waiting until ${until30}…`, true]);
    assert.equal(transport.requests.length, 1);
    await clock.advance(30_000);
    await Promise.all([other, calling]);
    assert.deepEqual([reported.at(-1)?.waiting, reported.at(-1)?.isLoading], ['', false]);
    session.dispose();
  });
});
