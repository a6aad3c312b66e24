import type { Client } from '../../client/client.ts';
import { isSameConnection } from '../../client/connection.ts';
import { createClient } from '../../client/createClient.ts';
import { createPageMethods } from '../../client/pageMethods.ts';
import { createBudget } from '../../client/policies/budget.ts';
import { reuseAnyAge } from '../../client/policies/history.ts';
import { readSpentToday } from './spend.ts';
import type { Services } from '../services.ts';
import { readBudgetSetting, onDidChangeSettings, readUserOnlySetting } from '../settings.ts';
import * as tls from 'node:tls';
import * as vscode from 'vscode';
import type { Transport } from '../../client/transport.ts';
import { fetchTransport } from '../../client/transports/fetch.ts';
import { lazyUndiciTransport } from '../../client/transports/lazyUndici.ts';
import { readProxyRoute, type ProxySettings } from './readProxyRoute.ts';

export async function createConnectedClient({ context, connections, spend, log, store: openStore }: Services): Promise<Client> {
  const store = await openStore();
  const budget = createBudget({ cap: readBudgetSetting('session') });
  const playBudget = createBudget(); // sandbox requests are free and unlimited
  const client = createClient({
    connections: (service, name) => connections.of(service, name),
    transport: createChosenTransport(),
    budget: ({ kind }) => (kind === 'sandbox' ? playBudget : budget),
    history: store.history,
    ledger: store.ledger,
    prices: store.prices,
    reuse: reuseAnyAge, // refreshing is the user's choice
    onSettled: (settlement, connection) => {
      const { request, exchange, error } = settlement;
      spend.add(settlement, readSpentToday(store), isSameConnection(connection, connections.of(request.service)));
      // the path and query are private
      log.info(
        `${request.service} ${request.endpointId} (${request.format}): ${exchange === undefined ? (error?.kind ?? 'failed') : `status ${exchange.status}, ${Math.round(exchange.durationMs)} ms`}`,
      );
    },
  });
  spend.setToday(readSpentToday(store));
  context.subscriptions.push(
    connections.onDidChange(() => spend.forgetConnection()),
    onDidChangeSettings(() => budget.setCap(readBudgetSetting('session'))),
    { dispose: () => void client.close() },
  );
  const call = (async (endpoint, params, options) => {
    const response = await client.call(endpoint, params, options);
    if (response.from === 'history') {
      spend.addReopened(response);
    }
    return response;
  }) as Client['call'];
  return { ...client, call, ...createPageMethods(call) };
}

/**
 * Uses the transport that is selected when a request is sent: the editor's fetch with its proxy and certificate settings, or a
 * direct one that uses the proxy from `http.proxy` or the environment and trusts Node's and the system's certificates.
 */
export function createChosenTransport(): Transport {
  const editor = fetchTransport();
  // one per route, so requests in flight aren't interrupted when the settings change
  const direct = new Map<string, Transport>();
  const directly = (): Transport => {
    const settings = readProxySettings();
    const route = JSON.stringify(settings);
    const known = direct.get(route);
    const transport =
      known ?? lazyUndiciTransport({ ca: listTrustedCertificates(), proxy: readProxyRoute(settings, process.env) });
    direct.set(route, transport);
    return transport;
  };
  return {
    send: async (request, options) => await (isTransportDirect() ? directly() : editor).send(request, options),
    close: async () => {
      await Promise.all([editor, ...direct.values()].map(async (transport) => await transport.close()));
    },
  };
}

export function isTransportDirect(): boolean {
  return readUserOnlySetting('network.transport') === 'direct';
}

/** Ignores workspace values, because a workspace must not decide where requests go. */
function readProxySettings(): ProxySettings {
  const http = vscode.workspace.getConfiguration('http');
  const own = <T>(name: string, otherwise: T): T => {
    const found = http.inspect<T>(name);
    return found?.globalValue ?? found?.defaultValue ?? otherwise;
  };
  return { address: own('proxy', ''), support: own('proxySupport', ''), except: own<readonly string[]>('noProxy', []) };
}

function listTrustedCertificates(): readonly string[] {
  return [...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])];
}
