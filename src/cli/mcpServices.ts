import { randomBytes, randomInt } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { PersonSteps } from '../app/agents/agentFault.ts';
import type { AgentServices } from '../app/agents/agentServices.ts';
import { idleTime } from '../app/agents/idleTime.ts';
import { type ConsentQuestion, type ConsentReply, Consents } from '../app/agents/consents.ts';
import { addCost, amountOf, type Cost, costOfSettlement, noCost } from '../app/cost/cost.ts';
import { type ListedFixture, listedFixture } from '../app/fixtures/listedFixture.ts';
import { readFixture } from '../app/fixtures/readFixture.ts';
import { sidecarFiles } from '../app/fixtures/replay/loadFixture.ts';
import { keyConnections } from '../client/connection.ts';
import { createClient } from '../client/createClient.ts';
import type { Service } from '../client/endpoint.ts';
import { once } from '../client/once.ts';
import { createBudget } from '../client/policies/budget.ts';
import { keptFirst } from '../client/policies/history.ts';
import { systemClock } from '../client/systemClock.ts';
import { undiciTransport } from '../client/transports/lazyUndici.ts';
import { listFiles, readerOf } from '../replay/listFiles.ts';
import { openMemoryStore, openStore } from '../store/openStore.ts';
import type { Store, StoreOptions } from '../store/store.ts';
import type { McpServices } from '../mcp/mcpServices.ts';
import type { McpArguments } from './mcpArguments.ts';
import { readSecret } from './readSecret.ts';
import { saveInto } from './saveInto.ts';

/** As the extension keeps at most. */
const maxBytes = 500_000_000;

/** What the person can do about a server: its options. */
const steps: PersonSteps = {
  setBudget: 'start the server with a higher --budget DOLLARS',
  setKey: 'start the server with the variable of another key (--key NAME)',
  connect: 'start the server with the address of the service (--primary URL, --gateway URL)',
};

/** What was opened. */
export interface OpenedServices {
  readonly services: McpServices;
  /** Ends what is under way, and writes it down. */
  readonly close: () => Promise<void>;
}

/** Opens the store, the client and, where nothing paid is connected, the sandbox. Makes no call to a paid service. */
export async function openServices(
  wanted: McpArguments,
  ask: (question: ConsentQuestion) => Promise<ConsentReply>,
  say: (message: string) => void,
): Promise<OpenedServices> {
  const store = await openOwnStore(wanted, say);
  const { connections, endSandbox } = await reach(wanted);
  let cost: Cost = noCost;
  const client = createClient({
    connections,
    transport: undiciTransport(),
    budget: createBudget(), // the budget of the day holds in the ledger
    history: store.history,
    ledger: store.ledger,
    prices: store.prices,
    reuse: keptFirst,
    onSettled: (settlement) => {
      if (settlement.connection !== 'sandbox') cost = addCost(cost, costOfSettlement(settlement));
    },
  });
  const consents = new Consents(ask, idleTime(systemClock), 1); // what waits together is joined where the client is asked
  if (wanted.allow > 0n) consents.allow(wanted.allow);
  const agents: AgentServices = {
    client,
    kept: store.exchanges,
    budgets: () => ({
      agents: store.spending.agentsToday(),
      session: { cap: undefined, spent: amountOf(cost), reserved: 0n },
      day: store.spending.today(),
    }),
    sessionCost: () => cost,
    consents,
    fixtures: async () => await fixturesIn(wanted.fixtures),
    ...(wanted.fixtures === undefined
      ? {}
      : { saveFixture: saveInto({ folder: wanted.fixtures, keys: async () => await keysOf(wanted), secret: secretOf(wanted) }) }),
    now: Date.now,
    steps,
    nonce: () => String(randomInt(100_000_000, 1_000_000_000)),
  };
  return {
    services: { agents, readFixture: async (path) => await bodiesIn(wanted.fixtures, path) },
    close: async () => {
      await client.close();
      store.close();
      await endSandbox();
    },
  };
}

/** The keys that this process sends. The sandbox's is no secret. */
async function keysOf({ connections }: McpArguments): Promise<readonly string[]> {
  const all = await Promise.all([connections?.primary, connections?.gateway].map(async (one) => await one?.credentials()));
  return all.flatMap((credentials) => Object.values(credentials?.headers ?? {}));
}

/** A sandbox's people are made up: what stands for them needs no secret that lasts. */
function secretOf({ connections, store: folder }: McpArguments): () => Promise<Uint8Array> {
  return connections === undefined && folder === undefined
    ? once(async () => await Promise.resolve(randomBytes(32)))
    : async () => await readSecret(folder ?? dataFolder(process.platform, process.env));
}

async function reach({ connections }: McpArguments) {
  if (connections !== undefined) return { connections, endSandbox: async () => await Promise.resolve() };
  const { startSandbox } = await import('../sandbox/server.ts');
  const { primary, gateway, key, close } = await startSandbox();
  const made = keyConnections({ key, baseUrl: primary, gatewayUrl: gateway });
  const asSandbox = (service: Service) => {
    const connection = made[service];
    return connection === undefined ? undefined : { ...connection, kind: 'sandbox' as const };
  };
  return { connections: asSandbox, endSandbox: close };
}

async function openOwnStore(
  { budget, connections, store: folder }: McpArguments,
  say: (message: string) => void,
): Promise<Store> {
  const options: Omit<StoreOptions, 'folder'> = {
    clock: systemClock,
    dayCap: () => undefined,
    agentsCap: () => budget,
    maxBytes: () => maxBytes,
    accountOf: () => undefined,
    notify: ({ kind }) => say(`the store reports: ${kind}`),
  };
  // a sandbox is another one at each start: what it answered means nothing later
  if (connections === undefined && folder === undefined) return openMemoryStore(options);
  return await openStore({ ...options, folder: folder ?? dataFolder(process.platform, process.env) });
}

async function fixturesIn(folder: string | undefined): Promise<readonly ListedFixture[]> {
  if (folder === undefined) return [];
  const files = await listFiles(folder);
  const { read } = readerOf(folder, files);
  const found = await Promise.all(sidecarFiles(files.keys()).map(async (path) => listedFixture(path, await read(path))));
  return found.flatMap((facts) => facts ?? []);
}

async function bodiesIn(folder: string | undefined, path: string): Promise<readonly Uint8Array[] | undefined> {
  if (folder === undefined) return undefined;
  const fixture = await readFixture(readerOf(folder, await listFiles(folder)), path);
  return fixture.fault === undefined ? fixture.bodies : undefined;
}

/** Where an account keeps the data of its programs. */
function dataFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  switch (platform) {
    case 'win32':
      return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'social-data');
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'social-data');
    default:
      return join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'social-data');
  }
}
