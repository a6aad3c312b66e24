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
import { createHash } from './nodeCrypto.ts';
import type { SandboxWorld } from './world/world.ts';

type ParamTexts = Readonly<Record<string, string>>;

/** How a cursor looks: `digits` as in follower pages (`<digits>|<digits>`, Top `-1|…`, at the end `0|…`), `opaque` everywhere else. */
type CursorFormat = 'digits' | 'opaque';

/** A place in the response to one query. Cursors hold it whole, so nothing is kept between calls (assumption 1.14). */
interface CursorPosition {
  readonly offset: number;
  /** `bottom` leads on, `top` leads back, `end` leads behind the last item, `rest` to what the item at the offset leaves out. */
  readonly direction: (typeof directions)[number];
}

/** What a cursor belongs to: it is refused by any other question (assumption 1.13). */
export interface CursorScope {
  readonly endpointId: string;
  /** Parameter texts by name; the ones that only say how to page are left out here. */
  readonly texts: ParamTexts;
  readonly spelling: CursorFormat;
}

const maxOffset = 2 ** 32 - 1;

const opaqueCursorByteLength = 16;

const directions = ['end', 'top', 'bottom', 'rest'] as const;

type SequenceResponse = Extract<ResponderResult, { readonly kind: 'sequence' }>;

/** The paths whose cursors read `<digits>|<digits>` (primary reference, User-scoped endpoints); members of lists have the same upstream. */
const digitCursorPathPattern = /^(\/user\/\{userId\}\/(followers|followings|verifiedFollowers)|\/lists\/(members|followers))$/;

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

/** Writes a cursor (primary reference, User-scoped endpoints; assumption 1.14). */
export function encodeCursor(owner: CursorScope, place: CursorPosition): string {
  const hash = createHash('sha256').update(serializeCursorScope(owner)).update(`\n${place.direction}\n${place.offset}`).digest();
  switch (owner.spelling) {
    case 'digits': {
      const lead = place.direction === 'top' ? '-1' : place.direction === 'end' ? '0' : String(hash.readBigUInt64BE(4) | 1n);
      return `${lead}|${(BigInt(hash.readUInt32BE(0)) << 32n) | BigInt(place.offset)}`;
    }
    case 'opaque': {
      const bytes = Buffer.alloc(opaqueCursorByteLength - 3);
      bytes.writeUInt8(directions.indexOf(place.direction), 0);
      bytes.writeUInt32BE(place.offset, 1);
      hash.copy(bytes, 5, 0, bytes.length - 5);
      return `DAAC${bytes.toString('base64url')}`;
    }
  }
}

function decodeCursor(owner: CursorScope, text: string): CursorPosition | undefined {
  const place = owner.spelling === 'digits' ? parseDigitsCursor(text) : parseOpaqueCursor(text);
  // one way only to write a place: whatever was altered, in the hash or around it, no longer matches
  return place !== undefined && encodeCursor(owner, place) === text ? place : undefined;
}

function parseDigitsCursor(text: string): CursorPosition | undefined {
  const match = /^(-1|\d{1,20})\|(\d{1,20})$/.exec(text);
  return match === null
    ? undefined
    : {
        offset: Number(BigInt(match[2] ?? '0') & BigInt(maxOffset)),
        direction: match[1] === '-1' ? 'top' : match[1] === '0' ? 'end' : 'bottom',
      };
}

function parseOpaqueCursor(text: string): CursorPosition | undefined {
  const bytes = /^DAAC[\w-]{18}$/.test(text) ? Buffer.from(text.slice(4), 'base64url') : undefined;
  const direction = bytes === undefined ? undefined : directions[bytes.readUInt8(0)];
  return bytes === undefined || direction === undefined ? undefined : { offset: bytes.readUInt32BE(1), direction };
}

function serializeCursorScope(owner: CursorScope): string {
  const entries = Object.entries(owner.texts).filter(([name]) => !pageParamNames.has(name));
  return JSON.stringify([owner.endpointId, entries.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** Whose cursors a response takes and gives: the same for all ways to put one query. */
export function toCursorScope(endpoint: Endpoint, texts: ParamTexts, world: Pick<SandboxWorld, 'accountByHandle'>): CursorScope {
  const spelling = endpoint.service === 'primary' && digitCursorPathPattern.test(endpoint.path) ? 'digits' : 'opaque';
  const { shape } = endpoint.params;
  const values = Object.entries(replaceHandleWithUserId(texts, world)).map(
    ([name, text]) => [name, decodeParamText(shape[name], text)] as const,
  );
  const meant = normalizeParams(endpoint, Object.fromEntries(values));
  const meantTexts: [string, string][] = Object.entries(meant).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [name, shape[name]?.meta()?.['isName'] === true ? text.toLowerCase() : text];
  });
  return { endpointId: endpoint.id, texts: Object.fromEntries(meantTexts), spelling };
}

function replaceHandleWithUserId(texts: ParamTexts, world: Pick<SandboxWorld, 'accountByHandle'>): ParamTexts {
  const { username, userId, ...others } = texts;
  const account = username === undefined ? undefined : world.accountByHandle(stripAtSign(username));
  return account === undefined || userId === undefined ? texts : { ...others, userId: account.id };
}

/**
 * Cuts one page out of a sequence and makes the cursors around it (assumptions T2, 1.13, 1.15, 7.13, 7.21).
 * Past the end the page is empty, and no error.
 * @param cursor the cursor of the call; undefined for the first page
 * @throws RefusalError for a cursor of another query
 */
export function cutPageAndMakeBody(response: SequenceResponse, cursor: string | undefined, owner: CursorScope): unknown {
  const place = cursor === undefined ? undefined : decodeCursor(owner, cursor);
  if (cursor !== undefined && place === undefined) {
    return throwRefusal(400, 'The cursor does not belong to this question');
  }
  if (place?.direction === 'rest') {
    return response.toRestBody === undefined || place.offset >= response.length
      ? throwRefusal(400, 'The cursor leads nowhere')
      : response.toRestBody(place.offset);
  }
  // a first page may be full of what stands in front of the sequence; behind it each page leads on
  const size = place === undefined ? response.pageSize : Math.max(1, response.pageSize);
  const start = Math.min(place?.offset ?? 0, response.length);
  const end = Math.min(start + size, response.length);
  const top = encodeCursor(owner, { offset: Math.max(0, start - size), direction: 'top' });
  const isEnd = end >= response.length;
  const bottom = encodeCursor(owner, { offset: end, direction: isEnd ? 'end' : 'bottom' });
  return response.toBody({
    // raw pages have both cursors wherever they stand; the last one's leads to a page without items (assumptions T2, T9)
    ...{ start, end, isEnd, top, bottom },
    next: isEnd ? null : bottom,
    previous: start > 0 ? top : null,
    isFirst: place === undefined,
    cursorToRest: (index) => encodeCursor(owner, { offset: index, direction: 'rest' }),
  });
}
