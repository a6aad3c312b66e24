import * as z from 'zod/mini';

const common = {
  /** Unique in a thread, and the same for the same thing as long as it stands there. */
  key: z.string(),
  /** 0 for the post itself and what it answers, 1 for an answer to it, and so on. */
  depth: z.int().check(z.nonnegative()),
};

/** A line of the thread. They stand in reading order: whatever follows with a greater depth stands under a line. */
export const threadRowSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('post'), ...common, id: z.string(), role: z.enum(['ancestor', 'focal', 'reply']) }),
  /** A post that was here and is gone, or may not be seen. */
  z.strictObject({ kind: z.literal('absent'), ...common, text: z.nullable(z.string()), reason: z.nullable(z.string()) }),
  /** A post that others answer and no page brought. */
  z.strictObject({ kind: z.literal('missing'), ...common, id: z.string() }),
  /** Answers that were not fetched: inside a branch, or below the last page. */
  z.strictObject({
    kind: z.literal('more'),
    ...common,
    place: z.enum(['branch', 'page']),
    /** How many there are at least, where that is known. */
    count: z.nullable(z.int()),
    /** The platform's own words, where it gives any. */
    label: z.nullable(z.string()),
  }),
]);

export type ThreadRow = z.output<typeof threadRowSchema>;
