import type { Sequence } from '../world/world.ts';
import type { Answer, AnswerPage, Question } from './answer.ts';
import { body } from './hints.ts';

/** Says that the answer is not the upstream platform's own JSON. */
export function noteSimpleShape(question: Question): void {
  if (question.format === 'raw' && question.endpoint.service === 'primary') {
    question.note('raw format is not simulated yet; simple shape answered');
  }
}

/** A collection of the simple format, cut from a sequence (primary reference, Simple-format envelope). */
export function collection<T>(question: Question, items: Sequence<T>, pageSize: number, toRecord: (item: T) => unknown): Answer {
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
export function toCollection(page: AnswerPage): unknown {
  return { data: page.items, nextCursor: page.next, previousCursor: page.previous, hasNextPage: page.next !== null };
}

/** A collection without further pages: its cursors are null. */
export function wholeCollection(question: Question, data: readonly unknown[]): Answer {
  noteSimpleShape(question);
  return body({ data, nextCursor: null, previousCursor: null, hasNextPage: false });
}

/** A single object of the simple format. */
export function single(question: Question, data: unknown): Answer {
  noteSimpleShape(question);
  return body({ data });
}

/** What the service builds itself: the value as it is when raw, inside `data` when simple. */
export function built(question: Question, value: unknown): Answer {
  return body(question.format === 'raw' ? value : { data: value });
}
