import type { Endpoint } from '../client/endpoint.ts';
import {
  type RoutedRequestTarget,
  parseRequestTarget,
  type ParsedRequestTarget,
} from '../client/endpoints/parseRequestTarget.ts';
import type { ResponseDependencies, SandboxRequest, ResponderResult } from './responses/response.ts';
import { readParams, stripAtSign } from './responses/params.ts';
import { toErrorBody, toNotesHeader, type SandboxReply, toSandboxHeader, toSandboxReply } from './reply.ts';
import { emptyTimelineError, RefusalError, throwRefusal, findReservedError } from './refusals.ts';
import type { RawUserLayout } from './upstream/rawUserLayout.ts';
import { normalizeParams, pageParamNames } from '../client/endpoints/normalizeParams.ts';
import { decodeParamText } from '../client/wire.ts';
import type { SandboxWorld } from './world/world.ts';

// the import statement would also load Web Crypto, which doubles the load time
const { createHash } = process.getBuiltinModule('node:crypto');

type ParamTexts = Readonly<Record<string, string>>;

/** A position in a query's results. A cursor contains all of it, so the sandbox doesn't store any (assumption 1.14). */
interface CursorPosition {
  readonly offset: number;
  /** `bottom`: the next page, `top`: the previous page, `end`: after the last item, `rest`: an item's collapsed replies. */
  readonly direction: (typeof directions)[number];
}

/** The cursor's query. Every other query rejects the cursor (assumption 1.13). */
export interface CursorScope {
  readonly endpointId: string;
  readonly texts: ParamTexts;
  /** `digits` as in follower pages (`<digits>|<digits>`, Top `-1|…`, at the end `0|…`), `opaque` everywhere else. */
  readonly format: 'digits' | 'opaque';
}

const directions = ['end', 'top', 'bottom', 'rest'] as const;

type SequenceResponse = Extract<ResponderResult, { readonly kind: 'sequence' }>;

/** The paths whose cursors read `<digits>|<digits>` (primary reference, User-scoped endpoints); list members have the same upstream. */
const digitCursorPathPattern = /^(\/user\/\{userId\}\/(followers|followings|verifiedFollowers)|\/lists\/(members|followers))$/;

export interface ResponseStyle {
  /** Whether every response has the header `X-Sandbox` (assumption 1.19). */
  readonly marksResponses: boolean;
  /** The layout of users in raw responses (assumption 4.12). */
  readonly rawUserLayout: RawUserLayout;
}

export interface RoutedCall extends RoutedRequestTarget {
  readonly aliasPath: string | undefined;
  readonly wantsSimple: boolean;
  readonly body: RequestBody;
}

export type RequestBody =
  | { readonly kind: 'none' } // not read (assumption 5.36)
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Pure: the same request gets the same bytes, so they can be cached. */
export function handleCall(parts: ResponseDependencies & ResponseStyle, call: RoutedCall): SandboxReply {
  const { endpoint } = call;
  const notes: string[] = [];
  const reply = (status: number, body: unknown, headers: readonly string[]): SandboxReply => {
    notes.push(...endpoint.guesses);
    return toSandboxReply(status, body, [...toSandboxHeader(parts.marksResponses), ...toNotesHeader(notes), ...headers]);
  };
  try {
    const target = parseRequestTarget(call) ?? throwRefusal(400, 'The percent-encoding is invalid');
    notes.push(...target.notes);
    const format = endpoint.service === 'gateway' ? 'simple' : (target.format ?? (call.wantsSimple ? 'simple' : 'raw'));
    const note = (text: string): void => void notes.push(text);
    const body = createResponseBody(parts, call, { params: target.params, format, note });
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
  { responders, world, rawUserLayout }: ResponseDependencies & ResponseStyle,
  call: RoutedCall,
  read: Pick<SandboxRequest, 'format' | 'note'> & Pick<ParsedRequestTarget, 'params'>,
): unknown {
  const { endpoint } = call;
  const responder = responders[endpoint.id];
  if (responder === undefined) throw new Error(`No response is implemented for ${endpoint.id}`);
  const body = parseJsonBody(endpoint, call.body);
  const reserved = findReservedError(endpoint, read.params);
  if (reserved !== undefined) throw new RefusalError(reserved);
  const isSearchLenient = call.aliasPath?.startsWith('/search_v2') ?? false;
  const params = readParams(endpoint, read.params, read.note);
  const response = responder({ ...read, params, endpoint, body, isSearchLenient, world, rawUserLayout });
  if (response.kind === 'body') return response.body;
  const texts = endpoint.method === 'POST' ? toBodyFieldTexts(body) : read.params;
  const { cursor } = texts;
  const isSearch = endpoint.service === 'primary' && endpoint.path === '/search';
  // assumption T1
  if (isSearch && cursor === undefined && response.length === 0) throw new RefusalError(emptyTimelineError);
  return cutPageAndMakeBody(response, cursor, toCursorScope(endpoint, texts, world));
}

/**
 * Only a POST endpoint reads its body; the primary search's POST aliases don't (primary reference, GET /search).
 * @throws RefusalError if the body isn't JSON
 */
export function parseJsonBody(endpoint: Endpoint, body: RequestBody): unknown {
  return endpoint.method === 'POST' ? parseJson(body) : undefined;
}

/** @throws RefusalError if the body isn't JSON */
export function parseJson(body: RequestBody): unknown {
  if (body.kind === 'none') return undefined;
  if (body.kind === 'unreadable') return throwRefusal(400, body.reason);
  try {
    return JSON.parse(body.text) as unknown;
  } catch {
    return throwRefusal(400, 'The body is not JSON'); // the parser's message would quote the body
  }
}

/** A JSON body's fields as query strings, from which the cursor's scope is made (assumption 7.11). */
function toBodyFieldTexts(body: unknown): ParamTexts {
  if (typeof body !== 'object' || body === null) return {};
  const entries = Object.entries(body).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return Object.fromEntries(entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]));
}

