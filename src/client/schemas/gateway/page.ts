import * as z from 'zod';

/** A gateway page that counts its items and leads on by a cursor, null at the end (decision 7.13). */
export function gatewayPageOf<T extends z.ZodType>(item: T) {
  return z.looseObject({
    data: z.array(item),
    meta: z.looseObject({ result_count: z.int(), next_cursor: z.string().nullish() }),
  });
}

/** A gateway answer that counts its items and has no next page. */
export function gatewayResultsOf<T extends z.ZodType>(item: T) {
  return z.looseObject({ data: z.array(item), meta: z.looseObject({ result_count: z.int() }) });
}

/** The `cursor` object beside raw upstream-style data (decision 7.9). */
export const cursorPairSchema = z.looseObject({ top: z.string().nullish(), bottom: z.string().nullish() });
