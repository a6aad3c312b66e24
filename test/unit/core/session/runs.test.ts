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
  const [price, dearer] = [100n, 101n];
  const refusal = new SocialDataError('budget', 'no room', { spent: 'no' });

  /** Starts a batch of three calls and acts before each. @returns the number of calls and the end */
  async function batchOf(before: (call: number, runs: Runs, way: Way) => 'more' | 'last' | undefined) {
    const way: Way = { price };
    const runs = new Runs(() => undefined);
    let calls = 0;
    let ended: unknown;
    const batch = runs.startBatch('load', {
      atMost: 3,
      client: () => Promise.resolve({ priceOf: () => way.price }),
      endpoint: testLookup,
      step: () => {
        calls += 1;
        return Promise.resolve(before(calls, runs, way) ?? 'more');
      },
      onEnd: (end) => {
        assert.equal(runs.isRunning, false, 'it is over when that is said');
        ended = end;
      },
    });
    await runs.startBatch('load', {
      atMost: 9,
      client: () => assert.fail('one of a name at a time'),
      endpoint: testLookup,
      step: () => assert.fail('one of a name at a time'),
      onEnd: () => assert.fail('one of a name at a time'),
    });
    await batch;
    return { calls, ended };
  }

  interface Way {
    price: bigint | undefined;
  }

  const ends: readonly (readonly [string, Awaited<ReturnType<typeof batchOf>>, ...Parameters<typeof batchOf>])[] = [
    ['are made up to the number that was agreed to', { calls: 3, ended: { kind: 'done' } }, () => undefined],
    ['end where nothing is left', { calls: 1, ended: { kind: 'done' } }, () => 'last'],
    [
      'end behind the one that is on its way at Stop',
      { calls: 2, ended: { kind: 'stopped' } },
      (call, runs) => (call === 2 ? (runs.stop(), undefined) : undefined),
    ],
    [
      'stop before one that costs more than when they began',
      { calls: 2, ended: { kind: 'priceRaised', raised: { agreed: price, price: dearer }, callsLeft: 1 } },
      (call, _runs, way) => {
        way.price = call === 2 ? dearer : price;
        return undefined;
      },
    ],
    [
      'go on where a price falls or is not known any more',
      { calls: 3, ended: { kind: 'done' } },
      (call, _runs, way) => {
        way.price = call === 1 ? 1n : undefined;
        return undefined;
      },
    ],
    [
      'end at a failure, such as the budget, and say how many are left',
      { calls: 2, ended: { kind: 'failed', error: refusal, callsLeft: 2 } },
      (call) => {
        if (call === 2) throw refusal;
        return undefined;
      },
    ],
    [
      'are stopped, not failed, where one was cancelled by Stop',
      { calls: 1, ended: { kind: 'stopped', error: refusal } },
      (_call, runs) => {
        runs.stop();
        throw refusal;
      },
    ],
  ];
  for (const [what, expected, ...options] of ends) {
    it(what, async () => {
      assert.deepEqual(await batchOf(...options), expected);
    });
  }

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
