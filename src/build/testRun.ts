import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';

const testRunSchema = z
  .object({
    passed: z.int().nonnegative(),
    failed: z.int().nonnegative(),
    /** How many answers of sandboxes were held against the OpenAPI documents. */
    answers: z.int().optional(),
    /** What failed, in words: titles of tests with their errors, or names of guards. */
    failures: z.array(z.string()).readonly().default([]),
    /** The files of the tests that failed, where it is known. */
    failedFiles: z.array(z.string()).readonly().default([]),
  })
  .readonly();

/** What a run of tests writes about itself. */
export type TestRun = z.output<typeof testRunSchema>;

/** A run that came to nothing but one failure, or to nothing at all. */
const createUncountedTestRun = (failed: number): TestRun => ({ passed: 0, failed, failures: [], failedFiles: [] });

/** Reads what a run wrote. @returns undefined where it wrote nothing, or nothing that can be read: that is a failure of its own */
export async function readTestRun(path: string): Promise<TestRun | undefined> {
  try {
    return validateTestRun(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** @returns undefined for anything but what a run writes */
export function validateTestRun(written: unknown): TestRun | undefined {
  return testRunSchema.safeParse(written).data;
}

/** Writes what a run came to for the process that started it, where one asks for it. */
export function writeTestRun(run: Pick<TestRun, 'passed' | 'failed'> & Partial<TestRun>): void {
  const file = process.env['SOCIAL_DATA_TEST_TOTALS'];
  if (file !== undefined) writeFileSync(file, JSON.stringify(run));
}

/**
 * What a step counts for. A step that fails, crashes or says nothing is at least one failure, whatever it
 * had counted until then: nothing that went wrong may end as "0 failed".
 * @param code the program's exit code
 * @param counts whether the step writes what it counted; one that does not (a build) counts for its failure only
 */
export function countFailedExitAsFailure(code: number, written: TestRun | undefined, counts: boolean): TestRun {
  if (!counts) return createUncountedTestRun(code === 0 ? 0 : 1);
  if (written === undefined || written.passed + written.failed === 0) return createUncountedTestRun(1);
  return code !== 0 && written.failed === 0 ? { ...written, failed: 1 } : written;
}

/** Adds up what several runs came to. */
export function sumTestRuns(all: readonly Pick<TestRun, 'passed' | 'failed'>[]): {
  readonly passed: number;
  readonly failed: number;
} {
  const sum = (name: 'passed' | 'failed'): number => all.reduce((total, one) => total + one[name], 0);
  return { passed: sum('passed'), failed: sum('failed') };
}

/**
 * Makes one run of several that went on at the same time. Where none of them held an answer of a sandbox against the OpenAPI
 * documents although some should have, the check itself is broken: that is a failure, too.
 */
export function mergeTestRunsAndCheckAnswers(runs: readonly TestRun[], holdsAnswers: boolean): TestRun {
  const { passed, failed } = sumTestRuns(runs);
  const answers = runs.reduce((total, run) => total + (run.answers ?? 0), 0);
  const isUnheld = holdsAnswers && answers === 0;
  if (isUnheld) console.log('No answer of a sandbox was held against the OpenAPI documents, which counts as a failure.');
  return {
    passed,
    failed: failed + (isUnheld ? 1 : 0),
    answers,
    failures: runs.flatMap(({ failures }) => failures),
    failedFiles: runs.flatMap(({ failedFiles }) => failedFiles),
  };
}

/** The last line of a run of tests. */
export function formatTestTotals({ passed, failed }: Pick<TestRun, 'passed' | 'failed'>): string {
  return `${passed} passed, ${failed} failed`;
}

/** Ends a process that runs tests: reports and prints what they came to, and sets the exit code. */
export function finishTestProcess(run: TestRun): void {
  writeTestRun(run);
  console.log(formatTestTotals(run));
  process.exitCode = run.failed === 0 ? 0 : 1;
}
