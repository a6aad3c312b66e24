import * as z from 'zod';

/** The load's parameters: a page, a number of connections, and milliseconds. */
export const loadOrderSchema = z.strictObject({
  port: z.int(),
  path: z.string(),
  headers: z.record(z.string(), z.string()).readonly(),
  connections: z.int(),
  ms: z.number(),
});

export type LoadOrder = z.output<typeof loadOrderSchema>;

/** The load's results. */
export const loadReportSchema = z.strictObject({
  perSecond: z.number(),
  /** The bodies' mean length. */
  bytesEach: z.number(),
});

export type LoadReport = z.output<typeof loadReportSchema>;
