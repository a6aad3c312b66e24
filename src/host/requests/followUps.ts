import * as vscode from 'vscode';
import type { Endpoint } from '../../client/endpoint.ts';
import { endpointById } from '../../client/endpoints/table.ts';
import type { Exchange } from '../../client/exchange.ts';
import { nextParams } from '../../client/pages.ts';
import { runCommand } from '../shared/commands.ts';
import { toExchangeUri } from '../shared/kept/exchangeDocuments.ts';
import { presentRefusal } from '../shared/words/presentRefusal.ts';
import type { Services } from '../shared/services.ts';
import { callAndShow } from '../shared/callAndShow.ts';

/** Opens the page that the answer leads on to. */
export async function nextPage(services: Services, exchange: Exchange): Promise<void> {
  if (isElsewhere(services, exchange)) {
    return;
  }
  const endpoint = endpointById(exchange.request.endpointId);
  const params = endpoint === undefined ? undefined : nextParams(endpoint, exchange);
  if (endpoint === undefined || params === undefined) {
    presentRefusal(vscode.l10n.t('This is the last page.'));
    return;
  }
  await callAndShow(services, endpoint, params, { format: exchange.request.format });
}

/** Asks the same question again, at the service. */
export async function callAgain(services: Services, exchange: Exchange): Promise<void> {
  if (isElsewhere(services, exchange)) {
    return;
  }
  const endpoint = endpointById(exchange.request.endpointId);
  if (endpoint !== undefined) {
    await callAndShow(services, endpoint, exchange.request.params, { format: exchange.request.format, reuse: 'never' });
  }
}

/**
 * Opens the same answer in the other format: the kept one where there is one; raw is read as records without a call; else it
 * is asked for.
 */
export async function switchFormat(services: Services, exchange: Exchange): Promise<void> {
  if (isElsewhere(services, exchange)) {
    return;
  }
  const endpoint = endpointById(exchange.request.endpointId);
  const format = exchange.request.format === 'raw' ? 'simple' : 'raw';
  if (endpoint === undefined || !endpoint.formats.includes(format)) {
    presentRefusal(vscode.l10n.t('The service has one format only for this endpoint.'));
    return;
  }
  if (format === 'simple' && (await isReadHere(services, endpoint, exchange))) {
    await runCommand('socialData.records.show', toExchangeUri(exchange, 'exact'));
    return;
  }
  await callAndShow(services, endpoint, exchange.request.params, { format });
}

/** Whether a raw answer's records are to be had without a call: no simple answer is kept, and its JSON is recognised. */
export async function isReadHere(
  services: Services,
  endpoint: Endpoint,
  { request, value }: Pick<Exchange, 'request' | 'value'>,
): Promise<boolean> {
  const client = await services.client();
  if (client.quote(endpoint, request.params, { format: 'simple' })?.kind === 'kept') {
    return false;
  }
  const { readUpstreamValue } = await import('../../client/upstream/readUpstream.ts');
  return readUpstreamValue(value).operation !== 'unknown';
}

/** Refuses, in words, to go on from an answer of another connection: its cursor means nothing there, and money would be spent. */
function isElsewhere({ connections }: Services, exchange: Exchange): boolean {
  if (connections.isCurrent(exchange)) {
    return false;
  }
  presentRefusal(
    vscode.l10n.t(
      'This answer came from another connection ({0}). Nothing was called. Select that connection again, or look it up anew.',
      exchange.request.baseUrl,
    ),
  );
  return true;
}
