import * as z from 'zod';
import { createFaultRuleMatcher, faultRuleSchema } from '../faultRules.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import { formatMoney, parseMoney } from '../../client/money.ts';
import { suggestSimilarName } from '../../client/search/suggestSimilarName.ts';
import { parseJson, type RequestBody } from '../handleCall.ts';
import { type SandboxReply, toSandboxReply } from '../reply.ts';
import { RefusalError, throwRefusal } from '../refusals.ts';
import type { KeyState, KeyStates } from './keyStates.ts';

const { createHash } = process.getBuiltinModule('node:crypto');

interface ControlDependencies {
  readonly endpoints: readonly Endpoint[];
  readonly keys: KeyStates;
  readonly nowMs: () => number;
  readonly token: string;
  readonly ownKey: string;
  readonly onReset: ((key: string) => void) | undefined;
}

export interface ControlCall {
  readonly method: string;
  readonly target: string;
  readonly token: string | undefined;
  readonly apiKey: string | undefined;
  readonly body: RequestBody;
}

const postedControlCallNames = ['reset', 'faults', 'clock', 'balance'] as const;

/** Control requests are neither charged nor logged. */
export function handleControlCall(parts: ControlDependencies, call: ControlCall): SandboxReply {
  try {
    return toSandboxReply(200, runControlCall(parts, call), []);
  } catch (error) {
    if (error instanceof RefusalError) return toSandboxReply(error.status, { error: error.message }, []);
    throw error;
  }
}

function runControlCall(parts: ControlDependencies, { method, target, token, apiKey, body }: ControlCall): unknown {
  if (token !== parts.token) {
    return throwRefusal(403, "X-Sandbox-Control doesn't contain this sandbox's token; the ready line has it");
  }
  const [name = '', query = ''] = target.split('?', 2);
  const post = postedControlCallNames.find((posted) => posted === name);
  if (post === undefined && name !== 'requests') {
    return throwRefusal(
      404,
      `Unknown control request ${JSON.stringify(name)}: use ${postedControlCallNames.join(', ')}, or requests`,
    );
  }
  if (method !== (post === undefined ? 'GET' : 'POST')) {
    return throwRefusal(405, `${name} must be sent with ${post === undefined ? 'GET' : 'POST'}`);
  }
  if (post !== undefined) return applyControlChange(parts, post, body);
  const wanted = new URLSearchParams(query).get('keys') === 'all' ? undefined : (apiKey ?? parts.ownKey);
  const states = [...parts.keys.entries()].filter(([key]) => wanted === undefined || key === wanted);
  return toRequestLogBody(states);
}

function applyControlChange(
  parts: ControlDependencies,
  name: (typeof postedControlCallNames)[number],
  body: RequestBody,
): unknown {
  const { keys, nowMs } = parts;
  switch (name) {
    case 'reset': {
      const { key = parts.ownKey } = requireValidBody(controlBodySchemas.reset, body, {});
      keys.reset(key);
      parts.onReset?.(key);
      return { key: toShortHash(key) };
    }
    case 'faults': {
      const { key = parts.ownKey, rules, add } = requireValidBody(controlBodySchemas.faults, body);
      for (const { match } of rules) requireKnownEndpoint(parts.endpoints, match.endpoint);
      const state = keys.of(key);
      const earlier = add === true ? state.rules : undefined;
      const later = rules.length === 0 ? undefined : createFaultRuleMatcher(rules);
      state.rules = earlier === undefined || later === undefined ? (earlier ?? later) : (call) => earlier(call) ?? later(call);
      return { key: toShortHash(key), rules: rules.length };
    }
    case 'clock': {
      const { key = parts.ownKey, now, advanceMs } = requireValidBody(controlBodySchemas.clock, body);
      const state = keys.of(key);
      const offsetMs = now === undefined ? state.clockOffsetMs + (advanceMs ?? 0) : Date.parse(now) - nowMs();
      const moved = new Date(nowMs() + offsetMs);
      if (Number.isNaN(moved.getTime())) return throwRefusal(400, 'advanceMs is out of range');
      state.clockOffsetMs = offsetMs;
      return { key: toShortHash(key), now: moved.toISOString() };
    }
    case 'balance': {
      const { key = parts.ownKey, balance } = requireValidBody(controlBodySchemas.balance, body);
      const money = parseMoney(balance, 'down');
      if (money === undefined) return throwRefusal(400, 'balance: must be a decimal string in US dollars, such as "1.25"');
      keys.of(key).balance = money;
      return { key: toShortHash(key), balance: formatMoney(money) };
    }
  }
}

function requireValidBody<S extends z.ZodType>(schema: S, body: RequestBody, absent?: unknown): z.output<S> {
  const isEmpty = body.kind === 'text' && body.text === '';
  const parsed = schema.safeParse((isEmpty ? undefined : parseJson(body)) ?? absent);
  if (!parsed.success) return throwRefusal(400, describeIssues(parsed.error));
  return parsed.data;
}

function requireKnownEndpoint(endpoints: readonly Endpoint[], id: string | undefined): void {
  if (id === undefined || endpoints.some((endpoint) => endpoint.id === id)) return;
  const near = suggestSimilarName(
    id,
    endpoints.map((endpoint) => endpoint.id),
  );
  return throwRefusal(
    400,
    `Unknown endpoint ${JSON.stringify(id)}${near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`}`,
  );
}

function toShortHash(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12);
}

function toRequestLogBody(states: readonly (readonly [string, KeyState])[]): unknown {
  const all = states.flatMap(([key, { log }]) => {
    const hash = key === '' ? null : toShortHash(key);
    return log.map(({ atMs, cost, refunded, fault, ...rest }) => {
      const shownCost = rest.service === 'primary' ? formatMoney(cost) : null;
      return { atMs, key: hash, ...rest, cost: shownCost, refunded, fault };
    });
  });
  return { requests: all.sort((a, b) => a.atMs - b.atMs) };
}

const optionalKeySchema = z.string().trim().min(1).optional();
const isoTimeSchema = z.iso.datetime({ offset: true });

const controlBodySchemas = {
  reset: z.strictObject({ key: optionalKeySchema }),
  faults: z.strictObject({ key: optionalKeySchema, rules: z.array(faultRuleSchema).max(1000), add: z.boolean().optional() }),
  clock: z
    .strictObject({ key: optionalKeySchema, now: isoTimeSchema.optional(), advanceMs: z.int().optional() })
    .refine((body) => (body.now === undefined) !== (body.advanceMs === undefined), 'must have either now or advanceMs'),
  balance: z.strictObject({ key: optionalKeySchema, balance: z.string() }),
} as const;

function describeIssues(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.length === 0 ? 'the body' : path.map(String).join('.')}: ${message}`)
    .join('; ');
}
