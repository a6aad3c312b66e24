import type { Endpoint } from '../client/endpoint.ts';
import type { Answer } from './answers/answer.ts';
import { type CursorOwner, decodeCursor, encodeCursor } from './cursor.ts';

type SequenceAnswer = Extract<Answer, { readonly kind: 'sequence' }>;

/** The paths whose cursors read `<digits>|<digits>` (primary reference, User-scoped endpoints); members of lists have the same upstream. */
const digitPaths = /^(\/user\/\{userId\}\/(followers|followings|verifiedFollowers)|\/lists\/(members|followers))$/;

/** Whose cursors an answer takes and gives. */
export function cursorOwner(endpoint: Endpoint, texts: Readonly<Record<string, string>>, seed: number): CursorOwner {
  const spelling = endpoint.service === 'primary' && digitPaths.test(endpoint.path) ? 'digits' : 'opaque';
  return { seed, endpointId: endpoint.id, texts, spelling };
}

/**
 * Cuts one page out of a sequence and makes the cursors around it (decisions T2, 1.13, 1.15, 7.13, 7.21).
 * Past the end the page is empty, and no error.
 * @param cursor the cursor of the call; undefined for the first page
 */
export function cutPage(answer: SequenceAnswer, cursor: string | undefined, owner: CursorOwner): Exclude<Answer, SequenceAnswer> {
  const place = cursor === undefined ? undefined : decodeCursor(owner, cursor);
  if (cursor !== undefined && place === undefined) {
    return { kind: 'error', status: 400, message: 'The cursor does not belong to this question' };
  }
  if (place?.direction === 'rest') {
    return answer.restToBody === undefined || place.offset >= answer.length
      ? { kind: 'error', status: 400, message: 'The cursor leads nowhere' }
      : { kind: 'body', body: answer.restToBody(place.offset) };
  }
  const size = Math.max(1, answer.pageSize);
  const start = Math.min(place?.offset ?? 0, answer.length);
  const end = Math.min(start + size, answer.length);
  const body = answer.toBody({
    items: answer.slice(start, end),
    next: end < answer.length ? encodeCursor(owner, { offset: end, direction: 'bottom' }) : null,
    previous: start > 0 ? encodeCursor(owner, { offset: Math.max(0, start - size), direction: 'top' }) : null,
    isFirst: place === undefined,
    start,
    end,
    // raw pages have both cursors wherever they stand; the last one's leads to a page without items (decisions T2, T9)
    top: encodeCursor(owner, { offset: Math.max(0, start - size), direction: 'top' }),
    bottom: encodeCursor(owner, { offset: end, direction: end < answer.length ? 'bottom' : 'end' }),
    isEnd: end >= answer.length,
    restOf: (index) => encodeCursor(owner, { offset: index, direction: 'rest' }),
  });
  return { kind: 'body', body };
}
