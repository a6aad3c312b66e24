/**
 * The time limit of anything that a test waits for, in milliseconds. It only ends waits for what never happens: no test is about
 * time, and a machine can be slow.
 */
export const maxWaitMs = 120_000;

/** The time limit of a test, which may wait several times. */
export const maxTestMs = process.env['SOAK'] === '1' ? 3_600_000 : 300_000;
