import * as tls from 'node:tls';
import * as vscode from 'vscode';
import type { Transport } from '../../client/transport.ts';
import { fetchTransport } from '../../client/transports/fetch.ts';
import { lazyUndiciTransport } from '../../client/transports/lazyUndici.ts';
import { readUserOnlySetting } from '../settings.ts';
import { readProxyRoute, type ProxySettings } from './readSettings.ts';

/**
 * The transport that the person chose, asked at each request: the editor's own fetch, which obeys its proxy and certificate
 * settings, or the client's, which goes straight out or through the proxy that `http.proxy` or the environment names, and
 * trusts the certificates of Node and of the system.
 */
export function createChosenTransport(): Transport {
  const editor = fetchTransport();
  // one per route: a call that is under way when the settings change ends on the route on which it began
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

/** The person's own values: a workspace has no say in where requests go. */
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
