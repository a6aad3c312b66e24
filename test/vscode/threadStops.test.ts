import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { tweet } from '../../src/client/endpoints/primary/tweets.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import { type Budget, createBudget } from '../../src/client/policies/budget.ts';
import { nextPageKey } from '../../src/app/thread/threadLines.ts';
import { completeThread } from '../../src/host/threads/actOnThread.ts';
import { ThreadSession } from '../../src/host/threads/threadSession.ts';
import { landmarks } from '../../src/sandbox/world/landmarks.ts';
import { settle } from '../support/fakeClock.ts';
import { bodyOf } from '../unit/sandbox/upstream/rawPages.ts';
import { answering } from './support/answering.ts';
import { type Clocked, clockedServices, hearingProgress } from './support/clockedServices.ts';
import { until } from './support/steps.ts';

const first = bodyOf(tweet.id, { tweetId: landmarks.wideThreadId }, 'raw');

/** A thread in front of a service that asks to wait, and what a person can press. */
interface Held extends Pick<Clocked, 'clock' | 'connect' | 'services' | 'transport'> {
  readonly thread: ThreadSession;
  readonly budget: Budget;
  /** The answer that the thread was opened with. */
  readonly answer: Exchange;
  /** The Cancel of the notification. */
  readonly cancelling: vscode.CancellationTokenSource;
}

/** What waits because the service answered 429; resolves when it is over. */
const waits: Readonly<Record<string, (held: Held) => Promise<void>>> = {
  'Complete This Thread': async ({ services, thread, cancelling }) => {
    using _person = answering({ button: (_message, buttons) => buttons.find((title) => title === 'Fetch') });
    await hearingProgress([], cancelling.token, async () => {
      await completeThread(services, thread);
    });
  },
  'the next page': async ({ thread }) => {
    await thread.load(nextPageKey);
  },
  'another order': async ({ thread }) => {
    await thread.rank('Recency');
  },
  'a thread that is opened': async ({ thread }) => {
    await thread.open(landmarks.deepThreadId);
  },
};

/** What lets nothing further be sent, whatever waits. */
const ends: Readonly<Record<string, (held: Held) => void>> = {
  'the tab is closed': ({ thread }) => thread.dispose(),
  'another thread takes its place': ({ thread, answer }) => thread.openExchange(answer),
  'the budget is set to 0': ({ budget }) => budget.setCap(0n),
  'another connection is selected': ({ connect }) => connect({ kind: 'marketplace' }),
  'the address is changed': ({ connect }) => connect({ baseUrl: 'https://other.example.test/base' }),
  'the key is removed': ({ connect }) => connect({ credentials: () => Promise.resolve(undefined), keyId: 'none' }),
  'the key is replaced': ({ connect }) => connect({ keyId: 'another' }),
};

const stop = ({ thread }: Held) => thread.stop();
const cases: readonly (readonly [string, string, (held: Held) => unknown])[] = [
  ...Object.keys(waits).flatMap((waiting) => Object.entries(ends).map(([what, act]) => [waiting, what, act] as const)),
  ['Complete This Thread', 'Stop is pressed', stop],
  ['Complete This Thread', 'Stop is pressed twice', (held) => [stop(held), stop(held)]],
  ['Complete This Thread', 'its notification is cancelled', ({ cancelling }) => cancelling.cancel()],
  ['another order', 'the order before is chosen again', async ({ thread }) => await thread.rank('Relevance')],
];

describe('nothing is sent for a thread', () => {
  for (const [waiting, what, act] of cases) {
    it(`when ${waiting} waits for a 429 and ${what}`, async () => {
      const budget = createBudget({ cap: 1_000_000n });
      const clocked = clockedServices(
        (index) => (index === 0 ? { body: first } : { status: 429, headers: { 'retry-after': '30' } }),
        { budget },
      );
      const { clock, services, transport } = clocked;
      const thread = new ThreadSession(services);
      await thread.open(landmarks.wideThreadId);
      const answer = thread.pages.all[0]?.exchange;
      assert.ok(answer);
      const held: Held = { ...clocked, budget, thread, answer, cancelling: new vscode.CancellationTokenSource() };
      const over = waits[waiting]?.(held);
      await until('it waits', () => thread.state.waiting !== undefined || undefined);
      assert.equal(transport.requests.length, 2);
      await act(held);
      while (await clock.advanceToNext());
      await over;
      await clock.advance(600_000);
      await settle();
      assert.equal(transport.requests.length, 2);
      assert.equal(thread.state.waiting, undefined);
      thread.dispose();
    });
  }
});
