import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { format } from 'node:util';
import Mocha from 'mocha';
import { answerCheckedChannel } from './openApi/answerCheckedChannel.ts';

export type MochaRunOptions = {
  /** The test files, absolute. */
  readonly files: readonly string[];
  /** How long one test may take, in milliseconds. */
  readonly timeout: number;
  /**
   * Where `{ passed, failed, answers, failures, failedFiles }` is written: the answers of sandboxes that were held, and what failed,
   * in words and by its file. Nowhere when left out.
   */
  readonly totalsFile?: string | undefined;
  /** Colours in what is printed. */
  readonly color?: boolean;
  /** Gets what mocha reports, a few lines at a time; the console when left out. */
  readonly print?: ((text: string) => void) | undefined;
  /** Some of the files start sandboxes, so that it is a failure when no answer was held against the OpenAPI documents. */
  readonly holdsAnswers?: boolean;
  /** What is done around all tests. */
  readonly hooks?: Mocha.RootHookObject;
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
  const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', timeout: run.timeout, color: run.color ?? false });
  if (run.hooks !== undefined) mocha.rootHooks(run.hooks);
  for (const file of run.files) mocha.addFile(file);
  await mocha.loadFilesAsync();
  let answers = 0;
  const failures: string[] = [];
  const failedFiles = new Set<string>();
  const countAnswer = (): void => void (answers += 1);
  subscribe(answerCheckedChannel, countAnswer);
  return await new Promise((resolve) => {
    const runner = mocha.run((failedTests) => {
      unsubscribe(answerCheckedChannel, countAnswer);
      const { passes, pending } = runner.stats ?? { passes: 0, pending: 0 };
      const unheld = run.holdsAnswers === true && answers === 0 ? 1 : 0;
      const failed = failedTests + pending + unheld;
      if (pending > 0) print(`  ${pending} skipped: each counts as a failure.`);
      if (answers > 0) print(`  ${answers} answers of sandboxes were held against the OpenAPI documents.`);
      if (unheld > 0) print('  No answer of a sandbox was held against the OpenAPI documents, which counts as a failure.');
      if (run.totalsFile !== undefined)
        writeFileSync(
          run.totalsFile,
          JSON.stringify({ passed: passes, failed, answers, failures, failedFiles: [...failedFiles] }),
        );
      resolve(failed);
    });
    runner.on('fail', (test, error: unknown) => {
      failures.push(`${test.fullTitle()}: ${format(error)}`);
      const file = test.file ?? test.parent?.file;
      if (file !== undefined) failedFiles.add(file);
    });
    runner.on('pending', (test) => {
      failures.push(`${test.fullTitle()}: skipped`);
    });
  });
}
