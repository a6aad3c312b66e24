import type { Sequence } from '../world/world.ts';
import type { Answer, AnswerPage, Question } from './answer.ts';
import { inWireOrder } from '../upstream/rawUser.ts';
import type { PageEdges } from '../upstream/timeline.ts';
import { body } from './hints.ts';

/** A raw body from the items of a page. */
export type ToRawPage<T> = (items: readonly T[], page: PageEdges) => unknown;

/** Says that the answer is not the upstream platform's own JSON, because nothing documents it. */
function noteSimpleShape(question: Question): void {
  if (question.format === 'raw' && question.endpoint.service === 'primary') {
    question.note('no document shows the raw format of this endpoint: the simple shape is answered');
  }
}

/**
 * A collection of the simple format, cut from a sequence (primary reference, Simple-format envelope), or what upstream sends.
 * @param toRaw makes the raw body; undefined where no document shows it, and the answer then says so
 */
export function collection<T>(
  question: Question,
  items: Sequence<T>,
  pageSize: number,
  toRecord: (item: T) => unknown,
  toRaw: ToRawPage<T> | undefined,
): Answer {
  if (question.format === 'raw' && toRaw !== undefined) {
    return {
      kind: 'sequence',
      length: items.length,
      pageSize,
      slice: (start, end) => items.slice(start, end),
      toBody: (page) => inWireOrder(question, toRaw(items.slice(page.start, page.end), page)),
    };
  }
  noteSimpleShape(question);
  return {
    kind: 'sequence',
    length: items.length,
    pageSize,
    slice: (start, end) => items.slice(start, end).map(toRecord),
    toBody: toCollection,
  };
}

/** The envelope around a page. */
export function toCollection(page: Pick<AnswerPage, 'items' | 'next' | 'previous'>): unknown {
  return { data: page.items, nextCursor: page.next, previousCursor: page.previous, hasNextPage: page.next !== null };
}

/** A collection without further pages: its cursors are null. */
export function wholeCollection(data: readonly unknown[]): Answer {
  return body({ data, nextCursor: null, previousCursor: null, hasNextPage: false });
}

/**
 * A single object of the simple format, or what upstream sends.
 * @param toRaw makes the raw body; undefined where no document shows it, and the answer then says so
 */
export function single(question: Question, data: unknown, toRaw: (() => unknown) | undefined): Answer {
  if (question.format === 'raw' && toRaw !== undefined) {
    return body(inWireOrder(question, toRaw()));
  }
  noteSimpleShape(question);
  return body({ data });
}

/** What the service builds itself: the value as it is when raw, inside `data` when simple. */
export function built(question: Question, value: unknown): Answer {
  return body(question.format === 'raw' ? value : { data: value });
}
