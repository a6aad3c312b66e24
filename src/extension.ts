import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { once } from './client/once.ts';
import { register as registerActivity, setBudget, startNewHistory } from './features/spending/host/index.ts';
import { Spend } from './workbench/services/spend.ts';
import { Connections, type SandboxAddressesAndKey } from './workbench/services/connections.ts';
import { register as registerAgents } from './features/agents/host/index.ts';
import { manageConnections, register as registerConnection, selectConnection } from './features/connections/host/index.ts';
import { register as registerExplore } from './features/explore/host/index.ts';
import { Keys } from './workbench/services/keys.ts';
import { registerWalkthrough } from './workbench/walkthroughSteps.ts';
import {
  readFixtureResponseById,
  register as registerFixtures,
  saveResponsesAsFixtures,
} from './features/fixtures/host/index.ts';
import type { ServeFixtures } from './features/fixtures/host/server/fixtureServerController.ts';
import { register as registerLinks } from './features/links/host/index.ts';
import { lookUp, register as registerLookUp } from './features/lookUp/host/index.ts';
import { setPaidServiceCheck } from './workbench/commandGuard.ts';
import { createRecentExchangeCache } from './workbench/exchangeDocuments.ts';
import { PinStore } from './core/pins.ts';
import { register as registerNumbers } from './features/numbers/host/index.ts';
import { register as registerProfile } from './features/profile/host/index.ts';
import { register as registerRequests } from './features/requests/host/index.ts';
import { register as registerRecords } from './features/records/host/index.ts';
import { readCollectedResponse, register as registerCollect } from './features/collect/host/index.ts';
import { register as registerResults } from './features/results/host/index.ts';
import { register as registerThreads } from './features/threads/host/index.ts';
import type { Open } from './workbench/open.ts';
import type { Services } from './workbench/services.ts';

const sandboxPortKey = 'socialData.sandboxPort';
const fixtureServerPortKey = 'socialData.fixtureServerPort';

/** Doesn't send requests or start a server. */
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
  const client = once(
    async () => await (await import('./workbench/services/connectedClient.ts')).createConnectedClient(services),
  );
  const open: Open = {
    lookUp: async (text, connection) => await lookUp(services, 'anything', { text, connection }),
    user: async (handle, connection) => await open.lookUp(`@${handle}`, connection),
    thread: async (postId, options) =>
      await (postId === undefined ? lookUp(services, 'thread', {}) : threads.open(postId, options)),
    postThread: async (postId, handle, connection) => await threads.openPost(postId, handle, connection),
    responseThread: async (source, postId) => await threads.openResponse(source, postId),
    profile: async (exchange) => await profile.open(exchange),
    results: async (exchanges, view, filter) => await results.open(exchanges, view, filter),
    query: async (endpoint, texts, options) => await results.openQuery(endpoint, texts, options),
    search: async (text, connection) => await results.openSearch(text, connection),
    collect: async (subject) => await collect.collect(subject),
    pinUser: async (handle, connection) => await explore.pinUser(handle, connection),
    manageConnections: async (connection, step) => await manageConnections(services, connection, step),
    selectConnection: async () => await selectConnection(services),
    setBudget: async () => await setBudget(services),
    startNewHistory: async () => await startNewHistory(services),
  };
  const services: Services = {
    context,
    log,
    keys,
    connections,
    spend,
    pins,
    open,
    sandboxPictures: once(async () => (await import('./sandbox/pictures.ts')).toPictureDataUrl),
    exchanges: createRecentExchangeCache(),
    client: async (names = connections.names()) => {
      const [{ overConnections }, shared] = await Promise.all([
        import('./client/pageMethods.ts'),
        client(),
        connections.prepare(names),
      ]);
      return overConnections(shared, names);
    },
    store: once(async () => await (await import('./workbench/services/machineStore.ts')).openMachineStore(services)),
    saveResponsesAsFixtures: async (sources, purpose) => await saveResponsesAsFixtures(services, sources, purpose),
    fileResponse: async (id) => (await readFixtureResponseById(id)) ?? (await readCollectedResponse(services, id)),
  };
  setPaidServiceCheck(() => connections.paid.connections.length > 0); // a view may use one that isn't selected
  const profile = registerProfile(services);
  const results = registerResults(services);
  const threads = registerThreads(services);
  const explore = registerExplore(services);
  const collect = registerCollect(services);
  context.subscriptions.push(
    ...[log, keys, spend, connections],
    registerLookUp(services),
    registerRequests(services),
    registerRecords(services),
    results,
    profile,
    registerFixtures(services, createFixtureServerStarter(context, log)),
    registerConnection(services),
    collect,
    registerActivity(services, collect),
    registerLinks(services),
    registerNumbers(),
    explore,
    threads,
    registerAgents(services),
    registerWalkthrough(services),
  );
}

/** Starts the sandbox in a worker thread on first use, and again if it ended. */
function createSandboxStarter(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
): () => Promise<SandboxAddressesAndKey> {
  let running: Promise<SandboxAddressesAndKey> | undefined;
  return async () => {
    running ??= start().catch((error: unknown) => {
      running = undefined; // the next request starts it again
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
              `The sandbox exited with code ${code}: ${error?.message ?? 'no reason given'}. It restarts at the next request.`,
            );
          },
          onFault: (message) => {
            log.error(`The sandbox failed to respond: ${message}`);
          },
        },
      );
    // the same port as before, so stored responses and open pages still work after a reload
    const sandbox = await startAtPreviousPort(context, log, sandboxPortKey, launch);
    context.subscriptions.push(new vscode.Disposable(() => void sandbox.close()));
    log.info(`The sandbox is running at ${sandbox.primary} and ${sandbox.gateway}.`);
    return sandbox;
  }
}

/** Runs in this process because it only reads files. */
function createFixtureServerStarter(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): ServeFixtures {
  return async ({ folders: fixtures, onUnmatched, onServed }) => {
    const { startReplay } = await import('./features/fixtures/server/startReplay.ts');
    const serving = typeof onUnmatched === 'function' ? { record: onUnmatched } : { mode: onUnmatched };
    const onFault = (fault: unknown) => {
      log.error(`The fixture server failed to respond: ${fault instanceof Error ? fault.message : String(fault)}`);
    };
    // the same port as before, because .env files may contain the URL
    const server = await startAtPreviousPort(context, log, fixtureServerPortKey, async (port) => {
      return await startReplay({ fixtures, mayBeMissing: true, ...serving, port }, { onServed, onFault });
    });
    log.info(`The fixture server is running at ${server.primary} and ${server.gateway}.`);
    return server;
  };
}

/** Uses a different port if the previous one is taken. */
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
    log.info(`A server is moving to another port: ${String(error)}`);
    return await launch(0);
  });
  await workspaceState.update(stateKey, Number(new URL(server.primary).port));
  return server;
}
