import { writeFileSync } from 'node:fs';
import { format } from 'node:util';
import Mocha from 'mocha';
import { maxTestMs } from './limits.ts';

export type MochaRunOptions = {
  /** The test files, absolute. */
  readonly files: readonly string[];
  /** Where `{ passed, failed, failures }` is written. Nowhere when left out. */
  readonly totalsFile?: string | undefined;
  /** Colours in what is printed. */
  readonly color?: boolean;
  /** What is done around all tests. */
  readonly hooks?: Mocha.RootHookObject;
  /** Gets what mocha reports, a few lines at a time; the console when left out. */
  readonly print?: ((text: string) => void) | undefined;
};

/**
 * Runs mocha suites in this process and prints them as mocha's `spec` reporter does.
 *
 * A skipped test counts as a failed one: what is not run promises nothing.
 *
 * @returns the number of failures
 */
export async function runMocha(run: MochaRunOptions): Promise<number> {
  const print = run.print ?? console.log;
  Mocha.reporters.Base.consoleLog = (...values: unknown[]) => print(format(...values));
  const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', timeout: maxTestMs, color: run.color ?? false });
  if (run.hooks !== undefined) mocha.rootHooks(run.hooks);
  for (const file of run.files) mocha.addFile(file);
  await mocha.loadFilesAsync();
  const failures: string[] = [];
  return await new Promise((resolve) => {
    const runner = mocha.run((failedTests) => {
      const { passes, pending } = runner.stats ?? { passes: 0, pending: 0 };
      const failed = failedTests + pending;
      if (pending > 0) print(`  ${pending} skipped: each counts as a failure.`);
      if (run.totalsFile !== undefined) writeFileSync(run.totalsFile, JSON.stringify({ passed: passes, failed, failures }));
      resolve(failed);
    });
    runner.on('fail', (test, error: unknown) => void failures.push(`${test.fullTitle()}: ${format(error)}`));
    runner.on('pending', (test) => void failures.push(`${test.fullTitle()}: skipped`));
  });
}
