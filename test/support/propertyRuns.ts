/**
 * How many random runs a property gets: the number that is promised in a soak (SOAK=1), a tenth of it on every other run,
 * so that the quick suite stays quick.
 * @param part how many times fewer runs there are then, where one of them takes long
 */
export function propertyRuns(promised: number, part = 10): number {
  return process.env['SOAK'] === '1' ? promised : Math.ceil(promised / part);
}
