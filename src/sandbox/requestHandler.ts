import type { Service } from '../client/endpoint.ts';
import type { Money } from '../client/money.ts';
import { createRouter } from '../client/route.ts';
import {
  answerCall,
  type RequestBody,
  type RoutedCall,
  type AnswerDependencies,
  type ReplyWithRetriedFlag,
} from './answerCall.ts';
import {
  authenticateRequest,
  type BillingDependencies,
  createBilledAnswering,
  type SandboxPrices,
  toRefusalReply,
} from './billing.ts';
import { type LruByteCache, createLruByteCache, copyToOwnBuffer } from './lruByteCache.ts';
import type { KeyStates, LoggedRequest } from './control/keyStates.ts';
import { type Delivery, getDeliveredStatus } from './faults/deliverReply.ts';
import type { FaultRule } from './faults/faultRuleSchema.ts';
import { truncateWithHash } from './truncateWithHash.ts';
import { type SandboxReply, toSandboxHeader } from './reply.ts';
import type { RequestHead } from './requestHead.ts';
import { type ServiceError, toStatusError } from './reserved/refusals.ts';
import { once } from '../client/once.ts';

/** What requests are answered from and what they change. */
export interface RequestHandlerDependencies extends AnswerDependencies, BillingDependencies {
  readonly prices: SandboxPrices;
  readonly keys: KeyStates;
  /** May be shared with the handler of the other service. */
  readonly cache: AnswerCache;
  /** Milliseconds before every answer of an endpoint. */
  readonly latencyMs: number;
  /** Called with a defect in an answer, which the caller sees as 500. */
  readonly onFault: (fault: unknown) => void;
  /** What comes before the made answers. */
  readonly saved?: SavedAnswerSource | undefined;
}

/** Answers that were saved of an earlier call, by whoever keeps them. */
export interface SavedAnswerSource {
  /**
   * @param call mostly the very same object for a call that is made again
   * @returns undefined where the sandbox is to answer
   */
  readonly answer: (call: RoutedCall, key: string) => FixtureReplyOrMiss | undefined;
  /** Called where a key is to be as if it had never been seen. */
  readonly reset: (key: string) => void;
}

/** An answer of a fixture, or that there is none. */
export interface FixtureReplyOrMiss extends ReplyWithRetriedFlag {
  readonly fixture: string | null;
  /** Why there is none. */
  readonly miss?: string;
  /** What becomes of it; it never rejects. The reply itself is then nothing but a place for it. */
  readonly pendingReply?: Promise<FixtureReplyOrMiss>;
}

export interface ServiceRequest {
  readonly method: string;
  /** Path and query as sent: "/primary/search?…". */
  readonly target: string;
  readonly head: RequestHead;
  readonly body: RequestBody;
}

/** An answer and how it goes out; undefined: simply. */
export interface ServiceReply extends SandboxReply {
  readonly delivery?: Delivery | undefined;
  /** Set where a fixture was looked for. */
  readonly played?: FixtureLookupResult | undefined;
}

/** Where an answer was found, or why not. */
export type FixtureLookupResult = Pick<FixtureReplyOrMiss, 'fixture' | 'miss'>;

/** A call, and its answer where that is kept: it does not depend on who asks. */
interface CachedCall {
  readonly routed: RoutedCall;
  readonly price: Money;
  /** What the log says of it: copied once, however often it is asked. */
  readonly logged: Pick<LoggedRequest, 'path' | 'query'>;
  readonly reply?: ReplyWithRetriedFlag;
}

/** The answers that are kept, by call. */
export type AnswerCache = LruByteCache<Required<CachedCall>>;

/**
 * Handles requests to the services, without any network: finds the row, keeps the answers that are the same for everyone,
 * bills, and logs what was asked.
 */
