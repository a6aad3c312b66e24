import * as z from 'zod';

/** Primary reference, Simple-format envelope: a collection. */
export function collectionOf<T extends z.ZodType>(item: T) {
  return z.looseObject({
    data: z.array(item),
    nextCursor: z.string().nullable(),
    previousCursor: z.string().nullable(),
    hasNextPage: z.boolean(),
  });
}

/** Primary reference, Simple-format envelope: a single object. */
export function singleOf<T extends z.ZodType>(object: T) {
  return z.looseObject({ data: object });
}
