import type { Service } from '../client/endpoint.ts';
import { createRouter } from '../client/route.ts';
import { handleCall, type RequestBody, type RoutedCall, type ResponseStyle } from './handleCall.ts';
import { authenticateRequest, type BillingDependencies, createBilling, toRefusalReply } from './billing.ts';
import type { FaultRule } from './faultRules.ts';
import type { KeyStates } from './control/keyStates.ts';
import { type SandboxReply, toSandboxHeader } from './reply.ts';
import type { RequestHead } from './requestHead.ts';
import { type ServiceError, toStatusError } from './refusals.ts';
import { once } from '../client/once.ts';
import type { ResponseDependencies } from './responses/response.ts';

interface RequestHandlerDependencies extends ResponseDependencies, ResponseStyle, BillingDependencies {
  readonly keys: KeyStates;
  readonly latencyMs: number;
  /** Called with a responder's exception, for which the caller gets a 500. */
  readonly onFault: (fault: unknown) => void;
  readonly saved?: SavedResponseSource | undefined;
}

/** Fixture responses, which take precedence over the sandbox's own. */
export interface SavedResponseSource {
  readonly lookUp: (call: RoutedCall, key: string) => FixtureLookup;
  /** Called for a request that matches no endpoint. */
  readonly lookUpUnrouted: (request: string, reason: string) => FixtureLookupResult;
  /** What a path is logged as if nothing else says it, because it may name people. */
  readonly toLoggedPath: (path: string) => string;
  readonly reset: (key: string) => void;
}

export interface FixtureLookup {
  readonly result: FixtureLookupResult;
  /** Takes precedence over the key's faults. */
  readonly fault: FaultRule | undefined;
  /** Not called if the request gets an error, so that error doesn't skip a response. Undefined for the sandbox's own response. */
  readonly respond: () => FixtureReply | undefined;
}

export interface FixtureReply extends SandboxReply {
  readonly fixture: string | null;
  readonly unmatched?: string;
  /** What the request is logged as. Default: as received. */
  readonly logged?: { readonly path: string; readonly query: string } | undefined;
  /** Replaces this reply, which is then only a placeholder for billing. Never rejects. */
  readonly pendingReply?: Promise<FixtureReply>;
}

export interface ServiceRequest {
  readonly method: string;
  readonly target: string;
  readonly head: RequestHead;
  readonly body: RequestBody;
}

export interface ServiceReply extends SandboxReply {
  readonly latencyMs?: number;
  readonly rule?: FaultRule | undefined;
  readonly played?: FixtureLookupResult | undefined;
}

export interface FixtureLookupResult extends Pick<FixtureReply, 'fixture' | 'unmatched' | 'logged'> {
  /** What is sent instead of the fixture's response. */
  readonly answer?: string | undefined;
}

