import { basename } from 'node:path';
import type { TestRun } from './testRun.ts';

/** The most files of tests that are run again; where more fail, the machine was not what failed. */
const maxRerunFiles = 3;

/** What runs the files of a step again: Node's arguments. */
const rerunScripts: readonly (readonly [script: string, argsOf: (file: string) => string])[] = [
  ['src/build/testVscode.mts', (file) => basename(file).replace(/\.test\.(?:js|ts)$/, '')],
  ['src/build/testWebview.mts', (file) => file],
  ['src/build/testFast.mts', (file) => file],
];

/** A step that ran tests, and what it came to. */
export interface FailedStep {
  readonly args: readonly string[];
  readonly run: TestRun;
}

/**
 * What runs the files again of which tests failed, once each and by itself (docs/decisions/0024-failed-files-again.md).
 * @returns the arguments for each step that failed, in order; undefined where a failure has no file (a build, a guard, coverage, a crash), or
 * where too many failed
 */
export function toRerunArgs(failed: readonly FailedStep[]): readonly (readonly string[])[] | undefined {
  const files = failed.flatMap(({ run }) => run.failedFiles);
  const areNamed = failed.every(({ run }) => run.failedFiles.length > 0 && run.failures.length >= run.failed);
  if (files.length === 0 || files.length > maxRerunFiles || !areNamed) return undefined;
  const all = failed.flatMap(({ args, run }) => {
    const found = rerunScripts.find(([script]) => args.includes(script));
    return found === undefined ? [] : [[found[0], ...run.failedFiles.map(found[1])]];
  });
  return all.length === failed.length ? all : undefined;
}

/** What a step came to whose failed files passed when they ran again. */
export function countRerunAsPassed({ passed, failed, answers }: TestRun): TestRun {
  return { passed: passed + failed, failed: 0, failures: [], failedFiles: [], ...(answers === undefined ? {} : { answers }) };
}
