import * as vscode from 'vscode';
import { sandboxName } from '../../../core/connections/connectionSettings.ts';
import { getConnectionPermalinkBase } from '../../../core/connections/responseConnection.ts';
import { exchangeScheme, loadStoredExchange } from '../../../workbench/exchangeDocuments.ts';
import type { Services } from '../../../workbench/services.ts';
import { readSidecarForFile } from '../../fixtures/host/index.ts';
import { type FoundLink, findIdLinks, toIdText } from '../findLinks.ts';
import { lookUpCommand } from './hover.ts';

function toLookUpUri(...args: readonly unknown[]): vscode.Uri {
  return vscode.Uri.parse(`command:${lookUpCommand}?${encodeURIComponent(JSON.stringify(args))}`);
}

/** Links permalinks and, in responses and fixtures, ids to the lookup, which shows the price. */
export async function createLookUpLinks(
  services: Services,
  document: vscode.TextDocument,
  { permalinks, text }: { readonly permalinks: readonly FoundLink[]; readonly text: string },
): Promise<readonly vscode.DocumentLink[]> {
  const connection = await findDocumentConnection(services, document.uri);
  const ids = connection === undefined ? [] : findIdLinks(text);
  const tooltip = vscode.l10n.t('Follow link'); // a hover names the lookup, and its price
  const toLink = ({ start, end }: FoundLink, target: vscode.Uri): vscode.DocumentLink => {
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    return Object.assign(new vscode.DocumentLink(range, target), { tooltip });
  };
  const site = getConnectionPermalinkBase(connection !== undefined && services.connections.isLocal(connection));
  return [
    ...permalinks.map((found) => toLink(found, toLookUpUri(found.text))),
    ...ids.map((found) => toLink(found, toLookUpUri(toIdText(found.text, found.subject, site), null, connection))),
  ];
}

/** Undefined if the document is neither a response nor a fixture with real ids. */
async function findDocumentConnection(services: Services, uri: vscode.Uri): Promise<string | undefined> {
  const { connections } = services;
  if (uri.scheme === exchangeScheme) {
    const exchange = await loadStoredExchange(services, uri.query);
    return exchange === undefined ? undefined : connections.nameOf(exchange);
  }
  const sidecar = await readSidecarForFile(uri);
  if (sidecar === undefined || sidecar.redactions.length > 0) {
    return undefined;
  }
  return sidecar.source === 'sandbox' ? sandboxName : connections.selected('primary');
}
