import type { Endpoint } from '../client/endpoint.ts';
import type { Exchange } from '../client/exchange.ts';
import type { ResponseReuse } from '../client/policies/send.ts';
import type { ResultsViewMode } from '../core/records/responseView.ts';
import type { FieldTexts } from '../core/requests/form.ts';

export interface OpenQueryOptions {
  /** Set if a person accepted the price: the request is sent at once. Otherwise nothing is sent. */
  readonly offer?: 'free' | 'priced' | undefined;
  readonly view?: ResultsViewMode | undefined;
  readonly connection?: string | undefined;
}

export interface OpenThreadOptions {
  /** What the accepted offer allows. */
  readonly reuse?: Extract<ResponseReuse, string> | undefined;
  readonly connection?: string | undefined;
}

/** How features open each other's views. `connection`: the one to use; default: the selected ones. */
export interface Open {
  /** Prefilled; the person still chooses. */
  readonly lookUp: (text?: string, connection?: string) => Promise<void>;
  /** As `lookUp`. */
  readonly user: (handle: string, connection?: string) => Promise<void>;
  /** Sends one request unless the thread is in history. Without an id, the person chooses. */
  readonly thread: (postId?: string, options?: OpenThreadOptions) => Promise<void>;
  /** Makes no call. @param postId whose conversation; default: the person chooses if there are several */
  readonly responseThread: (exchange: Exchange, postId?: string) => Promise<void>;
  /** Makes no call. */
  readonly profile: (exchange: Exchange) => Promise<void>;
  /** Makes no call. @param exchanges the pages of one query @param view default: as the records are usually shown */
  readonly results: (exchanges: readonly Exchange[], view?: ResultsViewMode) => Promise<void>;
  readonly query: (endpoint: Endpoint, texts: FieldTexts, options?: OpenQueryOptions) => Promise<void>;
  /** Makes no call. */
  readonly search: (text: string, connection?: string) => Promise<void>;
  /** The person sees the price first. */
  readonly pinUser: (handle: string, connection?: string) => Promise<void>;
  /** The person chooses the form. */
  readonly copyRequest: (exchange: Exchange) => Promise<void>;
  /** @param only its address is known: the key alone is asked for */
  readonly setKey: (connection?: string, only?: 'key') => Promise<void>;
  readonly selectConnection: () => Promise<void>;
  readonly setBudget: () => Promise<void>;
  readonly startNewHistory: () => Promise<void>;
}
