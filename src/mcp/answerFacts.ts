import * as z from 'zod';

const amount = z.string().meta({ description: 'US dollars, a decimal text.' });

/** What every tool answers for programs: the same as its words, in numbers and ids. Nothing that people or services wrote. */
export const answerFacts = z.looseObject({
  tool: z.string(),
  isError: z.boolean(),
  source: z.enum(['live', 'kept', 'sandbox', 'here']).optional(),
  cost: z.object({
    call: amount,
    isExact: z.boolean().meta({ description: 'Whether receipts account for all of it.' }),
    session: amount,
    agentsToday: amount,
    agentsLeft: amount.nullable().meta({ description: 'null: no limit of its own.' }),
  }),
  answer: z.string().optional().meta({ description: 'The id of the answer, by which read_kept reads it again.' }),
  records: z.object({ from: z.int(), shown: z.int(), total: z.int() }).optional(),
  next: z
    .object({ after: z.string(), price: z.string() })
    .optional()
    .meta({ description: 'The next page: what next_page takes, and what it costs in words.' }),
  fault: z
    .object({ kind: z.string(), fixableBy: z.enum(['agent', 'person', 'nobody']) })
    .optional()
    .meta({ description: 'Why there is no answer, and who can change that.' }),
});
