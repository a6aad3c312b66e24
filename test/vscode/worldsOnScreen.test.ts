import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import type { Endpoint } from '../../src/client/endpoint.ts';
import { search } from '../../src/client/endpoints/primary/search.ts';
import { userFollowers } from '../../src/client/endpoints/primary/userTimelines.ts';
import { actOnRecord } from '../../src/host/results/actOnRecord.ts';
import type { FieldTexts } from '../../src/app/search/collectIdentifiers.ts';
import { quoteQuestion } from '../../src/host/results/quoteQuestion.ts';
import { ResultsSession } from '../../src/host/results/resultsSession.ts';
import { createRecentExchangeCache } from '../../src/host/shared/exchangeDocuments.ts';
import { createBackgroundJobs } from '../../src/host/services/jobs.ts';
import type { BackgroundJobControl } from '../../src/app/session/backgroundJob.ts';
import type { Services } from '../../src/host/shared/services.ts';
import { actOnPost } from '../../src/host/threads/actOnThread.ts';
import { completeThread } from '../../src/host/threads/actOnThread.ts';
import { ThreadSession } from '../../src/host/threads/threadSession.ts';
import { toThreadState } from '../../src/host/threads/threadState.ts';
import type { ResultsStatus } from '../../src/protocol/resultsContract.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { landmarks } from '../../src/sandbox/world/landmarks.ts';
import { type CountingProxy, startCountingProxy } from '../support/countingProxy.ts';
import { answering } from './support/answering.ts';
import { type Exploring, startExploring } from './support/exploring.ts';
import { setSettings, until } from './support/steps.ts';

const texts = { userId: exampleValues.userId };
const ofSandbox = /^Sandbox data\. Switch to the sandbox to load more\. Nothing was spent\./;
const ofPlatform = /^Platform data\. Switch to its connection to load more\. /;

