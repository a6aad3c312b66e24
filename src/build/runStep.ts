import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exitOnSignals, type OwnedProcess, startOwnedProcess } from './processes.ts';
import { projectFolders } from './projectFolders.ts';
import { readTestRun, countFailedExitAsFailure, type TestRun } from './testRun.ts';

export interface TestStep {
  readonly name: string;
  /** Node's arguments, from the project's folder. */
  readonly args: readonly string[];
  /** Whether it writes what it counted, into the file that `SOCIAL_DATA_TEST_TOTALS` names; without, it can only fail. */
  readonly reportsCounts: boolean;
  /** How long it may take, in milliseconds. */
  readonly deadline: number;
}

/** How a step ended. */
export interface TestStepResult extends Pick<TestStep, 'name' | 'args'> {
  readonly run: TestRun;
  readonly seconds: number;
}

type TestStepRunner = (step: TestStep, prints: 'live' | 'whole') => Promise<TestStepResult>;

/** Runs steps, so many at the same time: whichever ends makes room for the next. @returns what they came to, in their order */
export async function runTestSteps(
  runStep: TestStepRunner,
  steps: readonly TestStep[],
  atOnce: number,
): Promise<readonly TestStepResult[]> {
  const prints = steps.length === 1 ? 'live' : 'whole';
  const outcomes: TestStepResult[] = [];
  const waiting = [...steps.entries()];
  const runLane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, step] = next;
      outcomes[at] = await runStep(step, prints);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runLane));
  return outcomes;
}

/**
 * Makes what runs a step to its end, or to its deadline, in a process of its own; ends those that run when this process is asked
 * to end. A step prints `live` as it goes, or `whole` when it has ended, so that its lines do not mix with those of others.
 */
export function createTestStepRunner(): TestStepRunner {
  const running = new Set<OwnedProcess>();
  exitOnSignals(async () => {
    await Promise.all([...running].map(async (child) => await child.stop()));
  });
  return async (step, prints) => {
    const begin = performance.now();
    const totalsFile = join(projectFolders.totals, `${step.name.replaceAll(' ', '-')}.json`);
    await rm(totalsFile, { force: true });
    const owned = startOwnedProcess(process.execPath, step.args, {
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
    const written = await readTestRun(totalsFile);
    const code = how === 'exit code 0' ? 0 : 1;
    if (code !== 0 && (written?.failed ?? 0) === 0) lines.push(`${step.name} failed (${how}).\n`);
    if (prints === 'whole') console.log(`\n── ${step.name} ──`);
    process.stdout.write(lines.join(''));
    return {
      name: step.name,
      args: step.args,
      run: countFailedExitAsFailure(code, written, step.reportsCounts),
      seconds: (performance.now() - begin) / 1000,
    };
  };
}