export function createRequestHandler(
  parts: RequestHandlerDependencies,
): (request: ServiceRequest) => ServiceReply | Promise<ServiceReply> {
  const { keys, clock, cache, prices, policy, latencyMs, saved } = parts;
  const mark = toSandboxHeader(policy.marksAnswers);
  const bill = createBilledAnswering(parts, mark);
  const answer = createCachedAnswerer(parts);
  const playedCalls = saved === undefined ? undefined : createLruByteCache<CachedCall>(maxBytesOfCallsWithoutAnswer);
  const routers = {
    primary: once(() => createRouter(parts.endpoints.filter((endpoint) => endpoint.service === 'primary'))),
    gateway: once(() => createRouter(parts.endpoints.filter((endpoint) => endpoint.service === 'gateway'))),
  } as const;

  const handle = ({ method, head }: ServiceRequest, call: CachedCall, cacheKey: string): ServiceReply | Promise<ServiceReply> => {
    const { routed, price } = call;
    const { endpoint, pathname } = routed;
    const admission = authenticateRequest(endpoint.service, head);
    const key = admission.key ?? '';
    let played: FixtureReplyOrMiss | undefined;
    const toAnswer = (nowMs: number): ReplyWithRetriedFlag => {
      played = saved?.answer(routed, key);
      return played ?? answer(call, cacheKey, nowMs);
    };
    const request = { endpoint, method, pathname, price, answer: toAnswer };
    const { reply: billed, cost, refunded, rule } = bill(request, admission, keys.of(key));
    const answered = (reply: SandboxReply, from: FixtureLookupResult | undefined): ServiceReply => {
      const said = { method, status: getDeliveredStatus(reply.status, rule?.kind), cost, refunded, fault: getFaultName(rule) };
      keys.record(key, { atMs: clock.wallMs(), ...said, ...toLogFacts(call, from) });
      const delivery = toDelivery(rule, latencyMs);
      return delivery === undefined && from === undefined ? reply : { ...reply, delivery, played: from };
    };
    return played?.pendingReply === undefined
      ? answered(billed, played)
      : // what was billed has nothing but the headers of the bill
        played.pendingReply.then((reply) => answered({ ...reply, headers: [...reply.headers, ...billed.headers] }, reply));
  };

  /** What leads to no row is logged as well, so that a test sees it. */
  const refused = (
    { method, head }: ServiceRequest,
    target: ServiceTarget,
    refusal: ServiceError,
    headers = mark,
  ): SandboxReply => {
    const reply = toRefusalReply(target.service ?? 'primary', refusal, headers);
    const asked = { method, service: target.service ?? null, path: truncateWithHash(target.pathname) };
    keys.record(head.apiKey ?? '', { ...unroutedLogFacts, ...asked, atMs: clock.wallMs(), status: reply.status });
    return reply;
  };

  return (request) => {
    const { method, target: text, head, body } = request;
    const cacheKey = `${method} ${head.wantsSimple ? 'simple' : ''} ${text} ${toBodyCacheKey(body)}`;
    const known = cache.get(cacheKey) ?? playedCalls?.get(cacheKey);
    if (known !== undefined) return handle(request, known, cacheKey);
    const target = readServiceTarget(text);
    if (target === undefined) {
      const whole = { service: undefined, pathname: text, rawQuery: '' };
      return refused(request, whole, toStatusError(400, 'The request target is malformed'));
    }
    const { service, pathname, rawQuery } = target;
    const match = service === undefined ? undefined : routers[service]()(method, pathname);
    if (match === undefined || match.kind === 'notFound') return refused(request, target, toStatusError(404, 'No such path'));
    if (match.kind === 'methodNotAllowed') {
      return refused(request, target, toStatusError(405, 'Method not allowed'), [...mark, 'Allow', match.allow.join(', ')]);
    }
    const { endpoint } = match;
    const found = match.kind === 'found' ? match : undefined;
    const path = { pathname, pathTexts: found?.pathTexts, aliasPath: found?.alias?.path, rawQuery };
    const routed = { endpoint, ...path, wantsSimple: head.wantsSimple, body };
    const logged = { path: truncateWithHash(pathname), query: truncateWithHash(rawQuery) };
    const call: CachedCall = { routed, price: prices.priceByEndpoint[endpoint.id] ?? prices.price, logged };
    playedCalls?.set(cacheKey, call, cachedCallOverheadBytes + 2 * cacheKey.length);
    return handle(request, call, cacheKey);
  };
}

