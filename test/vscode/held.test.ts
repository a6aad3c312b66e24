import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { search } from '../../src/client/endpoints/primary/search.ts';
import { userById } from '../../src/client/endpoints/primary/users.ts';
import { ResultsSession } from '../../src/host/results/resultsSession.ts';
import { callWithNotifications } from '../../src/host/shared/callAndShow.ts';
import type { PagedNode } from '../../src/host/explore/tree/pagedNode.ts';
import { createStatusNotes } from '../../src/host/explore/tree/pagedNotes.ts';
import { PagedSource } from '../../src/host/explore/tree/pagedSource.ts';
import { ThreadSession } from '../../src/host/threads/threadSession.ts';
import { toThreadState } from '../../src/host/threads/threadState.ts';
import type { ResultsStatus } from '../../src/protocol/resultsContract.ts';
import { flushPromises } from '../support/fakeClock.ts';
import { answering } from './support/answering.ts';
import { type Clocked, clockedServices, hearingProgress } from './support/clockedServices.ts';
import { until } from './support/steps.ts';

const time = (at: number) => new Date(at).toLocaleTimeString();

/** Why a call waits although nothing is wrong with it, and what is said of it then. */
interface Case {
  readonly start: () => Promise<Clocked & { readonly goOn: () => Promise<void> }>;
  readonly why: (title: string) => string;
  readonly next: (began: number) => string;
}

const cases: Readonly<Record<string, Case>> = {
  'is held because the service asked another one to wait': {
    start: async () => {
      const clocked = clockedServices((index) => (index === 0 ? { status: 429, headers: { 'retry-after': '30' } } : {}));
      const other = clocked.client.call(userById, { userId: exampleValues.userId });
      await flushPromises();
      return {
        ...clocked,
        goOn: async () => {
          await clocked.clock.advance(30_000);
          await other;
        },
      };
    },
    why: (title) => `${title} waits: an earlier call with this key was rate limited.`,
    next: (began) => `Waiting until ${time(began + 30_000)}…`,
  },
};

/** Time stands still here unless a test moves it: what is said while it stands is said at once, however slow the machine. */
for (const [what, { start, why, next }] of Object.entries(cases)) {
  describe(`a call that ${what}`, () => {
    const words = (title: string, began: number) => `${why(title)} Nothing was spent. ${next(began)}`;

    it('says so in a thread, and no longer once it goes on', async () => {
      const { clock, services, transport, goOn } = await start();
      const sent = transport.requests.length;
      const thread = new ThreadSession(services);
      const waiting = async () => (await toThreadState(services, thread)).waiting;
      const began = clock.now();
      const opening = thread.open(exampleValues.tweetId);
      await until('it says so', async () => ((await waiting()) === '' ? undefined : true));
      assert.equal(await waiting(), words('Thread', began));
      assert.equal(transport.requests.length, sent);
      await goOn();
      await opening;
      assert.equal(await waiting(), '');
      assert.equal(thread.state.failure, undefined);
      thread.dispose();
    });

    it('says so in results, and no longer once it goes on', async () => {
      const { clock, services, transport, goOn } = await start();
      const sent = transport.requests.length;
      const reported: ResultsStatus[] = [];
      const onStatus = (status: ResultsStatus) => reported.push(status);
      const session = new ResultsSession(services, { onRows: () => undefined, onStatus }, search, { searchItem: 'coffee' });
      const began = clock.now();
      const calling = session.call({ searchItem: 'coffee' });
      const said = await until('it says so', () => reported.find(({ waiting }) => waiting !== ''));
      assert.deepEqual([said.waiting, said.phase, said.isLoading], [words('Search', began), 'loading', true]);
      assert.equal(transport.requests.length, sent);
      await goOn();
      await calling;
      assert.deepEqual([reported.at(-1)?.waiting, reported.at(-1)?.isLoading], ['', false]);
      session.dispose();
    });

    it('says so in its row of a tree: what comes next first', async () => {
      const { clock, services, client, goOn } = await start();
      const question = { endpoint: search, params: { searchItem: 'coffee' }, reading: { kind: 'post', at: [['data']] } } as const;
      const source = new PagedSource(question, {
        quotes: client,
        client: services.client,
        kept: () => Promise.resolve(undefined),
        changed: () => undefined,
      });
      const noted = () => createStatusNotes({ source, title: 'Posts' } as unknown as PagedNode);
      const began = clock.now();
      await source.session.open();
      assert.deepEqual(noted(), [
        { text: next(began), description: why('Search'), tooltip: words('Search', began), icon: 'watch', word: 'loading' },
      ]);
      await goOn();
      await source.session.open();
      await until('it is loaded', () => (source.state.status === 'loaded' ? true : undefined));
      assert.equal(source.session.runs.pending.waiting, undefined);
    });

    it('says so in the progress of a command, which says nothing more of it when it goes on', async () => {
      const { clock, services, goOn } = await start();
      const said: string[] = [];
      using person = answering({});
      const began = clock.now();
      await hearingProgress(said, new vscode.CancellationTokenSource().token, async () => {
        const calling = callWithNotifications(services, search, { searchItem: 'coffee' }, {}, () => Promise.resolve());
        await until('it says so', () => (said.length > 1 ? true : undefined));
        assert.deepEqual(said, ['Search', words('Search', began)]);
        await goOn();
        await calling;
      });
      assert.equal(said.at(-1), 'Search');
      assert.deepEqual(person.asked, []);
    });
  });
}
