/// <reference lib="esnext.disposable" preserve="true" />
import type { Connection } from './connection.ts';
import type { Endpoint, EndpointParams, EndpointResult, Service } from './endpoint.ts';
import type { ApiResponse, Exchange } from './exchange.ts';
import type { usernamesStatus, usernamesToIds, usersByIds } from './endpoints/primary/users.ts';
import type { Money } from './money.ts';
import type { CallOptions } from './policies/send.ts';
import type { ResponseItems, ResponsePages, EndpointItem, PagesOptions } from './pages.ts';

/** The endpoints that take a list of independent values. */
export type BatchEndpoint = typeof usersByIds | typeof usernamesToIds | typeof usernamesStatus;

/** A call's cost before it is sent. */
export type Quote =
  | { readonly kind: 'stored'; readonly exchange: Exchange } // free, from history
  | { readonly kind: 'known'; readonly price: Money } // reported by an earlier response from the endpoint; 0 for the sandbox
  | { readonly kind: 'unknown' };

export interface Client {
  /**
   * Sends one request, or returns the stored response.
   * @returns the exchange; `value` is the decoded body, `warnings` lists where it differs from its schema
   * @throws SocialDataError; `facts.spent` says whether money was spent
   */
  call<E extends Endpoint>(
    endpoint: E,
    params: EndpointParams<E>,
    options: CallOptions & { readonly format: 'raw' },
  ): Promise<ApiResponse>;
  call<E extends Endpoint>(
    endpoint: E,
    params: EndpointParams<E>,
    options?: CallOptions,
  ): Promise<ApiResponse<EndpointResult<E>>>;

  /**
   * Loads a query's pages, all of them or one by one. Iteration also ends after three pages in a row without new items.
   * @throws SocialDataError from the page that failed; earlier pages were yielded
   */
  pages<E extends Endpoint>(endpoint: E, params: EndpointParams<E>, options?: PagesOptions): ResponsePages<EndpointResult<E>>;

  /**
   * Loads a query's items page by page: `for await (const user of client.items(userFollowers, { userId }).take(250))`.
   * @throws SocialDataError from the page that failed; items of earlier pages were yielded
   */
  items<E extends Endpoint>(
    endpoint: E,
    params: EndpointParams<E>,
    options?: Omit<PagesOptions, 'format'>,
  ): ResponseItems<EndpointItem<E>>;

  /** Splits a list of any length into as many calls as the service needs: 250 ids are three calls. */
  batches<E extends BatchEndpoint>(
    endpoint: E,
    params: EndpointParams<E>,
    options?: CallOptions,
  ): AsyncIterable<ApiResponse<EndpointResult<E>>>;

  /** Returns a call's cost without sending it. Undefined if the parameters are invalid. */
  quote<E extends Endpoint>(endpoint: E, params: EndpointParams<E>, options?: CallOptions): Quote | undefined;

  /** The price that the connection has reported for the endpoint; 0 for the sandbox. @param connection as in CallOptions */
  priceOf(endpoint: Endpoint, connection?: string): Money | undefined;

  /** Assumed while a price is unknown: the connection's highest reported price, or one cent; 0 for the sandbox. */
  assumedPrice(service: Service, connection?: string): Money;

  connection(service: Service, name?: string): Connection | undefined;

  /**
   * Cancels open calls and closes the transport's connections. Later calls are canceled at once.
   * @param options `waitMs`: how long requests in flight, which may be charged, may take before they are aborted. Default: 0.
   */
  close(options?: { readonly waitMs?: number }): Promise<void>;

  [Symbol.asyncDispose](): Promise<void>;
}
