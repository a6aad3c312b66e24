import type { Endpoint, Service } from '../client/endpoint.ts';
import { formatMoney, type Money } from '../client/money.ts';
import { isRetried, type SharedReply } from './answerCall.ts';
import { type Accounts, billingHeaders, isRefunded } from './billing.ts';
import type { SandboxClock } from './control/sandboxClock.ts';
import type { KeyState } from './control/keyStates.ts';
import { type FaultRule, phaseOf } from './faults/faultRule.ts';
import type { RateLimit } from './faults/rateLimiter.ts';
import type { Admission } from './gate.ts';
import type { Policy } from './policy.ts';
import { errorBody, type Reply, toReply } from './reply.ts';
import { type Refusal, refusalOf } from './reserved/refusals.ts';

/** What the till goes by. */
export interface TillParts {
  readonly accounts: Accounts;
  readonly clock: SandboxClock;
  readonly policy: Policy;
  readonly rateLimit: RateLimit | undefined;
  /** The headers that every answer carries. */
  readonly mark: readonly string[];
}

/** A call that was routed. */
export interface Visit {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Below the service, as sent. */
  readonly pathname: string;
  readonly price: Money;
  /** Makes the answer, at a moment of the sandbox's clock: asked for only when the call was let in. */
  readonly reply: (nowMs: number) => SharedReply;
}

/** How a visit ended. */
export interface Settled {
  readonly reply: Reply;
  /** What was taken and not given back. */
  readonly cost: Money;
  readonly refunded: boolean;
  /** The rule that struck it. */
  readonly struck: FaultRule | undefined;
}

/** Words a refusal as a reply of its service. */
export function refuse(service: Service, { status, message, extra }: Refusal, headers: readonly string[]): Reply {
  return toReply(status, errorBody(service, status, message, extra), headers);
}

/** The same, as an answer that stands for everyone. */
export function refuseShared(service: Service, refusal: Refusal, headers: readonly string[]): SharedReply {
  return { ...refuse(service, refusal, headers), retried: isRetried(refusal) };
}

/**
 * Everything between the route and the answer: 401 → 403 → 402 → 429 → charge → answer → refund (decision T4),
 * with the fault that the key has asked for before or after the charge.
 */
export function createTill(parts: TillParts): (visit: Visit, admission: Admission, state: KeyState) => Settled {
  const { accounts, clock, policy, rateLimit, mark } = parts;

  /** Refuses before the charge, with the one header that the status brings. */
  const turnAway = (service: Service, refusal: Refusal, balance: Money | undefined, retryAfter?: number): Reply => {
    const seconds = retryAfter ?? (refusal.status === 429 ? policy.retryAfterSeconds : undefined);
    return refuse(service, refusal, [
      ...mark,
      ...(balance === undefined || refusal.status !== 402 || service === 'gateway'
        ? []
        : ['X-Remaining-Balance', formatMoney(balance)]),
      ...(seconds === undefined ? [] : ['Retry-After', String(seconds)]),
    ]);
  };

  /** The charge, the answer and what is given back. */
  const sell = (
    visit: Visit,
    key: string,
    state: KeyState,
    fault: Refusal | undefined,
    struck: FaultRule | undefined,
  ): Settled => {
    const { price } = visit;
    const { service } = visit.endpoint;
    const nowMs = clock.nowMs() + state.clockOffsetMs;
    const planted = struck?.status === undefined ? fault : refusalOf(struck.status, struck.message);
    const answer = (): SharedReply => (planted === undefined ? visit.reply(nowMs) : refuseShared(service, planted, mark));
    const wait = struck?.retryAfter === undefined ? [] : ['Retry-After', String(struck.retryAfter)];
    if (service === 'gateway' || (struck?.kind !== undefined && phaseOf(struck) === 'before')) {
      const { status, bytes, headers } = answer();
      return free({ status, bytes, headers: [...headers, ...wait] }, struck);
    }
    if (!accounts.charge(key, price)) return free(turnAway(service, refusalOf(402), accounts.balance(key)), undefined);
    const { status, bytes, headers, retried } = answer();
    const refunded = struck?.refund ?? isRefunded(status, policy.refunds404And422);
    if (refunded) accounts.refund(key, price);
    const billing = billingHeaders(price, accounts.balance(key), refunded, retried);
    const reply = { status, bytes, headers: [...headers, ...billing, ...wait] };
    return { reply, cost: refunded ? 0n : price, refunded, struck };
  };

  return (visit, admission, state) => {
    const { service } = visit.endpoint;
    // the reserved key of 402 stands for an account with nothing on it
    if (admission.kind === 'refused') return free(turnAway(service, admission.refusal, 0n), undefined);
    const { key, fault } = admission;
    const waitSeconds = rateLimit === undefined ? undefined : state.rateWindow.admit(rateLimit, clock.steadyMs());
    if (waitSeconds !== undefined) return free(turnAway(service, refusalOf(429), undefined, waitSeconds), undefined);
    const struck = state.rules?.strike(visit);
    if (struck?.status !== undefined && phaseOf(struck) === 'before') {
      const refusal = refusalOf(struck.status, struck.message);
      return free(turnAway(service, refusal, accounts.balance(key), struck.retryAfter), struck);
    }
    return sell(visit, key, state, fault, struck);
  };
}

function free(reply: Reply, struck: FaultRule | undefined): Settled {
  return { reply, cost: 0n, refunded: false, struck };
}
