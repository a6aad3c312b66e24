import type { Client, Quote } from '../../client/client.ts';
import type { Endpoint, ResponseFormat } from '../../client/endpoint.ts';
import type { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import { getNextPageParams } from '../../client/pages.ts';
import type { Initiator, ResponseReuse } from '../../client/policies/send.ts';
import { reuseAnyAge } from '../../client/policies/history.ts';
import { type Cost, getExchangeCost } from '../cost/cost.ts';
import type { BatchProgress, CostTally, RaisedPrice, Runs } from './runs.ts';

export type Params = Readonly<Record<string, unknown>>;

export interface LoadedPage<C> {
  readonly exchangeId: string;
  readonly params: Params;
  readonly format: ResponseFormat;
  readonly sentAt: number;
  readonly from: Exchange['from'];
  readonly cost: Cost;
  readonly content: C;
}

export interface LoadFailure {
  readonly error: SocialDataError;
  /** How many requests it takes at most to do again what failed. */
  readonly retryCalls: number;
  readonly callsLeft?: number;
  /** Whether earlier requests of the same load succeeded and may have cost money. */
  readonly isPartial?: boolean;
}

/**
 * The state of a request.
 * `unasked`: not sent yet · `idle`: its pages are gone, and it waits for a person · `gone`: none of its responses is kept any
 * more.
 */
export interface PagedState<C> {
  readonly status: 'unasked' | 'idle' | 'loading' | 'gone' | 'loaded';
  readonly pages: readonly LoadedPage<C>[];
  /** The parameters of the next page; undefined at the end. */
  readonly next: Params | undefined;
  /** Several pages in a row brought nothing new, though each said that more follows. */
  readonly isStalled: boolean;
  /** What was loaded before stays. */
  readonly failure: LoadFailure | undefined;
  readonly progress: BatchProgress | undefined;
}

export function createInitialPagedState<C>(status: 'unasked' | 'idle'): PagedState<C> {
  return {
    status,
    pages: [],
    next: undefined,
    isStalled: false,
    failure: undefined,
    progress: undefined,
  };
}

export function toLoadedPage<C>(exchange: Exchange, content: C): LoadedPage<C> {
  const { id: exchangeId, request, sentAt, from } = exchange;
  const { params, format } = request;
  return { exchangeId, params, format, sentAt, from, cost: getExchangeCost(exchange), content };
}

export interface PagedRequest {
  readonly endpoint: Endpoint;
  readonly params: Params;
}

export interface PagedSessionOptions<C> {
  /** The client, once the connections are ready. Makes no call. */
  readonly client: () => Promise<Client>;
  readonly initiator: Initiator;
  /** What the view keeps of a page. @param before the pages in front of it */
  readonly read: (exchange: Exchange, before: readonly LoadedPage<C>[]) => C;
  readonly changed: () => void;
  /** Several pages were asked for, and the next one costs more than it did then: it was not sent. */
  readonly onPriceRaised?: (raised: RaisedPrice, callsLeft: number) => void;
  /** What the same was counted into before. */
  readonly tally?: CostTally | undefined;
  /** The runs of a view of several questions, whose cost, waits and Stop they share; and what this one is called among them. */
  readonly runs?: Runs;
  readonly name?: string;
  /** Chooses the format of a page, if it depends on what is kept. Default: the format of the loaded pages. */
  readonly chooseFormat?: (client: Client, params: Params, reuse: ResponseReuse) => ResponseFormat;
}

/** What the page that the last one leads on to would cost; undefined at the end. */
export function quoteNextPage(
  client: Pick<Client, 'quote'>,
  query: PagedRequest,
  { pages, next }: Pick<PagedState<unknown>, 'next' | 'pages'>,
): Quote | undefined {
  const options = { reuse: getNextPageReuse(pages), format: chooseResponseFormat(pages) };
  return next === undefined ? undefined : client.quote(query.endpoint, next, options);
}

/** The page that a single response leads on to, whichever view it stands in, and what it would cost; undefined at the end. */
export function quotePageAfterResponse(
  client: Pick<Client, 'quote'>,
  endpoint: Endpoint,
  exchange: Exchange,
): { readonly params: Params; readonly reuse: ResponseReuse; readonly quote: Quote | undefined } | undefined {
  const params = getNextPageParams(endpoint, exchange);
  const reuse = getNextPageReuse([exchange]);
  const { format } = exchange.request;
  return params === undefined ? undefined : { params, reuse, quote: client.quote(endpoint, params, { format, reuse }) };
}

/** What is kept is taken first; behind a first page only what is no older than it, so that a walk does not mix two times. */
export function getNextPageReuse([first]: readonly Pick<Exchange, 'sentAt'>[]): ResponseReuse {
  return first === undefined ? reuseAnyAge : { since: first.sentAt };
}

/** The format of the loaded pages: after a raw response, the next pages are raw, too. */
export function chooseResponseFormat(pages: readonly LoadedPage<unknown>[]): ResponseFormat {
  return pages.at(-1)?.format ?? 'simple';
}
