import * as z from 'zod';

/** Primary reference, List (simple format). */
export const listSchema = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    createdAt: z.string(),
    memberCount: z.int(),
    followerCount: z.int(),
    private: z.boolean(),
    // the reference says string; a list without a banner is likely, so null does not warn
    bannerUrl: z.string().nullable(),
    owner: z.looseObject({ id: z.string(), username: z.string() }),
  })
  .meta({ id: 'List' });

export type List = z.output<typeof listSchema>;