export function createRequestHandler(
  parts: RequestHandlerDependencies,
): (request: ServiceRequest) => ServiceReply | Promise<ServiceReply> {
  const { keys, marksResponses, latencyMs, saved } = parts;
  const mark = toSandboxHeader(marksResponses);
  const bill = createBilling(parts, mark);
  const respond = createResponder(parts);
  const routers = {
    primary: once(() => createRouter(parts.endpoints.filter((endpoint) => endpoint.service === 'primary'))),
    gateway: once(() => createRouter(parts.endpoints.filter((endpoint) => endpoint.service === 'gateway'))),
  } as const;

  const handle = ({ method, head }: ServiceRequest, routed: RoutedCall): ServiceReply | Promise<ServiceReply> => {
    const { endpoint } = routed;
    const admission = authenticateRequest(endpoint.service, head);
    const key = admission.key ?? '';
    const found = saved?.lookUp(routed, key);
    let played: FixtureReply | undefined;
    const toResponse = (nowMs: number): SandboxReply => {
      played = found?.respond();
      return played ?? respond(routed, nowMs);
    };
    const { reply: billed, cost, refunded, rule } = bill(endpoint, toResponse, admission, keys.of(key), found?.fault);
    const finish = (reply: SandboxReply, from: FixtureLookupResult | undefined): ServiceReply => {
      const facts = { method, status: reply.status, cost, refunded, fault: getFaultName(rule) };
      keys.record(key, { atMs: Date.now(), ...facts, ...toLogFacts(routed, from) });
      return { ...reply, latencyMs: latencyMs + (rule?.latency ?? 0), rule, played: from };
    };
    return played?.pendingReply === undefined
      ? finish(billed, found?.result)
      : // the placeholder has only billing headers
        played.pendingReply.then((reply) => finish({ ...reply, headers: [...reply.headers, ...billed.headers] }, reply));
  };

  /** Logs the request, so a test finds a misspelled path. */
  const refuse = (
    { method, head }: ServiceRequest,
    target: ServiceTarget,
    refusal: ServiceError,
    headers = mark,
  ): ServiceReply => {
    const { service } = target;
    const reply = toRefusalReply(service ?? 'primary', refusal, headers);
    const path = (saved?.toLoggedPath(target.pathname) ?? target.pathname).slice(0, maxLoggedLength);
    const played = service && saved?.lookUpUnrouted(`${method} /${service}${path}`, refusal.message);
    const facts = { method, service: service ?? null, path };
    keys.record(head.apiKey ?? '', { ...unroutedLogFacts, ...facts, atMs: Date.now(), status: reply.status });
    return { ...reply, played };
  };

  return (request) => {
    const { method, target: text, head, body } = request;
    const target = readServiceTarget(text);
    if (target === undefined) {
      const whole = { service: undefined, pathname: text, rawQuery: '' };
      return refuse(request, whole, toStatusError(400, 'The request target is malformed'));
    }
    const { service, pathname, rawQuery } = target;
    const match = service === undefined ? undefined : routers[service]()(method, pathname);
    if (match === undefined || match.kind === 'notFound') return refuse(request, target, toStatusError(404, 'No such path'));
    if (match.kind === 'methodNotAllowed') {
      return refuse(request, target, toStatusError(405, 'Method not allowed'), [...mark, 'Allow', match.allow.join(', ')]);
    }
    const { endpoint } = match;
    const found = match.kind === 'found' ? match : undefined;
    const path = { pathname, pathTexts: found?.pathTexts, aliasPath: found?.alias?.path, rawQuery };
    return handle(request, { endpoint, ...path, wantsSimple: head.wantsSimple, body });
  };
}

const maxLoggedLength = 512;

function toLogFacts({ endpoint: { service, id }, pathname, rawQuery }: RoutedCall, from: FixtureLookupResult | undefined) {
  const { path, query } = from?.logged ?? { path: pathname, query: rawQuery };
  const logged = { path: path.slice(0, maxLoggedLength), query: query.slice(0, maxLoggedLength) };
  return { service, endpoint: id, ...logged, ...(from === undefined ? {} : { fixture: from.fixture }) };
}

const unroutedLogFacts = { endpoint: null, query: '', cost: 0n, refunded: false, fault: null } as const;

const maxRememberedReplies = 200;

function createResponder(parts: RequestHandlerDependencies): (routed: RoutedCall, nowMs: number) => SandboxReply {
  const { world, onFault } = parts;
  const replies = new Map<string, SandboxReply>();
  return ({ endpoint, ...routed }, nowMs) => {
    const name = JSON.stringify([endpoint.id, routed, nowMs]);
    const known = replies.get(name);
    if (known !== undefined) return known;
    try {
      // records keep their dates; only what depends on the clock changes
      const reply = handleCall(nowMs === world.nowMs ? parts : { ...parts, world: { ...world, nowMs } }, { endpoint, ...routed });
      if (replies.size >= maxRememberedReplies) replies.clear();
      replies.set(name, reply);
      return reply;
    } catch (fault) {
      onFault(fault);
      return toRefusalReply(endpoint.service, toStatusError(500), toSandboxHeader(parts.marksResponses));
    }
  };
}

function getFaultName(rule: FaultRule | undefined): string | null {
  return rule === undefined ? null : (rule.kind ?? rule.status?.toString() ?? 'latency');
}

interface ServiceTarget {
  readonly service: Service | undefined;
  readonly pathname: string;
  readonly rawQuery: string;
}

/** undefined unless the target is an absolute path of visible ASCII characters without a fragment. */
function readServiceTarget(target: string): ServiceTarget | undefined {
  if (!/^\/[\x21\x22\x24-\x7e]*$/.test(target)) return undefined;
  const at = target.indexOf('?');
  const path = at < 0 ? target : target.slice(0, at);
  const rawQuery = at < 0 ? '' : target.slice(at + 1);
  const service = (['primary', 'gateway'] as const).find((one) => path.startsWith(`/${one}/`));
  return { service, pathname: service === undefined ? path : path.slice(service.length + 1), rawQuery };
}
