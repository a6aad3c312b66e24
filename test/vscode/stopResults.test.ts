import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { userFollowers } from '../../src/client/endpoints/primary/userTimelines.ts';
import { ResultsSession } from '../../src/host/results/resultsSession.ts';
import { createJobs } from '../../src/host/shared/jobs.ts';
import type { Jobs } from '../../src/app/session/backgroundJob.ts';
import type { Services } from '../../src/host/shared/services.ts';
import type { ResultsStatus } from '../../src/protocol/resultsContract.ts';
import { type FakeClock, fakeClock } from '../support/fakeClock.ts';
import { answering } from './support/answering.ts';
import { type Exploring, startExploring } from './support/exploring.ts';
import { setSettings, until } from './support/steps.ts';

const texts = { userId: exampleValues.userId };

const acts: Readonly<Record<string, (exploring: Exploring, session: ResultsSession) => Promise<void> | void>> = {
  Stop: (_exploring, session) => session.stop(),
  'closing the tab': (_exploring, session) => session.dispose(),
  'another question': (_exploring, session) => session.setQuestion(userFollowers, { userId: exampleValues.otherUserId }),
  'a budget of 0': ({ budget }) => budget.setCap(0n),
  'selecting the sandbox': async () => void (await setSettings({ 'primary.connection': 'sandbox' })),
  'changing the address': async ({ sandbox }) => void (await setSettings({ 'primary.address': `${sandbox.primary}/` })),
  'removing the key': async ({ keys }) => await keys.remove('primary'),
  'replacing the key': ({ keys, sandbox }) =>
    keys.keepForSession('primary', { key: 'another-key', origin: new URL(sandbox.primary).origin }),
};

/** What is loaded, by pages: the first one, one more, several more. */
const loads: Readonly<Record<string, (session: ResultsSession) => Promise<void>>> = {
  'a first page': async (session) => await session.call(texts),
  'one more page': async (session) => await session.loadMore(1),
  'several pages': async (session) => await session.loadMore(3),
};

describe('results that wait for the end of a 429', () => {
  let exploring: Exploring;
  let clock: FakeClock;
  let session: ResultsSession;
  let status: ResultsStatus | undefined;
  let restore: () => Promise<void>;

  beforeEach(async () => {
    status = undefined;
    clock = fakeClock(Date.now());
    exploring = await startExploring('user', { clock });
    exploring.keys.keepForSession('primary', { key: exploring.sandbox.key, origin: new URL(exploring.sandbox.primary).origin });
    restore = await setSettings({ 'primary.connection': 'direct', 'primary.address': exploring.sandbox.primary });
    let jobs: Jobs | undefined;
    const parts = {
      ...exploring,
      context: { subscriptions: [] },
      jobs: () => {
        jobs ??= createJobs(services);
        return Promise.resolve(jobs);
      },
    };
    const services = parts as unknown as Services; // what a session and its jobs use of them
    const onStatus = (now: ResultsStatus) => {
      status = now;
    };
    session = new ResultsSession(services, { onRows: () => undefined, onStatus }, userFollowers, texts);
  });

  afterEach(async () => {
    session.dispose();
    await restore();
    await exploring.close();
  });

  /** Begins to load something whose first request is answered 429; lets the hold end after an act. @returns how many requests came */
  async function sentAfter(load: (session: ResultsSession) => Promise<void>, act: () => Promise<void> | void): Promise<number> {
    if (load !== loads['a first page']) {
      await session.call(texts);
    }
    await exploring.faults([{ match: {}, status: 429, retryAfter: 30, times: 1 }]);
    const before = await exploring.calls();
    const loading = load(session);
    await until('it waits', () => (status?.waiting ?? '') !== '');
    assert.equal((await exploring.calls()) - before, 1);
    using person = answering({});
    await act();
    await clock.advance(31_000);
    await loading;
    assert.ok(person.asked.length <= 1, person.asked.join());
    return (await exploring.calls()) - before - 1;
  }

  for (const [what, act] of Object.entries(acts)) {
    for (const [pages, load] of Object.entries(loads)) {
      it(`ask for ${pages} no more after ${what}`, async () => {
        assert.equal(await sentAfter(load, () => act(exploring, session)), 0);
      });
    }
  }

  it('say at once after another key that nothing was spent', async () => {
    const sent = await sentAfter(
      async (one) => await one.loadMore(1),
      async () => {
        await acts['replacing the key']?.(exploring, session);
        await until('it is stopped', () => status?.isLoading === false);
        assert.match(status?.failure?.message ?? '', /Nothing was spent/);
      },
    );
    assert.equal(sent, 0);
  });

  it('load what was asked for once the time has come, where nobody stops it', async () => {
    assert.equal(
      await sentAfter(
        async (one) => await one.loadMore(3),
        () => undefined,
      ),
      3,
    );
    assert.equal(status?.failure, null);
  });
});
