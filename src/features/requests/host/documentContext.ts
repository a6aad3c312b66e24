import * as vscode from 'vscode';
import { detectJsonFileActions, jsonScanLimits } from '../detectJsonFileActions.ts';
import { findEndpointById } from '../../../client/endpoints/table.ts';
import { exchangeScheme, loadStoredExchange } from '../../../workbench/exchangeDocuments.ts';
import { pinResponseConnection, type Services } from '../../../workbench/services.ts';
import { getAvailableResponseActions } from './availableResponseActions.ts';

/** In the words of the menus' conditions. Makes no call. */
export async function getDocumentContextKeys(services: Services, document: vscode.TextDocument): Promise<readonly string[]> {
  const { uri } = document;
  if (uri.scheme !== exchangeScheme) {
    return detectJsonFileActions(document.getText(new vscode.Range(0, 0, jsonScanLimits.lines, 0)));
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
