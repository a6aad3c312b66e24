import type { Endpoint } from '../../client/endpoint.ts';
import type { FaultRule } from './faultRuleSchema.ts';

export interface FaultRuleTarget {
  readonly endpoint: Endpoint;
}

export type FaultRuleMatcher = (subject: FaultRuleTarget) => FaultRule | undefined;

export function createFaultRuleMatcher(rules: readonly FaultRule[]): FaultRuleMatcher {
  const counted = rules.map((rule) => ({ rule, left: rule.times ?? Number.POSITIVE_INFINITY }));
  return ({ endpoint }) => {
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
