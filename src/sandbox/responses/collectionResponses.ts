import { toTweetRecord } from '../world/toTweetRecord.ts';
import type { Account, WorldPost } from '../world/world.ts';
import type { ResponderResult, ResponsePage, SandboxRequest } from './response.ts';
import type { PageBounds } from '../upstream/timeline.ts';

export function toWholeBodyResponse(value: unknown): ResponderResult {
  return { kind: 'body', body: value };
}

export type RawPageFormatter<T> = (items: readonly T[], page: PageBounds) => unknown;

function noteRawSchemaIsUndocumented(query: SandboxRequest): void {
  if (query.format === 'raw') query.note('no document shows the raw format of this endpoint: the simple format is returned');
}

/**
 * A collection's page, simple (primary reference, Simple-format envelope) or raw.
 * @param toRaw undefined if no document shows the raw format: the response is simple and has a note
 */
export function toCollectionResponse<T>(
  query: SandboxRequest<'count'>,
  items: readonly T[],
  toRecord: (item: T, index: number) => unknown,
  toRaw: RawPageFormatter<T> | undefined,
  pageSize = query.params.count,
): ResponderResult {
  if (query.format === 'raw' && toRaw !== undefined) return toPagedResponse(items, pageSize, toRaw);
  noteRawSchemaIsUndocumented(query);
  return toPagedResponse(items, pageSize, (shown, page) =>
    toCollectionEnvelope(
      shown.map((item, at) => toRecord(item, page.start + at)),
      page,
    ),
  );
}

export function toPagedResponse<T>(
  items: readonly T[],
  pageSize: number,
  toBody: (items: readonly T[], page: ResponsePage) => unknown,
): ResponderResult {
  const { length } = items;
  return { kind: 'sequence', length, pageSize, toBody: (page) => toBody(items.slice(page.start, page.end), page) };
}

export function toPostCollectionResponse(
  query: SandboxRequest<'count'>,
  posts: readonly WorldPost[],
  toRaw: RawPageFormatter<WorldPost>,
): ResponderResult {
  return toCollectionResponse(query, posts, (post) => toTweetRecord(query.world, post), toRaw);
}

export function toAccountCollectionResponse(
  query: SandboxRequest<'count'>,
  accounts: readonly Account[],
  toRaw: RawPageFormatter<Account>,
  pageSize?: number,
): ResponderResult {
  return toCollectionResponse(query, accounts, (account) => account.record, toRaw, pageSize);
}

export function toCollectionEnvelope(
  data: readonly unknown[],
  { next, previous }: Pick<ResponsePage, 'next' | 'previous'>,
): unknown {
  return { data, nextCursor: next, previousCursor: previous, hasNextPage: next !== null };
}

export const noCursors = { next: null, previous: null } as const;

export function toUnpagedCollectionResponse(data: readonly unknown[]): ResponderResult {
  return toWholeBodyResponse(toCollectionEnvelope(data, noCursors));
}

export function toSingleResponse(query: SandboxRequest, data: unknown, toRaw: (() => unknown) | undefined): ResponderResult {
  if (query.format === 'raw' && toRaw !== undefined) return toWholeBodyResponse(toRaw());
  noteRawSchemaIsUndocumented(query);
  return toWholeBodyResponse({ data });
}

export function toServiceBuiltResponse(query: SandboxRequest, value: unknown): ResponderResult {
  return toWholeBodyResponse(query.format === 'raw' ? value : { data: value });
}

export interface GatewayPageExtras {
  readonly top?: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** `next_cursor` is null on the last page (assumption 7.13). */
export function toGatewayPageResponse<T>(
  items: readonly T[],
  pageSize: number,
  toRecord: (item: T) => unknown,
  more: GatewayPageExtras = {},
): ResponderResult {
  return toPagedResponse(items, pageSize, (shown, page) => ({
    ...more.top,
    data: shown.map(toRecord),
    meta: { result_count: shown.length, ...more.meta, next_cursor: page.next },
  }));
}

/** The first `limit` items, for endpoints without a cursor. */
export function toFirstResultsResponse<T>(
  query: SandboxRequest<'limit'>,
  items: readonly T[],
  toRecord: (item: T) => unknown,
): ResponderResult {
  const data = items.slice(0, query.params.limit).map(toRecord);
  return toWholeBodyResponse({ data, meta: { result_count: data.length } });
}
