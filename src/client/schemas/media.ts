import * as z from 'zod';

/** Primary reference, Media (simple format). `photo`, `video` and `animated_gif` are known; the list is open (decision 4.4). */
export const mediaSchema = z
  .looseObject({
    type: z.string(),
    url: z.string(),
    previewUrl: z.string(),
    width: z.int(),
    height: z.int(),
    altText: z.string().nullable(),
    durationMs: z.int().nullable(),
  })
  .meta({ id: 'Media' });

export type Media = z.output<typeof mediaSchema>;
