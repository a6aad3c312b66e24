import { randomBytes, randomInt } from 'node:crypto';
import path from 'node:path';
import type { RemedyWords } from '../app/agents/agentFault.ts';
import type { AgentServices } from '../app/agents/agentServices.ts';
import { type ConsentQuestion, type ConsentReply, Consents } from '../app/agents/consents.ts';
import { addCost, getCostAmount, type Cost, getSettlementCost, noCost } from '../app/cost/cost.ts';
import { type ListedFixture, toListedFixture } from '../app/fixtures/listedFixture.ts';
import { isSidecarFile } from '../app/fixtures/naming.ts';
import { createApiKeyConnections } from '../client/connection.ts';
import type { Service } from '../client/endpoint.ts';
import type { Money } from '../client/money.ts';
import { once } from '../client/once.ts';
import { systemClock } from '../client/systemClock.ts';
import { createListedFileReader, type ListedFiles, listJsonFiles } from '../replay/listJsonFiles.ts';
import { getDefaultDataFolder, openClient } from './openClient.ts';
import type { PaidConnections } from './paidConnections.ts';
import { readOrCreatePseudonymSecret } from './readOrCreatePseudonymSecret.ts';
import { createFixtureSaver } from './createFixtureSaver.ts';

/** What the person can do about a server: its options. */
const serverRemedyTexts: RemedyWords = {
  setBudget: 'start the server with a higher --budget DOLLARS',
  setKey: 'start the server with the variable of another key (--key NAME)',
  connect: 'start the server with the address of the service (--primary URL, --gateway URL)',
  mendStore:
    'put that right and start the server again, or to start it with --new-store DOLLARS, the amount that was spent today',
};

/** What was opened. */
export interface OpenedMcpServices {
  readonly services: AgentServices;
  /** Ends what is under way, and writes it down. */
  readonly close: () => Promise<void>;
}

/** How a server was started. */
export interface McpArguments {
  /** undefined: both services are a sandbox of its own. */
  readonly connections: PaidConnections | undefined;
  readonly budget: Money;
  readonly allow: Money;
  readonly store: string | undefined;
  readonly newStore?: Money | undefined;
  readonly fixtures: string | undefined;
}

/** Opens the store, the client and, where nothing paid is connected, the sandbox. Makes no call to a paid service. */
export async function openMcpServices(
  wanted: McpArguments,
  ask: (question: ConsentQuestion) => Promise<ConsentReply>,
  say: (message: string) => void,
): Promise<OpenedMcpServices> {
  const { connections, endSandbox } = await connectOrStartSandbox(wanted);
  let cost: Cost = noCost;
  const { client, store, close } = await openClient({
    ...{ connections, say, folder: getStoreFolder(wanted), newStore: wanted.newStore, agentsCap: wanted.budget },
    onSettled: (settlement) => {
      if (settlement.connection !== 'sandbox') cost = addCost(cost, getSettlementCost(settlement));
    },
  });
  const consents = new Consents(ask, systemClock.now, 1); // what waits together is joined where the client is asked
  if (wanted.allow > 0n) consents.allow(wanted.allow);
  const services: AgentServices = {
    client,
    kept: store.exchanges,
    budgets: () => ({
      agents: store.spending.agentsToday(),
      session: { cap: undefined, spent: getCostAmount(cost), reserved: 0n },
      day: store.spending.today(),
    }),
    storeProblem: store.problem,
    sessionCost: () => cost,
    consents,
    fixtures: async () => await listFixturesInFolder(wanted.fixtures),
    ...(wanted.fixtures === undefined
      ? {}
      : {
          fixturesFolder: path.resolve(wanted.fixtures),
          saveFixture: createFixtureSaver({
            folder: wanted.fixtures,
            keys: wanted.connections?.keys ?? [],
            secret: createSecretProvider(wanted),
          }),
        }),
    now: Date.now,
    steps: serverRemedyTexts,
    nonce: () => String(randomInt(100_000_000, 1_000_000_000)),
  };
  return {
    services,
    close: async () => {
      await close();
      await endSandbox();
    },
  };
}

/** A sandbox is another one at each start: what it answered means nothing later. */
function getStoreFolder({ connections, store: folder }: McpArguments): string | undefined {
  return connections === undefined ? folder : (folder ?? getDefaultDataFolder(process.platform, process.env));
}

/** A sandbox's people are made up: what stands for them needs no secret that lasts. */
function createSecretProvider(wanted: McpArguments): () => Promise<Uint8Array> {
  const folder = getStoreFolder(wanted);
  return folder === undefined
    ? once(async () => await Promise.resolve(randomBytes(32)))
    : async () => await readOrCreatePseudonymSecret(folder);
}

async function connectOrStartSandbox({ connections }: McpArguments) {
  if (connections !== undefined)
    return { connections: (service: Service) => connections[service], endSandbox: async () => await Promise.resolve() };
  const { startSandbox } = await import('../sandbox/server.ts');
  const { primary, gateway, key, close } = await startSandbox();
  const made = createApiKeyConnections({ key, baseUrl: primary, gatewayUrl: gateway });
  const asSandbox = (service: Service) => {
    const connection = made[service];
    return connection === undefined ? undefined : { ...connection, kind: 'sandbox' as const };
  };
  return { connections: asSandbox, endSandbox: close };
}

async function listFixturesInFolder(folder: string | undefined): Promise<readonly ListedFixture[]> {
  if (folder === undefined) return [];
  const files = await listJsonFiles(folder).catch((error: unknown) => {
    // saving makes it
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map() as ListedFiles;
    throw error;
  });
  const { read } = createListedFileReader(folder, files);
  const found = await Promise.all(
    [...files.keys()].filter(isSidecarFile).map(async (path) => toListedFixture(path, await read(path))),
  );
  return found.flatMap((facts) => facts ?? []);
}
