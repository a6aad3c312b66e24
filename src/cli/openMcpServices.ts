import { randomBytes, randomInt } from 'node:crypto';
import path from 'node:path';
import {
  type RemedyWords,
  type AgentServices,
  type SaveAgentFixture,
  type ConsentReply,
  type ConsentRequest,
  Consents,
} from '../features/agents/index.ts';
import { addCost, getCostAmount, type Cost, getSettlementCost, noCost } from '../core/cost/cost.ts';
import {
  type ListedFixture,
  toListedFixture,
  isSidecarFile,
  hasKeyInDraft,
  createFixtureDraft,
  formatFileFault,
  pseudonymizeExchange,
  runExclusively,
  saveAgentDraft,
  createPseudonyms,
  tryLoadSidecar,
} from '../features/fixtures/index.ts';
import type { Money } from '../client/money.ts';
import { once } from '../client/once.ts';
import { systemClock } from '../client/clock.ts';
import { readTeamSecret, teamSecretVariable } from '../features/fixtures/server/teamSecret.ts';
import { createUnlinkedFileReader, listJsonFiles, treatMissingAsNoFiles } from '../features/fixtures/server/listJsonFiles.ts';
import { connectOrStartSandbox, type PaidConnections, getDefaultDataFolder, openClient } from './openClient.ts';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { packageVersion } from './folders.ts';
import { openNodeFixtureFolder } from './nodeFixtureFolder.ts';

const serverRemedyTexts: RemedyWords = {
  setBudget: 'start the server with a higher --budget DOLLARS',
  setKey: 'start the server with a variable that contains another key (--key NAME)',
  connect: "start the server with the service's base URL (--primary URL, --gateway URL)",
  mendStore: 'fix this and start the server again, or to start it with --new-store DOLLARS (the amount spent today)',
};

export interface OpenedMcpServices {
  readonly services: AgentServices;
  /** Waits for requests in flight (see OpenedClient). */
  readonly close: () => Promise<void>;
}

export interface McpArguments {
  /** Undefined: both services are a sandbox in this process. */
  readonly connections: PaidConnections | undefined;
  readonly budget: Money;
  readonly allow: Money;
  readonly store: string | undefined;
  readonly newStore?: Money | undefined;
  readonly fixtures: string | undefined;
}

export async function openMcpServices(
  wanted: McpArguments,
  ask: (request: ConsentRequest) => Promise<ConsentReply>,
  say: (message: string) => void,
): Promise<OpenedMcpServices> {
  const { connections, endSandbox } = await connectOrStartSandbox(wanted.connections);
  let cost: Cost = noCost;
  const { client, store, close } = await openClient({
    ...{ connections, say, folder: getStoreFolder(wanted), newStore: wanted.newStore, agentsCap: wanted.budget },
    onSettled: (settlement) => {
      if (settlement.connection !== 'sandbox') cost = addCost(cost, getSettlementCost(settlement));
    },
  });
  const consents = new Consents(ask, systemClock.now);
  if (wanted.allow > 0n) consents.allow(wanted.allow);
  const services: AgentServices = {
    client,
    stored: store.exchanges,
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
            secret: createSecretReader(getStoreFolder(wanted), say),
          }),
        }),
    remedies: serverRemedyTexts,
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

/** In memory for a sandbox, because each start is a new one. */
function getStoreFolder({ connections, store: folder }: McpArguments): string | undefined {
  return connections === undefined ? folder : (folder ?? getDefaultDataFolder(process.platform, process.env));
}

/**
 * The team's secret, or else this account's.
 * @param store undefined: a new secret, because pseudonyms of the sandbox's sample people don't need to last
 * @param say called once
 */
export function createSecretReader(store: string | undefined, say: (message: string) => void): () => Promise<Uint8Array> {
  const own = once(async () => {
    say(`Pseudonyms are the same only on this machine. Your team gets the same ones with ${teamSecretVariable}.`);
    return store === undefined ? randomBytes(secretBytes) : await readOrCreatePseudonymSecret(store);
  });
  return async () => (await readTeamSecret('.env')) ?? (await own());
}

async function listFixturesInFolder(folder: string | undefined): Promise<readonly ListedFixture[]> {
  if (folder === undefined) return [];
  const files = await listJsonFiles(folder).catch(treatMissingAsNoFiles); // saving creates it
  const read = createUnlinkedFileReader(folder);
  const found = await Promise.all(
    [...files.keys()].filter(isSidecarFile).map(async (path) => {
      const sidecar = await tryLoadSidecar({ read }, path);
      return sidecar === undefined ? [] : [toListedFixture(path, sidecar)];
    }),
  );
  return found.flat();
}

const secretFileName = 'pseudonyms.key';
const secretBytes = 32;

/**
 * The secret behind this account's pseudonyms, readable only by the account. If two processes create it at the same time, both
 * use the first one.
 * @throws the file system's error
 */
export async function readOrCreatePseudonymSecret(folder: string): Promise<Uint8Array> {
  const file = path.join(folder, secretFileName);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(file, randomBytes(secretBytes), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const secret = await readFile(file);
  if (secret.length !== secretBytes) throw new Error(`${file} doesn't contain ${secretBytes} bytes`);
  return secret;
}

interface FixtureSaverOptions {
  /** Created if missing. */
  readonly folder: string;
  /** No fixture may contain one of these. */
  readonly keys: readonly string[];
  /** For createPseudonyms. */
  readonly secret: () => Promise<Uint8Array>;
}

export function createFixtureSaver({ folder: root, keys, secret }: FixtureSaverOptions): SaveAgentFixture {
  const own = new Map<string, string>();
  return async ({ exchange, name, isPseudonymized }, stop) => {
    try {
      const pseudonyms = isPseudonymized ? createPseudonyms(await secret()) : undefined;
      const pseudonymized = pseudonyms === undefined ? exchange : pseudonymizeExchange(exchange, pseudonyms);
      if ('reason' in pseudonymized) {
        return { kind: 'refused', reason: 'notPseudonymized' };
      }
      const draft = createFixtureDraft([pseudonymized], {
        kind: 'response',
        savedOn: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length),
        extension: packageVersion,
        ...(pseudonyms === undefined ? {} : { redactions: ['people'], secretFingerprint: pseudonyms.fingerprint }),
      });
      if (exchange.repeatsKey === true || hasKeyInDraft(keys, draft)) {
        return { kind: 'refused', reason: 'key' };
      }
      const folder = openNodeFixtureFolder(root);
      const saved = await runExclusively(folder, async () =>
        stop.aborted ? 'stopped' : ((await saveAgentDraft(folder, draft, { root: '', name, own })) ?? 'taken'),
      );
      return typeof saved === 'string'
        ? { kind: 'refused', reason: saved }
        : { kind: 'saved', path: saved.bodyFiles[0] ?? saved.sidecarFile, change: saved.effect };
    } catch (error) {
      return { kind: 'failed', said: formatFileFault(error) };
    }
  };
}
