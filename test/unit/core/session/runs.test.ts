import assert from 'node:assert/strict';
import { PendingCalls, Runs } from '../../../../src/core/session/runs.ts';
import { SocialDataError } from '../../../../src/client/errors.ts';
import type { RetryWait } from '../../../../src/client/policies/send.ts';
import { testLookup } from '../../../support/testEndpoints.ts';

const nextTry = (number: number): RetryWait => ({
  kind: 'again',
  endpoint: testLookup,
  error: new SocialDataError('network', 'refused', { spent: 'no' }),
  attempt: number,
  maxAttempts: 4,
  at: 0,
});

describe('PendingCalls', () => {
  it('returns the latest report until its call ends', async () => {
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

  it('has a timeout while a request is in flight', async () => {
    const pending = new PendingCalls(() => undefined);
    await pending.track(async ({ onSent, onWaiting }) => {
      assert.equal(pending.endsBy, undefined, 'nothing is on its way yet');
      onSent(0);
      assert.equal(pending.endsBy, 0);
      onWaiting(nextTry(2));
      assert.deepEqual([pending.endsBy, pending.waiting?.kind], [undefined, 'again']);
      onSent(0);
      assert.deepEqual([pending.endsBy, pending.waiting], [0, undefined]);
      await Promise.resolve();
    });
    assert.equal(pending.endsBy, undefined);
  });

  it("doesn't report a call that doesn't wait", async () => {
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

describe('Run', () => {
  it('counts calls that ended after sending a request', async () => {
    const runs = new Runs(() => undefined);
    const run = runs.begin('pages')?.run;
    assert.ok(run);
    await runs.call(run, async () => await Promise.resolve(undefined));
    assert.equal(run.requests, 0, 'it was stored');
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

describe('Runs', () => {
  it("doesn't send requests after a run was stopped", async () => {
    const runs = new Runs(() => undefined);
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
});

describe('a batch', () => {
  it('goes on when a price falls or is no longer known, and has one of a name at a time', async () => {
    let price: bigint | undefined = 100n;
    const runs = new Runs(() => undefined);
    let calls = 0;
    let ended: unknown;
    const batch = runs.startBatch('load', {
      atMost: 3,
      client: () => Promise.resolve({ priceOf: () => price }),
      endpoint: testLookup,
      step: () => {
        calls += 1;
        price = calls === 1 ? 1n : undefined;
        return Promise.resolve('more');
      },
      onEnd: (end) => {
        ended = [end, runs.isRunning];
      },
    });
    const unexpected = () => assert.fail('one of a name at a time');
    const second = { atMost: 9, client: unexpected, endpoint: testLookup, step: unexpected, onEnd: unexpected };
    await runs.startBatch('load', second);
    await batch;
    assert.deepEqual([calls, ended], [3, [{ kind: 'done' }, false]]);
  });

  it('ends and throws on a bug', async () => {
    const runs = new Runs(() => undefined);
    let ended: unknown;
    const batch = runs.startBatch('load', {
      atMost: 3,
      client: () => Promise.resolve({ priceOf: () => undefined }),
      endpoint: testLookup,
      step: () => Promise.reject(new TypeError('a fault')),
      onEnd: (end) => {
        ended = end;
      },
    });
    await assert.rejects(batch, TypeError);
    assert.deepEqual([ended, runs.isRunning], [{ kind: 'stopped' }, false]);
  });
});
