// The suites that click through the real workbench with Playwright, once the extension is built.
// They always use the server target, whose workbench is a page. Files or globs choose suites.
// Those of `pageAlone` need no workbench and share a process and a browser.
import { globSync, mkdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import { launchChromium } from './vscode/chromium.ts';
import { ensureCodeServer } from './vscode/installNpmPackage.ts';
import { projectFolders } from './projectFolders.ts';
import { type TestStepResult, runTestSteps, createTestStepRunner } from './runStep.ts';
import { finishTestProcess, mergeTestRunsAndCheckAnswers, type TestRun } from './testRun.ts';

/** How many suites run at the same time: each is a browser, a server and an extension host, which wait for a third of their time. */
const lanes = Math.min(4, availableParallelism() + 1);

const runsAllSuites = process.argv.length === 2;
const patterns = runsAllSuites ? ['test/webview/**/*.test.ts'] : process.argv.slice(2);
const chosenSuiteFiles = globSync(patterns, { cwd: projectFolders.root });
if (chosenSuiteFiles.length === 0) {
  console.error(`No suites match ${patterns.join(', ')}.`);
  process.exit(1);
}
// Fetched once, not by each suite.
await ensureCodeServer();
await (await launchChromium()).close();
mkdirSync(projectFolders.totals, { recursive: true });
finishTestProcess(await runSuites());

async function runSuites(): Promise<TestRun> {
  const batches = groupIntoBatches(chosenSuiteFiles).toSorted((a, b) => estimateBatchLength(b) - estimateBatchLength(a));
  const steps = batches.map((batch) => ({
    name: batch.length === 1 ? batch.map((file) => basename(file)).join() : 'pages alone',
    args: ['src/build/testFast.mts', '--timeout', '120000', ...batch],
    reportsCounts: true,
    deadline: 10 * 60_000,
  }));
  const outcomes = (await runTestSteps(createTestStepRunner(), steps, lanes)).map((outcome, at) => ({
    ...outcome,
    files: batches[at] ?? [],
  }));
  for (const { name, seconds } of outcomes) console.log(`${name.padEnd(32)} ${seconds.toFixed(1).padStart(7)} s`);
  const runs = outcomes.map((outcome) => ({
    ...outcome.run,
    failures: describeSuiteFailures(outcome),
    // a suite that ended badly is its file, whatever it had said
    failedFiles: outcome.run.failed > 0 && outcome.files.length === 1 ? outcome.files : outcome.run.failedFiles,
  }));
  return mergeTestRunsAndCheckAnswers(runs, runsAllSuites);
}

/** The suites of each process. */
function groupIntoBatches(files: readonly string[]): readonly (readonly string[])[] {
  const isAlone = (file: string): boolean => /[\\/]pageAlone[\\/]/.test(file);
  const alone = files.filter(isAlone);
  return [...(alone.length === 0 ? [] : [alone]), ...files.filter((file) => !isAlone(file)).map((file) => [file])];
}

/**
 * The long ones first, so that the lanes end together: how long one takes is seen by its size, but for one that waits for
 * thousands of posts. Last the one that builds the extension again: a suite that begins meanwhile would find half of it.
 */
function estimateBatchLength(batch: readonly string[]): number {
  const known: Readonly<Record<string, number>> = { 'threadPlaces.test.ts': Infinity, 'start.test.ts': 0 };
  const lengths = batch.map((file) => known[basename(file)] ?? statSync(resolve(projectFolders.root, file)).size);
  return lengths.reduce((sum, one) => sum + one, 0);
}

/** What failed in a suite, in words; that it ended badly, where it did not say so itself. */
function describeSuiteFailures({ name, run }: TestStepResult): readonly string[] {
  if (run.failed === 0) return [];
  return (run.failures.length === 0 ? ['ended badly'] : run.failures).map((failure) => `${name}: ${failure}`);
}
