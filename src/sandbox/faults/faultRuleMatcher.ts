import type { Endpoint } from '../../client/endpoint.ts';
import type { FaultRule } from './faultRuleSchema.ts';

/** When a rule strikes that does not say so itself. */
export function getFaultPhase(rule: FaultRule): 'before' | 'after' {
  if (rule.phase !== undefined) return rule.phase;
  const isGate = rule.status === 401 || rule.status === 402 || rule.status === 403 || rule.status === 429;
  return isGate || rule.kind === 'html200' ? 'before' : 'after';
}

/** A call as rules see it. */
export interface FaultRuleTarget {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Below the service, as sent. */
  readonly pathname: string;
}

/** Finds the first rule that strikes a call. Every rule that fits counts it. */
export type FaultRuleMatcher = (subject: FaultRuleTarget) => FaultRule | undefined;

/** Keeps how often each rule of a key has been met. */
export function createFaultRuleMatcher(rules: readonly FaultRule[]): FaultRuleMatcher {
  const counted = rules.map((rule) => ({ rule, passed: 0, struck: 0 }));
  return (subject) => {
    let struck: FaultRule | undefined;
    for (const entry of counted) {
      const { rule } = entry;
      if (!fits(rule.match, subject)) continue;
      if (entry.passed < (rule.after ?? 0)) {
        entry.passed += 1;
      } else if (struck === undefined && entry.struck < (rule.times ?? Number.POSITIVE_INFINITY)) {
        entry.struck += 1;
        struck = rule;
      }
    }
    return struck;
  };
}

function fits(match: FaultRule['match'], { endpoint, method, pathname }: FaultRuleTarget): boolean {
  return (
    (match.service === undefined || match.service === endpoint.service) &&
    (match.endpoint === undefined || match.endpoint === endpoint.id) &&
    (match.method === undefined || match.method === method) &&
    (match.path === undefined || fitsPattern(pathname, match.path))
  );
}

/** Whether a text is what the pattern says; each `*` takes as little as it can, which is enough without other wildcards. */
function fitsPattern(text: string, pattern: string): boolean {
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.pop();
  if (tail === undefined) return text === head;
  if (!text.startsWith(head)) return false;
  let at = head.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - tail.length >= at && text.endsWith(tail);
}
