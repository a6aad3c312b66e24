// `npm test`: all steps. The last line is `N passed, N failed`.
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { projectFolders } from './projectFolders.ts';
import { formatTestTotals, sumTestRuns, type TestStep, type TestStepResult, runTestSteps } from './runStep.ts';

/** Each step keeps a core busy. */
const lanes = Math.min(2, availableParallelism());

/** A stage's steps run in parallel. A failure doesn't stop the following stages. */
const stages: readonly (readonly TestStep[])[] = [
  [{ name: 'check', args: ['src/build/check.mts'], reportsCounts: true }],
  [{ name: 'build', args: ['esbuild.mjs', '--tests'], reportsCounts: false }],
  [
    { name: 'unit tests', args: ['src/build/testFast.mts'], reportsCounts: true },
    { name: 'suites in VS Code', args: ['src/build/testVscode.mts'], reportsCounts: true },
    { name: 'package', args: ['src/build/package.mts', '--built'], reportsCounts: false },
  ],
  [{ name: 'suites in the workbench', args: ['src/build/testWebview.mts'], reportsCounts: true }],
  // builds the extension again, so it must run alone
  [{ name: 'npm start', args: ['src/build/testFast.mts', 'test/start/start.test.ts'], reportsCounts: true }],
];

for (const folder of [projectFolders.compiled, projectFolders.totals, projectFolders.logs, projectFolders.screenshots]) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}
let outcomes: readonly TestStepResult[] = [];
for (const stage of stages) {
  console.log(`\n── ${stage.map(({ name }) => name).join(', ')} ──`);
  outcomes = [...outcomes, ...(await runTestSteps(stage, lanes))];
}
// repeated for anyone who only reads the last lines
for (const { name, run } of outcomes) {
  for (const failure of run.failures) console.log(`\nfailed in ${name}: ${failure}`);
}
console.log('');
for (const { name, run, seconds } of outcomes) {
  console.log(`${name.padEnd(24)} ${formatTestTotals(run).padEnd(24)} ${seconds.toFixed(1).padStart(7)} s`);
}
const all = sumTestRuns(outcomes.map(({ run }) => run));
process.exitCode = all.failed === 0 ? 0 : 1;
console.log(formatTestTotals(all));
