import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { describeImplausiblePrice } from '../core/cost/formatSpend.ts';
import type { Client } from '../client/client.ts';
import { type Connection, createApiKeyConnections } from '../client/connection.ts';
import { createClient } from '../client/createClient.ts';
import type { Service } from '../client/endpoint.ts';
import type { Money } from '../client/money.ts';
import { createBudget } from '../client/policies/budget.ts';
import type { CallSettlement } from '../client/policies/budgetPolicy.ts';
import { reuseAnyAge } from '../client/policies/history.ts';
import { systemClock } from '../client/clock.ts';
import { lazyUndiciTransport } from '../client/transports/lazyUndici.ts';
import { describeStoreFault } from '../core/errors/describeError.ts';
import { defaultMaxHistoryBytes, openStore, startNewHistory } from '../store/openStore.ts';
import type { Store, StoreNotice, StoreOptions } from '../store/store.ts';
import { readKeyFromSource } from '../client/envFile.ts';
import { type OptionTable, readDollarsOption, StartError, UsageError } from '../sandbox/readOptions.ts';
import { makeFolderOfOption } from './folders.ts';

export const newStoreOption = {
  type: 'string',
  value: 'DOLLARS',
  says: "the amount spent today, to start a new store if the existing one can't be used; the old file is renamed",
} as const;

export const storeOption = {
  type: 'string',
  value: 'DIR',
  says: 'where spending is recorded (default: a folder in your user account)',
} as const;

export const connectionOptions = {
  primary: { type: 'string', value: 'URL', says: 'the base URL of the Primary API (paid)' },
  gateway: { type: 'string', value: 'URL', says: 'the base URL of the Gateway API (paid)' },
  key: { type: 'string', value: 'NAME', says: 'the variable that contains the key (default API_KEY)' },
  'gateway-key': { type: 'string', value: 'NAME', says: 'the same for the Gateway API, if different' },
  'key-file': { type: 'string', value: 'FILE', says: 'a .env file that contains the variables (default: the environment)' },
} as const satisfies OptionTable;

export type ConnectionOptionValues = Readonly<Partial<Record<keyof typeof connectionOptions, string | undefined>>>;

/** A service is undefined without a base URL: sample data next to real responses would look real. */
export type PaidConnections = Readonly<Record<Service, Connection | undefined>> & {
  /** The keys read so far. No fixture may contain one. */
  readonly keys: readonly string[];
};

const defaultKeyVariable = 'API_KEY';

const variableNamePattern = /^[A-Za-z_]\w*$/;

/** Requests in flight are paid for, so closing waits for them this long. */
const maxLastWaitMs = 10_000;

interface OpenClientOptions {
  /** Where the store is; undefined: in memory. */
  readonly folder: string | undefined;
  /** What was spent today, as entered by the user. If set, a new file replaces one that can't be used. */
  readonly newStore: Money | undefined;
  readonly connections: (service: Service) => Connection | undefined;
  readonly agentsCap?: Money;
  readonly onSettled?: (settlement: CallSettlement) => void;
  readonly say: (message: string) => void;
}

export interface OpenedClient {
  readonly client: Client;
  readonly store: Store;
  /** Stops sending requests, and waits up to 10 s for requests in flight so their cost is recorded. */
  readonly close: () => Promise<void>;
}

function describeNotice(notice: StoreNotice): string {
  switch (notice.kind) {
    case 'unusable':
      return `Paid requests aren't sent. ${describeStoreFault(notice.cause.facts.code)} ${storeRemedy}.`;
    case 'notStored':
      return notice.why === 'repeatsKey'
        ? "A response contains the API key and wasn't saved in history."
        : "A response couldn't be saved in history.";
    case 'notBooked':
      return "Spending couldn't be recorded. Free up disk space. Until then, no more requests are sent.";
    case 'implausiblePrice':
      return describeImplausiblePrice(notice.price);
  }
}

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
    maxBytes: () => defaultMaxHistoryBytes,
    notify: (notice) => say(describeNotice(notice)),
  };
  const store = await openOrStartStore(options, newStore);
  const client = createClient({
    connections,
    transport: lazyUndiciTransport(),
    budget: createBudget(), // the ledger enforces the daily budgets
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

export const storeRemedy = 'Fix this, or start with --new-store DOLLARS (the amount spent today)';

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

/**
 * The key is read again for each request, so a changed or removed key takes effect at once.
 * @returns undefined without a base URL
 * @throws UsageError if an option contains a key instead of a variable name
 * @throws StartError if a base URL is invalid or a key is missing
 */
export async function createPaidConnections(given: ConnectionOptionValues): Promise<PaidConnections | undefined> {
  const { primary, gateway, key: name = defaultKeyVariable, 'gateway-key': gatewayName = name, 'key-file': file } = given;
  if (primary === undefined && gateway === undefined) return undefined;
  // not repeated in the message, because it may be a key
  if (![name, gatewayName].every((one) => variableNamePattern.test(one)))
    throw new UsageError('--key and --gateway-key must be variable names, such as API_KEY, not keys');
  const keys: string[] = [];
  const connect = async (service: Service, baseUrl: string, variable: string): Promise<Connection | undefined> => {
    const read = async () => {
      const key = await readKeyFromSource({ variable, ...(file === undefined ? {} : { file: resolve(file) }) });
      if (!keys.includes(key)) keys.push(key);
      const address = service === 'primary' ? { baseUrl } : { gatewayUrl: baseUrl };
      return createApiKeyConnections({ key, ...address })[service];
    };
    const first = await read();
    return first && { ...first, credentials: async () => await (await read())?.credentials() };
  };
  try {
    return {
      primary: primary === undefined ? undefined : await connect('primary', primary, name),
      gateway: gateway === undefined ? undefined : await connect('gateway', gateway, gatewayName),
      keys,
    };
  } catch (error) {
    if (error instanceof Error) throw new StartError(error.message);
    throw error;
  }
}

/** The paid connections, or the ones of a sandbox in this process. */
export async function connectOrStartSandbox(paid: PaidConnections | undefined) {
  if (paid !== undefined)
    return { connections: (service: Service) => paid[service], endSandbox: async () => await Promise.resolve() };
  const { startSandbox } = await import('../sandbox/server.ts');
  const { primary, gateway, key, close } = await startSandbox();
  const made = createApiKeyConnections({ key, baseUrl: primary, gatewayUrl: gateway });
  const connections = (service: Service): Connection | undefined => {
    const connection = made[service];
    return connection === undefined ? undefined : { ...connection, kind: 'sandbox' };
  };
  return { connections, endSandbox: close };
}

/** The client of a command's options: for its paid connections, or for a sandbox in this process. */
export async function openClientOfOptions(
  values: ConnectionOptionValues & Readonly<Partial<Record<'store' | 'new-store', string | undefined>>>,
  say: (message: string) => void,
) {
  const { store } = values;
  const paid = await createPaidConnections(values);
  if (store !== undefined) await makeFolderOfOption('--store', store);
  const { connections, endSandbox } = await connectOrStartSandbox(paid);
  const { client, close } = await openClient({
    ...{ connections, say },
    folder: store ?? (paid === undefined ? undefined : getDefaultDataFolder(process.platform, process.env)),
    newStore: readDollarsOption('new-store', values['new-store']),
  });
  return {
    client,
    connections,
    close: async () => {
      await close();
      await endSandbox();
    },
  };
}
