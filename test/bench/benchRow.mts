/** One line of a bench's table, as texts; only the ratio decides. */
export interface BenchRow {
  readonly what: string;
  readonly ours: string;
  readonly reference: string;
  readonly ratio: number;
  /** "≤ 1.35", or empty where nothing is promised. */
  readonly toReach: string;
  /** undefined where nothing is promised. */
  readonly isReached: boolean | undefined;
}

/** A row that promises at most some multiple of the reference. */
export function atMost(what: string, ours: number, reference: number, limit: number, unit: string): BenchRow {
  const ratio = ours / reference;
  return { ...shown(what, ours, reference, unit), ratio, toReach: `≤ ${limit}`, isReached: ratio <= limit };
}

/** A row that promises at least some multiple of the reference. */
export function atLeast(what: string, ours: number, reference: number, limit: number, unit: string): BenchRow {
  const ratio = ours / reference;
  return { ...shown(what, ours, reference, unit), ratio, toReach: `≥ ${limit}`, isReached: ratio >= limit };
}

/** A row that promises nothing: ours side by side with another. */
export function beside(what: string, ours: number, reference: number, unit: string): BenchRow {
  return { ...shown(what, ours, reference, unit), ratio: ours / reference, toReach: '', isReached: undefined };
}

function shown(what: string, ours: number, reference: number, unit: string): Pick<BenchRow, 'what' | 'ours' | 'reference'> {
  return { what, ours: `${Math.round(ours)} ${unit}`, reference: `${Math.round(reference)} ${unit}` };
}
