import * as z from 'zod';

/** A community (simple format). The primary reference shows no field of it; these are the guess of decision 6.4. */
export const communitySchema = z
  .looseObject({
    id: z.string(),
    name: z.string().nullish(),
    description: z.string().nullish(),
    createdAt: z.string().nullish(),
    memberCount: z.int().nullish(),
    moderatorCount: z.int().nullish(),
    joinPolicy: z.string().nullish(),
    bannerUrl: z.string().nullish(),
    rules: z.array(z.unknown()).nullish(),
    isNsfw: z.boolean().nullish(),
  })
  .meta({ id: 'Community' });

export type Community = z.output<typeof communitySchema>;
