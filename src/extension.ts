import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { once } from './client/once.ts';
import { overConnections } from './client/overConnections.ts';
import { register as registerActivity } from './host/activity/index.ts';
import { Spend } from './host/services/spend.ts';
import { Connections, type SandboxAddressesAndKey } from './host/services/connections.ts';
import { register as registerAgents } from './host/agents/index.ts';
import { register as registerConnection } from './host/connection/index.ts';
import { register as registerExplore } from './host/explore/index.ts';
import { Keys } from './host/services/keys.ts';
import { restoreWalkthroughSteps as registerFirstSteps } from './host/shared/walkthroughSteps.ts';
import { register as registerFixtures } from './host/fixtures/index.ts';
import { register as registerLinks } from './host/links/index.ts';
import { register as registerLookUp } from './host/lookUp/index.ts';
import { setPaidServiceCheck } from './host/shared/commandGuard.ts';
import { createRecentExchangeCache } from './host/shared/exchangeDocuments.ts';
import { PinStore } from './app/pins/pinStore.ts';
import { register as registerNumbers } from './host/numbers/index.ts';
import { register as registerProfile } from './host/profile/index.ts';
import { register as registerRecords } from './host/records/index.ts';
import { register as registerRequests } from './host/requests/index.ts';
import { register as registerResults } from './host/results/index.ts';
import { register as registerThreads } from './host/threads/index.ts';
import type { Services } from './host/shared/services.ts';

const featureRegisterFunctions = [
  registerLookUp,
  registerRequests,
  registerResults,
  registerProfile,
  registerRecords,
  registerFixtures,
  registerConnection,
  registerActivity,
  registerLinks,
  registerNumbers,
  registerExplore,
  registerThreads,
  registerAgents,
  registerFirstSteps,
];

const sandboxPortKey = 'socialData.sandboxPort';
const fixtureServerPortKey = 'socialData.fixtureServerPort';

/** Makes no call and starts nothing. */
export function activate(context: vscode.ExtensionContext): void {
  if (vscode.l10n.bundle !== undefined) {
    l10n.config({ contents: vscode.l10n.bundle });
  }
  const log = vscode.window.createOutputChannel('Social Data', { log: true });
  const keys = new Keys(context.secrets);
  const spend = new Spend();
  const pins = new PinStore(async () => await services.store());
  const startSandbox = createSandboxStarter(context, log);
  const connections = new Connections(keys, startSandbox);
  const client = once(async () => await (await import('./host/services/connectedClient.ts')).createConnectedClient(services));
  const savedByAgents = new Map<string, Map<string, string>>();
  const services: Services = {
    context,
    log,
    keys,
    connections,
    spend,
    pins,
    sandboxPictures: once(async () => (await import('./sandbox/pictures.ts')).toPictureDataUrl),
    exchanges: createRecentExchangeCache(),
    client: async (names = connections.names()) => {
      await connections.prepare(names);
      return overConnections(await client(), names);
    },
    store: once(async () => await (await import('./host/services/machineStore.ts')).openMachineStore(services)),
    saveAnswersAsFixtures: async (sources, purpose) => {
      const { saveAnswersAsFixtures } = await import('./host/fixtures/saveAsFixture.ts');
      await saveAnswersAsFixtures(services, sources, purpose);
    },
    serveFixtures: createFixtureServerStarter(context, log),
    saveFixtureForAgent: async (wish, stop) => {
      const { saveFixtureForAgent } = await import('./host/fixtures/saveFixtureForAgent.ts');
      return await saveFixtureForAgent(services, wish, savedByAgents, stop);
    },
  };
  setPaidServiceCheck(() => connections.paid.connections.length > 0); // a view may stay on a connection that is not selected
  context.subscriptions.push(log, keys, spend, connections, ...featureRegisterFunctions.map((register) => register(services)));
}

/** Runs it in a worker thread, started on first use and again if it ended. */
function createSandboxStarter(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
): () => Promise<SandboxAddressesAndKey> {
  let running: Promise<SandboxAddressesAndKey> | undefined;
  return async () => {
    running ??= start().catch((error: unknown) => {
      running = undefined; // the next call tries again
      throw error;
    });
    return await running;
  };

  async function start(): Promise<SandboxAddressesAndKey> {
    const { startSandboxWorker } = await import('./sandbox/startSandboxWorker.ts');
    const worker = new URL('./sandboxWorker.js', import.meta.url);
    const launch = async (port: number) =>
      await startSandboxWorker(
        worker,
        { port },
        {
          onExit: ({ code, error }) => {
            running = undefined;
            log.error(
              `The sandbox ended with code ${code}: ${error?.message ?? 'no reason given'}. It starts again with the next call.`,
            );
          },
          onFault: (message) => {
            log.error(`The sandbox failed to answer: ${message}`);
          },
        },
      );
    // at the address of before, so that what was kept of it serves and leads on after a reload
    const sandbox = await startAtPreviousPort(context, log, sandboxPortKey, launch);
    context.subscriptions.push(new vscode.Disposable(() => void sandbox.close()));
    log.info(`The sandbox answers at ${sandbox.primary} and ${sandbox.gateway}.`);
    return sandbox;
  }
}

/** Runs in this process, because it only reads files. */
function createFixtureServerStarter(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Services['serveFixtures'] {
  return async ({ folders: fixtures, onMiss, onServed }) => {
    const { startReplay } = await import('./replay/startReplay.ts');
    const serving = typeof onMiss === 'function' ? { record: onMiss } : { mode: onMiss };
    const onFault = (fault: unknown) => {
      log.error(`The fixture server failed to answer: ${fault instanceof Error ? fault.message : String(fault)}`);
    };
    // at the address of before, as it stands in .env files
    const server = await startAtPreviousPort(context, log, fixtureServerPortKey, async (port) => {
      return await startReplay({ fixtures, mayBeMissing: true, ...serving, port }, { onServed, onFault });
    });
    log.info(`The fixture server answers at ${server.primary} and ${server.gateway}.`);
    return server;
  };
}

/** Anywhere if that port is taken. */
async function startAtPreviousPort<T extends { readonly primary: string }>(
  { workspaceState }: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  stateKey: string,
  launch: (port: number) => Promise<T>,
): Promise<T> {
  const before = workspaceState.get(stateKey, 0);
  const server = await launch(before).catch(async (error: unknown) => {
    if (before === 0) {
      throw error;
    }
    log.info(`A server moves to another port: ${String(error)}`);
    return await launch(0);
  });
  await workspaceState.update(stateKey, Number(new URL(server.primary).port));
  return server;
}
