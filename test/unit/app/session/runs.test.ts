import assert from 'node:assert/strict';
import { PendingCalls } from '../../../../src/app/session/pendingCalls.ts';
import { Runs } from '../../../../src/app/session/runs.ts';
import type { Connection } from '../../../../src/client/connection.ts';
import { SocialDataError } from '../../../../src/client/errors.ts';
import type { RetryWait } from '../../../../src/client/policies/send.ts';
import { testConnection, testLookup } from '../../../support/testEndpoints.ts';

const nextTry = (number: number): RetryWait => ({
  kind: 'again',
  endpoint: testLookup,
  error: new SocialDataError('network', 'refused', { spent: 'no' }),
  attempt: number,
  maxAttempts: 4,
  at: 0,
});

describe('PendingCalls', () => {
  it('names what was reported last, and forgets it when that call ends, well or not', async () => {
    const seen: (number | undefined)[] = [];
    const pending: PendingCalls = new PendingCalls(() =>
      seen.push(pending.waiting?.kind === 'again' ? pending.waiting.attempt : undefined),
    );
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const [one, two] = [first, second].map(
      async ({ promise }, at) =>
        await pending.track(async ({ onWaiting }) => {
          onWaiting(nextTry(2 + at));
          return await promise;
        }),
    );
    assert.equal(seen.at(-1), 3);
    second.resolve('here');
    assert.equal(await two, 'here');
    assert.equal(seen.at(-1), 2, 'the other one still waits');
    first.reject(new Error('ended'));
    await assert.rejects(one ?? Promise.resolve(), /ended/);
    assert.equal(pending.waiting, undefined);
    assert.deepEqual(seen, [2, 3, 2, undefined]);
  });

  it('is sent from the moment a request is on its way until the call waits again', async () => {
    const pending = new PendingCalls(() => undefined);
    await pending.track(async ({ onSent, onWaiting }) => {
      assert.equal(pending.isSent, false, 'nothing is on its way yet');
      onSent(0);
      assert.equal(pending.isSent, true);
      onWaiting(nextTry(2));
      assert.deepEqual([pending.isSent, pending.waiting?.kind], [false, 'again']);
      onSent(0);
      assert.deepEqual([pending.isSent, pending.waiting], [true, undefined]);
      await Promise.resolve();
    });
    assert.equal(pending.isSent, false);
  });

  it('does not report a call that is sent and answered at once', async () => {
    let changes = 0;
    const pending = new PendingCalls(() => {
      changes += 1;
    });
    await pending.track(async ({ onSent }) => {
      onSent(0);
      await Promise.resolve();
    });
    assert.equal(changes, 0);
  });
});

describe('a run', () => {
  it('counts a call that was answered or cut off, and none that was kept or waits to be tried again', async () => {
    const runs = new Runs(() => undefined, { connection: () => undefined });
    const run = runs.begin('pages')?.run;
    assert.ok(run);
    await runs.call(run, async () => await Promise.resolve(undefined));
    assert.equal(run.requests, 0, 'it was kept');
    await runs.call(run, async ({ onSent }) => {
      onSent(0);
      return await Promise.resolve(undefined);
    });
    assert.equal(run.requests, 1);
    const refused = runs.call(run, async ({ onSent, onWaiting }) => {
      onSent(0);
      onWaiting(nextTry(2));
      return await Promise.reject(new SocialDataError('cancelled', 'stopped', { spent: 'no' }));
    });
    await assert.rejects(refused, { spent: 'no' });
    assert.equal(run.requests, 1, 'it was refused and would have been tried again');
    const cut = runs.call(run, async ({ onSent }) => {
      onSent(0);
      return await Promise.reject(new SocialDataError('cancelled', 'cut off', { spent: 'maybe' }));
    });
    await assert.rejects(cut, { spent: 'maybe' });
    assert.equal(run.requests, 2);
  });
});

describe('Runs of a view', () => {
  const other = testConnection({ keyId: 'another' });

  it('stops what was asked over another connection, and nothing else', () => {
    let connection: Connection | undefined;
    const runs = new Runs(() => undefined, { connection: () => connection });
    connection = testConnection();
    const begun = runs.begin('page');
    runs.stopForeign();
    assert.equal(begun?.run.isStopping, false, 'the connection of another service changed');
    connection = other;
    runs.stopForeign();
    assert.deepEqual([begun?.run.isStopping, runs.isAskedHere], [true, false]);
  });

  it('makes no call in a run that was stopped', async () => {
    const runs = new Runs(() => undefined, { connection: () => other });
    const run = runs.begin('page')?.run;
    assert.ok(run);
    run.stop();
    let calls = 0;
    const call = runs.call(run, async () => {
      calls += 1;
      return await Promise.resolve(undefined);
    });
    await assert.rejects(call, { kind: 'cancelled', spent: 'no' });
    assert.equal(calls, 0);
  });

  it('takes the sandbox that was started for a call as the connection that was asked over', async () => {
    const connections: Connection[] = [];
    const runs = new Runs(() => undefined, { connection: () => connections.at(-1) });
    const begun = runs.begin('page');
    assert.ok(begun);
    connections.push(other);
    await runs.call(begun.run, async () => {
      runs.stopForeign();
      return await Promise.resolve(undefined);
    });
    assert.deepEqual([begun.run.isStopping, runs.isAskedHere], [false, true]);
  });
});
