/**
 * The number of random runs of a property: the promised number in a soak (SOAK=1), else `quick`, which is a tenth of it or less,
 * so the quick suite stays quick.
 */
export function propertyRuns(promised: number, quick = Math.ceil(promised / 10)): number {
  return process.env['SOAK'] === '1' ? promised : quick;
}
