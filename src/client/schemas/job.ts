import * as z from 'zod';

/** A job listing (simple format). The primary reference shows no field of it; these are the guess of decision 6.9. */
export const jobSchema = z
  .looseObject({
    id: z.string(),
    title: z.string().nullish(),
    company: z.union([z.string(), z.looseObject({})]).nullish(),
    location: z.string().nullish(),
    url: z.string().nullish(),
    createdAt: z.string().nullish(),
    salaryText: z.string().nullish(),
  })
  .meta({ id: 'Job' });

export type Job = z.output<typeof jobSchema>;
