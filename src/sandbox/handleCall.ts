import type { Endpoint } from '../client/endpoint.ts';
import {
  type RoutedRequestTarget,
  parseRequestTarget,
  type ParsedRequestTarget,
} from '../client/endpoints/parseRequestTarget.ts';
import type { ResponseDependencies, SandboxRequest } from './responses/response.ts';
import { readParams } from './responses/params.ts';
import { toCursorScope, cutPageAndMakeBody } from './cursor.ts';
import { toErrorBody, toNotesHeader, type SandboxReply, toSandboxHeader, toSandboxReply } from './reply.ts';
import { emptyTimelineError, RefusalError, throwRefusal, findReservedError } from './reserved/refusals.ts';
import type { RawUserLayout } from './upstream/rawUserLayout.ts';

export interface ResponseStyle {
  /** Whether every response says `X-Sandbox` (assumption 1.19). */
  readonly marksResponses: boolean;
  /** The layout of the upstream platform's users in raw responses (assumption 4.12). */
  readonly rawUserLayout: RawUserLayout;
}

export interface RoutedCall extends RoutedRequestTarget {
  readonly aliasPath: string | undefined;
  readonly wantsSimple: boolean;
  readonly body: RequestBody;
}

export type RequestBody =
  | { readonly kind: 'none' } // nobody reads it (assumption 5.36)
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Answers a call. Pure: the same call gets the same bytes, so that they can be kept. */
export function handleCall(parts: ResponseDependencies, style: ResponseStyle, call: RoutedCall): SandboxReply {
  const { endpoint } = call;
  const notes: string[] = [];
  const reply = (status: number, body: unknown, headers: readonly string[]): SandboxReply => {
    notes.push(...endpoint.guesses);
    return toSandboxReply(status, body, [...toSandboxHeader(style.marksResponses), ...toNotesHeader(notes), ...headers]);
  };
  try {
    const target = parseRequestTarget(call) ?? throwRefusal(400, 'The percent-encoding is broken');
    notes.push(...target.notes);
    const format = endpoint.service === 'gateway' ? 'simple' : (target.format ?? (call.wantsSimple ? 'simple' : 'raw'));
    const body = createResponseBody(parts, style.rawUserLayout, call, {
      params: target.params,
      format,
      note: (text) => void notes.push(text),
    });
    const isNamed = endpoint.service === 'primary' && format === 'simple';
    return reply(200, body, isNamed ? ['X-Response-Format', 'simple'] : []);
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const { status, message, extra } = error;
    const body = toErrorBody(endpoint.service, status, message, extra);
    return reply(status, body, extra['attempts'] === undefined ? [] : ['X-Retried', 'true']);
  }
}

function createResponseBody(
  { responders, world }: ResponseDependencies,
  rawUserLayout: RawUserLayout,
  call: RoutedCall,
  read: Pick<SandboxRequest, 'format' | 'note'> & Pick<ParsedRequestTarget, 'params'>,
): unknown {
  const { endpoint } = call;
  const responder = responders[endpoint.id];
  if (responder === undefined) throw new Error(`No answer is written for ${endpoint.id}`);
  const body = parseJsonBody(endpoint, call.body);
  const reserved = findReservedError(endpoint, read.params);
  if (reserved !== undefined) throw new RefusalError(reserved);
  const lenientSearch = call.aliasPath?.startsWith('/search_v2') ?? false;
  const params = readParams(endpoint, read.params, read.note);
  const response = responder({ ...read, params, endpoint, body, isSearchLenient: lenientSearch, world, rawUserLayout });
  if (response.kind === 'body') return response.body;
  const asked = endpoint.method === 'POST' ? toBodyFieldTexts(body) : read.params;
  const cursor = asked['cursor'];
  const isSearch = endpoint.service === 'primary' && endpoint.path === '/search';
  // assumption T1
  if (isSearch && cursor === undefined && response.length === 0) throw new RefusalError(emptyTimelineError);
  return cutPageAndMakeBody(response, cursor, toCursorScope(endpoint, asked, world));
}

/**
 * Only a POST of the table reads its body; the POST aliases of the primary search do not (primary reference, GET /search).
 * @throws RefusalError where it is no JSON
 */
export function parseJsonBody(endpoint: Endpoint, body: RequestBody): unknown {
  return endpoint.method === 'POST' ? parseJson(body) : undefined;
}

/** @throws RefusalError where it is no JSON */
export function parseJson(body: RequestBody): unknown {
  if (body.kind === 'none') return undefined;
  if (body.kind === 'unreadable') return throwRefusal(400, body.reason);
  try {
    return JSON.parse(body.text) as unknown;
  } catch {
    return throwRefusal(400, 'The body is not JSON'); // what the parser says would quote the body
  }
}

/** The fields of a JSON body in the form of a query, for the cursor and what it belongs to (assumption 7.11). */
function toBodyFieldTexts(body: unknown): Readonly<Record<string, string>> {
  if (typeof body !== 'object' || body === null) return {};
  const entries = Object.entries(body).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return Object.fromEntries(entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]));
}
