import * as z from 'zod';

const dollarTextSchema = z.string().meta({ description: 'US dollars, a decimal text.' });

/** An object that a later version may say more in. */
function createOpenObjectSchema<S extends z.ZodRawShape>(shape: S) {
  return z.looseObject(shape).meta({ additionalProperties: true }); // `{}`, as zod has it, some clients warn of
}

/**
 * What every tool answers as structured content. The words are a part of it: some clients (VS Code) give a model the structured part
 * alone, others the words. What people or services wrote stands in `text` only, between its marks.
 */
export const toolOutputSchema = createOpenObjectSchema({
  text: z.string().meta({ description: 'The whole answer in words.' }),
  tool: z.string(),
  isError: z.boolean(),
  source: z.enum(['live', 'kept', 'sandbox', 'here']).optional(),
  cost: createOpenObjectSchema({
    call: dollarTextSchema,
    isExact: z.boolean().meta({ description: 'Whether receipts account for all of it.' }),
    session: dollarTextSchema,
    agentsToday: dollarTextSchema,
    agentsLeft: dollarTextSchema.nullable().meta({ description: 'null: no limit of its own.' }),
  }),
  answer: z.string().optional().meta({ description: 'The id of the answer, by which read_kept reads it again.' }),
  records: createOpenObjectSchema({ from: z.int(), shown: z.int(), total: z.int() }).optional(),
  next: createOpenObjectSchema({ after: z.string(), price: z.string() })
    .optional()
    .meta({ description: 'The next page: what next_page takes, and what it costs in words.' }),
  fault: createOpenObjectSchema({ kind: z.string(), fixableBy: z.enum(['agent', 'person', 'nobody']) })
    .optional()
    .meta({ description: 'Why there is no answer, and who can change that.' }),
});
