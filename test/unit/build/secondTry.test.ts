import assert from 'node:assert/strict';
import { filesToTryAgain, mostSecondTries, unsteadyOf, withSecondTry } from '../../../src/build/secondTry.ts';

const users = { file: '/suites/users.test.js', passed: 5, failed: 0 };
const threads = { file: '/suites/threads.test.js', passed: 3, failed: 2 };
const failures = ['threads: a: no', 'threads: b: no'];
const first = { passed: 8, failed: 2, failures, files: [users, threads] };

describe('a second try of suites that failed', () => {
  it('is for the files that failed, and for them alone', () => {
    assert.deepEqual(filesToTryAgain(first), [threads.file]);
    assert.deepEqual(filesToTryAgain({ passed: 5, failed: 0, failures: [], files: [users] }), []);
  });

  it('is for none where more files failed than can be chance', () => {
    const many = Array.from({ length: mostSecondTries + 1 }, (_, at) => ({
      file: `/suites/${at}.test.js`,
      passed: 0,
      failed: 1,
    }));
    assert.deepEqual(filesToTryAgain({ passed: 0, failed: many.length, failures: [], files: many }), []);
    const some = many.slice(1);
    assert.equal(filesToTryAgain({ passed: 0, failed: some.length, failures: [], files: some }).length, mostSecondTries);
  });

  it('is for none where something failed that belongs to no file, or the run did not say what it counted', () => {
    assert.deepEqual(filesToTryAgain({ ...first, failed: 3 }), []);
    for (const written of [undefined, 3, {}, [], { passed: 1, failed: 1 }, { ...first, files: [{ file: 3 }] }]) {
      assert.deepEqual(filesToTryAgain(written), []);
    }
  });

  it('counts what passed in it as passed, and names it', () => {
    const second = { passed: 5, failed: 0, failures: [], files: [{ ...threads, passed: 5, failed: 0 }] };
    const both = withSecondTry(first, second);
    assert.deepEqual(both, { passed: 10, failed: 0, failures: [], files: [users, ...second.files], unsteady: failures });
    assert.deepEqual(unsteadyOf(both), failures);
  });

  it('counts what failed in it as failed', () => {
    const second = { passed: 4, failed: 1, failures: ['threads: b: no'], files: [{ ...threads, passed: 4, failed: 1 }] };
    const both = withSecondTry(first, second);
    assert.deepEqual(both, { passed: 9, failed: 1, failures: second.failures, files: [users, ...second.files], unsteady: [] });
  });

  it('changes nothing where it ran no test or ended without a word', () => {
    for (const second of [undefined, {}, { passed: 0, failed: 0, failures: [], files: [] }]) {
      assert.equal(withSecondTry(first, second), first);
    }
    assert.deepEqual(unsteadyOf(first), []);
    assert.deepEqual(unsteadyOf(undefined), []);
  });
});
