// The suites that run inside a real VS Code, once built: says which VS Code, fails when there is none.
// Names choose suites: `node src/build/testVscode.mts users threads`.
import { globSync, statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { exitOnSignals } from './processes.ts';
import { createVscodeProfile, testOnlySettings } from './vscode/profile.ts';
import { projectFolders, createTemporaryFolder } from './projectFolders.ts';
import { startDesktopVscode, provideVscode } from './vscode/provideVscode.ts';
import { createTestStepRunner } from './runStep.ts';
import { runTestsOnServer } from './vscode/runTestsOnServer.ts';
import {
  finishTestProcess,
  mergeTestRunsAndCheckAnswers,
  readTestRun,
  writeTestRun,
  countFailedExitAsFailure,
  type TestRun,
} from './testRun.ts';

/** How long the suites of one VS Code may take, in milliseconds: a test that hangs ends long before, by its own limit. */
const maxVscodeRunMs = 14 * 60_000;

/** How many VS Codes share all suites: each of them waits for half of its time. */
const instances = Math.min(2, availableParallelism());

const suitesFolder = join(projectFolders.root, 'test/vscode');

/** Suites that take longer than their size says, in the bytes of one that takes as long. */
const assumedBytesOfLongSuites: Readonly<Record<string, number>> = {
  nothingSpends: 41_000,
  pricesDrawn: 30_000,
  threadStops: 26_000,
  stopTrees: 18_000,
  stopResults: 14_000,
};

const { values, positionals } = parseArgs({ options: { instance: { type: 'string' } }, allowPositionals: true });
if (values.instance === undefined) {
  const runStep = createTestStepRunner();
  await provideVscode(false); // fetched once, not by each
  await mkdir(projectFolders.totals, { recursive: true });
  const suites = positionals.map(toSuiteName);
  const shares =
    suites.length === 0
      ? divideSuitesByLength(globSync('*.test.ts', { cwd: suitesFolder }).map(toSuiteName), instances)
      : [suites];
  const steps = shares.map((share, index) => {
    const name = `VS Code ${index + 1}`;
    const args = ['src/build/testVscode.mts', '--instance', name.replaceAll(' ', '-'), ...share];
    return { name, args, reportsCounts: true, deadline: maxVscodeRunMs + 60_000 };
  });
  const outcomes = await Promise.all(steps.map((step) => runStep(step, steps.length === 1 ? 'live' : 'whole')));
  const runs = outcomes.map(({ run }) => run);
  finishTestProcess(mergeTestRunsAndCheckAnswers(runs, suites.length === 0));
} else {
  const run = await runSuitesInOneVscode(values.instance, positionals);
  writeTestRun(run);
  process.exitCode = run.failed === 0 ? 0 : 1;
}

function toSuiteName(file: string): string {
  return basename(file).replace(/\.test\.(js|ts)$/, '');
}

/** Parts suites so that each VS Code has about as much to do: the long ones first, each to the one with the least. */
function divideSuitesByLength(suites: readonly string[], count: number): readonly (readonly string[])[] {
  const length = (suite: string) => assumedBytesOfLongSuites[suite] ?? statSync(join(suitesFolder, `${suite}.test.ts`)).size;
  const shares = Array.from({ length: count }, () => ({ suites: [] as string[], length: 0 }));
  for (const suite of suites.toSorted((a, b) => length(b) - length(a))) {
    const least = shares.toSorted((a, b) => a.length - b.length)[0];
    least?.suites.push(suite);
    if (least !== undefined) least.length += length(suite);
  }
  return shares.map((share) => share.suites);
}

/** Runs suites in one VS Code of their own. */
async function runSuitesInOneVscode(name: string, suites: readonly string[]): Promise<TestRun> {
  exitOnSignals();
  const { target, path } = await provideVscode(false);
  const totalsFile = join(projectFolders.totals, `${name}-suites.json`);
  await rm(totalsFile, { force: true });
  const env = { SOCIAL_DATA_TEST_SUITES: suites.join(' '), SOCIAL_DATA_TEST_TOTALS: totalsFile };
  const code =
    target === 'desktop'
      ? await runSuitesOnDesktop(path, env)
      : await runTestsOnServer(path, { env, deadline: maxVscodeRunMs, name });
  return countFailedExitAsFailure(code, await readTestRun(totalsFile), true);
}

async function runSuitesOnDesktop(path: string, env: Readonly<Record<string, string>>): Promise<number> {
  await using base = await createTemporaryFolder('suite');
  const folders = await createVscodeProfile(base.path, testOnlySettings);
  const window = startDesktopVscode(path, folders, { env, tests: projectFolders.suites });
  const timer = setTimeout(() => {
    console.error(`The tests in VS Code did not end within ${maxVscodeRunMs / 1000} s.`);
    void window.stop();
  }, maxVscodeRunMs);
  const how = await window.ended;
  clearTimeout(timer);
  await window.stop();
  return how === 'exit code 0' ? 0 : 1;
}
