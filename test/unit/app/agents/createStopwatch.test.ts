import assert from 'node:assert/strict';
import { createStopwatch } from '../../../../src/app/agents/createStopwatch.ts';
import { fakeClock } from '../../../support/fakeClock.ts';

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
});
