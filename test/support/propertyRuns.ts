/**
 * A property's number of random runs: the promised number in a soak (SOAK=1), otherwise `quick`, at most a tenth of it.
 */
export function propertyRuns(promised: number, quick = Math.ceil(promised / 10)): number {
  return process.env['SOAK'] === '1' ? promised : quick;
}
