// `npm test`: everything, step by step; ends with one line `N passed, N failed`.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unsteadyOf } from './secondTry.ts';
import { type Outcome, stepRunner } from './stepRunner.ts';
import { type Lane, testStages } from './testSteps.ts';
import { failuresOf, presentTotals, sumTotals } from './totals.ts';
import { projectFolders } from './vscode/projectFolders.ts';

const runStep = stepRunner();
for (const folder of [projectFolders.totals, projectFolders.logs, projectFolders.screenshots]) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}
const outcomes: Outcome[] = [];
for (const lanes of testStages) {
  const prints = lanes.length === 1 ? 'live' : 'whole';
  if (prints === 'whole')
    console.log(`\n── ${lanes.map((lane) => lane.map(({ name }) => name).join(', ')).join(', beside ')} ──`);
  await Promise.all(lanes.map(async (lane) => await runLane(lane, prints)));
}
// Again and last: who sees only the end of a long output must know what failed.
for (const { name, written } of outcomes) {
  for (const one of unsteadyOf(written)) console.log(`\npassed in a second try, in ${name}: ${one}`);
  for (const failure of failuresOf(written)) console.log(`\nfailed in ${name}: ${failure}`);
}
console.log('');
for (const { name, totals, seconds } of outcomes) {
  console.log(`${name.padEnd(24)} ${presentTotals(totals).padEnd(24)} ${seconds.toFixed(1).padStart(7)} s`);
}
const all = sumTotals(outcomes.map(({ totals }) => totals));
process.exitCode = all.failed === 0 ? 0 : 1;
console.log(presentTotals(all));

async function runLane(lane: Lane, prints: 'live' | 'whole'): Promise<void> {
  for (const step of lane) {
    if (prints === 'live') console.log(`\n── ${step.name} ──`);
    outcomes.push(await runStep(step, join(projectFolders.totals, `${step.name.replaceAll(' ', '-')}.json`), prints));
  }
}
