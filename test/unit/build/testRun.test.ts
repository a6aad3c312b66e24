import assert from 'node:assert/strict';
import {
  filesToTryAgain,
  formatTotals,
  maxSecondTries,
  parseTestRun,
  stepRun,
  sumRuns,
  type TestRun,
  withSecondTry,
} from '../../../src/build/testRun.ts';

const runOf = (facts: Partial<TestRun>): TestRun => ({ passed: 0, failed: 0, failures: [], files: [], unsteady: [], ...facts });

describe('what a step of npm test counts for', () => {
  it('is what it counted', () => {
    const failures = ['a: no', 'b: no'];
    assert.deepEqual(stepRun(0, runOf({ passed: 3 }), true), runOf({ passed: 3 }));
    assert.deepEqual(stepRun(1, runOf({ passed: 3, failed: 2, failures }), true), runOf({ passed: 3, failed: 2, failures }));
  });

  it('is at least one failure where it crashed, whatever it had counted', () => {
    assert.deepEqual(stepRun(1, runOf({ passed: 3 }), true), runOf({ passed: 3, failed: 1 }));
    assert.deepEqual(stepRun(1, undefined, true), runOf({ failed: 1 }));
  });

  it('is a failure where it says nothing, or ran no test', () => {
    assert.deepEqual(stepRun(0, undefined, true), runOf({ failed: 1 }));
    assert.deepEqual(stepRun(0, runOf({}), true), runOf({ failed: 1 }));
  });

  it('is nothing for a step without tests, unless it fails', () => {
    assert.deepEqual(stepRun(0, undefined, false), runOf({}));
    assert.deepEqual(stepRun(1, undefined, false), runOf({ failed: 1 }));
  });

  it('is added up and ends as one line', () => {
    const all = sumRuns([
      { passed: 1, failed: 2 },
      { passed: 30, failed: 0 },
    ]);
    assert.equal(formatTotals(all), '31 passed, 2 failed');
    assert.deepEqual(sumRuns([]), { passed: 0, failed: 0 });
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
      assert.equal(parseTestRun(written), undefined, JSON.stringify(written));
    }
    assert.equal(parseTestRun({ passed: 1, failed: 1, files: [{ file: 3 }] }), undefined);
    const written = { passed: 1, failed: 1, failures: ['a thread opens: Error: no'] };
    assert.deepEqual(parseTestRun(written), runOf(written));
  });
});

const users = { file: '/suites/users.test.js', passed: 5, failed: 0 };
const threads = { file: '/suites/threads.test.js', passed: 3, failed: 2 };
const failures = ['threads: a: no', 'threads: b: no'];
const first = runOf({ passed: 8, failed: 2, failures, files: [users, threads] });

describe('a second try of suites that failed', () => {
  it('is for the files that failed, and for them alone', () => {
    assert.deepEqual(filesToTryAgain(first), [threads.file]);
    assert.deepEqual(filesToTryAgain(runOf({ passed: 5, files: [users] })), []);
  });

  it('is for none where more files failed than can be chance', () => {
    const many = Array.from({ length: maxSecondTries + 1 }, (_, at) => ({
      file: `/suites/${at}.test.js`,
      passed: 0,
      failed: 1,
    }));
    assert.deepEqual(filesToTryAgain(runOf({ failed: many.length, files: many })), []);
    const some = many.slice(1);
    assert.equal(filesToTryAgain(runOf({ failed: some.length, files: some })).length, maxSecondTries);
  });

  it('is for none where something failed that belongs to no file', () => {
    assert.deepEqual(filesToTryAgain({ ...first, failed: 3 }), []);
    assert.deepEqual(filesToTryAgain(runOf({ passed: 1, failed: 1 })), []);
  });

  it('counts what passed in it as passed, and names it', () => {
    const second = runOf({ passed: 5, files: [{ ...threads, passed: 5, failed: 0 }] });
    const both = withSecondTry(first, second);
    assert.deepEqual(both, { passed: 10, failed: 0, failures: [], files: [users, ...second.files], unsteady: failures });
  });

  it('counts what failed in it as failed', () => {
    const second = runOf({ passed: 4, failed: 1, failures: ['threads: b: no'], files: [{ ...threads, passed: 4, failed: 1 }] });
    const both = withSecondTry(first, second);
    assert.deepEqual(both, { passed: 9, failed: 1, failures: second.failures, files: [users, ...second.files], unsteady: [] });
  });

  it('changes nothing where it ran no test or ended without a word', () => {
    for (const second of [undefined, runOf({})]) {
      assert.equal(withSecondTry(first, second), first);
    }
  });
});
