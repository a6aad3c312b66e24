import type { CallOptions } from './policies/send.ts';
import type { Endpoint, EndpointResult } from './endpoint.ts';
import { SocialDataError } from './errors.ts';
import type { ApiResponse, Exchange } from './exchange.ts';
import { toRawFields, getValueAtPath } from './records/fieldValues.ts';
import { readRawPagingInfo } from './upstream/readRawPagingInfo.ts';

interface PagingFacts {
  readonly next: string | undefined;
  /** The response says that more pages follow, even if this one is empty. */
  readonly saysMore: boolean;
  /** Undefined if the items don't have ids. */
  readonly itemIds: readonly string[] | undefined;
}

type PageParams = Readonly<Record<string, unknown>>;

type PagedEndpoint = Pick<Endpoint, 'paging' | 'yields'>;

/** The number of consecutive pages without new items after which iteration ends. */
export const maxEmptyPages = 3;

/**
 * Finds a query's next page. Paging ends without a next cursor, at a cursor that was sent before, at `hasNextPage: false`,
 * or at an empty search after the first page. A page without new items also ends it, unless the response says that more follows
 * or is upstream JSON without items, which occurs between pages (assumptions T2, T9). Such pages are counted because each is
 * billed.
 */
export class PageTrail {
  readonly #endpoint: PagedEndpoint;
  readonly #cursors = new Set<string>();
  readonly #itemIds = new Set<string>();
  #next: PageParams | undefined;
  /** The number of consecutive pages that have no new items but say more follows. */
  #emptyPages = 0;

  /** @param params the first page's parameters */
  constructor(endpoint: PagedEndpoint, params: PageParams) {
    this.#endpoint = endpoint;
    this.#next = params;
  }

  /** Undefined after the last page. */
  get next(): PageParams | undefined {
    return this.#next;
  }

  /** Whether to ask before continuing, because too many pages were empty. */
  get isStalled(): boolean {
    return this.#next !== undefined && this.#emptyPages >= maxEmptyPages;
  }

  /** @param hasNewItems if the caller knows it */
  addPage(exchange: PagedResponse, hasNewItems?: boolean): void {
    const { next, saysMore, itemIds } = readPagingFacts(this.#endpoint, exchange);
    const isNew = hasNewItems ?? this.#addItems(itemIds);
    this.#emptyPages = isNew ? 0 : this.#emptyPages + 1;
    const sent: unknown = exchange.request.params['cursor'];
    if (typeof sent === 'string') {
      this.#cursors.add(sent);
    }
    const isPaged = this.#endpoint.paging !== undefined;
    const leadsOn = isPaged && next !== undefined && !this.#cursors.has(next) && (isNew || saysMore);
    this.#next = leadsOn ? { ...exchange.request.params, cursor: next } : undefined;
  }

  end(): void {
    this.#next = undefined;
  }

  /** @returns whether one is new */
  #addItems(itemIds: PagingFacts['itemIds']): boolean {
    const isNew = itemIds === undefined || itemIds.some((id) => !this.#itemIds.has(id));
    for (const id of itemIds ?? []) {
      this.#itemIds.add(id);
    }
    return isNew;
  }

  /** After the first page, an empty search is the end, and refunded (assumption T2). */
  isEnd(error: unknown): boolean {
    const isBehindCursor = this.#endpoint.paging !== undefined && this.#next?.['cursor'] !== undefined;
    return isBehindCursor && error instanceof SocialDataError && error.kind === 'noResults';
  }
}

export interface PagesOptions extends CallOptions {
  /** The maximum number of pages per iteration. */
  readonly maxPages?: number;
  /** Continues after earlier pages. Default: starts at the first page. */
  readonly trail?: PageTrail;
}

/** Iterating sends a request for each page. */
export interface ResponsePages<V = unknown> extends AsyncIterable<ApiResponse<V>> {
  /**
   * Loads the next page; after an error it can be called again.
   * @returns undefined if there is no next page
   * @throws SocialDataError
   */
  load(options?: CallOptions): Promise<ApiResponse<V> | undefined>;
}

/** A page item's type. */
export type EndpointItem<E extends Endpoint> =
  EndpointResult<E> extends { readonly data: readonly (infer I)[] }
    ? I
    : EndpointResult<E> extends { readonly entries: readonly (infer I)[] }
      ? I
      : never;

/** Iterating sends a request for each page. */
export interface ResponseItems<I = unknown> extends AsyncIterable<I> {
  /** Limits the items, and loads only the pages that they need. */
  take(count: number): ResponseItems<I>;
}

export function createResponsePages(
  trail: PageTrail,
  options: PagesOptions,
  callPage: (params: PageParams, options: CallOptions) => Promise<ApiResponse>,
): ResponsePages {
  const load = async (own: CallOptions = {}): Promise<ApiResponse | undefined> => {
    const params = trail.next;
    if (params === undefined) {
      return undefined;
    }
    try {
      const exchange = await callPage(params, { ...options, ...own });
      trail.addPage(exchange);
      return exchange;
    } catch (error) {
      if (trail.isEnd(error)) {
        trail.end();
        return undefined;
      }
      throw error;
    }
  };
  return {
    load,
    async *[Symbol.asyncIterator]() {
      for (let page = 0; page < (options.maxPages ?? Number.POSITIVE_INFINITY) && !trail.isStalled; page += 1) {
        const exchange = await load();
        if (exchange === undefined) {
          return;
        }
        yield exchange;
      }
    },
  };
}

export interface PagedResponse {
  readonly request: Pick<Exchange['request'], 'format' | 'params'>;
  readonly value: unknown;
}

/** The parameters for the page after a response. Doesn't send requests. @returns undefined if it is the last page */
export function getNextPageParams(endpoint: PagedEndpoint, exchange: PagedResponse): PageParams | undefined {
  const trail = new PageTrail(endpoint, exchange.request.params);
  trail.addPage(exchange);
  return trail.next;
}

function readPagingFacts(endpoint: PagedEndpoint, { request, value }: PagedResponse): PagingFacts {
  if (request.format === 'raw') {
    const raw = readRawPagingInfo(value);
    return { ...raw, saysMore: raw.itemIds.length === 0 };
  }
  const next = getValueAtPath(value, endpoint.paging?.next ?? []);
  const [{ at, id, isUpstream } = { at: [], id: undefined, isUpstream: false }] = endpoint.yields;
  if (isUpstream === true) {
    const { itemIds } = readRawPagingInfo(value);
    return { next: typeof next === 'string' && next !== '' ? next : undefined, itemIds, saysMore: itemIds.length === 0 };
  }
  const items = getValueAtPath(value, at);
  const hasNextPage = toRawFields(value)['hasNextPage'];
  const ids = Array.isArray(items) ? items.map((item) => (id === undefined ? undefined : toRawFields(item)[id])) : [];
  return {
    next: hasNextPage !== false && typeof next === 'string' && next !== '' ? next : undefined,
    saysMore: hasNextPage === true || endpoint.paging?.isCursorMore === true,
    itemIds: ids.every((id) => typeof id === 'string') ? ids : undefined,
  };
}
