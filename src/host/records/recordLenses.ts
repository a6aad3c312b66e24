import * as vscode from 'vscode';
import type { Era, UpstreamPage } from '../../client/upstream/upstreamPage.ts';
import type { Services } from '../shared/services.ts';
import { readDocument, sourceOf } from './recordDocuments.ts';

const top = new vscode.Range(0, 0, 0, 0);

/** The line above records: what they were read from, how many there are, and the way back. Never calls. */
export async function provideRecordLenses(
  services: Services,
  document: vscode.TextDocument,
): Promise<readonly vscode.CodeLens[]> {
  const source = sourceOf(document.uri);
  const page = await readDocument(services, source);
  return [
    new vscode.CodeLens(top, { command: '', title: presentReading(page) }),
    new vscode.CodeLens(top, { command: 'vscode.open', title: vscode.l10n.t('Show the JSON'), arguments: [source] }),
  ];
}

function presentReading({ operation, era, records, warnings }: UpstreamPage): string {
  const { l10n } = vscode;
  const count = records.length === 1 ? l10n.t('1 record') : l10n.t('{0} records', records.length);
  const layout = era === undefined ? '' : ` · ${presentEra(era)}`;
  const faults =
    warnings.length === 0
      ? ''
      : ` · ${warnings.length === 1 ? l10n.t('1 part could not be read') : l10n.t('{0} parts could not be read', warnings.length)}`;
  return l10n.t('{0} read from {1}{2}{3} · no call', count, operation, layout, faults);
}

function presentEra(era: Era): string {
  switch (era) {
    case 'legacy':
      return vscode.l10n.t('layout until 2025');
    case 'both':
      return vscode.l10n.t('layout of 2025 and 2026');
    case 'core':
      return vscode.l10n.t('layout since August 2026');
  }
}
