import * as z from 'zod/mini';

const id = z.int().check(z.nonnegative());
const name = z.string().check(z.maxLength(100));

/** What a request gives that is only done. */
export const noResultSchema = z.null();

/** One message on the wire. What it carries is checked against the contract's table, by its name. */
export const messageSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('request'), id, name, params: z.unknown() }),
  z.strictObject({ kind: z.literal('answer'), id, result: z.unknown() }),
  z.strictObject({ kind: z.literal('failure'), id, message: z.string().check(z.maxLength(2_000)) }),
  z.strictObject({ kind: z.literal('event'), name, payload: z.unknown() }),
]);

export type Message = z.output<typeof messageSchema>;
