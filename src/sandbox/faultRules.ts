import * as z from 'zod';
import type { Endpoint } from '../client/endpoint.ts';

/** Connection faults; see the table in docs/sandbox.md. */
export const wireFaults = ['reset', 'truncate'] as const;

const maxBytes = 4 * 1024 * 1024 * 1024;

const matchSchema = z.strictObject({
  service: z.enum(['primary', 'gateway']).optional(),
  endpoint: z.string().min(1).optional(),
});

/** A fault on demand. Without `status` and `kind`, the response is only late. */
export const faultRuleSchema = z
  .strictObject({
    match: matchSchema.default({}),
    status: z.int().min(400).max(599).optional(),
    message: z.string().max(1000).optional(),
    kind: z.enum(wireFaults).optional(),
    times: z.int().min(1).optional(),
    latency: z.int().min(0).max(600_000).optional(),
    bytes: z.int().min(0).max(maxBytes).optional(),
    /** Whether the charge is refunded. Default: depends on the status. */
    refund: z.boolean().optional(),
    retryAfter: z.int().min(0).max(86_400).optional(),
  })
  .refine((rule) => rule.status === undefined || rule.kind === undefined, 'must have either status or kind, not both')
  .refine(
    ({ status, kind, latency }) => [status, kind, latency].some((value) => value !== undefined),
    'must have a status, a kind, or a latency',
  );

export type FaultRule = Readonly<z.output<typeof faultRuleSchema>>;

export type FaultRuleMatcher = (endpoint: Endpoint) => FaultRule | undefined;

export function createFaultRuleMatcher(rules: readonly FaultRule[]): FaultRuleMatcher {
  const counted = rules.map((rule) => ({ rule, left: rule.times ?? Number.POSITIVE_INFINITY }));
  return (endpoint) => {
    const entry = counted.find(
      ({ rule: { match }, left }) =>
        left > 0 &&
        (match.service === undefined || match.service === endpoint.service) &&
        (match.endpoint === undefined || match.endpoint === endpoint.id),
    );
    if (entry !== undefined) entry.left -= 1;
    return entry?.rule;
  };
}
