import { toTweetRecord } from '../world/toTweetRecord.ts';
import type { Account, WorldPost } from '../world/world.ts';
import type { AnswererResult, AnswerPage, SandboxQuestion } from './answer.ts';
import type { PageBounds } from '../upstream/timeline.ts';

export function toWholeBodyAnswer(value: unknown): AnswererResult {
  return { kind: 'body', body: value };
}

export type RawPageFormatter<T> = (items: readonly T[], page: PageBounds) => unknown;

function noteRawShapeIsUndocumented(question: SandboxQuestion): void {
  if (question.format === 'raw' && question.endpoint.service === 'primary') {
    question.note('no document shows the raw format of this endpoint: the simple format is returned');
  }
}

/**
 * A collection of the simple format, cut from a sequence (primary reference, Simple-format envelope), or what upstream sends.
 * @param toRaw makes the raw body; undefined where no document shows it, and the answer then says so
 */
export function toCollectionAnswer<T>(
  question: SandboxQuestion<'count'>,
  items: readonly T[],
  toRecord: (item: T, index: number) => unknown,
  toRaw: RawPageFormatter<T> | undefined,
  pageSize = question.params.count,
): AnswererResult {
  if (question.format === 'raw' && toRaw !== undefined) {
    return toPagedAnswer(items, pageSize, toRaw);
  }
  noteRawShapeIsUndocumented(question);
  return toPagedAnswer(items, pageSize, (shown, page) =>
    toCollectionEnvelope(
      shown.map((item, at) => toRecord(item, page.start + at)),
      page,
    ),
  );
}

export function toPagedAnswer<T>(
  items: readonly T[],
  pageSize: number,
  toBody: (items: readonly T[], page: AnswerPage) => unknown,
): AnswererResult {
  const { length } = items;
  return { kind: 'sequence', length, pageSize, toBody: (page) => toBody(items.slice(page.start, page.end), page) };
}

export function toPostCollectionAnswer(
  question: SandboxQuestion<'count'>,
  posts: readonly WorldPost[],
  toRaw: RawPageFormatter<WorldPost>,
): AnswererResult {
  return toCollectionAnswer(question, posts, (post) => toTweetRecord(question.world, post), toRaw);
}

export function toAccountCollectionAnswer(
  question: SandboxQuestion<'count'>,
  accounts: readonly Account[],
  toRaw: RawPageFormatter<Account>,
  pageSize?: number,
): AnswererResult {
  return toCollectionAnswer(question, accounts, (account) => account.record, toRaw, pageSize);
}

export function toCollectionEnvelope(
  data: readonly unknown[],
  { next, previous }: Pick<AnswerPage, 'next' | 'previous'>,
): unknown {
  return { data, nextCursor: next, previousCursor: previous, hasNextPage: next !== null };
}

export const noCursors = { next: null, previous: null } as const;

export function toUnpagedCollectionAnswer(data: readonly unknown[]): AnswererResult {
  return toWholeBodyAnswer(toCollectionEnvelope(data, noCursors));
}

export function toSingleAnswer(question: SandboxQuestion, data: unknown, toRaw: (() => unknown) | undefined): AnswererResult {
  if (question.format === 'raw' && toRaw !== undefined) {
    return toWholeBodyAnswer(toRaw());
  }
  noteRawShapeIsUndocumented(question);
  return toWholeBodyAnswer({ data });
}

export function toServiceBuiltAnswer(question: SandboxQuestion, value: unknown): AnswererResult {
  return toWholeBodyAnswer(question.format === 'raw' ? value : { data: value });
}

export interface GatewayPageExtras {
  readonly top?: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A page with its count and the cursor of the next one, null at the end (assumption 7.13). */
export function toGatewayPageAnswer<T>(
  items: readonly T[],
  pageSize: number,
  toRecord: (item: T) => unknown,
  more: GatewayPageExtras = {},
): AnswererResult {
  return toPagedAnswer(items, pageSize, (shown, page) => ({
    ...more.top,
    data: shown.map(toRecord),
    meta: { result_count: shown.length, ...more.meta, next_cursor: page.next },
  }));
}

/** The first items of a sequence, as many as `limit` allows, where the reference has no cursor. */
export function toFirstResultsAnswer<T>(
  question: SandboxQuestion<'limit'>,
  items: readonly T[],
  toRecord: (item: T) => unknown,
): AnswererResult {
  const data = items.slice(0, question.params.limit).map(toRecord);
  return toWholeBodyAnswer({ data, meta: { result_count: data.length } });
}
