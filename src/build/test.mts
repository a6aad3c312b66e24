// `npm test`: everything, step by step; ends with one line `N passed, N failed`.
import { mkdir, rm } from 'node:fs/promises';
import { projectFolders } from './projectFolders.ts';
import { toRerunArgs, countRerunAsPassed } from './rerunFailed.ts';
import { type TestStepResult, runTestSteps, createTestStepRunner, type TestStep } from './runStep.ts';
import { formatTestTotals, sumTestRuns } from './testRun.ts';

/** A step of these arguments, which writes what it counted. */
const createTestStep = (name: string, minutes: number, ...args: readonly string[]): TestStep => ({
  name,
  args,
  reportsCounts: true,
  deadline: minutes * 60_000,
});

/** Measures what the program covers, and fails when it is too little (.c8rc.json). */
const coverageArgs = ['node_modules/c8/bin/c8.js', process.execPath] as const;

/**
 * All steps: the stages in order, two steps of one at the same time (the suites in VS Code wait for it half of their time): whichever
 * ends first makes room for the next, so the long ones begin. Each step runs whatever became of the others.
 */
const stages: readonly (readonly TestStep[])[] = [
  [
    createTestStep('check', 10, 'src/build/check.mts'),
    { ...createTestStep('build', 5, 'esbuild.mjs', '--tests'), reportsCounts: false },
  ],
  [
    { ...createTestStep('package', 5, 'src/build/package.mts', '--built'), reportsCounts: false },
    createTestStep('suites in VS Code', 15, 'src/build/testVscode.mts'),
    createTestStep('measured unit tests', 15, ...coverageArgs, 'src/build/testFast.mts', '--part', 'measured'),
    createTestStep('other unit tests', 15, 'src/build/testFast.mts', '--part', 'unmeasured'),
    createTestStep('tests of the project', 10, 'src/build/testFast.mts', '--part', 'project'),
    createTestStep('OpenAPI documents', 10, 'src/build/testFast.mts', 'test/openapi/**/*.test.ts'),
  ],
  [createTestStep('suites in the workbench', 20, 'src/build/testWebview.mts')],
];

const runStep = createTestStepRunner();
for (const folder of [projectFolders.compiled, projectFolders.totals, projectFolders.logs, projectFolders.screenshots]) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}
let outcomes: readonly TestStepResult[] = [];
for (const stage of stages) {
  console.log(`\n── ${stage.map(({ name }) => name).join(', ')} ──`);
  outcomes = [...outcomes, ...(await runTestSteps(runStep, stage, 2))];
}
const failedSteps = outcomes.filter(({ run }) => run.failed > 0);
const rerunArgs = toRerunArgs(failedSteps);
const flakyFailures: string[] = [];
for (const [index, { name, run, ...outcome }] of failedSteps.entries()) {
  const args = rerunArgs?.[index];
  if (args === undefined) break;
  console.log(`\n── ${name}, again: ${args.slice(1).join(', ')} ──`);
  const second = await runStep({ ...createTestStep(`${name} again`, 15), args }, 'live');
  if (second.run.failed > 0) continue;
  flakyFailures.push(...run.failures.map((failure) => `${name}: ${failure}`));
  outcomes = outcomes.map((one) => (one.run === run ? { ...outcome, name, run: countRerunAsPassed(run) } : one));
}
// Again and last: who sees only the end of a long output must know what failed.
for (const { name, run } of outcomes) {
  for (const failure of run.failures) console.log(`\nfailed in ${name}: ${failure}`);
}
for (const failure of flakyFailures) console.log(`\nFLAKY, passed when it ran again alone: ${failure}`);
console.log('');
for (const { name, run, seconds } of outcomes) {
  console.log(`${name.padEnd(24)} ${formatTestTotals(run).padEnd(24)} ${seconds.toFixed(1).padStart(7)} s`);
}
const summedTestRun = sumTestRuns(outcomes.map(({ run }) => run));
process.exitCode = summedTestRun.failed === 0 ? 0 : 1;
console.log(formatTestTotals(summedTestRun));
