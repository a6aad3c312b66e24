import type { Endpoint, Service } from '../client/endpoint.ts';
import { formatMoney, type Money } from '../client/money.ts';
import type { KeyState, RateLimit } from './control/keyStates.ts';
import type { FaultRule } from './faultRules.ts';
import { toErrorBody, type SandboxReply, toSandboxReply } from './reply.ts';
import type { RequestHead } from './requestHead.ts';
import { malformedKeyError, type ServiceError, toStatusError, toErrorOfRow, errorsByReservedKey } from './refusals.ts';

/** What the sandbox asks for calls. None of it is a price of the real service: the reference shows none (assumption 2.11). */
export interface SandboxPrices {
  readonly price: Money;
  readonly startBalance: Money;
}

export const sandboxPrices: SandboxPrices = { price: 200n, startBalance: 10_000_000n };

/** Whether the service gives the money back (primary reference, Errors; assumptions T3, T4). */
function isRefunded(status: number): boolean {
  return status === 400 || status === 408 || status === 409 || status >= 500;
}

/** The billing headers that carry a price or say what became of it (primary reference, Limits). */
export const billingHeaderNames = ['X-Price-Per-Call', 'X-Remaining-Balance', 'X-Refunded'] as const;

/** The billing headers of a call that was charged, name and value by turns (assumptions 2.7 to 2.9). */
function toBillingHeaders(price: Money, balance: Money, refunded: boolean): readonly string[] {
  const headers = ['X-Price-Per-Call', formatMoney(price), 'X-Remaining-Balance', formatMoney(balance)];
  return refunded ? [...headers, 'X-Refunded', 'true'] : headers;
}

/** Who asks, or why not. `fault`: let in and charged, and then answered with that error. */
export type AuthenticationResult =
  | { readonly kind: 'admitted'; readonly key: string; readonly fault: ServiceError | undefined }
  | { readonly kind: 'refused'; readonly key: string | undefined; readonly refusal: ServiceError };

/**
 * The gates before the charge, in the order 401, 403, 402, 429 (assumption T4). What a real balance is too small for is
 * found at the charge; the reserved key of 402 stands for an account with nothing on it.
 * The gateway takes its one header and bills nothing, so there is no 402 (gateway reference, Authentication; assumption 7.7).
 */
export function authenticateRequest(service: Service, head: RequestHead): AuthenticationResult {
  const key = getSentKey(service, head);
  if (key === undefined) {
    return { kind: 'refused', key, refusal: toStatusError(401, 'Missing X-API-KEY header') };
  }
  if (!/^[\x21-\x7e]+$/.test(key)) return { kind: 'refused', key, refusal: malformedKeyError };
  const reserved = errorsByReservedKey.get(key);
  switch (reserved?.status) {
    case undefined:
      return { kind: 'admitted', key, fault: undefined };
    case 401:
    case 403:
    case 429:
      return { kind: 'refused', key, refusal: reserved };
    case 402:
      return service === 'primary' ? { kind: 'refused', key, refusal: reserved } : { kind: 'admitted', key, fault: undefined };
    default:
      return { kind: 'admitted', key, fault: reserved };
  }
}

function getSentKey(service: Service, head: RequestHead): string | undefined {
  if (head.apiKey !== undefined || service === 'gateway') return head.apiKey;
  return head.marketHost === undefined ? undefined : head.marketKey;
}

export interface BillingDependencies {
  readonly prices: SandboxPrices;
  readonly nowMs: () => number;
  /** undefined: none, as the reference states none (assumption 2.4). */
  readonly rateLimit: RateLimit | undefined;
}

interface BilledReply {
  readonly reply: SandboxReply;
  /** What was taken and not given back. */
  readonly cost: Money;
  readonly refunded: boolean;
  readonly rule: FaultRule | undefined;
}

export function toRefusalReply(service: Service, refusal: ServiceError, headers: readonly string[]): SandboxReply {
  const { status, message } = refusal;
  return toSandboxReply(status, toErrorBody(service, status, message), headers);
}

/**
 * Everything between the route and the response: 401 → 403 → 402 → 429 → charge → answer → refund (assumption T4),
 * with the fault that the key has asked for.
 * @param response makes the response, at a moment of the sandbox's clock: called only when the request was let in
 */
export function createBilledAnswering({ nowMs, rateLimit, prices: { price } }: BillingDependencies, mark: readonly string[]) {
  /** Refuses before the charge. `Retry-After` is sent only where a limit or a rule says it (assumption 2.5). */
  const turnAway = (service: Service, refusal: ServiceError, balance: Money, retryAfter?: number): SandboxReply => {
    const hasBalance = refusal.status === 402 && service === 'primary';
    const headers = hasBalance ? [...mark, 'X-Remaining-Balance', formatMoney(balance)] : mark;
    return toRefusalReply(service, refusal, retryAfter === undefined ? headers : [...headers, 'Retry-After', String(retryAfter)]);
  };

  return (
    endpoint: Endpoint,
    response: (nowMs: number) => SandboxReply,
    admission: AuthenticationResult,
    state: KeyState,
  ): BilledReply => {
    const { service } = endpoint;
    // the reserved key of 402 stands for an account with nothing on it
    if (admission.kind === 'refused') return toFreeBilledReply(turnAway(service, admission.refusal, 0n), undefined);
    const waitSeconds = rateLimit === undefined ? undefined : state.rateWindow(rateLimit, performance.now());
    if (waitSeconds !== undefined) return toFreeBilledReply(turnAway(service, toStatusError(429), 0n, waitSeconds), undefined);
    const rule = state.rules?.(endpoint);
    const fault = rule?.status === undefined ? admission.fault : toStatusError(rule.status, rule.message);
    const refusal = fault === undefined || rule?.message !== undefined ? fault : toErrorOfRow(endpoint, fault);
    if (refusal !== undefined && rule?.status !== undefined && [401, 402, 403, 429].includes(rule.status)) {
      return toFreeBilledReply(turnAway(service, refusal, state.balance, rule.retryAfter), rule);
    }
    const isFree = service === 'gateway';
    // assumption 2.6
    if (!isFree && state.balance < price)
      return toFreeBilledReply(turnAway(service, toStatusError(402), state.balance), undefined);
    const { status, bytes, headers } =
      refusal === undefined ? response(nowMs() + state.clockOffsetMs) : toRefusalReply(service, refusal, mark);
    const wait = rule?.retryAfter === undefined ? [] : ['Retry-After', String(rule.retryAfter)];
    if (isFree) return toFreeBilledReply({ status, bytes, headers: [...headers, ...wait] }, rule);
    // nothing was taken where nothing was asked for
    const refunded = rule?.refund ?? (price > 0n && isRefunded(status));
    if (!refunded) state.balance -= price;
    const billing = toBillingHeaders(price, state.balance, refunded);
    return { reply: { status, bytes, headers: [...headers, ...billing, ...wait] }, cost: refunded ? 0n : price, refunded, rule };
  };
}

function toFreeBilledReply(reply: SandboxReply, rule: FaultRule | undefined): BilledReply {
  return { reply, cost: 0n, refunded: false, rule };
}
