import * as z from 'zod';

/** What the load is asked to do: one page, over so many connections, for so many milliseconds. */
export const loadOrderSchema = z.strictObject({
  port: z.int(),
  path: z.string(),
  headers: z.record(z.string(), z.string()).readonly(),
  connections: z.int(),
  ms: z.number(),
});

export type LoadOrder = z.output<typeof loadOrderSchema>;

/** What it saw. */
export const loadReportSchema = z.strictObject({
  perSecond: z.number(),
  /** The mean length of the bodies. */
  bytesEach: z.number(),
});

export type LoadReport = z.output<typeof loadReportSchema>;
