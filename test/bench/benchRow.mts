/** A line in a bench's table, as strings; only the ratio is checked. */
export interface BenchRow {
  readonly what: string;
  readonly ours: string;
  readonly reference: string;
  readonly ratio: number;
  /** "≤ 1.35", or empty without a limit. */
  readonly toReach: string;
  /** undefined without a limit. */
  readonly isReached: boolean | undefined;
}

/** A row whose ratio is at most a limit. */
export function atMost(what: string, ours: number, reference: number, limit: number, unit: string): BenchRow {
  const ratio = ours / reference;
  return { ...shown(what, ours, reference, unit), ratio, toReach: `≤ ${limit}`, isReached: ratio <= limit };
}

/** A row whose ratio is at least a limit. */
export function atLeast(what: string, ours: number, reference: number, limit: number, unit: string): BenchRow {
  const ratio = ours / reference;
  return { ...shown(what, ours, reference, unit), ratio, toReach: `≥ ${limit}`, isReached: ratio >= limit };
}

/** A row without a limit. */
export function beside(what: string, ours: number, reference: number, unit: string): BenchRow {
  return { ...shown(what, ours, reference, unit), ratio: ours / reference, toReach: '', isReached: undefined };
}

function shown(what: string, ours: number, reference: number, unit: string): Pick<BenchRow, 'what' | 'ours' | 'reference'> {
  return { what, ours: `${Math.round(ours)} ${unit}`, reference: `${Math.round(reference)} ${unit}` };
}
