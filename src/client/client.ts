import type { Connection } from './connection.ts';
import type { Endpoint, Format, ParamsOf, ResultOf, Service } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import type { Money } from './money.ts';
import type { PageTrail, Pages } from './pages.ts';
import type { Asker, Reuse, Waiting } from './policies/send.ts';

export type { Connection, Credentials } from './connection.ts';

export interface CallOptions {
  /** Aborted: the call ends at once; a request that is on its way is cut off and may have been charged. */
  readonly signal?: AbortSignal;
  /**
   * Aborted: nothing further is sent. A call that waits ends at once as `cancelled`, with nothing spent; a request that is on its
   * way is let come, and is not tried again.
   */
  readonly stop?: AbortSignal;
  /** Default: the client's `reuse`. */
  readonly reuse?: Reuse;
  /** Default: `simple`. */
  readonly format?: Format;
  readonly asker?: Asker;
  /** Called at once whenever the call has to wait: it is not on its way, and costs nothing meanwhile. */
  readonly onWaiting?: (waiting: Waiting) => void;
  /** Called for each try that is handed to the transport: it is on its way, and may be charged. */
  readonly onSent?: () => void;
}

export interface PagesOptions extends CallOptions {
  /** At most that many pages in one walk. */
  readonly maxPages?: number;
  /** Where earlier pages of the question led. Default: to its first page. */
  readonly trail?: PageTrail;
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
  call<E extends Endpoint>(
    endpoint: E,
    params: ParamsOf<E>,
    options: CallOptions & { readonly format: 'raw' },
  ): Promise<Exchange>;
  call<E extends Endpoint>(endpoint: E, params: ParamsOf<E>, options?: CallOptions): Promise<Exchange<ResultOf<E>>>;

  /**
   * The pages of a question: walked through to the end, or loaded one by one. See PageTrail for where they end; a walk also ends
   * after three pages in a row that brought nothing new.
   * @throws SocialDataError from the page that failed; the earlier pages were yielded
   */
  pages<E extends Endpoint>(endpoint: E, params: ParamsOf<E>, options?: PagesOptions): Pages<ResultOf<E>>;

  /** What this call would cost, without making it; free and synchronous. Undefined when the parameters do not fit. */
  quote<E extends Endpoint>(endpoint: E, params: ParamsOf<E>, options?: CallOptions): Quote | undefined;

  /** The price of an endpoint on the current connection, once a call has taught it. */
  priceOf(endpoint: Endpoint): Money | undefined;

  /** The connection of a service, if there is one. */
  connection(service: Service): Connection | undefined;

  /** Cancels the calls that are under way and closes the transport's connections. Later calls are cancelled at once. */
  close(): Promise<void>;
}
