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

/** A session of its own that spends real money at a sandbox, under the budgets of the settings. */
export interface Spending extends AsyncDisposable {
  readonly services: Services;
  /** The targets of the calls that the sandbox answered so far, by its own log. */
  readonly asked: () => Promise<readonly string[]>;
  /** Micro-dollars, by the receipts. */
  readonly spent: () => bigint;
  /** Sets the budget of the session to what this many calls at $0.0002 come to. */
  readonly allowCalls: (calls: number) => Promise<void>;
  readonly allowCallsToday: (calls: number) => Promise<void>;
  /** From now on answers to targets like this wait until the function that is given is called. The calls count as asked. */
  readonly hold: (target: RegExp) => () => void;
  /** What goes wrong with the next calls. */
  readonly faults: (rules: readonly Readonly<Record<string, unknown>>[]) => Promise<void>;
}

const price = 200n;

/** The service of a suite: one address, behind which each test has a sandbox of its own. */
interface PaidService {
  readonly proxy: CountingProxy;
  sandbox?: Sandbox;
  held?: { readonly target: RegExp; readonly released: Promise<void> };
}

/**
 * Connects a suite to one address as to a service that is billed: VS Code looks at all of its settings again whenever one of them
 * changes, so none does between its tests.
 *
 * @param marksResponses whether its responses say that a sandbox made them up; without that they are taken for a service's
 * @returns starts a sandbox behind that address, and a session over it
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

/** What a session finds, whatever the test before it has set. */
const settingsOf = (address: string | undefined) => ({
  ...(address === undefined ? { connections: undefined, selectedConnections: undefined } : paid({ primary: address })),
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
    context: { subscriptions, extension: { packageJSON: { version: '0.1.0' } } },
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
  const services = parts as unknown as Services; // what sessions use of them
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
    asked: async () => {
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
