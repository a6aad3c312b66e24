import * as vscode from 'vscode';
import type { Client } from '../../../client/client.ts';
import type { Endpoint } from '../../../client/endpoint.ts';

/**
 * What a call costs and, where one service is at the sandbox and the other one is not, who answers it: neither may be taken for
 * the other.
 */
export function presentAnswerer(client: Pick<Client, 'connection'>, { service }: Endpoint, cost: string): string {
  const kinds = (['primary', 'gateway'] as const).map((one) => client.connection(one)?.kind);
  if (kinds.every((kind) => kind === 'sandbox') || !kinds.includes('sandbox')) {
    return cost;
  }
  return client.connection(service)?.kind === 'sandbox'
    ? vscode.l10n.t('{0}; the sandbox answers, so what is found is made up', cost)
    : vscode.l10n.t('{0}; a paid service answers, not the sandbox', cost);
}
