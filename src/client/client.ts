/// <reference lib="esnext.disposable" preserve="true" />
import type { Connection } from './connection.ts';
import type { Endpoint, EndpointParams, EndpointResult, Service } from './endpoint.ts';
import type { ApiResponse, Exchange } from './exchange.ts';
import type { usernamesStatus, usernamesToIds, usersByIds } from './endpoints/primary/users.ts';
import type { Money } from './money.ts';
import type { CallOptions } from './policies/send.ts';
import type { ResponseItems, ResponsePages, EndpointItem, PagesOptions } from './pages.ts';

export type { CallOptions } from './policies/send.ts';
export type { Connection, Credentials } from './connection.ts';
export type { PagesOptions } from './pages.ts';

/** The rows that take a list of which each value stands for itself. */
export type BatchEndpoint = typeof usersByIds | typeof usernamesToIds | typeof usernamesStatus;

/** What a call would cost, before it is made. */
export type Quote =
  | { readonly kind: 'stored'; readonly exchange: Exchange } // free: a response is kept
  | { readonly kind: 'known'; readonly price: Money } // learned from an earlier call of the endpoint; 0 for the sandbox
  | { readonly kind: 'unknown' };

export interface Client {
  /**
   * Sends one request, or returns the stored response.
   * @returns the exchange; `value` is the decoded body, `warnings` name where it differs from the row's shape
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
   * The pages of a question: walked through to the end, or loaded one by one. See PageTrail for where they end; a walk also ends
   * after three pages in a row that brought nothing new.
   * @throws SocialDataError from the page that failed; the earlier pages were yielded
   */
  pages<E extends Endpoint>(endpoint: E, params: EndpointParams<E>, options?: PagesOptions): ResponsePages<EndpointResult<E>>;

  /**
   * The items of a question, page after page, each page a call: `for await (const user of client.items(userFollowers, { userId }).take(250))`.
   * @throws SocialDataError from the page that failed; the items of the earlier pages were yielded
   */
  items<E extends Endpoint>(
    endpoint: E,
    params: EndpointParams<E>,
    options?: Omit<PagesOptions, 'format'>,
  ): ResponseItems<EndpointItem<E>>;

  /** The responses to a list of any length, a call for each part of it that the service takes: 250 ids are three calls. */
  batches<E extends BatchEndpoint>(
    endpoint: E,
    params: EndpointParams<E>,
    options?: CallOptions,
  ): AsyncIterable<ApiResponse<EndpointResult<E>>>;

  /** What this call would cost, without making it; free and synchronous. Undefined when the parameters do not fit. */
  quote<E extends Endpoint>(endpoint: E, params: EndpointParams<E>, options?: CallOptions): Quote | undefined;

  /**
   * The price of an endpoint, once a call over the same connection has reported it; 0 for the sandbox, which charges play
   * money.
   * @param connection see CallOptions
   */
  priceOf(endpoint: Endpoint, connection?: string): Money | undefined;

  /** The price assumed for a call of unknown price: the highest one that the connection has reported, else one cent; 0 for the sandbox. */
  assumedPrice(service: Service, connection?: string): Money;

  connection(service: Service, name?: string): Connection | undefined;

  /**
   * Cancels the calls that are under way and closes the transport's connections. Later calls are cancelled at once.
   * @param options `waitMs`: how long requests that are on their way may take until they are cut off, as they are paid for; default: 0
   */
  close(options?: { readonly waitMs?: number }): Promise<void>;

  /** The same, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
