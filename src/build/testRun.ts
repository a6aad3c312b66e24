import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';

const testRunSchema = z
  .object({
    passed: z.int().nonnegative(),
    failed: z.int().nonnegative(),
    /** What failed, in words: titles of tests with their errors, or names of guards. */
    failures: z.array(z.string()).readonly().default([]),
  })
  .readonly();

export type TestRun = z.output<typeof testRunSchema>;

/** @returns undefined if the run wrote nothing readable, which is a failure of its own */
export async function readTestRun(path: string): Promise<TestRun | undefined> {
  try {
    return testRunSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Writes what a run came to for the process that started it, where one asks for it. */
export function writeTestRun(run: TestRun): void {
  const file = process.env['SOCIAL_DATA_TEST_TOTALS'];
  if (file !== undefined) writeFileSync(file, JSON.stringify(run));
}

/**
 * What a step counts for. One that fails, crashes or says nothing is at least one failure, whatever it had counted until then.
 * @param reportsCounts whether the step writes what it counted; one that does not (a build) counts for its failure only
 */
export function countFailedExitAsFailure(code: number, written: TestRun | undefined, reportsCounts: boolean): TestRun {
  const isFailed = code !== 0 || (reportsCounts && (written === undefined || written.passed + written.failed === 0));
  const run = written ?? { passed: 0, failed: 0, failures: [] };
  return isFailed && run.failed === 0 ? { ...run, failed: 1 } : run;
}

export function sumTestRuns(runs: readonly TestRun[]): TestRun {
  return {
    passed: runs.reduce((sum, { passed }) => sum + passed, 0),
    failed: runs.reduce((sum, { failed }) => sum + failed, 0),
    failures: runs.flatMap(({ failures }) => failures),
  };
}

export function formatTestTotals({ passed, failed }: TestRun): string {
  return `${passed} passed, ${failed} failed`;
}

/** Ends a process that runs tests: reports and prints what they came to, and sets the exit code. */
export function finishTestProcess(run: TestRun): void {
  writeTestRun(run);
  console.log(formatTestTotals(run));
  process.exitCode = run.failed === 0 ? 0 : 1;
}
