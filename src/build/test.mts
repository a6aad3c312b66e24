// `npm test`: everything, step by step; ends with one line `N passed, N failed`.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Outcome, stepRunner } from './stepRunner.ts';
import { testStages } from './testSteps.ts';
import { failuresOf, presentTotals, sumTotals } from './totals.ts';
import { projectFolders } from './vscode/projectFolders.ts';

const runStep = stepRunner();
for (const folder of [projectFolders.totals, projectFolders.logs, projectFolders.screenshots]) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}
const outcomes: Outcome[] = [];
for (const stage of testStages) {
  console.log(`\n── ${stage.map(({ name }) => name).join(', beside ')} ──`);
  const prints = stage.length === 1 ? 'live' : 'whole';
  const run = stage.map(
    async (step) => await runStep(step, join(projectFolders.totals, `${step.name.replaceAll(' ', '-')}.json`), prints),
  );
  outcomes.push(...(await Promise.all(run)));
}
// Again and last: who sees only the end of a long output must know what failed.
for (const { name, written } of outcomes) {
  for (const failure of failuresOf(written)) console.log(`\nfailed in ${name}: ${failure}`);
}
console.log('');
for (const { name, totals, seconds } of outcomes) {
  console.log(`${name.padEnd(24)} ${presentTotals(totals).padEnd(24)} ${seconds.toFixed(1).padStart(7)} s`);
}
const all = sumTotals(outcomes.map(({ totals }) => totals));
process.exitCode = all.failed === 0 ? 0 : 1;
console.log(presentTotals(all));
