/** Whether each bench only has to run: once and briefly, whatever it measures. */
export const isShort = process.argv.includes('--short');

/** How often something is measured. */
export function roundsOf(many: number): number {
  return isShort ? 1 : many;
}
