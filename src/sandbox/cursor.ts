import type { Endpoint } from '../client/endpoint.ts';
import { normalizeParams, pageParamNames } from '../client/endpoints/normalizeParams.ts';
import { decodeParamText } from '../client/wire.ts';
import type { ResponderResult } from './responses/response.ts';
import { stripAtSign } from './responses/params.ts';
import { createHash } from './nodeCrypto.ts';
import { throwRefusal } from './reserved/refusals.ts';
import type { SandboxWorld } from './world/world.ts';

type ParamTexts = Readonly<Record<string, string>>;

/** How a cursor looks: `digits` as in follower pages (`<digits>|<digits>`, Top `-1|…`, at the end `0|…`), `opaque` everywhere else. */
export type CursorFormat = 'digits' | 'opaque';

/** A place in the response to one query. Cursors hold it whole, so nothing is kept between calls (assumption 1.14). */
export interface CursorPosition {
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

type SequenceResponse = Extract<ResponderResult, { readonly kind: 'sequence' }>;

/** The paths whose cursors read `<digits>|<digits>` (primary reference, User-scoped endpoints); members of lists have the same upstream. */
const digitCursorPathPattern = /^(\/user\/\{userId\}\/(followers|followings|verifiedFollowers)|\/lists\/(members|followers))$/;

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
