import type { Service } from '../../client/endpoint.ts';

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