/** Primary reference, User-scoped endpoints; assumption 1.14. */
export function encodeCursor(scope: CursorScope, { offset, direction }: CursorPosition): string {
  const hash = createHash('sha256').update(serializeCursorScope(scope)).update(`\n${direction}\n${offset}`).digest();
  switch (scope.format) {
    case 'digits': {
      const lead = direction === 'top' ? '-1' : direction === 'end' ? '0' : String(hash.readBigUInt64BE(4) | 1n);
      return `${lead}|${(BigInt(hash.readUInt32BE(0)) << 32n) | BigInt(offset)}`;
    }
    case 'opaque': {
      const bytes = Buffer.alloc(13);
      bytes.writeUInt8(directions.indexOf(direction), 0);
      bytes.writeUInt32BE(offset, 1);
      hash.copy(bytes, 5, 0, bytes.length - 5);
      return `DAAC${bytes.toString('base64url')}`;
    }
  }
}

function decodeCursor(scope: CursorScope, text: string): CursorPosition | undefined {
  const position = scope.format === 'digits' ? parseDigitsCursor(text) : parseOpaqueCursor(text);
  // encoding it again finds any change to the text
  return position !== undefined && encodeCursor(scope, position) === text ? position : undefined;
}

function parseDigitsCursor(text: string): CursorPosition | undefined {
  const match = /^(-1|\d{1,20})\|(\d{1,20})$/.exec(text);
  return match === null
    ? undefined
    : {
        offset: Number(BigInt(match[2] ?? '0') & 0xffffffffn),
        direction: match[1] === '-1' ? 'top' : match[1] === '0' ? 'end' : 'bottom',
      };
}

function parseOpaqueCursor(text: string): CursorPosition | undefined {
  const bytes = /^DAAC[\w-]{18}$/.test(text) ? Buffer.from(text.slice(4), 'base64url') : undefined;
  const direction = bytes === undefined ? undefined : directions[bytes.readUInt8(0)];
  return bytes === undefined || direction === undefined ? undefined : { offset: bytes.readUInt32BE(1), direction };
}

function serializeCursorScope({ endpointId, texts }: CursorScope): string {
  const entries = Object.entries(texts).filter(([name]) => !pageParamNames.has(name));
  return JSON.stringify([endpointId, entries.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** The scope is the same for all spellings of a query. */
export function toCursorScope(endpoint: Endpoint, texts: ParamTexts, world: Pick<SandboxWorld, 'accountByHandle'>): CursorScope {
  const format = endpoint.service === 'primary' && digitCursorPathPattern.test(endpoint.path) ? 'digits' : 'opaque';
  const { shape } = endpoint.params;
  const values = Object.entries(replaceHandleWithUserId(texts, world)).map(
    ([name, text]) => [name, decodeParamText(shape[name], text)] as const,
  );
  const normalized = Object.entries(normalizeParams(endpoint, Object.fromEntries(values))).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [name, shape[name]?.meta()?.['isName'] === true ? text.toLowerCase() : text] as const;
  });
  return { endpointId: endpoint.id, texts: Object.fromEntries(normalized), format };
}

function replaceHandleWithUserId(texts: ParamTexts, world: Pick<SandboxWorld, 'accountByHandle'>): ParamTexts {
  const { username, userId, ...others } = texts;
  const account = username === undefined ? undefined : world.accountByHandle(stripAtSign(username));
  return account === undefined || userId === undefined ? texts : { ...others, userId: account.id };
}

/**
 * Cuts a page out of a sequence and creates its cursors (assumptions T2, 1.13, 1.15, 7.13, 7.21). A page after the end is empty.
 * @param cursor undefined for the first page
 * @throws RefusalError for a different query's cursor
 */
export function cutPageAndMakeBody(response: SequenceResponse, cursor: string | undefined, scope: CursorScope): unknown {
  const position = cursor === undefined ? undefined : decodeCursor(scope, cursor);
  if (cursor !== undefined && position === undefined) {
    return throwRefusal(400, 'The cursor does not belong to this question');
  }
  if (position?.direction === 'rest') {
    return response.toRestBody === undefined || position.offset >= response.length
      ? throwRefusal(400, 'The cursor leads nowhere')
      : response.toRestBody(position.offset);
  }
  // ancestors can fill a thread's first page; every later page makes progress
  const size = position === undefined ? response.pageSize : Math.max(1, response.pageSize);
  const start = Math.min(position?.offset ?? 0, response.length);
  const end = Math.min(start + size, response.length);
  const top = encodeCursor(scope, { offset: Math.max(0, start - size), direction: 'top' });
  const isEnd = end >= response.length;
  const bottom = encodeCursor(scope, { offset: end, direction: isEnd ? 'end' : 'bottom' });
  return response.toBody({
    ...{ start, end, isEnd, top, bottom },
    next: isEnd ? null : bottom,
    previous: start > 0 ? top : null,
    isFirst: position === undefined,
    cursorToRest: (index) => encodeCursor(scope, { offset: index, direction: 'rest' }),
  });
}
