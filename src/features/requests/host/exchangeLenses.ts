import * as vscode from 'vscode';
import { getReuseIfOfferedFree } from '../../../core/cost/offers.ts';
import { addPrice, formatResponseCost, formatPrice } from '../../../core/cost/formatPrice.ts';
import type { Exchange } from '../../../client/exchange.ts';
import type { CallOptions } from '../../../client/policies/send.ts';
import { findEndpointById } from '../../../client/endpoints/table.ts';
import { isErrorStatus } from '../../../client/toResponseError.ts';
import { reuseAnyAge } from '../../../client/policies/history.ts';
import { toCommand } from '../../../workbench/commands.ts';
import {
  getDocumentExchange,
  getDocumentLayout,
  exchangeScheme,
  loadStoredExchange,
} from '../../../workbench/exchangeDocuments.ts';
import { pinResponseConnection, type Services } from '../../../workbench/services.ts';
import { readFixtureWords } from '../../fixtures/host/index.ts';
import { canReadRecordsLocally } from './responseActions.ts';
import { detectJsonFileActions, getAvailableResponseActions, jsonScanLimits } from '../availableActions.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import { joinParts } from '../../../core/text/joinParts.ts';

const documentStartRange = new vscode.Range(0, 0, 0, 0);

export async function provideExchangeLenses(
  given: Services,
  { uri }: Pick<vscode.TextDocument, 'uri'>,
): Promise<readonly vscode.CodeLens[]> {
  const exchange = getDocumentExchange(given.exchanges, uri);
  const endpoint = exchange === undefined ? undefined : findEndpointById(exchange.request.endpointId);
  if (exchange === undefined || endpoint === undefined) {
    return [];
  }
  const { l10n } = vscode;
  const mark = given.connections.markOf(given.connections.nameOf(exchange), exchange.request.service);
  const services = pinResponseConnection(given, exchange);
  const client = await services.client();
  const { params, format } = exchange.request;
  const fault = isErrorStatus(exchange.status) ? String(exchange.status) : '';
  const quoteOf = (options: CallOptions) => client.quote(endpoint, params, options);
  const { next, other, hasPage, hasResults } = getAvailableResponseActions(client, endpoint, exchange);
  const isFree = other === 'simple' && (await canReadRecordsLocally(services, endpoint, exchange));
  const otherQuote = other === undefined ? undefined : quoteOf({ format: other, reuse: reuseAnyAge });
  const commands: readonly (vscode.Command | false)[] = [
    {
      command: '',
      title: joinParts([fault, formatResponseCost(exchange, Date.now()), mark]),
      tooltip: describeResponse(exchange),
    },
    hasPage && toCommand('socialData.records.openAsPage', l10n.t('Open as Page'), uri),
    hasResults && toCommand('socialData.records.openAsTable', l10n.t('Open as Table'), uri),
    exchange.value !== undefined &&
      toCommand(
        'socialData.requests.switchLayout',
        getDocumentLayout(uri) === 'exact' ? l10n.t('Show Formatted') : l10n.t('Show Original'),
        uri,
      ),
    exchange.from === 'history' &&
      toCommand(
        'socialData.records.refresh',
        addPrice(l10n.t('Refresh'), formatPrice(quoteOf({ format, reuse: 'never' }))),
        uri,
        undefined,
        'priced',
      ),
    toCommand('socialData.records.saveAsFixture', l10n.t('Save as Fixture…'), uri),
    next !== undefined &&
      toCommand(
        'socialData.requests.nextPage',
        addPrice(l10n.t('Next Page'), formatPrice(next.quote)),
        uri,
        getReuseIfOfferedFree(next.quote),
      ),
    other !== undefined &&
      toCommand(
        'socialData.requests.switchFormat',
        addPrice(other === 'raw' ? l10n.t('Show Raw') : l10n.t('Show Simple'), isFree ? '' : formatPrice(otherQuote)),
        uri,
        isFree ? 'only' : getReuseIfOfferedFree(otherQuote),
      ),
  ];
  return commands.filter((command) => command !== false).map((command) => new vscode.CodeLens(documentStartRange, command));
}

function describeResponse({ request, status, body, durationMs, headers, warnings }: Exchange): string {
  return [
    `${request.method} ${request.target}`,
    vscode.l10n.t('Status {0}, {1} bytes, {2} ms', status, body.length, Math.round(durationMs)),
    headers['x-sandbox-note'] ?? '',
    ...warnings.map(({ path, message }) => `${path}: ${message}`),
  ]
    .filter((line) => line !== '')
    .map(sanitizeForVsCode)
    .join('\n');
}

/** The words that menus' `when` clauses look for. */
export async function getDocumentContextKeys(services: Services, document: vscode.TextDocument): Promise<readonly string[]> {
  const { uri } = document;
  if (uri.scheme !== exchangeScheme) {
    const actions = detectJsonFileActions(document.getText(new vscode.Range(0, 0, jsonScanLimits.lines, 0)));
    return [...actions, ...(await readFixtureWords(uri))];
  }
  const exchange = await loadStoredExchange(services, uri.query);
  const endpoint = exchange === undefined ? undefined : findEndpointById(exchange.request.endpointId);
  if (exchange === undefined || endpoint === undefined) {
    return [];
  }
  const client = await pinResponseConnection(services, exchange).client();
  const { next, other, ...has } = getAvailableResponseActions(client, endpoint, exchange);
  const words = {
    again: true,
    next: next !== undefined,
    format: other !== undefined,
    page: has.hasPage,
    results: has.hasResults,
    thread: has.hasThread,
    records: has.hasRecords,
  };
  return Object.entries(words).flatMap(([word, isOffered]) => (isOffered ? [word] : []));
}
