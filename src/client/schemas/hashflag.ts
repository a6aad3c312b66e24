import * as z from 'zod';

/** Primary reference, Hashflag: a hashtag with an emoji of its own. Times are Unix milliseconds. */
export const hashflagSchema = z
  .looseObject({
    hashtag: z.string(),
    starting_timestamp_ms: z.int(),
    ending_timestamp_ms: z.int(),
    asset_url: z.string(),
    is_hashfetti_enabled: z.boolean(),
  })
  .meta({ id: 'Hashflag' });

export type Hashflag = z.output<typeof hashflagSchema>;
