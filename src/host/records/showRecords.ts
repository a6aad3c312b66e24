import * as vscode from 'vscode';
import { foreignText } from '../shared/words/foreignText.ts';
import { presentRefusal } from '../shared/words/presentRefusal.ts';
import type { Services } from '../shared/services.ts';
import { openRecords, readDocument } from './recordDocuments.ts';

/** Opens any JSON that is the platform's own as records, without a call; says why where it is not recognised. */
export async function showRecords(services: Services, document: vscode.Uri | undefined): Promise<void> {
  const source = document ?? vscode.window.activeTextEditor?.document.uri;
  if (source === undefined) {
    presentRefusal(vscode.l10n.t('Open a JSON document first: an answer in the raw format, or a file that holds one.'));
    return;
  }
  const page = await readDocument(services, source);
  if (page.operation === 'unknown') {
    const why = page.warnings[0]?.message ?? vscode.l10n.t('its shape is not known.');
    presentRefusal(vscode.l10n.t("This is not recognised as the platform's own JSON and stays as it is: {0}", foreignText(why)));
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(source), { preview: false });
    return;
  }
  await openRecords(source);
}
