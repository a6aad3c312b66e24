/** How long something may stay open after the last test, in milliseconds. */
const grace = 5000;

/**
 * Sets this process's exit code from its number of failures, and lets it end by itself: a test that leaves a
 * server or a timer open would otherwise hang the run, so it is named and counts as a failure.
 */
export function endWithFailures(failures: number): void {
  process.exitCode = failures === 0 ? 0 : 1;
  setTimeout(() => {
    console.error(`The tests have ended but left open: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(1);
  }, grace).unref();
}
