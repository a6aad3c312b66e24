import assert from 'node:assert/strict';
import {
  formatTestTotals,
  validateTestRun,
  countFailedExitAsFailure,
  sumTestRuns,
  type TestRun,
} from '../../../src/build/testRun.ts';

const runOf = (facts: Partial<TestRun>): TestRun => ({ passed: 0, failed: 0, failures: [], failedFiles: [], ...facts });

describe('what a step of npm test counts for', () => {
  it('is what it counted', () => {
    const failures = ['a: no', 'b: no'];
    assert.deepEqual(countFailedExitAsFailure(0, runOf({ passed: 3 }), true), runOf({ passed: 3 }));
    assert.deepEqual(
      countFailedExitAsFailure(1, runOf({ passed: 3, failed: 2, failures }), true),
      runOf({ passed: 3, failed: 2, failures }),
    );
  });

  it('is at least one failure where it crashed, whatever it had counted', () => {
    assert.deepEqual(countFailedExitAsFailure(1, runOf({ passed: 3 }), true), runOf({ passed: 3, failed: 1 }));
    assert.deepEqual(countFailedExitAsFailure(1, undefined, true), runOf({ failed: 1 }));
  });

  it('is a failure where it says nothing, or ran no test', () => {
    assert.deepEqual(countFailedExitAsFailure(0, undefined, true), runOf({ failed: 1 }));
    assert.deepEqual(countFailedExitAsFailure(0, runOf({}), true), runOf({ failed: 1 }));
  });

  it('is nothing for a step without tests, unless it fails', () => {
    assert.deepEqual(countFailedExitAsFailure(0, undefined, false), runOf({}));
    assert.deepEqual(countFailedExitAsFailure(1, undefined, false), runOf({ failed: 1 }));
  });

  it('is added up and ends as one line', () => {
    const all = sumTestRuns([
      { passed: 1, failed: 2 },
      { passed: 30, failed: 0 },
    ]);
    assert.equal(formatTestTotals(all), '31 passed, 2 failed');
    assert.deepEqual(sumTestRuns([]), { passed: 0, failed: 0 });
  });

  it('is read only where both numbers are counts, and what failed is named', () => {
    for (const written of [
      undefined,
      'x',
      3,
      null,
      [],
      {},
      { passed: 1 },
      { passed: -1, failed: 0 },
      { passed: 1.5, failed: 0 },
    ]) {
      assert.equal(validateTestRun(written), undefined, JSON.stringify(written));
    }
    assert.equal(validateTestRun({ passed: 1, failed: 1, failures: [3] }), undefined);
    const written = { passed: 1, failed: 1, failures: ['a thread opens: Error: no'] };
    assert.deepEqual(validateTestRun(written), runOf(written));
  });
});
