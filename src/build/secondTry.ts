import { failuresOf, readTotals, type Totals } from './totals.ts';

/** What one file of tests came to. */
export type FileTotals = Totals & { readonly file: string };

/** What a run of test files writes about itself. */
export type WrittenRun = Totals & {
  /** What failed, in words. */
  readonly failures: readonly string[];
  readonly files: readonly FileTotals[];
  /** What failed at first and passed when its file was run once more, in words. */
  readonly unsteady?: readonly string[];
};

/**
 * How many files of one run may have a second try. A workbench is a server, a browser and an extension host, and now and then
 * one of hundreds of tests in it waits for something that came otherwise; what fails more often than that is broken.
 */
export const mostSecondTries = 2;

/**
 * The files that are run once more, alone.
 *
 * @param written what the run wrote into its totals file, parsed
 * @returns none where nothing failed, where too many did, or where a failure belongs to no file
 */
export function filesToTryAgain(written: unknown): readonly string[] {
  const run = readRun(written);
  if (run === undefined) return [];
  const failed = run.files.filter((file) => file.failed > 0);
  const known = failed.reduce((sum, file) => sum + file.failed, 0);
  return known === run.failed && failed.length <= mostSecondTries ? failed.map(({ file }) => file) : [];
}

/**
 * Adds a second try to a run. What passed in it no longer counts as failed, but is named as unsteady; what failed in it counts.
 *
 * @param first what the whole run wrote, `second` what the run of `filesToTryAgain(first)` wrote
 * @returns `first` where the second try did not say what it counted
 */
export function withSecondTry(first: unknown, second: unknown): unknown {
  const [whole, again] = [readRun(first), readRun(second)];
  if (whole === undefined || again === undefined || again.passed + again.failed === 0) return first;
  const tried = new Set(filesToTryAgain(first));
  const kept = whole.files.filter(({ file }) => !tried.has(file));
  return {
    passed: again.passed + kept.reduce((sum, { passed }) => sum + passed, 0),
    failed: again.failed,
    failures: again.failures,
    files: [...kept, ...again.files],
    unsteady: again.failed === 0 ? whole.failures : [],
  } satisfies WrittenRun;
}

/** What failed at first and passed in a second try, as a step wrote it beside its totals. */
export function unsteadyOf(written: unknown): readonly string[] {
  const unsteady: unknown = Reflect.get(Object(written), 'unsteady');
  return Array.isArray(unsteady) ? unsteady.map(String) : [];
}

function readRun(written: unknown): WrittenRun | undefined {
  const totals = readTotals(written);
  const files: unknown = Reflect.get(Object(written), 'files');
  if (totals === undefined || !Array.isArray(files)) return undefined;
  const read = files.map((one: unknown) => {
    const ofFile = readTotals(one);
    const file: unknown = Reflect.get(Object(one), 'file');
    return ofFile === undefined || typeof file !== 'string' ? undefined : { ...ofFile, file };
  });
  const known = read.filter((one) => one !== undefined);
  return known.length === read.length ? { ...totals, failures: failuresOf(written), files: known } : undefined;
}