/** What the log says of a call, whatever became of it. */
function toLogFacts({ routed: { endpoint }, logged }: CachedCall, from: FixtureLookupResult | undefined) {
  const { service, id } = endpoint;
  return { service, endpoint: id, ...logged, ...(from === undefined ? {} : { fixture: from.fixture }) };
}

/** What the log says of a request that leads to no row. */
const unroutedLogFacts = { endpoint: null, query: '', cost: 0n, refunded: false, fault: null } as const;

/** What tells a body from any other. */
function toBodyCacheKey(body: RequestBody): string {
  return body.kind === 'none' ? '' : body.kind === 'text' ? `text ${body.text}` : body.reason;
}

/** Makes the answer of a call at a moment of the clock, or takes the one that is kept. */
function createCachedAnswerer(
  parts: RequestHandlerDependencies,
): (call: CachedCall, cacheKey: string, nowMs: number) => ReplyWithRetriedFlag {
  const { world, cache, policy, onFault } = parts;
  return ({ routed, price, logged, reply: kept }, cacheKey, nowMs) => {
    const isNow = nowMs === world.nowMs;
    if (isNow && kept !== undefined) return kept;
    const key = isNow ? cacheKey : `${nowMs} ${cacheKey}`;
    const known = isNow ? undefined : cache.get(key);
    if (known !== undefined) return known.reply;
    try {
      // the same world, seen at another moment: what follows from the clock follows from `nowMs`
      const reply = answerCall(isNow ? parts : { ...parts, world: { ...world, nowMs } }, policy, routed);
      if (key.length <= maxCachedKeyLength) {
        const bytes = copyToOwnBuffer(reply.bytes);
        cache.set(
          key,
          { routed, price, logged, reply: { ...reply, bytes } },
          bytes.length + cachedCallOverheadBytes + 2 * key.length,
        );
      }
      return reply;
    } catch (fault) {
      onFault(fault);
      return toRefusalReply(routed.endpoint.service, toStatusError(500), toSandboxHeader(policy.marksAnswers));
    }
  };
}

/** The answer to a longer question is made each time: hardly anyone asks it twice. */
const maxCachedKeyLength = 8 * 1024;
/** The cap over the calls that are kept without their answers, which are others each time. */
const maxBytesOfCallsWithoutAnswer = 4 * 1024 * 1024;
/** What a call costs in the cache beside its key, its texts and its answer: the records and the headers. */
const cachedCallOverheadBytes = 1024;

/** What the log says of a rule that struck. */
function getFaultName(rule: FaultRule | undefined): string | null {
  return rule === undefined
    ? null
    : (rule.kind ?? rule.status?.toString() ?? (rule.latency === undefined ? 'retried' : 'latency'));
}

function toDelivery(rule: FaultRule | undefined, latencyMs: number): Delivery | undefined {
  const late = latencyMs + (rule?.latency ?? 0);
  if (rule?.kind !== undefined) return { latencyMs: late, fault: { kind: rule.kind, bytes: rule.bytes } };
  return late > 0 ? { latencyMs: late, fault: undefined } : undefined;
}

/** Where a request leads: a path of one of the services, or of neither. */
interface ServiceTarget {
  readonly service: Service | undefined;
  readonly pathname: string;
  readonly rawQuery: string;
}

/** undefined unless it is plain ASCII from the root, without a fragment: the rest is for the percent-encoding to carry. */
function readServiceTarget(target: string): ServiceTarget | undefined {
  if (!/^\/[\x21\x22\x24-\x7e]*$/.test(target)) return undefined;
  const at = target.indexOf('?');
  const path = at < 0 ? target : target.slice(0, at);
  const rawQuery = at < 0 ? '' : target.slice(at + 1);
  const service = (['primary', 'gateway'] as const).find((one) => path.startsWith(`/${one}/`));
  return { service, pathname: service === undefined ? path : path.slice(service.length + 1), rawQuery };
}
