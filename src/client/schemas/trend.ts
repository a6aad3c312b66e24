import * as z from 'zod';

/** A trending topic (simple format). The primary reference shows no field of it; these are the guess of decision 6.12. */
export const trendSchema = z
  .looseObject({
    name: z.string(),
    query: z.string().nullish(),
    url: z.string().nullish(),
    tweetVolume: z.int().nullish(),
    rank: z.int().nullish(),
  })
  .meta({ id: 'Trend' });

export type Trend = z.output<typeof trendSchema>;
