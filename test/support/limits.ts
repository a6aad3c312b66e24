/**
 * The time limit for anything that a test waits for, in milliseconds. Only ends waits for what never happens: no test
 * measures time, and a machine can be slow.
 */
export const maxWaitMs = 120_000;

/** A test's time limit. It may wait several times. */
export const maxTestMs = process.env['SOAK'] === '1' ? 3_600_000 : 300_000;
