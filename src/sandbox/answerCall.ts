import type { Endpoint, Format } from '../client/endpoint.ts';
import type { Answer, Answerer } from './answers/answer.ts';
import { cursorOwner, cutPage } from './cutPage.ts';
import type { Policy } from './policy.ts';
import { type CallTexts, readTexts } from './readTexts.ts';
import { errorBody, notesHeader, type Reply, sandboxMark, toReply } from './reply.ts';
import { emptyTimeline, type Refusal } from './reserved/refusals.ts';
import { reservedRefusal } from './reserved/reservedParams.ts';
import type { World } from './world/world.ts';

/** What the sandbox answers from. */
export interface SandboxParts {
  readonly endpoints: readonly Endpoint[];
  /** By endpoint id. */
  readonly answerers: Readonly<Record<string, Answerer>>;
  readonly world: World;
}

/** A call that was routed, let in and charged. */
export interface RoutedCall extends CallTexts {
  /** The path of the alias it came by. */
  readonly aliasPath: string | undefined;
  /** `X-Response-Format: simple`. */
  readonly wantsSimple: boolean;
  readonly body: RequestBody;
}

/** The body of a request, as far as it was read. */
export type RequestBody =
  | { readonly kind: 'none' } // nobody reads it (decision 5.36)
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** An answer that is the same for every caller, and whether the service needed several attempts. */
export interface SharedReply extends Reply {
  readonly retried: boolean;
}

/** Answers a call. Pure: the same call gets the same bytes, so that they can be kept. */
export function answerCall(parts: SandboxParts, policy: Policy, call: RoutedCall): SharedReply {
  const { endpoint } = call;
  const target = readTexts(call);
  const format = endpoint.service === 'gateway' ? 'simple' : (target?.format ?? (call.wantsSimple ? 'simple' : 'raw'));
  const notes = [...(target?.notes ?? [])];
  const answer =
    target === undefined ? refusal('The percent-encoding is broken') : ask(parts, policy, call, target.texts, format, notes);
  if (!endpoint.confirmed) notes.push('this endpoint is not shown in the reference: its parameters or shapes are a guess');
  const marks = [...sandboxMark(parts.world.seed, policy.marksAnswers), ...notesHeader(notes)];
  switch (answer.kind) {
    case 'body': {
      const formatHeader = endpoint.service === 'primary' && format === 'simple' ? ['X-Response-Format', 'simple'] : [];
      return { ...toReply(200, answer.body, [...marks, ...formatHeader]), retried: false };
    }
    case 'error': {
      const body = errorBody(endpoint.service, answer.status, answer.message, answer.extra);
      return { ...toReply(answer.status, body, marks), retried: isRetried(answer) };
    }
  }
}

/** Whether the service says that it tried more than once. */
export function isRetried({ extra }: Pick<Refusal, 'extra'>): boolean {
  return extra?.['attempts'] !== undefined;
}

function ask(
  parts: SandboxParts,
  policy: Policy,
  call: RoutedCall,
  texts: Readonly<Record<string, string>>,
  format: Format,
  notes: string[],
): Exclude<Answer, { readonly kind: 'sequence' }> {
  const { endpoint } = call;
  const answerer = parts.answerers[endpoint.id];
  if (answerer === undefined) throw new Error(`No answer is written for ${endpoint.id}`);
  const read = readBody(endpoint, call.body);
  if (read.kind === 'error') return read;
  const reserved = reservedRefusal(endpoint, texts);
  if (reserved !== undefined) return { kind: 'error', ...reserved };
  const answer = answerer({
    endpoint,
    texts,
    body: read.body,
    format,
    lenientSearch: call.aliasPath?.startsWith('/search_v2') ?? false,
    world: parts.world,
    rawUser: policy.rawUser,
    note: (text) => void notes.push(text),
  });
  if (answer.kind !== 'sequence') return answer;
  const asked = endpoint.method === 'POST' ? bodyTexts(read.body) : texts;
  const cursor = asked['cursor'];
  const isSearch = endpoint.service === 'primary' && endpoint.path === '/search';
  if (isSearch && policy.emptySearch === '502' && cursor === undefined && answer.length === 0) {
    return { kind: 'error', ...emptyTimeline };
  }
  return cutPage(answer, cursor, cursorOwner(endpoint, asked, parts.world.seed));
}

type ReadBody = { readonly kind: 'body'; readonly body: unknown };
type Refused = Extract<Answer, { readonly kind: 'error' }>;

/** Only a POST of the table reads its body; the POST aliases of the primary search do not (primary reference, GET /search). */
function readBody(endpoint: Endpoint, body: RequestBody): ReadBody | Refused {
  if (endpoint.method !== 'POST' || body.kind === 'none') return { kind: 'body', body: undefined };
  if (body.kind === 'unreadable') return refusal(body.reason);
  if (nesting(body.text) > maxNesting) return refusal('The body is nested too deeply');
  try {
    const parsed: unknown = JSON.parse(body.text);
    return { kind: 'body', body: parsed };
  } catch {
    return refusal('The body is not JSON'); // what the parser says would quote the body
  }
}

/** Deeper values are read by JSON.parse, but break whatever walks through them. */
const maxNesting = 64;

/** How deep the brackets of a text go, the ones inside of strings counted too: a bound, found without parsing. */
function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const char of text) {
    if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth);
    else if (char === '}' || char === ']') depth -= 1;
  }
  return deepest;
}

/** The fields of a JSON body in the form of a query, for the cursor and what it belongs to (decision 7.11). */
function bodyTexts(body: unknown): Readonly<Record<string, string>> {
  if (typeof body !== 'object' || body === null) return {};
  const entries = Object.entries(body).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return Object.fromEntries(entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]));
}

function refusal(message: string): Refused {
  return { kind: 'error', status: 400, message };
}
