import { readFile } from 'node:fs/promises';
import { endOnSignals } from './endOnSignals.ts';
import type { TestStep } from './testSteps.ts';
import { readTotals, stepTotals, type Totals } from './totals.ts';
import { type OwnedProcess, ownedProcess } from './vscode/ownedProcess.ts';
import { projectFolders } from './vscode/projectFolders.ts';

/** How a step ended. */
export type Outcome = {
  readonly name: string;
  readonly totals: Totals;
  readonly seconds: number;
  /** What it wrote into its totals file, parsed; undefined when it wrote none, or none that can be read. */
  readonly written: unknown;
};

/**
 * Runs a step to its end, or to its deadline.
 * @param totalsFile where the step may write what it counted
 * @param prints `live` as it goes; `whole` when it has ended, so that its lines do not mix with those of others
 */
export type StepRunner = (step: TestStep, totalsFile: string, prints: 'live' | 'whole') => Promise<Outcome>;

/** Makes what runs steps, each in a process of its own, and ends those that run when this process is told to end. */
export function stepRunner(): StepRunner {
  const running = new Set<OwnedProcess>();
  endOnSignals(async () => {
    await Promise.all([...running].map(async (child) => await child.stop()));
  });
  return async (step, totalsFile, prints) => {
    const begin = performance.now();
    const owned = ownedProcess(process.execPath, step.args(totalsFile), {
      cwd: projectFolders.root,
      stdio: prints === 'live' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, SOCIAL_DATA_TEST_TOTALS: totalsFile },
    });
    running.add(owned);
    const lines: string[] = [];
    for (const stream of [owned.child.stdout, owned.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (part: string) => lines.push(part));
    }
    const timer = setTimeout(() => {
      lines.push(`${step.name} did not end within ${step.deadline / 1000} s.\n`);
      void owned.stop();
    }, step.deadline);
    const how = await owned.ended;
    clearTimeout(timer);
    // What a step leaves running would disturb the next one.
    await owned.stop();
    running.delete(owned);
    const written = await readJsonIfThere(totalsFile);
    const code = how === 'exit code 0' ? 0 : 1;
    if (code !== 0 && (readTotals(written)?.failed ?? 0) === 0) lines.push(`${step.name} failed (${how}).\n`);
    if (prints === 'whole') console.log(`\n── ${step.name} ──`);
    process.stdout.write(lines.join(''));
    const seconds = (performance.now() - begin) / 1000;
    return { name: step.name, totals: stepTotals({ code, written }, step.counts), seconds, written };
  };
}

/** @returns undefined for a file that is missing or cut */
export async function readJsonIfThere(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    // Missing or cut: either way the step did not say what it counted, and that is a failure of its own.
    return undefined;
  }
}
