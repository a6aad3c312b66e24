import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { runInSlices, TimeSlicer } from '../../../src/workbench/timeSlicer.ts';

describe('runInSlices', () => {
  it('finishes, and lets other work run in between', async () => {
    let now = 0;
    const turns: number[] = [];
    function* work(): Generator<undefined, string> {
      for (let step = 0; step < 8; step += 1) {
        setImmediate(() => turns.push(step));
        now += 6;
        yield;
      }
      return 'done';
    }
    const slices = runInSlices(work(), new TimeSlicer(() => now));
    assert.deepEqual(turns, []);
    assert.equal(await slices, 'done');
    assert.deepEqual(turns, [0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('propagates errors', async () => {
    // oxlint-disable-next-line require-yield -- it ends before it could
    function* work(): Generator<undefined, string> {
      throw new Error('no');
    }
    await assert.rejects(runInSlices(work()), /no/);
  });
});
