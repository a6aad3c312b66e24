import * as z from 'zod';

/** The parameters of the load: a page, a number of connections, and milliseconds. */
export const loadOrderSchema = z.strictObject({
  port: z.int(),
  path: z.string(),
  headers: z.record(z.string(), z.string()).readonly(),
  connections: z.int(),
  ms: z.number(),
});

export type LoadOrder = z.output<typeof loadOrderSchema>;

/** The results of the load. */
export const loadReportSchema = z.strictObject({
  perSecond: z.number(),
  /** The mean length of the bodies. */
  bytesEach: z.number(),
});

export type LoadReport = z.output<typeof loadReportSchema>;
