import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../client/client.ts';
import type { Connection } from '../client/connection.ts';
import { createClient } from '../client/createClient.ts';
import type { Service } from '../client/endpoint.ts';
import type { Money } from '../client/money.ts';
import { createBudget, type CallSettlement } from '../client/policies/budget.ts';
import { reuseAnyAge } from '../client/policies/history.ts';
import { systemClock } from '../client/systemClock.ts';
import { lazyUndiciTransport } from '../client/transports/lazyUndici.ts';
import { openMemoryStore, openStore } from '../store/openStore.ts';
import type { Store, StoreOptions } from '../store/store.ts';

/** How long requests that are on their way at the end may take until they are cut off: they are paid for. */
const maxLastWaitMs = 10_000;

/** As the extension keeps at most. */
const maxStoreBytes = 500_000_000;

/** What a command keeps, and with whom it asks. */
interface OpenClientOptions {
  /** Where answers and the ledger are kept; undefined: in memory. */
  readonly folder: string | undefined;
  readonly connections: (service: Service) => Connection | undefined;
  /** The most that agents may cost on a day. */
  readonly agentsCap?: Money;
  readonly onSettled?: (settlement: CallSettlement) => void;
  readonly say: (message: string) => void;
}

/** A client over a store, as every command has it that may buy. */
export interface OpenedClient {
  readonly client: Client;
  readonly store: Store;
  /** Sends nothing further, waits a while for what is on its way, and writes down what it came to. */
  readonly close: () => Promise<void>;
}

/** Opens the store, and a client that keeps its answers and writes its calls down there. Makes no call. */
export async function openClient({ folder, connections, agentsCap, onSettled, say }: OpenClientOptions): Promise<OpenedClient> {
  const options: Omit<StoreOptions, 'folder'> = {
    clock: systemClock,
    dayCap: () => undefined,
    agentsCap: () => agentsCap ?? 0n,
    maxBytes: () => maxStoreBytes,
    accountOf: () => undefined,
    notify: ({ kind }) => say(`the store reports: ${kind}`),
  };
  const store = folder === undefined ? openMemoryStore(options) : await openStore({ ...options, folder });
  const client = createClient({
    connections,
    transport: lazyUndiciTransport(),
    budget: createBudget(), // the caps of a day hold in the ledger
    history: store.history,
    ledger: store.ledger,
    prices: store.prices,
    reuse: reuseAnyAge,
    ...(onSettled === undefined ? {} : { onSettled }),
  });
  return {
    client,
    store,
    close: async () => {
      await client.close({ waitMs: maxLastWaitMs });
      store.close();
    },
  };
}

/** Where an account keeps the data of its programs. */
export function getDefaultDataFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  switch (platform) {
    case 'win32':
      return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'social-data');
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'social-data');
    default:
      return join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'social-data');
  }
}
