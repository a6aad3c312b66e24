import * as vscode from 'vscode';
import { toStoredOnlyReuse } from '../../../core/cost/cost.ts';
import { formatExpectedPrice } from '../../../core/cost/formatPrice.ts';
import { formatAge } from '../../../core/text/formatAge.ts';
import { formatReceipt } from '../../../core/cost/formatCost.ts';
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
import { createResponseTarget } from '../../../workbench/recordTarget.ts';
import { actOnRecords } from '../../records/host/index.ts';
import { showRecords } from './recordDocuments.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';

export const responseActions = {
  nextPage: openNextPage,
  switchFormat,
  showReceipt,
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

async function showReceipt(given: Services, exchange: Exchange): Promise<void> {
  const services = pinResponseConnection(given, exchange);
  const client = await services.client();
  const endpoint = findEndpointById(exchange.request.endpointId);
  const { l10n } = vscode;
  const { request, status, body, durationMs, attempts, headers, warnings } = exchange;
  const row = (label: string, description: string): vscode.QuickPickItem => ({
    label,
    description: sanitizeForVsCode(description),
  });
  const noted = (label: string, note: string | undefined) => (note === undefined ? [] : [row(label, note)]);
  const ms = Math.round(durationMs);
  const again: vscode.QuickPickItem = {
    label: l10n.t('Refresh'),
    description: formatExpectedPrice(endpoint === undefined ? undefined : client.priceOf(endpoint)),
    iconPath: new vscode.ThemeIcon('refresh'),
  };
  const items: readonly vscode.QuickPickItem[] = [
    row(l10n.t('Cost'), formatReceipt(exchange)),
    row(l10n.t('Sent'), `${formatAge(exchange.sentAt, Date.now())} (${new Date(exchange.sentAt).toLocaleString()})`),
    row(l10n.t('Request'), `${request.method} ${request.target}`),
    row(l10n.t('Response'), l10n.t('Status {0}, {1} bytes, {2} ms', status, body.length, ms)),
    ...(attempts === 1 ? [] : [row(l10n.t('Attempts'), String(attempts))]),
    ...noted(l10n.t('Sandbox'), headers['x-sandbox']),
    ...noted(l10n.t('Note'), headers['x-sandbox-note']),
    ...warnings.map((warning) => row(l10n.t('Schema Mismatch'), `${warning.path}: ${warning.message}`)),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    again,
  ];
  const picked = await vscode.window.showQuickPick(items, { title: l10n.t('Cost') });
  if (picked === again) {
    // not the active editor, which may have changed
    await actOnRecords(services, 'refresh', [createResponseTarget(services, exchange)], true);
  }
}
