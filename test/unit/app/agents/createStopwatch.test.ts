import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { allowanceIdleTimeoutMs, Consents } from '../../../../src/app/agents/consents.ts';
import { createStopwatch } from '../../../../src/app/agents/createStopwatch.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { testLookup } from '../../../support/testEndpoints.ts';

describe('the time that an amount may lie idle', () => {
  it('passes by the steady clock where the machine’s time is set back', async () => {
    const clock = fakeClock();
    const idle = createStopwatch(clock);
    await clock.advance(10_000);
    clock.setWall(-3_600_000);
    await clock.advance(5_000);
    assert.equal(idle(), 15_000);
  });

  it('passes by the machine’s time where it slept, which the steady clock does not count', async () => {
    const clock = fakeClock();
    const idle = createStopwatch(clock);
    await clock.advance(1_000);
    clock.setWall(3_600_000);
    assert.equal(idle(), 3_601_000);
  });

  it('never goes back, and never passes slower than the steady clock, whatever the machine’s time does', async () => {
    const step = fc.record({ advance: fc.nat(5_000), wall: fc.integer({ min: -10_000_000, max: 10_000_000 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const clock = fakeClock();
        const idle = createStopwatch(clock);
        let [last, lastSteady] = [0, 0];
        for (const { advance, wall } of steps) {
          clock.setWall(wall);
          await clock.advance(advance);
          const [passed, even] = [idle(), clock.monotonicNow()];
          assert.ok(passed - last >= even - lastSteady, `${passed - last} of ${even - lastSteady}`);
          [last, lastSteady] = [passed, even];
        }
      }),
      { numRuns: propertyRuns(2_000, 100) },
    );
  });

  it('ends an amount after half an hour, although the machine’s time was set back by a day', async () => {
    const clock = fakeClock();
    const consents = new Consents(async () => await Promise.resolve({ upTo: 1_000n }), createStopwatch(clock));
    const request = { endpoint: testLookup, params: {}, price: 200n, isPriceKnown: true, left: 1_000n };
    await consents.obtain(request, new AbortController().signal);
    clock.setWall(-86_400_000);
    await clock.advance(allowanceIdleTimeoutMs);
    assert.equal(consents.left, 1_000n);
    await clock.advance(1);
    assert.equal(consents.left, undefined);
  });
});
