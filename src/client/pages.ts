import type { CallOptions } from './policies/send.ts';
import type { Endpoint, EndpointResult } from './endpoint.ts';
import { SocialDataError } from './errors.ts';
import type { ApiResponse, Exchange } from './exchange.ts';
import { toRawFields, getValueAtPath } from './records/fieldValues.ts';
import { readRawPagingInfo } from './upstream/readRawPagingInfo.ts';

interface PagingFacts {
  readonly next: string | undefined;
  /** Whether the response itself says that a page follows: it does, also behind a page without items. */
  readonly saysMore: boolean;
  /** undefined: the items have no ids. */
  readonly itemIds: readonly string[] | undefined;
}

type PageParams = Readonly<Record<string, unknown>>;

type PagedEndpoint = Pick<Endpoint, 'paging' | 'yields'>;

/** After that many pages in a row that brought nothing new, a walk ends; who walks may go on. */
export const maxEmptyPages = 3;

/**
 * Finds the next page of a query; the only place that decides where paging ends: without a next cursor, at a cursor that was sent
 * before, at `hasNextPage: false`, or at an empty search after the first page. A page with nothing new also ends it, unless the
 * response says that more follows or is upstream JSON without items, which occurs between pages (assumptions T2, T9). Such pages
 * are counted because each is billed.
 */
export class PageTrail {
  readonly #endpoint: PagedEndpoint;
  readonly #cursors = new Set<string>();
  readonly #itemIds = new Set<string>();
  #next: PageParams | undefined;
  /** The last pages in a row that brought nothing new, though each said that more follows. */
  #emptyPages = 0;

  /** @param params of the first page */
  constructor(endpoint: PagedEndpoint, params: PageParams) {
    this.#endpoint = endpoint;
    this.#next = params;
  }

  /** undefined at the end. */
  get next(): PageParams | undefined {
    return this.#next;
  }

  /** Whether so many pages brought nothing that the next one is asked for only if somebody says so. */
  get isStalled(): boolean {
    return this.#next !== undefined && this.#emptyPages >= maxEmptyPages;
  }

  addPage(exchange: PagedResponse): void {
    const { next, saysMore, itemIds } = readPagingFacts(this.#endpoint, exchange);
    const isNew = itemIds === undefined || itemIds.some((id) => !this.#itemIds.has(id));
    for (const id of itemIds ?? []) {
      this.#itemIds.add(id);
    }
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

  /** Whether an error after the first page means the end: an empty search is refunded, so it is not a failure there (assumption T2). */
  isEnd(error: unknown): boolean {
    const isBehindCursor = this.#endpoint.paging !== undefined && this.#next?.['cursor'] !== undefined;
    return isBehindCursor && error instanceof SocialDataError && error.kind === 'noResults';
  }
}

export interface PagesOptions extends CallOptions {
  /** At most that many pages in one walk. */
  readonly maxPages?: number;
  /** Where earlier pages of the question led. Default: to its first page. */
  readonly trail?: PageTrail;
}

/** The pages of one query, one after the other. To walk through them all is to call for each. */
export interface ResponsePages<V = unknown> extends AsyncIterable<ApiResponse<V>> {
  readonly trail: PageTrail;
  /**
   * Makes the call for the next page; after an error it may be made again.
   * @returns undefined where there is none, without a call or by what the call said
   * @throws SocialDataError
   */
  load(options?: CallOptions): Promise<ApiResponse<V> | undefined>;
}

/** The item of a list that a response holds: of its pages, where it has some. */
export type EndpointItem<E extends Endpoint> =
  EndpointResult<E> extends { readonly data: readonly (infer I)[] }
    ? I
    : EndpointResult<E> extends { readonly entries: readonly (infer I)[] }
      ? I
      : never;

/** The items of a question, page after page. To walk through them all is to call for each page. */
export interface ResponseItems<I = unknown> extends AsyncIterable<I> {
  /** The first so many; no page is asked for that they do not need. */
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
    trail,
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

/**
 * The parameters that lead to the next page of a response. Makes no call.
 * @returns undefined when the response leads no further: no cursor, one that was sent before, or a page that says that it is the last
 */
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
