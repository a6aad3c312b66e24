import * as z from 'zod';

const times = z.array(z.number()).readonly();

/** What one run tells: milliseconds and megabytes. */
export const measuredSchema = z.strictObject({
  startMs: z.number(),
  rssMb: z.number(),
  searchMs: times,
  peopleMs: times,
  timelineMs: times,
  deepMs: times,
});

export type Measured = z.output<typeof measuredSchema>;
