import * as vscode from 'vscode';
import { toStoredOnlyReuse } from '../../../core/cost/offers.ts';
import type { Endpoint } from '../../../client/endpoint.ts';
import { findEndpointById } from '../../../client/endpoints/table.ts';
import type { Exchange } from '../../../client/exchange.ts';
import { reuseAnyAge } from '../../../client/policies/history.ts';
import { quotePageAfterResponse } from '../../../core/session/pagedSession.ts';
import { toPage } from '../../../client/records/toPage.ts';
import { callAndShow } from '../../../workbench/callAndShow.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import { toExchangeUri } from '../../../workbench/exchangeDocuments.ts';
import { pinResponseConnection, type Services } from '../../../workbench/services.ts';
import { showRecords } from './recordDocuments.ts';

export const responseActions = {
  nextPage: openNextPage,
  switchFormat,
} satisfies Readonly<Record<string, (services: Services, exchange: Exchange, offered?: 'only') => Promise<void>>>;

/** @param offered `only` if the response was offered for free */
async function openNextPage(given: Services, exchange: Exchange, offered?: 'only'): Promise<void> {
  const services = pinResponseConnection(given, exchange);
  const endpoint = findEndpointById(exchange.request.endpointId);
  const next = endpoint === undefined ? undefined : quotePageAfterResponse(await services.client(), endpoint, exchange);
  if (endpoint === undefined || next === undefined) {
    showRefusal(vscode.l10n.t('This is the last page.'));
    return;
  }
  const { params } = next;
  const { format } = exchange.request;
  const reuse = offered === undefined ? next.reuse : toStoredOnlyReuse(next.reuse);
  await callAndShow(services, endpoint, params, { format, reuse });
}

/** Shows the response in the other format: a stored response or records read from the raw one, otherwise sends a request. */
async function switchFormat(given: Services, exchange: Exchange, offered?: 'only'): Promise<void> {
  const services = pinResponseConnection(given, exchange);
  const endpoint = findEndpointById(exchange.request.endpointId);
  const format = exchange.request.format === 'raw' ? 'simple' : 'raw';
  if (endpoint === undefined || !endpoint.formats.includes(format)) {
    showRefusal(vscode.l10n.t('This endpoint has only one format.'));
  } else if (format === 'simple' && (await canReadRecordsLocally(services, endpoint, exchange))) {
    services.exchanges.put(exchange);
    await showRecords(services, toExchangeUri(exchange, 'exact'));
  } else {
    await callAndShow(services, endpoint, exchange.request.params, { format, reuse: offered ?? reuseAnyAge });
  }
}

/** True if a simple response isn't stored, but its records can be read from the raw one. */
export async function canReadRecordsLocally(services: Services, endpoint: Endpoint, exchange: Exchange): Promise<boolean> {
  const client = await services.client();
  return (
    client.quote(endpoint, exchange.request.params, { format: 'simple' })?.kind !== 'stored' &&
    (toPage(exchange, { endpoint }).meta.upstream?.operation ?? 'unknown') !== 'unknown'
  );
}
