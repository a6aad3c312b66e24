import * as vscode from 'vscode';
import type { UpstreamPage } from '../../../client/upstream/upstreamPage.ts';
import { getPermalinkBase } from '../../../core/connections/responseConnection.ts';
import { getDocumentExchange, recordsScheme } from '../../../workbench/exchangeDocuments.ts';
import type { Services } from '../../../workbench/services.ts';
import { formatRecordCount } from '../../../workbench/formatCounts.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import { readUpstreamResponse, type UpstreamPageWithNext, readUpstreamText } from './formatRecordsDocument.ts';

const documentStartRange = new vscode.Range(0, 0, 0, 0);

export function getSourceUri(uri: vscode.Uri): vscode.Uri {
  return vscode.Uri.parse(uri.query, true);
}

export async function readUpstreamDocument(services: Services, source: vscode.Uri): Promise<UpstreamPageWithNext> {
  const exchange = getDocumentExchange(services.exchanges, source);
  return exchange === undefined
    ? readUpstreamText((await vscode.workspace.openTextDocument(source)).getText())
    : readUpstreamResponse(exchange, getPermalinkBase(exchange));
}

export async function showRecords(services: Services, document: vscode.Uri | undefined): Promise<void> {
  const source = document ?? vscode.window.activeTextEditor?.document.uri;
  if (source === undefined) {
    showRefusal(vscode.l10n.t('Open a JSON document first.'));
    return;
  }
  const { page } = await readUpstreamDocument(services, source);
  const isKnown = page.operation !== 'unknown';
  if (!isKnown) {
    showRefusal(vscode.l10n.t("This isn't raw platform JSON."));
  }
  const name = (source.path.split('/').at(-1) ?? '').replace(/\.jsonc?$/i, '');
  const records = vscode.Uri.from({ scheme: recordsScheme, path: `/${name}.records.json`, query: source.toString() });
  const opened = await vscode.workspace.openTextDocument(isKnown ? records : source);
  await vscode.window.showTextDocument(opened, { preview: false });
}

export async function provideRecordLenses(
  services: Services,
  document: vscode.TextDocument,
): Promise<readonly vscode.CodeLens[]> {
  const source = getSourceUri(document.uri);
  const { page } = await readUpstreamDocument(services, source);
  return [
    new vscode.CodeLens(documentStartRange, { command: '', title: describeReading(page) }),
    new vscode.CodeLens(documentStartRange, {
      command: 'vscode.open',
      title: vscode.l10n.t('Open as JSON'),
      arguments: [source],
    }),
  ];
}

function describeReading({ operation, records, warnings }: UpstreamPage): string {
  const faults = warnings.length === 0 ? [] : [vscode.l10n.t("{0} couldn't be read", warnings.length)];
  return [formatRecordCount(records.length), operation, ...faults].join(' · ');
}
