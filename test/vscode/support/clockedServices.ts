import * as vscode from 'vscode';
import { testLog } from './testLog.ts';
import type { Client } from '../../../src/client/client.ts';
import type { Connection } from '../../../src/client/connection.ts';
import { type ClientOptions, createClient } from '../../../src/client/createClient.ts';
import { memoryHistory, reuseAnyAge } from '../../../src/client/policies/history.ts';
import { noCost } from '../../../src/core/cost/cost.ts';
import type { Services } from '../../../src/workbench/services.ts';
import { type FakeClock, fakeClock } from '../../support/fakeClock.ts';
import { type FakeReply, type FakeTransport, fakeTransport } from '../../support/fakeTransport.ts';
import { oneConnection } from './oneConnection.ts';
import { recordOpen } from './recordOpen.ts';
import { testConnection } from '../../support/testEndpoints.ts';

/** The services that sessions use, with a transport and clock that the test controls. */
export interface Clocked {
  readonly clock: FakeClock;
  readonly transport: FakeTransport;
  readonly client: Client;
  readonly services: Services;
  readonly connect: (changes: Partial<Connection>) => void;
}

export function clockedServices(
  reply: (index: number) => FakeReply,
  options: Pick<ClientOptions, 'budget' | 'ledger' | 'history'> = {},
): Clocked {
  const clock = fakeClock();
  const transport = fakeTransport((_request, index) => reply(index), clock.now);
  const changed = new vscode.EventEmitter<void>();
  let connection = testConnection();
  const client = createClient({
    reuse: reuseAnyAge,
    connections: () => connection,
    transport,
    clock,
    history: memoryHistory(),
    random: () => 0.99,
    ...options,
  });
  const parts = {
    client: () => Promise.resolve(client),
    exchanges: { get: () => undefined, put: () => undefined },
    log: testLog,
    open: recordOpen().open,
    connections: oneConnection(() => connection, changed.event),
    context: { subscriptions: [] },
    spend: { totals: { cost: noCost } },
  };
  const services = parts as unknown as Services;
  const connect = (changes: Partial<Connection>) => {
    connection = testConnection(changes);
    changed.fire();
  };
  return { clock, transport, client, services, connect };
}

/**
 * Records progress notifications' messages in `said` while `work` runs, with their title as VS Code shows it.
 * @param token the token that cancels the work
 */
export async function recordProgress(
  said: string[],
  token: vscode.CancellationToken | (() => vscode.CancellationToken),
  work: () => Promise<void>,
): Promise<void> {
  const original = vscode.window.withProgress;
  const stand: typeof vscode.window.withProgress = async ({ title = '' }, task) =>
    await task(
      { report: ({ message = '' }) => said.push([title, message].filter((part) => part !== '').join(': ')) },
      typeof token === 'function' ? token() : token,
    );
  Object.defineProperty(vscode.window, 'withProgress', { value: stand, configurable: true, writable: true });
  try {
    await work();
  } finally {
    Object.defineProperty(vscode.window, 'withProgress', { value: original, configurable: true, writable: true });
  }
}
