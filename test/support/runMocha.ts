import { writeFileSync } from 'node:fs';
import { format } from 'node:util';
import Mocha from 'mocha';
import { maxTestMs } from './limits.ts';

export type MochaRunOptions = {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** The file for `{ passed, failed, failures }`. */
  readonly totalsFile?: string | undefined;
  /** Colors the output. */
  readonly color?: boolean;
  /** Run before and after all tests. */
  readonly hooks?: Mocha.RootHookObject;
  /** Receives mocha's output. Default: the console. */
  readonly print?: ((text: string) => void) | undefined;
};

/**
 * Runs mocha suites in this process with the `spec` reporter. A skipped test is treated as failed.
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
