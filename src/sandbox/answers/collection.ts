import { tweetRecord } from '../world/tweetRecord.ts';
import type { Account, WorldPost, Sequence } from '../world/world.ts';
import type { SandboxAnswer, AnswerPage, SandboxQuestion } from './answer.ts';
import { inWireOrder } from '../upstream/rawUser.ts';
import type { PageEdges } from '../upstream/timeline.ts';

/** A whole body. */
export function body(value: unknown): SandboxAnswer {
  return { kind: 'body', body: value };
}

/** A raw body from the items of a page. */
export type ToRawPage<T> = (items: readonly T[], page: PageEdges) => unknown;

/** Says that the answer is not the upstream platform's own JSON, because nothing documents it. */
function noteSimpleShape(question: SandboxQuestion): void {
  if (question.format === 'raw' && question.endpoint.service === 'primary') {
    question.note('no document shows the raw format of this endpoint: the simple shape is answered');
  }
}

/**
 * A collection of the simple format, cut from a sequence (primary reference, Simple-format envelope), or what upstream sends.
 * @param toRaw makes the raw body; undefined where no document shows it, and the answer then says so
 */
export function collection<T>(
  question: SandboxQuestion<'count'>,
  items: Sequence<T>,
  toRecord: (item: T) => unknown,
  toRaw: ToRawPage<T> | undefined,
  pageSize = question.params.count,
): SandboxAnswer {
  if (question.format === 'raw' && toRaw !== undefined) {
    return paged(items, pageSize, (shown, page) => inWireOrder(question, toRaw(shown, page)));
  }
  noteSimpleShape(question);
  return paged(items, pageSize, (shown, page) => toCollection(shown.map(toRecord), page));
}

/** A sequence, cut by the server. */
export function paged<T>(
  items: Sequence<T>,
  pageSize: number,
  toBody: (items: readonly T[], page: AnswerPage) => unknown,
): SandboxAnswer {
  const { length } = items;
  return { kind: 'sequence', length, pageSize, toBody: (page) => toBody(items.slice(page.start, page.end), page) };
}

export function postCollection(
  question: SandboxQuestion<'count'>,
  posts: Sequence<WorldPost>,
  toRaw: ToRawPage<WorldPost>,
): SandboxAnswer {
  return collection(question, posts, (post) => tweetRecord(question.world, post), toRaw);
}

export function accountCollection(
  question: SandboxQuestion<'count'>,
  accounts: Sequence<Account>,
  toRaw: ToRawPage<Account>,
  pageSize?: number,
): SandboxAnswer {
  return collection(question, accounts, (account) => account.record, toRaw, pageSize);
}

/** The envelope around a page. */
export function toCollection(data: readonly unknown[], { next, previous }: Pick<AnswerPage, 'next' | 'previous'>): unknown {
  return { data, nextCursor: next, previousCursor: previous, hasNextPage: next !== null };
}

/** Of what has no further pages. */
export const noCursors = { next: null, previous: null } as const;

/** A collection without further pages. */
export function wholeCollection(data: readonly unknown[]): SandboxAnswer {
  return body(toCollection(data, noCursors));
}

/** A single object of the simple format, or what upstream sends. */
export function single(question: SandboxQuestion, data: unknown, toRaw: (() => unknown) | undefined): SandboxAnswer {
  if (question.format === 'raw' && toRaw !== undefined) {
    return body(inWireOrder(question, toRaw()));
  }
  noteSimpleShape(question);
  return body({ data });
}

/** What the service builds itself: the value as it is when raw, inside `data` when simple. */
export function built(question: SandboxQuestion, value: unknown): SandboxAnswer {
  return body(question.format === 'raw' ? value : { data: value });
}

/** What stands beside the items of a page of the gateway, and in its `meta`. */
export interface PageExtras {
  readonly top?: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A page with its count and the cursor of the next one, null at the end (assumption 7.13). */
export function gatewayPage<T>(
  items: Sequence<T>,
  pageSize: number,
  toRecord: (item: T) => unknown,
  more: PageExtras = {},
): SandboxAnswer {
  return paged(items, pageSize, (shown, page) => ({
    ...more.top,
    data: shown.map(toRecord),
    meta: { result_count: shown.length, ...more.meta, next_cursor: page.next },
  }));
}

/** The first items of a sequence, as many as `limit` allows, where the reference has no cursor. */
export function firstResults<T>(
  question: SandboxQuestion<'limit'>,
  items: Sequence<T>,
  toRecord: (item: T) => unknown,
): SandboxAnswer {
  const data = items.slice(0, question.params.limit).map(toRecord);
  return body({ data, meta: { result_count: data.length } });
}
