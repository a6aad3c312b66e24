import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exitOnSignals, type OwnedProcess, startOwnedProcess } from './processes.ts';
import { projectFolders } from './projectFolders.ts';
import { countFailedExitAsFailure, readTestRun, type TestRun } from './testRun.ts';

export interface TestStep {
  readonly name: string;
  /** Node's arguments, from the project's folder. */
  readonly args: readonly string[];
  /** Whether it writes what it counted, into the file that `SOCIAL_DATA_TEST_TOTALS` names; without, it can only fail. */
  readonly reportsCounts: boolean;
}

export interface TestStepResult {
  readonly name: string;
  readonly run: TestRun;
  readonly seconds: number;
}

/** What a step that hangs is ended after, in milliseconds: no machine is that slow. */
const maxStepMs = 60 * 60_000;

const running = new Set<OwnedProcess>();
exitOnSignals(async () => void (await Promise.all([...running].map((child) => child.stop()))));

/**
 * Runs steps in processes of their own, so many at the same time: whichever ends makes room for the next. They are ended when this
 * process is asked to end. A step beside others prints when it has ended, so that its lines do not mix with theirs.
 * @returns what they came to, in their order
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
  // What a step leaves running would disturb the next one.
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
