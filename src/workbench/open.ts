import type * as vscode from 'vscode';
import type { Endpoint } from '../client/endpoint.ts';
import type { Exchange, ExchangeRequest } from '../client/exchange.ts';
import type { AnyRecord } from '../client/records/readRecord.ts';
import type { ResponseReuse } from '../client/policies/send.ts';
import type { ResultsViewMode } from '../core/records/responseView.ts';
import type { FieldTexts } from '../core/requests/form.ts';

export interface OpenQueryOptions {
  /** True if the user accepted the price, so the request is sent at once. A complete query that is free always is. */
  readonly isPriceAccepted?: boolean | undefined;
  readonly view?: ResultsViewMode | undefined;
  readonly connection?: string | undefined;
}

export interface OpenThreadOptions {
  /** Set to what the user accepted. */
  readonly reuse?: Extract<ResponseReuse, string> | undefined;
  readonly connection?: string | undefined;
}

/** What *Collect…* starts from. Without a request and a record, it prompts for the endpoint. */
export interface CollectSubject {
  readonly request?: Pick<ExchangeRequest, 'endpointId' | 'params'> | undefined;
  /** Offers its sections. */
  readonly record?: AnyRecord | undefined;
  /** Default: the selected one. */
  readonly connection?: string | undefined;
}

export type ConnectionStep = 'key' | 'address';

/** How features open each other's views. `connection` defaults to the selected ones. Sends requests only if a comment says so. */
export interface Open {
  /** Prefilled; a row must still be chosen, unless the text is a handle or a link whose lookup is free. */
  readonly lookUp: (text?: string, connection?: string) => Promise<void>;
  readonly user: (handle: string, connection?: string) => Promise<void>;
  /** Sends one request unless the thread is in history. Without an id, prompts for one. */
  readonly thread: (postId?: string, options?: OpenThreadOptions) => Promise<void>;
  /** Shows the price first unless it is free. */
  readonly postThread: (postId: string, handle: string | undefined, connection: string) => Promise<void>;
  /** @param source a response, or a JSON document with posts @param postId default: prompts for one if there are several */
  readonly responseThread: (source: Exchange | vscode.Uri, postId?: string) => Promise<void>;
  readonly profile: (exchange: Exchange) => Promise<void>;
  /** @param exchanges the pages of one query @param view default: by the records' kind @param filter default: all records */
  readonly results: (exchanges: readonly Exchange[], view?: ResultsViewMode, filter?: string) => Promise<void>;
  readonly query: (endpoint: Endpoint, texts: FieldTexts, options?: OpenQueryOptions) => Promise<void>;
  readonly search: (text: string, connection?: string) => Promise<void>;
  /** Asks what to collect and for a budget, then starts. */
  readonly collect: (subject: CollectSubject) => Promise<void>;
  /** Shows the price first if there is one. */
  readonly pinUser: (handle: string, connection?: string) => Promise<void>;
  /** @param step the only thing to ask for */
  readonly manageConnections: (connection?: string, step?: ConnectionStep) => Promise<void>;
  readonly selectConnection: () => Promise<void>;
  readonly setBudget: () => Promise<void>;
  readonly startNewHistory: () => Promise<void>;
}
