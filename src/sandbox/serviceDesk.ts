import type { Service } from '../client/endpoint.ts';
import type { Money } from '../client/money.ts';
import { createRouter } from '../client/route.ts';
import { answerCall, type RequestBody, type RoutedCall, type SandboxParts, type SharedReply } from './answerCall.ts';
import { type Accounts, priceOf, type Prices } from './billing.ts';
import { type ByteCache, createByteCache } from './byteCache.ts';
import type { KeyStates } from './control/keyStates.ts';
import type { SandboxClock } from './control/sandboxClock.ts';
import type { Delivery } from './faults/deliver.ts';
import type { FaultRule } from './faults/faultRule.ts';
import type { RateLimit } from './faults/rateLimiter.ts';
import { type Admission, admit } from './gate.ts';
import type { Policy } from './policy.ts';
import { type Reply, sandboxMark } from './reply.ts';
import type { RequestHead } from './requestHead.ts';
import { keptQuery } from './requestLog.ts';
import { refusalOf } from './reserved/refusals.ts';
import { createTill, refuse, refuseShared } from './till.ts';
import { once } from './world/lazy.ts';

export interface Settings {
  readonly prices: Prices;
  readonly policy: Policy;
  /** The cap over the answers that are kept in memory. */
  readonly cacheBytes: number;
  /** Milliseconds before every answer. */
  readonly latencyMs: number;
  /** undefined: none, as the reference states none (decision 2.4). */
  readonly rateLimit: RateLimit | undefined;
}

/** What the desk answers from and writes to. */
export interface DeskParts extends SandboxParts {
  readonly accounts: Accounts;
  readonly keys: KeyStates;
  readonly clock: SandboxClock;
  /** Shared with another desk, whose calls are of the other service; default: one of its own. */
  readonly cache?: AnswerCache;
}

export interface DeskCall {
  readonly method: string;
  /** Path and query as sent: "/primary/search?…". */
  readonly target: string;
  readonly head: RequestHead;
  readonly body: RequestBody;
}

/** An answer and how it goes out; undefined: simply. */
export interface DeskReply extends Reply {
  readonly delivery?: Delivery | undefined;
}

/** A call of an endpoint that was answered; the reply is as it was before a rule spoiled its delivery. */
export interface AnsweredCall {
  readonly method: string;
  readonly routed: RoutedCall;
  readonly reply: Reply;
  /** The key, or a rule of it, asked for an error on purpose. */
  readonly isPlanted: boolean;
}

export interface DeskListeners {
  /** Told of a defect in an answer, which the caller sees as 500. */
  readonly onFault: (fault: unknown) => void;
  /** Told of each answer of an endpoint. */
  readonly onAnswered: ((answered: AnsweredCall) => void) | undefined;
}

/** What a desk keeps: an answer that does not depend on who asks, and the call that it is for. */
interface Kept {
  readonly routed: RoutedCall;
  readonly price: Money;
  readonly reply: SharedReply;
}

/** The answers that are kept, by call. */
export type AnswerCache = ByteCache<Kept>;

/** @param maxBytes the cap over them */
export function createAnswerCache(maxBytes: number): AnswerCache {
  return createByteCache(maxBytes);
}

/**
 * The services of its rows behind one counter, without any network: finds the row, keeps the answers that are the same for
 * everyone, and logs what was asked.
 */
