import { homedir } from 'node:os';
import { join } from 'node:path';
import { describeImplausiblePrice } from '../core/cost/formatSpend.ts';
import type { Client } from '../client/client.ts';
import type { Connection } from '../client/connection.ts';
import { createClient } from '../client/createClient.ts';
import type { Service } from '../client/endpoint.ts';
import type { Money } from '../client/money.ts';
import { createBudget, type CallSettlement } from '../client/policies/budget.ts';
import { reuseAnyAge } from '../client/policies/history.ts';
import { systemClock } from '../client/clock.ts';
import { lazyUndiciTransport } from '../client/transports/lazyUndici.ts';
import { describeStoreFault } from '../core/errors/describeError.ts';
import { openStore, startNewHistory } from '../store/openStore.ts';
import type { Store, StoreNotice, StoreOptions } from '../store/store.ts';

/** How long requests that are on their way at the end may take until they are cut off: they are paid for. */
const maxLastWaitMs = 10_000;

/** As the extension keeps at most. */
const maxStoreBytes = 500_000_000;

interface OpenClientOptions {
  /** Where answers and the ledger are kept; undefined: in memory. */
  readonly folder: string | undefined;
  /** What was spent today, as a person states it. If set, a new file replaces one that cannot be used. */
  readonly newStore: Money | undefined;
  readonly connections: (service: Service) => Connection | undefined;
  readonly agentsCap?: Money;
  readonly onSettled?: (settlement: CallSettlement) => void;
  readonly say: (message: string) => void;
}

export interface OpenedClient {
  readonly client: Client;
  readonly store: Store;
  /** Sends nothing further, waits a while for what is on its way, and writes down what it came to. */
  readonly close: () => Promise<void>;
}

function describeNotice(notice: StoreNotice): string {
  switch (notice.kind) {
    case 'unusable':
      return `Paid requests are not sent. ${describeStoreFault(notice.cause.facts.code)} ${storeRemedy}.`;
    case 'notStored':
      return notice.why === 'repeatsKey'
        ? 'A response contains the API key and was not saved in history.'
        : 'A response could not be saved in history.';
    case 'notBooked':
      return 'Spending could not be recorded. No more requests are sent until it can be. Free up disk space.';
    case 'implausiblePrice':
      return describeImplausiblePrice(notice.price);
  }
}

/** Makes no call. */
export async function openClient({
  folder,
  newStore,
  connections,
  agentsCap,
  onSettled,
  say,
}: OpenClientOptions): Promise<OpenedClient> {
  const options: StoreOptions = {
    folder,
    clock: systemClock,
    dayCap: () => undefined,
    agentsCap: () => agentsCap ?? 0n,
    maxBytes: () => maxStoreBytes,
    notify: (notice) => say(describeNotice(notice)),
  };
  const store = await openOrStartStore(options, newStore);
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

export const storeRemedy = 'Fix this, or start with --new-store DOLLARS, the amount spent today';

async function openOrStartStore(options: StoreOptions, spentToday: Money | undefined): Promise<Store> {
  const { folder } = options;
  const store = await openStore(options);
  if (spentToday === undefined || folder === undefined || store.problem() === undefined) {
    return store;
  }
  store.close();
  startNewHistory({ ...options, folder }, spentToday);
  return await openStore(options);
}

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
