import type { Endpoint, Service } from '../client/endpoint.ts';
import { formatMoney, type Money } from '../client/money.ts';
import type { KeyState, RateLimit } from './control/keyStates.ts';
import type { FaultRule } from './faultRules.ts';
import { toErrorBody, type SandboxReply, toSandboxReply } from './reply.ts';
import type { RequestHead } from './requestHead.ts';
import { malformedKeyError, type ServiceError, toStatusError, toErrorOfEndpoint, errorsByReservedKey } from './refusals.ts';

/** The sandbox's own prices, because the reference shows none (assumption 2.11). */
export interface SandboxPrices {
  readonly price: Money;
  readonly startBalance: Money;
}

export const sandboxPrices: SandboxPrices = { price: 200n, startBalance: 10_000_000n };

/** Primary reference, Errors; assumptions T3, T4. */
function isRefunded(status: number): boolean {
  return status === 400 || status === 408 || status === 409 || status >= 500;
}

/** Primary reference, Limits. */
export const billingHeaderNames = ['X-Price-Per-Call', 'X-Remaining-Balance', 'X-Refunded'] as const;

/** Names and values alternate (assumptions 2.7 to 2.9). */
function toBillingHeaders(price: Money, balance: Money, refunded: boolean): readonly string[] {
  const headers = ['X-Price-Per-Call', formatMoney(price), 'X-Remaining-Balance', formatMoney(balance)];
  return refunded ? [...headers, 'X-Refunded', 'true'] : headers;
}

/** `fault` is the error that an admitted request gets after its charge. */
type AuthenticationResult =
  | { readonly kind: 'admitted'; readonly key: string; readonly fault: ServiceError | undefined }
  | { readonly kind: 'refused'; readonly key: string | undefined; readonly refusal: ServiceError };

/** Statuses of errors before the charge. */
const unchargedStatuses: readonly number[] = [401, 402, 403, 429];

/** The gateway doesn't charge, so it doesn't send 402 (gateway reference, Authentication; assumption 7.7). */
export function authenticateRequest(service: Service, head: RequestHead): AuthenticationResult {
  const key = getSentKey(service, head);
  if (key === undefined) {
    return { kind: 'refused', key, refusal: toStatusError(401, 'Missing X-API-KEY header') };
  }
  if (!/^[\x21-\x7e]+$/.test(key)) return { kind: 'refused', key, refusal: malformedKeyError };
  const error = errorsByReservedKey.get(key);
  if (error === undefined || (error.status === 402 && service === 'gateway')) return { kind: 'admitted', key, fault: undefined };
  return unchargedStatuses.includes(error.status)
    ? { kind: 'refused', key, refusal: error }
    : { kind: 'admitted', key, fault: error };
}

function getSentKey(service: Service, head: RequestHead): string | undefined {
  if (head.apiKey !== undefined || service === 'gateway') return head.apiKey;
  return head.marketHost === undefined ? undefined : head.marketKey;
}

export interface BillingDependencies {
  readonly prices: SandboxPrices;
  readonly nowMs: () => number;
  /** undefined: no limit, because the reference states none (assumption 2.4). */
  readonly rateLimit: RateLimit | undefined;
}

interface BilledReply {
  readonly reply: SandboxReply;
  /** 0 if the charge was refunded. */
  readonly cost: Money;
  readonly refunded: boolean;
  readonly rule: FaultRule | undefined;
}

export function toRefusalReply(service: Service, refusal: ServiceError, headers: readonly string[]): SandboxReply {
  const { status, message } = refusal;
  return toSandboxReply(status, toErrorBody(service, status, message), headers);
}

/**
 * Creates a function that bills a routed request: 401 → 403 → 402 → 429 → charge → response → refund (assumption T4),
 * with its key's faults.
 * @param mark headers for every response
 */
export function createBilling({ nowMs, rateLimit, prices: { price } }: BillingDependencies, mark: readonly string[]) {
  /** `Retry-After` is sent only if a limit or a rule sets it (assumption 2.5). */
  const refuse = (service: Service, refusal: ServiceError, balance: Money, retryAfter?: number): SandboxReply => {
    const hasBalance = refusal.status === 402 && service === 'primary';
    const headers = hasBalance ? [...mark, 'X-Remaining-Balance', formatMoney(balance)] : mark;
    return toRefusalReply(service, refusal, retryAfter === undefined ? headers : [...headers, 'Retry-After', String(retryAfter)]);
  };

  return (
    endpoint: Endpoint,
    respond: (nowMs: number) => SandboxReply,
    admission: AuthenticationResult,
    state: KeyState,
    fault: FaultRule | undefined,
  ): BilledReply => {
    const { service } = endpoint;
    if (admission.kind === 'refused') return toFreeBilledReply(refuse(service, admission.refusal, 0n), undefined);
    const waitSeconds = rateLimit === undefined ? undefined : state.rateWindow(rateLimit, performance.now());
    if (waitSeconds !== undefined) return toFreeBilledReply(refuse(service, toStatusError(429), 0n, waitSeconds), undefined);
    const rule = fault ?? state.rules?.(endpoint);
    const error = rule?.status === undefined ? admission.fault : toStatusError(rule.status, rule.message);
    const refusal = error === undefined || rule?.message !== undefined ? error : toErrorOfEndpoint(endpoint, error);
    if (refusal !== undefined && rule?.status !== undefined && unchargedStatuses.includes(rule.status)) {
      return toFreeBilledReply(refuse(service, refusal, state.balance, rule.retryAfter), rule);
    }
    const isFree = service === 'gateway';
    // assumption 2.6
    if (!isFree && state.balance < price) return toFreeBilledReply(refuse(service, toStatusError(402), state.balance), undefined);
    const { status, bytes, headers } =
      refusal === undefined ? respond(nowMs() + state.clockOffsetMs) : toRefusalReply(service, refusal, mark);
    const wait = rule?.retryAfter === undefined ? [] : ['Retry-After', String(rule.retryAfter)];
    if (isFree) return toFreeBilledReply({ status, bytes, headers: [...headers, ...wait] }, rule);
    // free requests aren't refunded
    const refunded = rule?.refund ?? (price > 0n && isRefunded(status));
    if (!refunded) state.balance -= price;
    const billing = toBillingHeaders(price, state.balance, refunded);
    return { reply: { status, bytes, headers: [...headers, ...billing, ...wait] }, cost: refunded ? 0n : price, refunded, rule };
  };
}

function toFreeBilledReply(reply: SandboxReply, rule: FaultRule | undefined): BilledReply {
  return { reply, cost: 0n, refunded: false, rule };
}