export function createServiceDesk(
  parts: DeskParts,
  settings: Settings,
  { onFault, onAnswered }: DeskListeners,
): (call: DeskCall) => DeskReply {
  const { accounts, keys, clock, cache = createAnswerCache(settings.cacheBytes) } = parts;
  const { prices, policy, rateLimit, latencyMs } = settings;
  const mark = sandboxMark(parts.world.seed, policy.marksAnswers);
  const settle = createTill({ accounts, clock, policy, rateLimit, mark });
  const routers = {
    primary: once(() => createRouter(parts.endpoints.filter((endpoint) => endpoint.service === 'primary'))),
    gateway: once(() => createRouter(parts.endpoints.filter((endpoint) => endpoint.service === 'gateway'))),
  } as const;

  const made = (call: RoutedCall, nowMs: number): { readonly reply: SharedReply; readonly isSound: boolean } => {
    try {
      // the same world, seen at another moment: what follows from the clock follows from `nowMs`
      const world = nowMs === parts.world.nowMs ? parts.world : { ...parts.world, nowMs };
      return { reply: answerCall({ ...parts, world }, policy, call), isSound: true };
    } catch (fault) {
      onFault(fault);
      return { reply: refuseShared(call.endpoint.service, refusalOf(500), mark), isSound: false };
    }
  };

  const answer = (routed: RoutedCall, cacheKey: string, price: Money, nowMs: number): SharedReply => {
    const key = nowMs === parts.world.nowMs ? cacheKey : `${nowMs} ${cacheKey}`;
    const known = cache.get(key);
    if (known !== undefined) return known.reply;
    const { reply, isSound } = made(routed, nowMs);
    if (isSound) cache.set(key, { routed, price, reply }, reply.bytes.length);
    return reply;
  };

  const receive = ({ method, head }: DeskCall, routed: RoutedCall, price: Money, cacheKey: string): DeskReply => {
    const { endpoint, pathname, rawQuery } = routed;
    const admission = admit(endpoint.service, head);
    const key = admission.key ?? '';
    const reply = (nowMs: number): SharedReply => answer(routed, cacheKey, price, nowMs);
    const settled = settle({ endpoint, method, pathname, price, reply }, admission, keys.of(key));
    const { struck } = settled;
    keys.record(key, {
      atMs: clock.wallMs(),
      service: endpoint.service,
      endpointId: endpoint.id,
      method,
      path: pathname,
      query: keptQuery(rawQuery),
      status: settled.reply.status,
      cost: settled.cost,
      refunded: settled.refunded,
      fault: struck === undefined ? undefined : (struck.kind ?? struck.status?.toString() ?? 'latency'),
    });
    onAnswered?.({ method, routed, reply: settled.reply, isPlanted: struck?.status !== undefined || isReserved(admission) });
    const delivery = deliveryOf(struck, latencyMs);
    return delivery === undefined ? settled.reply : { ...settled.reply, delivery };
  };

  /** What leads to no row is logged as well, so that a test sees it. */
  const lost = ({ method, head }: DeskCall, service: Service | undefined, path: string, reply: Reply): DeskReply => {
    keys.record(head.apiKey ?? '', {
      atMs: clock.wallMs(),
      service,
      endpointId: undefined,
      method,
      path: keptQuery(path),
      query: '',
      status: reply.status,
      cost: 0n,
      refunded: false,
      fault: undefined,
    });
    return reply;
  };

  return (call) => {
    const { method, target, head, body } = call;
    const cacheKey = `${method} ${head.wantsSimple ? 'simple' : ''} ${target} ${body.kind === 'text' ? body.text : body.kind}`;
    const known = cache.get(cacheKey);
    if (known !== undefined) return receive(call, known.routed, known.price, cacheKey);
    if (!isWellFormed(target)) {
      return lost(call, undefined, target, refuse('primary', refusalOf(400, 'The request target is malformed'), mark));
    }
    const { service, pathname, rawQuery } = splitTarget(target);
    if (service === undefined) {
      return lost(call, service, pathname, refuse('primary', refusalOf(404, 'No such path'), mark));
    }
    const match = routers[service]()(method, pathname);
    switch (match.kind) {
      case 'notFound':
        return lost(call, service, pathname, refuse(service, refusalOf(404, 'No such path'), mark));
      case 'methodNotAllowed': {
        const headers = [...mark, 'Allow', match.allow.join(', ')];
        return lost(call, service, pathname, refuse(service, refusalOf(405, 'Method not allowed'), headers));
      }
      case 'malformed':
      case 'found': {
        const found = match.kind === 'found' ? match : undefined;
        const routed = {
          endpoint: match.endpoint,
          pathname,
          pathTexts: found?.pathTexts,
          aliasPath: found?.alias?.path,
          rawQuery,
          wantsSimple: head.wantsSimple,
          body,
        };
        return receive(call, routed, priceOf(prices, match.endpoint.id), cacheKey);
      }
    }
  };
}

/** Whether the key itself stands for an error: any other key is let in, and none at all is no key. */
function isReserved(admission: Admission): boolean {
  return admission.kind === 'refused' ? admission.key !== undefined : admission.fault !== undefined;
}

function deliveryOf(struck: FaultRule | undefined, latencyMs: number): Delivery | undefined {
  const late = latencyMs + (struck?.latency ?? 0);
  if (struck?.kind !== undefined) return { latencyMs: late, fault: { kind: struck.kind, bytes: struck.bytes } };
  return late > 0 ? { latencyMs: late, fault: undefined } : undefined;
}

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
