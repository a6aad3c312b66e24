/** What a run of tests came to. */
export type Totals = { readonly passed: number; readonly failed: number };

/** One step of `npm test` as it ended. */
export type StepEnd = {
  /** The program's exit code. */
  readonly code: number;
  /** What it wrote into its totals file, parsed; undefined when it wrote none, or none that can be read. */
  readonly written: unknown;
};

/**
 * What a step counts for. A step that fails, crashes or says nothing is at least one failure, whatever it
 * had counted until then: nothing that went wrong may end as "0 failed".
 *
 * @param counts whether the step writes totals; one that does not (a build) counts for its failure only
 */
export function stepTotals(end: StepEnd, counts: boolean): Totals {
  if (!counts) return { passed: 0, failed: end.code === 0 ? 0 : 1 };
  const totals = readTotals(end.written);
  if (totals === undefined) return { passed: 0, failed: 1 };
  if (totals.passed + totals.failed === 0) return { passed: 0, failed: 1 };
  return end.code !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals;
}

/** Adds up what several steps came to. */
export function sumTotals(all: readonly Totals[]): Totals {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** The last line of `npm test`. */
export function presentTotals(totals: Totals): string {
  return `${totals.passed} passed, ${totals.failed} failed`;
}

/**
 * Reads what a step wrote: mocha's totals, or a list of guards (`[{ name, ok }]`), each of which counts as one test.
 *
 * @returns undefined for anything else
 */
export function readTotals(written: unknown): Totals | undefined {
  if (Array.isArray(written)) {
    const guards: readonly unknown[] = written;
    const held = guards.filter((guard) => isRecord(guard) && guard['ok'] === true).length;
    return { passed: held, failed: guards.length - held };
  }
  if (!isRecord(written)) return undefined;
  const { passed, failed } = written;
  return isCount(passed) && isCount(failed) ? { passed, failed } : undefined;
}

/** What failed, in words, as a step wrote it beside its totals: names of guards, or titles of tests with their errors. */
export function failuresOf(written: unknown): readonly string[] {
  if (Array.isArray(written)) {
    const guards: readonly unknown[] = written;
    return guards.flatMap((guard) => (isRecord(guard) && guard['ok'] !== true ? [String(guard['name'])] : []));
  }
  const failures: unknown = isRecord(written) ? written['failures'] : undefined;
  return Array.isArray(failures) ? failures.map(String) : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
