import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { testLog } from './testLog.ts';
import { getCostAmount } from '../../../src/core/cost/cost.ts';
import type { Client } from '../../../src/client/client.ts';
import { overConnections } from '../../../src/client/pageMethods.ts';
import { formatMoney } from '../../../src/client/money.ts';
import { createConnectedClient } from '../../../src/workbench/services/connectedClient.ts';
import { Connections } from '../../../src/workbench/services/connections.ts';
import { createRecentExchangeCache } from '../../../src/workbench/exchangeDocuments.ts';
import { Keys } from '../../../src/workbench/services/keys.ts';
import type { Services } from '../../../src/workbench/services.ts';
import { Spend } from '../../../src/workbench/services/spend.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { type CountingProxy, startCountingProxy } from '../../support/countingProxy.ts';
import { memoryStore } from './memoryStore.ts';
import { recordOpen } from './recordOpen.ts';
import { paid, setSettings } from './steps.ts';

/** Services that pay a sandbox, with the settings' budgets. */
export interface Spending extends AsyncDisposable {
  readonly services: Services;
  /** The targets in the sandbox's log. */
  readonly requests: () => Promise<readonly string[]>;
  /** In micro-dollars. */
  readonly spent: () => bigint;
  /** Sets the session's budget to the price of this many requests at $0.0002. */
  readonly allowCalls: (calls: number) => Promise<void>;
  readonly allowCallsToday: (calls: number) => Promise<void>;
  /** Holds responses to matching targets until the returned function is called. */
  readonly hold: (target: RegExp) => () => void;
  /** Sets faults for the next requests. */
  readonly faults: (rules: readonly Readonly<Record<string, unknown>>[]) => Promise<void>;
}

const price = 200n;

/** One address for a suite; each test has its own sandbox behind it. */
interface PaidService {
  readonly proxy: CountingProxy;
  sandbox?: Sandbox;
  held?: { readonly target: RegExp; readonly released: Promise<void> };
}

/**
 * Connects a suite to one address as to a billed service. Its tests share settings, because VS Code rereads all of
 * them after each change.
 * @param marksResponses whether responses have the sandbox's header; otherwise they are treated as a service's
 * @returns starts a sandbox behind that address, and services over it
 */
export function useSpending({ marksResponses = true }: { readonly marksResponses?: boolean } = {}): () => Promise<Spending> {
  let service: PaidService | undefined;

  before(async () => {
    const proxy = await startCountingProxy(
      () => new URL(service?.sandbox?.primary ?? '').origin,
      (target) => (service?.held?.target.test(target) === true ? service.held.released : undefined),
    );
    service = { proxy };
  });

  after(async () => {
    await setSettings(settingsOf(undefined));
    await service?.proxy.close();
  });

  return async () => {
    assert.ok(service !== undefined, 'it starts before the first test, not earlier');
    return await startSession(service, marksResponses);
  };
}

/** Resets the previous test's changes. */
const settingsOf = (address: string | undefined) => ({
  ...(address === undefined ? { connections: undefined, connection: undefined } : paid({ primary: address })),
  'budget.perSession': undefined,
  'budget.perDay': undefined,
});

async function startSession(service: PaidService, marksResponses: boolean): Promise<Spending> {
  const sandbox = await startSandbox({ marksResponses });
  service.sandbox = sandbox;
  delete service.held;
  const { proxy } = service;
  const address = `${proxy.address}/primary`;
  await setSettings(settingsOf(address));
  const keys = new Keys(noSecrets());
  keys.keepForSession('primary', { key: sandbox.key, origin: proxy.address });
  const connections = new Connections(keys, async () => Promise.resolve({ ...sandbox, primary: address }));
  const spend = new Spend();
  const subscriptions: vscode.Disposable[] = [keys, connections, spend];
  const store = memoryStore();
  let client: Promise<Client> | undefined;
  const parts = {
    context: { subscriptions, extension: { packageJSON: { version: '0.1.0' } }, workspaceState: { get: () => undefined } },
    keys,
    connections,
    spend,
    log: testLog,
    open: recordOpen().open,
    exchanges: createRecentExchangeCache(),
    store: async () => await Promise.resolve(store),
    client: async (names = connections.names()) => {
      client ??= createConnectedClient(services);
      return overConnections(await client, names);
    },
  };
  const services = parts as unknown as Services; // only what sessions use
  const control = async (path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(new URL(`/__sandbox/${path}`, sandbox.primary), {
      headers: { 'X-Sandbox-Control': sandbox.control },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    assert.equal(response.status, 200, await response.clone().text());
    return await response.json();
  };
  const allow = async (name: string, calls: number) => {
    await setSettings({ [name]: Number(formatMoney(price * BigInt(calls))) });
  };
  return {
    services,
    requests: async () => {
      const { requests } = (await control('requests?keys=all')) as { readonly requests: readonly LoggedCall[] };
      return requests.map(({ path, query }) => `${path}${query}`);
    },
    spent: () => getCostAmount(spend.totals.cost),
    allowCalls: async (calls) => {
      await allow('budget.perSession', calls);
    },
    allowCallsToday: async (calls) => {
      await allow('budget.perDay', calls);
    },
    hold: (target) => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      service.held = { target, released };
      return () => {
        delete service.held;
        release();
      };
    },
    faults: async (rules) => {
      await control('faults', { rules });
    },
    [Symbol.asyncDispose]: async () => {
      vscode.Disposable.from(...subscriptions).dispose();
      store.close();
      await sandbox.close();
    },
  };
}

interface LoggedCall {
  readonly path: string;
  readonly query: string;
}

function noSecrets(): vscode.SecretStorage {
  return {
    get: async () => Promise.resolve(undefined),
    store: async () => Promise.resolve(),
    delete: async () => Promise.resolve(),
    keys: async () => Promise.resolve([]),
    onDidChange: new vscode.EventEmitter<vscode.SecretStorageChangeEvent>().event,
  };
}
