import assert from 'node:assert/strict';
import type { NextTry } from '../../../../src/client/policies/send.ts';
import { SocialDataError } from '../../../../src/client/errors.ts';
import { Waits } from '../../../../src/host/shared/waits.ts';
import { testLookup } from '../../../support/testEndpoints.ts';

const next = (number: number): NextTry => ({
  kind: 'again',
  endpoint: testLookup,
  error: new SocialDataError('network', 'refused', { spent: 'no' }),
  number,
  atMost: 4,
  at: 0,
});

describe('what the calls of a view wait for', () => {
  it('is what was told last, and nothing once that call ended, well or not', async () => {
    const seen: (number | undefined)[] = [];
    const waits = new Waits(() => seen.push(waits.latest?.kind === 'again' ? waits.latest.number : undefined));
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const [one, two] = [first, second].map(
      async ({ promise }, at) =>
        await waits.during(async (onWaiting) => {
          onWaiting(next(2 + at));
          return await promise;
        }),
    );
    assert.equal(seen.at(-1), 3);
    second.resolve('here');
    assert.equal(await two, 'here');
    assert.equal(seen.at(-1), 2, 'the other one still waits');
    first.reject(new Error('ended'));
    await assert.rejects(one ?? Promise.resolve(), /ended/);
    assert.equal(waits.latest, undefined);
    assert.deepEqual(seen, [2, 3, 2, undefined]);
  });

  it('is nothing once the call goes on, which is told once', async () => {
    const seen: (string | undefined)[] = [];
    const waits = new Waits(() => seen.push(waits.latest?.kind));
    await waits.during(async (onWaiting) => {
      onWaiting(undefined);
      onWaiting({ kind: 'held', endpoint: testLookup, at: 7 });
      onWaiting(undefined);
      onWaiting(undefined);
      assert.equal(waits.latest, undefined);
      await Promise.resolve();
    });
    assert.deepEqual(seen, ['held', undefined]);
  });

  it('tells nobody of a call that waited for nothing, and no longer who took it back', async () => {
    let told = 0;
    const waits = new Waits(() => undefined);
    const unobserve = waits.observe(() => {
      told += 1;
    });
    await waits.during(async () => await Promise.resolve());
    assert.equal(told, 0);
    unobserve();
    await waits.during(async (onWaiting) => {
      onWaiting(next(2));
      await Promise.resolve();
    });
    assert.equal(told, 0);
  });
});
