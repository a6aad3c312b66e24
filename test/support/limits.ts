/**
 * How long anything that a test waits for may take, in milliseconds. It only ends what does not come at all: no test is about time,
 * and a machine may be slow and busy.
 */
export const maxWaitMs = 120_000;

/** How long one test may take: several waits. */
export const maxTestMs = process.env['SOAK'] === '1' ? 3_600_000 : 300_000;
