import type { PagesOptions } from './client.ts';
import type { Endpoint, ParamsOf } from './endpoint.ts';
import { SocialDataError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { readRawPage } from './upstream/readRawPage.ts';

/** What is read of a page to follow on. */
interface PageFacts {
  readonly next: string | undefined;
  /** undefined: the items cannot be told apart. */
  readonly itemIds: readonly string[] | undefined;
}

/**
 * Follows the cursors of an endpoint. Every page is a call, so it ends as soon as there is reason to: no next cursor, a cursor
 * that was sent before, a page with nothing new, an empty search behind a cursor (decisions T2, T9).
 */
export async function* followPages<E extends Endpoint, V>(
  endpoint: E,
  params: ParamsOf<E>,
  options: PagesOptions,
  callPage: (params: ParamsOf<E>) => Promise<Exchange<V>>,
): AsyncGenerator<Exchange<V>, void, void> {
  const sent = new Set<string>();
  const seen = new Set<string>();
  let pageParams = params;
  for (let page = 0; page < (options.maxPages ?? Number.POSITIVE_INFINITY); page += 1) {
    const exchange = await pageOrEnd(callPage(pageParams), page > 0);
    if (exchange === undefined) {
      return;
    }
    yield exchange;
    const facts = exchange.request.format === 'raw' ? rawFacts(exchange.value) : simpleFacts(endpoint, exchange.value);
    const isNew = facts.itemIds === undefined || facts.itemIds.some((id) => !seen.has(id));
    if (facts.next === undefined || endpoint.paging === undefined || sent.has(facts.next) || !isNew) {
      return;
    }
    sent.add(facts.next);
    for (const id of facts.itemIds ?? []) {
      seen.add(id);
    }
    pageParams = { ...pageParams, [endpoint.paging.param]: facts.next };
  }
}

/**
 * The parameters that lead to the next page of an answer. Makes no call.
 * @returns undefined when the answer leads no further: no cursor, or a page without items
 */
export function nextParams(
  endpoint: Endpoint,
  exchange: { readonly request: Pick<Exchange['request'], 'format' | 'params'>; readonly value: unknown },
): Readonly<Record<string, unknown>> | undefined {
  const { format, params } = exchange.request;
  const { next, itemIds } = format === 'raw' ? rawFacts(exchange.value) : simpleFacts(endpoint, exchange.value);
  if (endpoint.paging === undefined || next === undefined || itemIds?.length === 0) {
    return undefined;
  }
  return { ...params, [endpoint.paging.param]: next };
}

async function pageOrEnd<V>(page: Promise<Exchange<V>>, hasCursor: boolean): Promise<Exchange<V> | undefined> {
  try {
    return await page;
  } catch (error) {
    if (hasCursor && error instanceof SocialDataError && error.kind === 'noResults') {
      return undefined;
    }
    throw error;
  }
}

function rawFacts(value: unknown): PageFacts {
  const { bottomCursor, itemIds } = readRawPage(value);
  return { next: bottomCursor, itemIds };
}

function simpleFacts(endpoint: Endpoint, value: unknown): PageFacts {
  const next = at(value, endpoint.paging?.next ?? []);
  const [{ at: place, id } = { at: [], id: undefined }] = endpoint.yields;
  const items = at(value, place);
  const hasMore = at(value, ['hasNextPage']) !== false;
  const ids = Array.isArray(items) ? items.map((item) => (id === undefined ? undefined : at(item, [id]))) : [];
  return {
    next: hasMore && typeof next === 'string' && next !== '' ? next : undefined,
    itemIds: ids.every((id) => typeof id === 'string') ? ids : undefined,
  };
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
    value,
  );
}
