import type { Endpoint, Format, ParamsOf, ResultOf, Service } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import type { Money } from './money.ts';
import type { Asker, Reuse } from './policies/send.ts';

/** The key of a connection, and the one origin it may be sent to. */
export interface Credentials {
  /** scheme://host:port; the key is never sent anywhere else. */
  readonly origin: string;
  /** The authentication headers: `X-API-KEY`, or the marketplace pair. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Where a service is reached and as whom. */
export interface Connection {
  readonly kind: 'sandbox' | 'direct' | 'marketplace';
  /** https, or http to loopback; may hold a path; joined by text, never resolved. */
  readonly baseUrl: string;
  /** Asked before every send, so that a removed key stops working at once; undefined = no key is set. */
  readonly credentials: () => Promise<Credentials | undefined>;
  /** What the budget reserves for a call whose price is not known yet, and books for one whose price was not reported. */
  readonly assumedPrice: Money;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Default: the client's `reuse`. */
  readonly reuse?: Reuse;
  /** Default: `simple`. */
  readonly format?: Format;
  readonly asker?: Asker;
}

export interface PagesOptions extends CallOptions {
  /** At most that many pages. */
  readonly maxPages?: number;
}

/** What a call would cost, before it is made. */
export type Quote =
  | { readonly kind: 'kept'; readonly exchange: Exchange } // free: an answer is kept
  | { readonly kind: 'known'; readonly price: Money } // learned from an earlier call of the endpoint
  | { readonly kind: 'unknown' };

export interface Client {
  /**
   * Makes one call, or takes the answer that is kept.
   * @returns the exchange; `value` is the decoded body, `warnings` name where it differs from the row's shape
   * @throws SocialDataError; `facts.spent` says whether money was spent
   */
  call<E extends Endpoint>(endpoint: E, params: ParamsOf<E>, options: CallOptions & { readonly format: 'raw' }): Promise<Exchange>;
  call<E extends Endpoint>(endpoint: E, params: ParamsOf<E>, options?: CallOptions): Promise<Exchange<ResultOf<E>>>;

  /**
   * Follows the cursors. Ends at the last page, at a cursor that was seen before, or at a page with nothing new.
   * @throws SocialDataError from the page that failed; the earlier pages were yielded
   */
  pages<E extends Endpoint>(endpoint: E, params: ParamsOf<E>, options?: PagesOptions): AsyncIterable<Exchange<ResultOf<E>>>;

  /** What this call would cost, without making it; free and synchronous. Undefined when the parameters do not fit. */
  quote<E extends Endpoint>(endpoint: E, params: ParamsOf<E>, options?: CallOptions): Quote | undefined;

  /** The price of an endpoint on the current connection, once a call has taught it. */
  priceOf(endpoint: Endpoint): Money | undefined;

  /** The connection of a service, if there is one. */
  connection(service: Service): Connection | undefined;
}
