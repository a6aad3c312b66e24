import assert from 'node:assert/strict';
import { toRerunArgs, type FailedStep, countRerunAsPassed } from '../../../src/build/rerunFailed.ts';
import type { TestRun } from '../../../src/build/testRun.ts';

const failed = (script: string, ...files: readonly string[]): FailedStep => ({
  args: ['c8.js', script, '--part', 'measured'],
  run: runOf({ failed: files.length, failures: files.map((file) => `${file}: no`), failedFiles: files }),
});

const runOf = (facts: Partial<TestRun>): TestRun => ({ passed: 9, failed: 1, failures: ['a: no'], failedFiles: [], ...facts });

describe('files of tests that failed in a whole run', () => {
  it('run again by themselves, with what ran them', () => {
    const steps = [
      failed('src/build/testFast.mts', '/p/test/unit/a.test.ts'),
      failed('src/build/testVscode.mts', '/p/out/test/vscode/lists.test.js'),
      failed('src/build/testWebview.mts', 'test/webview/walk.test.ts'),
    ];
    assert.deepEqual(toRerunArgs(steps), [
      ['src/build/testFast.mts', '/p/test/unit/a.test.ts'],
      ['src/build/testVscode.mts', 'lists'],
      ['src/build/testWebview.mts', 'test/webview/walk.test.ts'],
    ]);
  });

  it('do not run again where several failed', () => {
    const four = ['a', 'b', 'c', 'd'].map((name) => `${name}.test.ts`);
    assert.equal(toRerunArgs([failed('src/build/testWebview.mts', ...four)]), undefined);
    assert.notEqual(toRerunArgs([failed('src/build/testWebview.mts', ...four.slice(1))]), undefined);
  });

  it('do not run again where anything failed that is no test: a guard, a build, coverage, a crash', () => {
    const one = failed('src/build/testFast.mts', 'a.test.ts');
    assert.equal(toRerunArgs([]), undefined);
    for (const run of [runOf({ failures: [] }), runOf({}), runOf({ failed: 2, failedFiles: ['b.test.ts'] })]) {
      assert.equal(toRerunArgs([one, { args: ['src/build/check.mts'], run }]), undefined, JSON.stringify(run));
      assert.equal(toRerunArgs([one, { args: ['src/build/testFast.mts'], run }]), undefined, JSON.stringify(run));
    }
  });

  it('count as passed then, with the answers that were held', () => {
    assert.deepEqual(countRerunAsPassed(runOf({ answers: 4 })), runOf({ passed: 10, failed: 0, failures: [], answers: 4 }));
  });
});
