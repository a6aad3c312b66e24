/**
 * How many random runs a property gets: the number that is promised in a soak (SOAK=1), a tenth of it on every other run,
 * so that the quick suite stays quick.
 */
export function propertyRuns(promised: number): number {
  return process.env['SOAK'] === '1' ? promised : Math.ceil(promised / 10);
}
