import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import * as z from 'zod';

/** What a run of tests came to. */
const totals = { passed: z.int().nonnegative(), failed: z.int().nonnegative() };

const testRunSchema = z
  .object({
    ...totals,
    /** How many answers of sandboxes were held against the OpenAPI documents. */
    answers: z.int().optional(),
    /** What failed, in words: titles of tests with their errors, or names of guards. */
    failures: z.array(z.string()).readonly().default([]),
    /** What each file of tests came to, where it was counted by file. */
    files: z
      .array(z.object({ file: z.string(), ...totals }).readonly())
      .readonly()
      .default([]),
    /** What failed at first and passed when its file was run once more, in words. */
    unsteady: z.array(z.string()).readonly().default([]),
  })
  .readonly();

/** What a run of tests writes about itself. */
export type TestRun = z.output<typeof testRunSchema>;

/** A run that came to nothing but one failure, or to nothing at all. */
const nothingCounted = (failed: number): TestRun => ({ passed: 0, failed, failures: [], files: [], unsteady: [] });

/** Reads what a run wrote. @returns undefined where it wrote nothing, or nothing that can be read: that is a failure of its own */
export async function readTestRun(path: string): Promise<TestRun | undefined> {
  try {
    return parseTestRun(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** @returns undefined for anything but what a run writes */
export function parseTestRun(written: unknown): TestRun | undefined {
  return testRunSchema.safeParse(written).data;
}

/** Writes what a run came to for the process that started it, where one asks for it. */
export function reportTestRun(run: Pick<TestRun, 'passed' | 'failed'> & Partial<TestRun>): void {
  const file = process.env['SOCIAL_DATA_TEST_TOTALS'];
  if (file !== undefined) writeFileSync(file, JSON.stringify(run));
}

/**
 * What a step counts for. A step that fails, crashes or says nothing is at least one failure, whatever it
 * had counted until then: nothing that went wrong may end as "0 failed".
 *
 * @param code the program's exit code
 * @param counts whether the step writes what it counted; one that does not (a build) counts for its failure only
 */
export function stepRun(code: number, written: TestRun | undefined, counts: boolean): TestRun {
  if (!counts) return nothingCounted(code === 0 ? 0 : 1);
  if (written === undefined || written.passed + written.failed === 0) return nothingCounted(1);
  return code !== 0 && written.failed === 0 ? { ...written, failed: 1 } : written;
}

/** Adds up what several runs came to. */
export function sumRuns(all: readonly Pick<TestRun, 'passed' | 'failed'>[]): {
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
export function joinRuns(runs: readonly TestRun[], holdsAnswers: boolean): TestRun {
  const { passed, failed } = sumRuns(runs);
  const answers = runs.reduce((total, run) => total + (run.answers ?? 0), 0);
  const isUnheld = holdsAnswers && answers === 0;
  if (isUnheld) console.log('No answer of a sandbox was held against the OpenAPI documents, which counts as a failure.');
  return {
    passed,
    failed: failed + (isUnheld ? 1 : 0),
    answers,
    failures: runs.flatMap(({ failures }) => failures),
    files: runs.flatMap(({ files }) => files),
    unsteady: [],
  };
}

/** The last line of a run of tests. */
export function formatTotals({ passed, failed }: Pick<TestRun, 'passed' | 'failed'>): string {
  return `${passed} passed, ${failed} failed`;
}

/**
 * How many files of one run may have a second try. A workbench is a server, a browser and an extension host, and now and then
 * one of hundreds of tests in it waits for something that came otherwise; what fails more often than that is broken.
 */
export const maxSecondTries = 2;

/** The files that are run once more, alone: none where nothing failed, where too many did, or where a failure belongs to no file. */
export function filesToTryAgain(run: TestRun): readonly string[] {
  const failed = run.files.filter((file) => file.failed > 0);
  return sumRuns(failed).failed === run.failed && failed.length <= maxSecondTries ? failed.map(({ file }) => file) : [];
}

/**
 * Adds a second try to a run. What passed in it no longer counts as failed, but is named as unsteady; what failed in it counts.
 *
 * @param first what the whole run wrote, `second` what the run of `filesToTryAgain(first)` wrote
 * @returns `first` where the second try did not say what it counted
 */
export function withSecondTry(first: TestRun, second: TestRun | undefined): TestRun {
  if (second === undefined || second.passed + second.failed === 0) return first;
  const tried = new Set(filesToTryAgain(first));
  const files = [...first.files.filter(({ file }) => !tried.has(file)), ...second.files];
  const { passed } = sumRuns(files);
  return { ...second, passed, files, unsteady: second.failed === 0 ? first.failures : [] };
}

/**
 * Runs tests, and once more, alone, the files that failed, where that may be chance. Reports and prints what it came to, and
 * sets the exit code.
 *
 * @param run runs files of tests, all where none is named; says what they came to, undefined where that was not said
 */
export async function runWithSecondTry(
  files: readonly string[],
  run: (files: readonly string[], isSecond: boolean) => Promise<TestRun | undefined>,
): Promise<void> {
  const first = (await run(files, false)) ?? nothingCounted(1);
  const again = filesToTryAgain(first);
  if (again.length > 0) console.log(`Run once more, alone: ${again.map((file) => basename(file)).join(', ')}`);
  const end = again.length === 0 ? first : withSecondTry(first, await run(again, true));
  reportTestRun(end);
  for (const one of end.unsteady) console.log(`passed in a second try: ${one}`);
  console.log(formatTotals(end));
  process.exitCode = end.failed === 0 ? 0 : 1;
}
