import * as l10n from '@vscode/l10n';
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
  /** The most requests that a retry sends. */
  readonly retryCalls: number;
  readonly callsLeft?: number;
  /** Whether earlier requests of the same load succeeded and may have cost money. */
  readonly isPartial?: boolean;
}

export interface PagedState<C> {
  /** `unsent`: never sent. `idle`: waits for a person to load it again. `gone`: none of its responses is stored any more. */
  readonly status: 'unsent' | 'idle' | 'loading' | 'gone' | 'loaded';
  readonly pages: readonly LoadedPage<C>[];
  /** The parameters of the next page; undefined at the end. */
  readonly next: Params | undefined;
  /** Several pages in a row were empty, although more pages follow. */
  readonly isStalled: boolean;
  /** Of the last load; earlier pages stay. */
  readonly failure: LoadFailure | undefined;
  readonly progress: BatchProgress | undefined;
}

export function createInitialPagedState<C>(status: 'unsent' | 'idle'): PagedState<C> {
  return { status, pages: [], next: undefined, isStalled: false, failure: undefined, progress: undefined };
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
  /** Extracts a page's content for the view. @param before the earlier pages */
  readonly read: (exchange: Exchange, before: readonly LoadedPage<C>[]) => C;
  readonly changed: () => void;
  /** Called if a batch stops because the price of a page increased. */
  readonly onPriceRaised?: (raised: RaisedPrice, callsLeft: number) => void;
  /** The previous tally of the same query. */
  readonly tally?: CostTally | undefined;
  /** The runs of a view with several sessions, which share their cost, waits and Stop. `name` identifies this one. */
  readonly runs?: Runs;
  readonly name?: string;
  /** Default: the format of the loaded pages. */
  readonly chooseFormat?: (client: Client, params: Params, reuse: ResponseReuse) => ResponseFormat;
}

/** Undefined at the end. */
export function quoteNextPage(
  client: Pick<Client, 'quote'>,
  query: PagedRequest,
  { pages, next }: Pick<PagedState<unknown>, 'next' | 'pages'>,
): Quote | undefined {
  const options = { reuse: getNextPageReuse(pages), format: chooseResponseFormat(pages) };
  return next === undefined ? undefined : client.quote(query.endpoint, next, options);
}

/** Undefined if the response is the last page. */
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

/** Later pages reuse only responses that are not older than the first page, so that the list is from one time. */
export function getNextPageReuse([first]: readonly Pick<Exchange, 'sentAt'>[]): ResponseReuse {
  return first === undefined ? reuseAnyAge : { since: first.sentAt };
}

export function formatMoreAvailable(isStalled: boolean): string {
  return isStalled ? l10n.t('several empty pages in a row; there may be more') : l10n.t('more available');
}

/** After a raw page, the next pages are raw, too. */
export function chooseResponseFormat(pages: readonly LoadedPage<unknown>[]): ResponseFormat {
  return pages.at(-1)?.format ?? 'simple';
}
