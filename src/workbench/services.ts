import type * as vscode from 'vscode';
import type { Client } from '../client/client.ts';
import type { Exchange } from '../client/exchange.ts';
import type { ResponseOrigin } from '../core/connections/responseConnection.ts';
import type { Store } from '../store/store.ts';
import type { ConnectionNames, Connections } from './services/connections.ts';
import type { Keys } from './services/keys.ts';
import type { Open } from './open.ts';
import type { PinStore } from '../core/pins.ts';
import type { Spend } from './services/spend.ts';

/** Shared by all features. Created once in `extension.ts` and passed to each feature's `register`. */
export interface Services {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly keys: Keys;
  readonly connections: Connections;
  readonly spend: Spend;
  readonly pins: PinStore;
  readonly open: Open;
  /** Draws the sandbox's own images as data URLs; undefined for other URLs. */
  readonly sandboxPictures: () => Promise<(address: string) => string | undefined>;
  readonly exchanges: RecentExchangeCache;
  /** The shared client, created on first use. Default connections: the selected ones. */
  readonly client: (names?: ConnectionNames) => Promise<Client>;
  /** This machine's history, spending, and budgets, opened on first use. */
  readonly store: () => Promise<Store>;
  /** Offers *Undo*. */
  readonly saveResponsesAsFixtures: (sources: readonly FixtureSource[], purpose?: FixturePurpose) => Promise<void>;
  /** The response of a fixture or a collected page by its id; undefined for other ids. */
  readonly fileResponse: (id: string) => Promise<Exchange | undefined>;
}

/**
 * Fixes the connections of something that remains open, so later selection changes don't affect it.
 * @param connection default: the selected ones
 */
export function pinConnections<S extends Pick<Services, 'client' | 'connections'>>(services: S, connection?: string): S {
  const names = services.connections.names(connection);
  return { ...services, client: async (other = names) => await services.client(other) };
}

export function pinResponseConnection(services: Services, exchange: ResponseOrigin): Services {
  return pinConnections(services, services.connections.nameOf(exchange));
}

/** `pseudonymized`: replaces people. */
export type FixturePurpose = 'asReceived' | 'pseudonymized';

export interface FixtureSource {
  readonly kind: 'response' | 'pages' | 'thread' | 'records';
  /** One response, or a query's or thread's pages in order. */
  readonly exchanges: readonly Exchange[];
  /** Describes the selected records, if others were omitted. */
  readonly selection?: string;
  /** `people`: they were replaced. Omitted: unchanged. */
  readonly redactions?: readonly 'people'[];
  /** See Pseudonyms. */
  readonly secretFingerprint?: string;
  /** A sentence about what is missing. */
  readonly remark?: string | undefined;
}

/** Recently shown responses. When they take too much memory, the oldest without an open document are dropped. */
export interface RecentExchangeCache {
  get(id: string): Exchange | undefined;
  put(exchange: Exchange): void;
}