/** The sandbox, and a service that is paid: what it answers bears no mark. Both count what they are asked. */
describe('what is on screen when another connection is selected', () => {
  let exploring: Exploring;
  let paid: CountingProxy;
  let platform: Sandbox;
  let services: Services;
  let unpay: () => Promise<void>;
  const thread = () => new ThreadSession(services);

  before(async () => {
    paid = await startCountingProxy(() => new URL(platform.primary).origin);
  });

  after(async () => {
    await setSettings({ 'primary.address': undefined });
    await paid.close();
  });

  beforeEach(async () => {
    exploring = await startExploring('user');
    platform = await startSandbox({ policy: { marksAnswers: false } });
    paid.forget();
    unpay = () => Promise.resolve();
    let jobs: BackgroundJobControl | undefined;
    const parts = {
      ...exploring,
      context: { subscriptions: [] },
      exchanges: createRecentExchangeCache(),
      store: () => Promise.reject(new Error('nothing is kept')),
      jobs: () => {
        jobs ??= createBackgroundJobs(services);
        return Promise.resolve(jobs);
      },
    };
    services = parts as unknown as Services; // what sessions use of them
  });

  afterEach(async () => {
    await unpay();
    await exploring.close();
    await platform.close();
  });

  /** Reaches the primary service with a key instead of the sandbox. */
  async function pay(): Promise<void> {
    exploring.keys.keepForSession('primary', { key: platform.key, origin: paid.address });
    const address = `${paid.address}/primary`;
    await setSettings({ 'primary.address': address }); // that of all tests: it stays
    const undo = await setSettings({ 'primary.connection': 'direct' });
    await until('the setting is read', () => exploring.connections.of('primary')?.baseUrl === address || undefined);
    unpay = async () => {
      await undo();
      await until('the sandbox is connected', () => exploring.connections.kindOf('primary') === 'sandbox' || undefined);
      unpay = () => Promise.resolve();
    };
  }

  /** All that a person can press on a thread and that would call. */
  async function pressAll(session: ThreadSession): Promise<void> {
    for (const { key, kind } of session.pages.rows) {
      if (kind === 'more' || kind === 'missing') {
        await session.load(key);
      }
    }
    await session.rank('Likes');
    await session.complete({ atMost: 5, onRun: () => undefined, onRest: () => undefined });
    await session.state.failure?.again();
    using person = answering({ button: (_message, buttons) => buttons[0] });
    await completeThread(services, session);
    const actions = ['openThread', 'lookUpAuthor', 'pinAuthor', 'likes', 'reposts', 'quotes'] as const;
    for (const action of actions) {
      await actOnPost(services, session, action, session.state.focalId ?? '');
    }
    assert.equal(person.asked.length, actions.length + 1, person.asked.join('\n'));
    assert.ok(
      person.asked.every((message) => ofSandbox.test(message) || ofPlatform.test(message)),
      person.asked.join('\n'),
    );
  }

  it('keeps a thread of the sandbox away from the paid service, says why, and goes on when the sandbox is back', async () => {
    const session = thread();
    await session.open(landmarks.wideThreadId);
    assert.ok(session.pages.left.hasNextPage);
    assert.equal((await toThreadState(services, session, 'ask')).failure, null);
    const calls = await exploring.calls();
    await pay();
    await pressAll(session);
    assert.deepEqual([paid.requests, await exploring.calls()], [[], calls]);
    const { failure, phase, busy } = await toThreadState(services, session, 'ask');
    assert.match(failure?.message ?? '', ofSandbox);
    assert.deepEqual(failure?.actions, [{ action: 'selectConnection', title: 'Select Connection…' }]);
    assert.deepEqual([phase, busy], ['ready', []]);
    await unpay();
    assert.equal((await toThreadState(services, session, 'ask')).failure, null);
    const more = session.pages.rows.find(({ key }) => session.pages.requests.has(key));
    await session.load(more?.key ?? '');
    assert.deepEqual([paid.requests, await exploring.calls()], [[], calls + 1]);
    session.dispose();
  });

  it('keeps a thread of the platform away from the sandbox', async () => {
    await pay();
    const session = thread();
    await session.open(landmarks.wideThreadId);
    assert.equal(paid.requests.length, 1);
    await unpay();
    await pressAll(session);
    assert.deepEqual([paid.requests.length, await exploring.calls()], [1, 0]);
    assert.match((await toThreadState(services, session, 'ask')).failure?.message ?? '', ofPlatform);
    session.dispose();
  });

  it('retries no question in another world than it was asked in', async () => {
    const session = thread();
    await exploring.faults([{ match: {}, status: 500, refund: false, times: 1 }]);
    await session.open(landmarks.wideThreadId);
    const again = session.state.failure?.again;
    assert.ok(again);
    await pay();
    await again();
    assert.deepEqual([paid.requests, await exploring.calls()], [[], 1]);
    const disconnected = await toThreadState(services, session, 'ask');
    assert.match(disconnected.failure?.message ?? '', /^Sandbox data\. Switch to the sandbox to load more\./);
    await unpay();
    assert.match((await toThreadState(services, session, 'ask')).failure?.message ?? '', /status 500/);
    await again();
    assert.equal(session.state.phase, 'ready');
    session.dispose();
  });

  it('remembers the world of a thread whose answers are not kept any more', async () => {
    const first = thread();
    await first.open(landmarks.wideThreadId);
    const { source } = first;
    assert.ok(source);
    assert.equal(source.world, 'sandbox');
    const forgotten = { ...source, pages: source.pages.map((page) => ({ ...page, askedId: '1', exchangeId: 'gone' })) };
    await pay();
    const session = thread();
    await session.restore(forgotten);
    const state = await toThreadState(services, session, 'ask');
    assert.match(state.failure?.message ?? '', /^Sandbox data\. Switch to the sandbox to load more\./);
    assert.equal(state.phase, 'failed');
    await unpay();
    assert.equal((await toThreadState(services, session, 'ask')).phase, 'gone');
    assert.deepEqual(paid.requests, []);
    first.dispose();
    session.dispose();
  });

  /** A question of a tab with results, and what its page heard last. */
  function asking(endpoint: Endpoint = userFollowers) {
    let reported: ResultsStatus | undefined;
    const onStatus = (status: ResultsStatus) => {
      reported = status;
    };
    return {
      session: new ResultsSession(services, { onRows: () => undefined, onStatus }, endpoint, texts),
      reported: () => reported,
    };
  }

  for (const [what, isPaidFirst] of [
    ['of the sandbox away from the paid service', false],
    ['of the platform away from the sandbox', true],
  ] as const) {
    it(`keeps results ${what}, and says why`, async () => {
      await (isPaidFirst ? pay() : undefined);
      const { session } = asking();
      await session.call(texts);
      await session.loadMore(1);
      const before = [paid.requests.length, await exploring.calls()];
      await (isPaidFirst ? unpay() : pay());
      using person = answering({});
      await session.loadMore(1);
      await session.loadMore(3);
      await session.recover('retry');
      for (const action of ['openThread', 'lookUpUser'] as const) {
        await actOnRecord(action, session, 0);
      }
      assert.deepEqual([paid.requests.length, await exploring.calls()], before);
      assert.equal(person.asked.length, 2);
      const { failure, notice, loaded, hasMore } = await session.status();
      assert.match(failure?.message ?? '', isPaidFirst ? ofPlatform : ofSandbox);
      assert.deepEqual(failure?.actions, [{ action: 'selectConnection', title: 'Select Connection…' }]);
      assert.deepEqual([notice, hasMore, loaded > 0], ['', false, true]);
      await (isPaidFirst ? pay() : unpay());
      assert.equal((await session.status()).failure, null);
      session.dispose();
    });
  }

  for (const [what, isPaidFirst, why] of [
    ['of the sandbox asked about at the paid service', false, /^“{id}” came from the sandbox\. /],
    ['of the platform asked about at the sandbox', true, /^“{id}” came from the platform\. /],
  ] as const) {
    it(`lets no id ${what} as a new question, until somebody retypes it`, async () => {
      await (isPaidFirst ? pay() : undefined);
      const { session } = asking();
      const client = await services.client();
      const faultsOf = (typed: readonly string[] = [], wanted: FieldTexts = texts) =>
        quoteQuestion(client, session, wanted, typed).faults;
      await session.call(texts);
      assert.deepEqual(faultsOf(), []);
      const before = [paid.requests.length, await exploring.calls()];
      await (isPaidFirst ? unpay() : pay());
      for (const reuse of [undefined, 'never'] as const) {
        await session.call(texts, reuse);
        await session.call({ ...texts, count: '5' }, reuse);
      }
      assert.deepEqual([paid.requests.length, await exploring.calls()], before);
      const { phase, loaded, failure } = await session.status();
      assert.deepEqual([phase, loaded > 0], ['ready', true]);
      assert.match(failure?.message ?? '', isPaidFirst ? ofPlatform : ofSandbox);
      const [fault, ...others] = faultsOf();
      assert.deepEqual([fault?.field, others], ['userId', []]);
      assert.match(fault?.message ?? '', new RegExp(why.source.replace('{id}', texts.userId)));
      assert.deepEqual(faultsOf([texts.userId]), []);
      assert.deepEqual(faultsOf([], { userId: exampleValues.otherUserId }), []);
      await session.call(texts, undefined, [texts.userId]);
      const asked = [paid.requests.length, await exploring.calls()];
      assert.deepEqual(asked, isPaidFirst ? [before[0], (before[1] ?? 0) + 1] : [(before[0] ?? 0) + 1, before[1]]);
      const fresh = await session.status();
      assert.equal(fresh.failure, null);
      assert.match(fresh.summary, / · \$0\.0002$/, 'the money of the other world is not counted here');
      session.dispose();
    });
  }

  it('asks a search of words wherever it is pressed, and keeps the accounts in it where they came from', async () => {
    const { session } = asking(search);
    await session.call({ searchItem: exampleValues.searchWord });
    await pay();
    await session.call({ searchItem: exampleValues.searchWord });
    assert.deepEqual([paid.requests.length, await exploring.calls()], [1, 1]);
    await unpay();
    const query = `${exampleValues.searchWord} from:${exampleValues.handle}`;
    await session.call({ searchItem: query });
    await pay();
    await session.call({ searchItem: `${query} lang:en` });
    assert.deepEqual([paid.requests.length, await exploring.calls()], [1, 2]);
    await session.call({ searchItem: `${exampleValues.searchWord} from:${exampleValues.otherHandle}` });
    assert.deepEqual([paid.requests.length, await exploring.calls()], [2, 2]);
    session.dispose();
  });

  it('keeps the ids of an answer that was opened, and of a form that came back without its answers, in their world', async () => {
    const { session } = asking();
    const client = await services.client();
    const exchange = await client.call(userFollowers, texts);
    session.show(userFollowers, texts, exchange);
    const { source } = await session.status();
    assert.equal(source.world, 'sandbox');
    await pay();
    await session.call(texts);
    session.show(userFollowers, texts, exchange); // opened while the paid service is connected
    await session.call(texts);
    assert.deepEqual(paid.requests, []);
    const { session: later } = asking();
    await later.restore(userFollowers, source, () => Promise.resolve(() => undefined));
    await later.call(texts);
    const { failure, phase } = await later.status();
    assert.match(failure?.message ?? '', ofSandbox);
    assert.equal(phase, 'gone');
    assert.deepEqual([paid.requests, await exploring.calls()], [[], 1]);
    await unpay();
    await later.call(texts, 'never');
    assert.equal(await exploring.calls(), 2);
    session.dispose();
    later.dispose();
  });

  it('keeps ids that another part put into a form in their world before they are asked about, and words in none', async () => {
    const { session: fresh } = asking();
    const { session: reused } = asking(search);
    reused.setQuestion(userFollowers, texts);
    const { session: words } = asking(search);
    words.setQuestion(search, { searchItem: exampleValues.searchWord });
    await pay();
    for (const session of [fresh, reused]) {
      await session.call(texts);
      assert.deepEqual([paid.requests, await exploring.calls()], [[], 0]);
    }
    await fresh.call({ userId: exampleValues.otherUserId }, undefined, [exampleValues.otherUserId]);
    assert.equal(paid.requests.length, 1, 'what a person typed is asked about');
    assert.equal((await words.status()).failure, null);
    await words.call({ searchItem: exampleValues.searchWord });
    assert.equal(paid.requests.length, 2);
    for (const session of [fresh, reused, words]) session.dispose();
  });

  it('retries no failed question of results in another world, and offers it again in its own', async () => {
    const { session } = asking();
    await exploring.faults([{ match: {}, status: 500, refund: false, times: 1 }]);
    await session.call(texts);
    await pay();
    await session.recover('retry');
    assert.deepEqual([paid.requests, await exploring.calls()], [[], 1]);
    assert.match((await session.status()).failure?.message ?? '', /^Sandbox data/);
    await unpay();
    await session.recover('retry');
    assert.equal(await exploring.calls(), 2);
    assert.equal((await session.status()).phase, 'ready');
    session.dispose();
  });
});
