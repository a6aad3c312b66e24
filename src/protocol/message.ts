import * as z from 'zod/mini';

const requestIdSchema = z.int().check(z.nonnegative());
const requestOrEventNameSchema = z.string().check(z.maxLength(100));

/** What a request gives that is only done. */
export const noResultSchema = z.null();

/** One message on the wire. What it carries is checked against the contract's table, by its name. */
export const messageSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('request'), id: requestIdSchema, name: requestOrEventNameSchema, params: z.unknown() }),
  z.strictObject({ kind: z.literal('answer'), id: requestIdSchema, result: z.unknown() }),
  z.strictObject({ kind: z.literal('failure'), id: requestIdSchema, message: z.string().check(z.maxLength(2_000)) }),
  z.strictObject({ kind: z.literal('event'), name: requestOrEventNameSchema, payload: z.unknown() }),
]);

export type Message = z.output<typeof messageSchema>;
