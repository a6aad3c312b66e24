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

/** What features share; made once in the composition root and handed to each feature's `register`. */
export interface Services {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly keys: Keys;
  readonly connections: Connections;
  readonly spend: Spend;
  readonly pins: PinStore;
  readonly open: Open;
  /** Draws the sandbox's own pictures as data addresses; undefined for any other address. */
  readonly sandboxPictures: () => Promise<(address: string) => string | undefined>;
  readonly exchanges: RecentExchangeCache;
  /** The shared client, loaded and connected on first use. Default connections: the selected ones. Makes no call. */
  readonly client: (names?: ConnectionNames) => Promise<Client>;
  /** What is kept on this machine, opened on first use: answers, ledger, budget of the day. Makes no call. */
  readonly store: () => Promise<Store>;
  /** Offers to undo that. Makes no call. */
  readonly saveResponsesAsFixtures: (sources: readonly FixtureSource[], purpose?: FixturePurpose) => Promise<void>;
  /** A response of a fixture, by the id that its documents have; undefined for any other id. Makes no call. */
  readonly fixtureResponse: (id: string) => Promise<Exchange | undefined>;
}

/**
 * The same services with fixed connections, for something that shows a price and lasts: later changes do not affect it.
 * @param connection the one that it was opened over; default: the selected ones
 */
export function pinConnections<S extends Pick<Services, 'client' | 'connections'>>(services: S, connection?: string): S {
  const names = services.connections.names(connection);
  return { ...services, client: async (other = names) => await services.client(other) };
}

export function pinResponseConnection(services: Services, exchange: ResponseOrigin): Services {
  return pinConnections(services, services.connections.nameOf(exchange));
}

/** `tests`: people are replaced in what is saved. */
export type FixturePurpose = 'asReceived' | 'pseudonymized';

export interface FixtureSource {
  readonly kind: 'response' | 'pages' | 'thread' | 'records';
  /** One, or the pages of one query or thread in their order. */
  readonly exchanges: readonly Exchange[];
  /** Which records were selected, where others were left out. */
  readonly selection?: string;
  /** What was replaced in them: `people` where they are safe for tests. Left out: they are as they came. */
  readonly redactions?: readonly 'people'[];
  /** What is not in it, as a sentence for the person who saves it. */
  readonly remark?: string | undefined;
}

/** Exchanges that were shown recently. The oldest that no open document shows go first, where there are too many. */
export interface RecentExchangeCache {
  get(id: string): Exchange | undefined;
  put(exchange: Exchange): void;
  /** The one that the page in front is made from, else the page that was opened last; undefined where none is open. */
  active(): Exchange | undefined;
  /** @param read gives that one */
  setActive(read: () => Exchange | undefined): void;
}
