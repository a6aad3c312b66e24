import * as vscode from 'vscode';
import type { UpstreamUserLayout, UpstreamPage } from '../../client/upstream/upstreamPage.ts';
import { getPermalinkBase } from '../../app/origin/getPermalinkBase.ts';
import { getDocumentExchange } from '../shared/exchangeDocuments.ts';
import type { Services } from '../shared/services.ts';
import { sanitizeForVsCode } from '../../text/sanitizeForVsCode.ts';
import { showRefusal } from '../shared/dialogs.ts';
import { readUpstreamAnswer, type UpstreamPageWithNext, readUpstreamText } from './formatRecordsDocument.ts';

const documentStartRange = new vscode.Range(0, 0, 0, 0);

/** The document that a records document was read from. */
export function getSourceUri(uri: vscode.Uri): vscode.Uri {
  return vscode.Uri.parse(uri.query, true);
}

/** Reads a JSON document as upstream JSON. Makes no call. */
export async function readUpstreamDocument(services: Services, source: vscode.Uri): Promise<UpstreamPageWithNext> {
  const exchange = getDocumentExchange(services.exchanges, source);
  return exchange === undefined
    ? readUpstreamText((await vscode.workspace.openTextDocument(source)).getText())
    : readUpstreamAnswer(exchange, getPermalinkBase(exchange));
}

/** Opens any JSON that is the platform's own as records, without a call; says why where it is not recognised. */
export async function showRecords(services: Services, document: vscode.Uri | undefined, scheme: string): Promise<void> {
  const source = document ?? vscode.window.activeTextEditor?.document.uri;
  if (source === undefined) {
    showRefusal(vscode.l10n.t('Open a JSON document first: an answer in the raw format, or a file that holds one.'));
    return;
  }
  const { page } = await readUpstreamDocument(services, source);
  const isKnown = page.operation !== 'unknown';
  if (!isKnown) {
    const why = page.warnings[0]?.message ?? vscode.l10n.t('its shape is not known.');
    showRefusal(vscode.l10n.t('This is not raw JSON of the platform: {0}', sanitizeForVsCode(why)));
  }
  const name = (source.path.split('/').at(-1) ?? '').replace(/\.jsonc?$/i, '');
  const records = vscode.Uri.from({ scheme, path: `/${name}.records.json`, query: source.toString() });
  const opened = await vscode.workspace.openTextDocument(isKnown ? records : source);
  await vscode.window.showTextDocument(opened, { preview: false });
}

/** The line above records: what they were read from, how many there are, and the way back. Never calls. */
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
      title: vscode.l10n.t('Show the JSON'),
      arguments: [source],
    }),
  ];
}

function describeReading({ operation, era, records, warnings }: UpstreamPage): string {
  const { l10n } = vscode;
  const count = records.length === 1 ? l10n.t('1 record') : l10n.t('{0} records', records.length);
  const layout = era === undefined ? '' : ` · ${formatUpstreamLayout(era)}`;
  const faults =
    warnings.length === 0
      ? ''
      : ` · ${warnings.length === 1 ? l10n.t('1 part could not be read') : l10n.t('{0} parts could not be read', warnings.length)}`;
  return l10n.t('{0} read from {1}{2}{3} · no call', count, operation, layout, faults);
}

function formatUpstreamLayout(era: UpstreamUserLayout): string {
  return {
    legacy: vscode.l10n.t('layout until 2025'),
    both: vscode.l10n.t('layout of 2025 and 2026'),
    core: vscode.l10n.t('layout since August 2026'),
  }[era];
}
