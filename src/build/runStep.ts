import { rm, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitOnSignals, type OwnedProcess, startOwnedProcess } from './processes.ts';
import { projectFolders } from './projectFolders.ts';
import { writeFileSync } from 'node:fs';
import * as z from 'zod';

const testRunSchema = z
  .object({
    passed: z.int().nonnegative(),
    failed: z.int().nonnegative(),
    /** Test titles with their errors, or guard names. */
    failures: z.array(z.string()).readonly().default([]),
  })
  .readonly();

type TestRun = z.output<typeof testRunSchema>;

export interface TestStep {
  readonly name: string;
  /** Arguments for Node. */
  readonly args: readonly string[];
  /** Whether it writes a `TestRun` to the file `SOCIAL_DATA_TEST_TOTALS`. */
  readonly reportsCounts: boolean;
}

export interface TestStepResult {
  readonly name: string;
  readonly run: TestRun;
  readonly seconds: number;
}

const maxStepMs = 60 * 60_000;

const running = new Set<OwnedProcess>();
exitOnSignals(async () => void (await Promise.all([...running].map((child) => child.stop()))));

/**
 * Runs steps in child processes. With several steps, each prints when it has ended, so their lines don't mix.
 * @param atOnce the number of parallel steps
 * @returns the results in step order
 */
export async function runTestSteps(steps: readonly TestStep[], atOnce: number): Promise<readonly TestStepResult[]> {
  const outcomes: TestStepResult[] = [];
  const waiting = [...steps.entries()];
  const runLane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      outcomes[next[0]] = await runStep(next[1], steps.length === 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runLane));
  return outcomes;
}

async function runStep({ name, args, reportsCounts }: TestStep, isAlone: boolean): Promise<TestStepResult> {
  const begin = performance.now();
  const totalsFile = join(projectFolders.totals, `${name.replaceAll(' ', '-')}.json`);
  await rm(totalsFile, { force: true });
  const owned = startOwnedProcess(process.execPath, args, {
    cwd: projectFolders.root,
    stdio: isAlone ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SOCIAL_DATA_TEST_TOTALS: totalsFile },
  });
  running.add(owned);
  const lines: string[] = isAlone ? [] : [`\n── ${name} ──\n`];
  for (const stream of [owned.child.stdout, owned.child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => lines.push(part));
  }
  const timer = setTimeout(() => {
    lines.push(`${name} did not end within ${maxStepMs / 60_000} minutes.\n`);
    void owned.stop();
  }, maxStepMs);
  const how = await owned.ended;
  clearTimeout(timer);
  // stops remaining children
  await owned.stop();
  running.delete(owned);
  const written = await readTestRun(totalsFile);
  const isFailed = how !== 'exit code 0';
  if (isFailed && (written?.failed ?? 0) === 0) lines.push(`${name} failed (${how}).\n`);
  process.stdout.write(lines.join(''));
  return {
    name,
    run: countFailedExitAsFailure(isFailed ? 1 : 0, written, reportsCounts),
    seconds: (performance.now() - begin) / 1000,
  };
}

/** @returns undefined if there is no valid file */
export async function readTestRun(path: string): Promise<TestRun | undefined> {
  try {
    return testRunSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

export function writeTestRun(run: TestRun): void {
  const file = process.env['SOCIAL_DATA_TEST_TOTALS'];
  if (file !== undefined) writeFileSync(file, JSON.stringify(run));
}

/** A step that fails, crashes, or doesn't report any tests is at least one failure. @param reportsCounts see `TestStep` */
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

/** Writes and prints the totals, and sets the exit code. */
export function finishTestProcess(run: TestRun): void {
  writeTestRun(run);
  console.log(formatTestTotals(run));
  process.exitCode = run.failed === 0 ? 0 : 1;
}
