import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClientOptions, createClient } from '../../../../src/client/createClient.ts';
import { reuseAnyAge } from '../../../../src/client/policies/history.ts';
import type { Client } from '../../../../src/client/client.ts';
import type { Connection } from '../../../../src/client/connection.ts';
import type { ApiResponse, Exchange } from '../../../../src/client/exchange.ts';
import type { WireRequest } from '../../../../src/client/transport.ts';
import { openStore } from '../../../../src/store/openStore.ts';
import type { StoreOptions } from '../../../../src/store/store.ts';
import type { Store, StoreNotice } from '../../../../src/store/store.ts';
import { type FakeClock, fakeClock } from '../../../support/fakeClock.ts';
import { type FakeReply, type FakeTransport, fakeTransport } from '../../../support/fakeTransport.ts';
import { testConnection } from '../../../support/testEndpoints.ts';

export const start = Date.UTC(2026, 7, 1, 12);

/** A folder for a store, and the stores opened in it. Deleted when disposed. */
export interface StoreFolder extends Disposable {
  readonly path: string;
  readonly clock: FakeClock;
  /** All notices from stores in the folder. */
  readonly notices: StoreNotice[];
  /** Opens a store like another window. */
  readonly open: (options?: Partial<StoreOptions>) => Promise<Store>;
  /** Closes a store like a closing window. */
  readonly close: (store: Store) => void;
}

/** A fast folder for tests that open many stores. */
export const quickFiles = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** @param place `memory`: each store is separate */
export function storeFolder(place: 'disk' | 'memory' = 'disk', base = tmpdir()): StoreFolder {
  const path = mkdtempSync(join(base, 'store-'));
  const clock = fakeClock(start);
  const notices: StoreNotice[] = [];
  const opened = new Set<Store>();
  return {
    path,
    clock,
    notices,
    open: async (options = {}) => {
      const where = { folder: place === 'disk' ? path : undefined };
      const store = await openStore({ ...storeDefaults(path, clock, notices), ...where, ...options });
      opened.add(store);
      return store;
    },
    close: (store) => {
      opened.delete(store);
      store.close();
    },
    [Symbol.dispose]: () => {
      opened.forEach((store) => store.close());
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** No cap, enough space, UTC days. */
export function storeDefaults(folder: string, clock: FakeClock, notices: StoreNotice[]) {
  return {
    folder,
    clock,
    dayCap: () => undefined,
    agentsCap: () => undefined,
    maxBytes: () => 500_000_000,
    notify: (notice) => notices.push(notice),
    dayOf: (ms) => new Date(ms).toISOString().slice(0, 10),
  } satisfies StoreOptions;
}

/** A client with a store, and the transport that records its requests. */
export function clientOver(
  store: Store,
  clock: FakeClock,
  reply: (index: number, request: WireRequest) => FakeReply | Promise<FakeReply>,
  options: Partial<ClientOptions> & { readonly connection?: Partial<Connection>; readonly guess?: bigint } = {},
): { readonly client: Client; readonly transport: FakeTransport } {
  const transport = fakeTransport((request, index) => reply(index, request), clock.now);
  const { connection, guess = 1_000n, ...rest } = options;
  const client = createClient({
    reuse: reuseAnyAge,
    connections: { primary: testConnection(connection) },
    transport,
    clock,
    random: () => 0,
    history: store.history,
    ledger: store.ledger,
    prices: { ...store.prices, guessFor: () => guess },
    ...rest,
  });
  return { client, transport };
}

export function priced(price: string, balance?: string, body: unknown = { data: {} }): FakeReply {
  return { headers: { 'x-price-per-call': price, ...(balance === undefined ? {} : { 'x-remaining-balance': balance }) }, body };
}

/** The exchange as history returns it. */
export function asStored({ cost: _cost, ...exchange }: ApiResponse): Exchange {
  return { ...exchange, from: 'history' };
}
