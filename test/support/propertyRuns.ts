/**
 * How many random runs a property gets: the number that is promised in a soak (SOAK=1), and `quick` on every other run: a tenth
 * of it, or less where each run takes long, so that the quick suite stays quick.
 */
export function propertyRuns(promised: number, quick = Math.ceil(promised / 10)): number {
  return process.env['SOAK'] === '1' ? promised : quick;
}
