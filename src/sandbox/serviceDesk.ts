import type { Service } from '../client/endpoint.ts';
import { formatMoney, type Money } from '../client/money.ts';
import { createRouter } from '../client/route.ts';
import { answerCall, type RequestBody, type RoutedCall, type SandboxParts, type SharedReply } from './answerCall.ts';
import { billingHeaders, createAccounts, isRefunded, priceOf, type Prices } from './billing.ts';
import { createByteCache } from './byteCache.ts';
import { admit, noBalance, type Refusal } from './gate.ts';
import type { Policy } from './policy.ts';
import { errorBody, type Reply, sandboxMark, toReply } from './reply.ts';
import type { RequestHead } from './requestHead.ts';

export interface Settings {
  readonly prices: Prices;
  readonly policy: Policy;
  /** The cap over the answers that are kept in memory. */
  readonly cacheBytes: number;
}

export interface DeskCall {
  readonly method: string;
  /** Path and query as sent: "/primary/search?…". */
  readonly target: string;
  readonly head: RequestHead;
  readonly body: RequestBody;
}

/** An answer that does not depend on who asks, and what asking costs. */
interface Kept {
  readonly service: Service;
  readonly price: Money;
  readonly reply: SharedReply;
}

/**
 * Both services behind one counter, without any network: route → 401 → 403 → 402 → 429 → charge → answer → refund
 * (decision T4). Its only state is the balances by key and the answers it keeps.
 * @param onFault told of a defect in an answer, which the caller sees as 500
 */
export function createServiceDesk(
  parts: SandboxParts,
  settings: Settings,
  onFault: (fault: unknown) => void,
): (call: DeskCall) => Reply {
  const { prices, policy } = settings;
  const accounts = createAccounts(prices.startBalance);
  const cache = createByteCache<Kept>(settings.cacheBytes);
  const mark = sandboxMark(parts.world.seed, policy.marksAnswers);
  const routers = {
    primary: createRouter(parts.endpoints.filter((endpoint) => endpoint.service === 'primary')),
    gateway: createRouter(parts.endpoints.filter((endpoint) => endpoint.service === 'gateway')),
  } as const;

  const refuse = (service: Service, refusal: Refusal, headers: readonly string[] = []): Reply =>
    toReply(refusal.status, errorBody(service, refusal.status, refusal.message), [...mark, ...headers]);

  const answer = (call: RoutedCall): { readonly reply: SharedReply; readonly isSound: boolean } => {
    try {
      return { reply: answerCall(parts, policy, call), isSound: true };
    } catch (fault) {
      onFault(fault);
      return {
        reply: { ...refuse(call.endpoint.service, { status: 500, message: 'Internal error' }), retried: false },
        isSound: false,
      };
    }
  };

  /** Everything after the route. `reply` is asked for only when the call was let in and charged. */
  const settle = (service: Service, head: RequestHead, price: Money, reply: () => SharedReply): Reply => {
    const admission = admit(service, head);
    if (admission.kind === 'refused') {
      const { refusal } = admission;
      switch (refusal.status) {
        case 402:
          return refuse(service, refusal, ['X-Remaining-Balance', formatMoney(0n)]);
        case 429:
          return refuse(
            service,
            refusal,
            policy.retryAfterSeconds === undefined ? [] : ['Retry-After', String(policy.retryAfterSeconds)],
          );
        default:
          return refuse(service, refusal);
      }
    }
    const { key, fault } = admission;
    const faulty = (): SharedReply | undefined =>
      fault === undefined ? undefined : { ...refuse(service, fault), retried: false };
    if (service === 'gateway') return faulty() ?? reply();
    if (!accounts.charge(key, price)) {
      return refuse(service, { status: 402, message: noBalance }, ['X-Remaining-Balance', formatMoney(accounts.balance(key))]);
    }
    const shared = faulty() ?? reply();
    const refunded = isRefunded(shared.status, policy.refunds404And422);
    if (refunded) accounts.refund(key, price);
    const headers = [...shared.headers, ...billingHeaders(price, accounts.balance(key), refunded, shared.retried)];
    return { status: shared.status, bytes: shared.bytes, headers };
  };

  return ({ method, target, head, body }) => {
    const cacheKey = `${method} ${head.wantsSimple ? 'simple' : ''} ${target} ${body.kind === 'text' ? body.text : body.kind}`;
    const kept = cache.get(cacheKey);
    if (kept !== undefined) return settle(kept.service, head, kept.price, () => kept.reply);

    if (!isWellFormed(target)) return refuse('primary', { status: 400, message: 'The request target is malformed' });
    const { service, pathname, rawQuery } = splitTarget(target);
    if (service === undefined) return refuse('primary', notFound);
    const match = routers[service](method, pathname);
    switch (match.kind) {
      case 'notFound':
        return refuse(service, notFound);
      case 'methodNotAllowed':
        return refuse(service, { status: 405, message: 'Method not allowed' }, ['Allow', match.allow.join(', ')]);
      case 'malformed':
      case 'found': {
        const { endpoint } = match;
        const price = priceOf(prices, endpoint.id);
        const found = match.kind === 'found' ? match : undefined;
        const routed = {
          endpoint,
          pathname,
          pathTexts: found?.pathTexts,
          aliasPath: found?.alias?.path,
          rawQuery,
          wantsSimple: head.wantsSimple,
          body,
        };
        return settle(service, head, price, () => {
          const { reply, isSound } = answer(routed);
          if (isSound) cache.set(cacheKey, { service, price, reply }, reply.bytes.length);
          return reply;
        });
      }
    }
  };
}

const notFound: Refusal = { status: 404, message: 'No such path' };

/** Plain ASCII from the root, without a fragment: the rest is for the percent-encoding to carry. */
function isWellFormed(target: string): boolean {
  return /^\/[\x21\x22\x24-\x7e]*$/.test(target);
}

function splitTarget(target: string): {
  readonly service: Service | undefined;
  readonly pathname: string;
  readonly rawQuery: string;
} {
  const at = target.indexOf('?');
  const path = at < 0 ? target : target.slice(0, at);
  const rawQuery = at < 0 ? '' : target.slice(at + 1);
  if (path.startsWith('/primary/')) return { service: 'primary', pathname: path.slice('/primary'.length), rawQuery };
  if (path.startsWith('/gateway/')) return { service: 'gateway', pathname: path.slice('/gateway'.length), rawQuery };
  return { service: undefined, pathname: path, rawQuery };
}
