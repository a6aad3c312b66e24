import * as z from 'zod';
import { wireFaults } from '../faults/faultRule.ts';

const key = z.string().trim().min(1).max(256).optional();
const largest = 4 * 1024 * 1024 * 1024;

const matchSchema = z.strictObject({
  service: z.enum(['primary', 'gateway']).optional(),
  endpoint: z.string().min(1).optional(),
  path: z.string().startsWith('/').max(1024).optional(),
  method: z.enum(['GET', 'POST']).optional(),
});

const ruleSchema = z
  .strictObject({
    match: matchSchema.default({}),
    status: z.int().min(400).max(599).optional(),
    message: z.string().max(1000).optional(),
    kind: z.enum(wireFaults).optional(),
    times: z.int().min(1).optional(),
    after: z.int().min(0).optional(),
    phase: z.enum(['before', 'after']).optional(),
    latency: z.int().min(0).max(600_000).optional(),
    bytes: z.int().min(0).max(largest).optional(),
    refund: z.boolean().optional(),
    retryAfter: z.int().min(0).max(86_400).optional(),
  })
  .refine((rule) => rule.status === undefined || rule.kind === undefined, 'takes either status or kind, not both')
  .refine(
    (rule) => rule.status !== undefined || rule.kind !== undefined || rule.latency !== undefined,
    'needs a status, a kind or a latency',
  );

const iso = z.iso.datetime({ offset: true });

/** The bodies of the control calls by path; `key` says whose state is meant. */
export const controlBodies = {
  reset: z.strictObject({ key }),
  faults: z.strictObject({ key, rules: z.array(ruleSchema).max(1000) }),
  clock: z
    .strictObject({ key, now: iso.optional(), advanceMs: z.int().optional() })
    .refine((body) => (body.now === undefined) !== (body.advanceMs === undefined), 'takes either now or advanceMs'),
  balance: z.strictObject({ key, balance: z.string() }),
} as const;

/** What is wrong with a body, in words: where, and what. */
export function presentIssues(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.length === 0 ? 'the body' : path.map(String).join('.')}: ${message}`)
    .join('; ');
}
