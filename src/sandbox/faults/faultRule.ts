import type { Endpoint, Service } from '../../client/endpoint.ts';

/** What can go wrong on the way; see the table in docs/sandbox.md. */
export const wireFaults = [
  'reset',
  'stall',
  'trickle',
  'truncate',
  'garbage',
  'oversize',
  'gzipBomb',
  'badUtf8',
  'redirect',
  'duplicateHeader',
  'html200',
] as const;

export type WireFault = (typeof wireFaults)[number];

/** Which calls a rule is for: all that fit every field given. */
export interface FaultMatch {
  readonly service?: Service | undefined;
  /** The id of a row: "primary.search". */
  readonly endpoint?: string | undefined;
  /** The path below the service, as sent; `*` stands for any run of characters. */
  readonly path?: string | undefined;
  readonly method?: string | undefined;
}

/** One fault on demand. With neither `status` nor `kind` it only delays. */
export interface FaultRule {
  readonly match: FaultMatch;
  /** An error of the service, 400 to 599. */
  readonly status?: number | undefined;
  /** What the error says; default: what the status means. */
  readonly message?: string | undefined;
  readonly kind?: WireFault | undefined;
  /** How many calls it strikes; default: every one. */
  readonly times?: number | undefined;
  /** How many fitting calls pass before it strikes; default 0. */
  readonly after?: number | undefined;
  /** Before the charge, or after it. Default: before for 401, 402, 403, 429, redirect and html200, else after. */
  readonly phase?: 'before' | 'after' | undefined;
  /** Milliseconds before the answer. */
  readonly latency?: number | undefined;
  /** How many bytes, as the kind understands it. */
  readonly bytes?: number | undefined;
  /** Whether the charge is given back; default: as the status says, and no for a kind. */
  readonly refund?: boolean | undefined;
  /** `Retry-After`, seconds. */
  readonly retryAfter?: number | undefined;
}

/** When a rule strikes that does not say so itself. */
export function phaseOf(rule: FaultRule): 'before' | 'after' {
  if (rule.phase !== undefined) return rule.phase;
  const isGate = rule.status === 401 || rule.status === 402 || rule.status === 403 || rule.status === 429;
  return isGate || rule.kind === 'redirect' || rule.kind === 'html200' ? 'before' : 'after';
}

/** A call as rules see it. */
export interface RuleSubject {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Below the service, as sent. */
  readonly pathname: string;
}

/** The rules of one key and how often each has been met. */
export interface RuleBook {
  /** The first rule that strikes this call. Every rule that fits counts it. */
  strike(subject: RuleSubject): FaultRule | undefined;
}

export function createRuleBook(rules: readonly FaultRule[]): RuleBook {
  const counted = rules.map((rule) => ({ rule, passed: 0, struck: 0 }));
  return {
    strike: (subject) => {
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
    },
  };
}

function fits(match: FaultMatch, { endpoint, method, pathname }: RuleSubject): boolean {
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
