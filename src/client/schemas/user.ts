import * as z from 'zod';

/** Primary reference, User (simple format). */
export const userSchema = z
  .looseObject({
    id: z.string(),
    username: z.string(),
    name: z.string(),
    description: z.string(),
    location: z.string(),
    url: z.string().nullable(),
    createdAt: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    bannerUrl: z.string().nullable(),
    verified: z.boolean(),
    verifiedType: z.string().nullable(),
    protected: z.boolean(),
    counts: z.looseObject({
      followers: z.int(),
      following: z.int(),
      tweets: z.int(),
      likes: z.int(),
      media: z.int(),
      listed: z.int(),
    }),
    pinnedTweetIds: z.array(z.string()),
    isAutomated: z.boolean(),
  })
  .meta({ id: 'User' });

export type User = z.output<typeof userSchema>;
