/** True for one short run of each bench, to check that it works. */
export const isShort = process.argv.includes('--short');

/** The number of measurements. */
export function roundsOf(many: number): number {
  return isShort ? 1 : many;
}
