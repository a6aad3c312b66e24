import type { Sequence } from '../world/world.ts';
import type { Answer, Question } from './answer.ts';
import { body, limitHint, refusal } from './hints.ts';

/** A page with its count and the cursor of the next one, null at the end (decision 7.13). */
export function gatewayPage<T>(
  items: Sequence<T>,
  pageSize: number,
  toRecord: (item: T) => unknown,
  more: { readonly top?: Readonly<Record<string, unknown>>; readonly meta?: Readonly<Record<string, unknown>> } = {},
): Answer {
  return {
    kind: 'sequence',
    length: items.length,
    pageSize,
    slice: (start, end) => items.slice(start, end).map(toRecord),
    toBody: (page) => ({
      ...more.top,
      data: page.items,
      meta: { result_count: page.items.length, ...more.meta, next_cursor: page.next },
    }),
  };
}

/** The first items of a sequence, as many as `limit` allows, where the reference has no cursor. */
export function firstResults<T>(question: Question, items: Sequence<T>, toRecord: (item: T) => unknown): Answer {
  const data = items.slice(0, limitHint(question, 20, 100)).map(toRecord);
  return body({ data, meta: { result_count: data.length } });
}

/** The text of a parameter without which there is no answer (decision 7.2). */
export function requiredText(question: Question, name: string, answer: (text: string) => Answer): Answer {
  const text = (question.texts[name] ?? '').trim();
  return text === '' ? refusal(400, `${name} is missing`) : answer(text);
}

/** What has an id, or 404. */
export function foundById<T>(
  question: Question,
  name: string,
  find: (id: string) => T | undefined,
  answer: (found: T) => Answer,
): Answer {
  const id = question.texts[name] ?? '';
  const found = find(id);
  return found === undefined ? refusal(404, `There is nothing with the ${name} ${id}`) : answer(found);
}
