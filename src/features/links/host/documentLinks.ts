import * as vscode from 'vscode';
import type { Client } from '../../../client/client.ts';
import { sandboxName } from '../../../core/connections/connectionSettings.ts';
import { getConnectionPermalinkBase } from '../../../core/connections/responseConnection.ts';
import { formatExpectedPrice, formatPriceOrFreeIfStored } from '../../../core/cost/formatPrice.ts';
import { parseLookUpInput } from '../../../core/records/parseLookUpInput.ts';
import { exchangeScheme, loadStoredExchange } from '../../../workbench/exchangeDocuments.ts';
import type { Services } from '../../../workbench/services.ts';
import { readSidecarForFile } from '../../fixtures/host/index.ts';
import { toLookUpChoices } from '../../lookUp/index.ts';
import { type FoundLink, findIdLinks, toIdText } from '../findLinks.ts';
import { lookUpCommand } from './hover.ts';

function toLookUpUri(...args: readonly unknown[]): vscode.Uri {
  return vscode.Uri.parse(`command:${lookUpCommand}?${encodeURIComponent(JSON.stringify(args))}`);
}

/** Links permalinks and, in responses and fixtures, ids to the lookup, which shows the price. Doesn't start the sandbox. */
export async function createLookUpLinks(
  services: Services,
  document: vscode.TextDocument,
  { permalinks, text }: { readonly permalinks: readonly FoundLink[]; readonly text: string },
): Promise<readonly vscode.DocumentLink[]> {
  const connection = await findDocumentConnection(services, document.uri);
  const ids = connection === undefined ? [] : findIdLinks(text);
  if (permalinks.length + ids.length === 0) {
    return [];
  }
  const client = await getClientWithoutSandboxStart(services);
  const tooltips = new Map<FoundLink['subject'], string>();
  const toLink = (found: FoundLink, target: vscode.Uri): vscode.DocumentLink => {
    const tooltip = tooltips.get(found.subject) ?? formatLookUpLinkTooltip(client, found);
    tooltips.set(found.subject, tooltip);
    const range = new vscode.Range(document.positionAt(found.start), document.positionAt(found.end));
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

/** Undefined if a client would start the sandbox, which opening a file must not do. */
async function getClientWithoutSandboxStart({ client, connections }: Services): Promise<Client | undefined> {
  const isIdle = (['primary', 'gateway'] as const).some(
    (service) => connections.kindOf(service) === 'sandbox' && connections.of(service) === undefined,
  );
  return isIdle ? undefined : await client();
}

/** Shows the price of a new request, because links of the same kind share the tooltip. The lookup shows what is free. */
function formatLookUpLinkTooltip(client: Client | undefined, { text, subject }: FoundLink): string {
  const choices = parseLookUpInput(text).flatMap(toLookUpChoices);
  const choice = choices.find((candidate) => candidate.subject === subject) ?? choices[0];
  const title = vscode.l10n.t('Look Up');
  return client === undefined || choice === undefined
    ? title
    : formatPriceOrFreeIfStored(title, formatExpectedPrice(client.priceOf(choice.endpoint)));
}
