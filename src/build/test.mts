// `npm test`: everything, step by step; ends with one line `N passed, N failed`.
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endOnSignals } from './endOnSignals.ts';
import { type TestStep, testSteps } from './testSteps.ts';
import { presentTotals, readTotals, stepTotals, sumTotals, type Totals } from './totals.ts';
import { type OwnedProcess, ownedProcess } from './vscode/ownedProcess.ts';
import { projectFolders } from './vscode/projectFolders.ts';

type Outcome = { readonly name: string; readonly totals: Totals; readonly seconds: number };

let running: OwnedProcess | undefined;
endOnSignals(async () => {
  await running?.stop();
});

for (const folder of [projectFolders.totals, projectFolders.logs, projectFolders.screenshots]) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}
const outcomes: Outcome[] = [];
for (const [index, step] of testSteps.entries()) {
  console.log(`\n── ${step.name} ──`);
  outcomes.push(await runStep(step, join(projectFolders.totals, `${index + 1}.json`)));
}
console.log('');
for (const { name, totals, seconds } of outcomes) {
  console.log(`${name.padEnd(24)} ${presentTotals(totals).padEnd(24)} ${seconds.toFixed(1).padStart(7)} s`);
}
const all = sumTotals(outcomes.map(({ totals }) => totals));
process.exitCode = all.failed === 0 ? 0 : 1;
console.log(presentTotals(all));

async function runStep(step: TestStep, totalsFile: string): Promise<Outcome> {
  const begin = performance.now();
  const child = ownedProcess(process.execPath, step.args(totalsFile), {
    cwd: projectFolders.root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, SOCIAL_DATA_TEST_TOTALS: totalsFile },
  });
  running = child;
  const timer = setTimeout(() => {
    console.error(`${step.name} did not end within ${step.deadline / 1000} s.`);
    void child.stop();
  }, step.deadline);
  const how = await child.ended;
  clearTimeout(timer);
  // What a step leaves running would disturb the next one.
  await child.stop();
  running = undefined;
  const written = await readJsonIfThere(totalsFile);
  const code = how === 'exit code 0' ? 0 : 1;
  if (code !== 0 && (readTotals(written)?.failed ?? 0) === 0) console.error(`${step.name} failed (${how}).`);
  return { name: step.name, totals: stepTotals({ code, written }, step.counts), seconds: (performance.now() - begin) / 1000 };
}

async function readJsonIfThere(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    // Missing or cut: either way the step did not say what it counted, and that is a failure of its own.
    return undefined;
  }
}
