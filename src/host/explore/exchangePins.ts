import * as vscode from 'vscode';
import { addNoChargeSentence } from '../../app/cost/formatCost.ts';
import { askWhereToSave, showRefusal } from '../shared/dialogs.ts';
import { sanitizeForVsCode } from '../../text/sanitizeForVsCode.ts';
import type { PinStore } from '../../app/pins/pinStore.ts';
import { PinsFileError, readPinsFile, toPinsFile } from '../../app/pins/pinsFile.ts';

/** Far more than 1,000 pins take; a larger file is not read into memory. */
const maxPinsFileBytes = 8 * 1024 * 1024;

const filters = { JSON: ['json'] };

/** Asks for a file and writes all pins into it. */
export async function exportPins(pins: PinStore): Promise<void> {
  const all = pins.list();
  if (all.length === 0) {
    showRefusal(vscode.l10n.t('Nothing is pinned, so there is nothing to export.'));
    return;
  }
  const file = await askWhereToSave(vscode.l10n.t('Export Pins'), 'social-data-pins.json', filters);
  if (file === undefined) {
    return;
  }
  try {
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(toPinsFile(all)));
  } catch (error) {
    void vscode.window.showErrorMessage(
      addNoChargeSentence(
        vscode.l10n.t('The pins could not be written: {0}.', formatErrorReason(error)),
        vscode.l10n.t('They are still pinned.'),
      ),
    );
    return;
  }
  void vscode.window.showInformationMessage(
    all.length === 1 ? vscode.l10n.t('Exported 1 pin.') : vscode.l10n.t('Exported {0} pins.', all.length),
  );
}

/** Asks for a file and adds its pins to those that are there. */
export async function importPins(pins: PinStore): Promise<void> {
  const [file] = (await vscode.window.showOpenDialog({ title: vscode.l10n.t('Import Pins'), filters })) ?? [];
  if (file === undefined) {
    return;
  }
  try {
    const { size } = await vscode.workspace.fs.stat(file);
    if (size > maxPinsFileBytes) {
      throw new PinsFileError('it is larger than 8 MiB');
    }
    const items = readPinsFile(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
    const fresh = items.filter(({ kind, id }) => !pins.has(kind, id));
    await pins.place(fresh);
    void vscode.window.showInformationMessage(
      [
        fresh.length === 1 ? vscode.l10n.t('Imported 1 pin.') : vscode.l10n.t('Imported {0} pins.', fresh.length),
        vscode.l10n.t('Already there: {0}.', items.length - fresh.length),
      ].join(' '),
    );
  } catch (error) {
    void vscode.window.showErrorMessage(
      addNoChargeSentence(vscode.l10n.t('The pins could not be imported: {0}. Nothing was changed.', formatErrorReason(error))),
    );
  }
}

function formatErrorReason(error: unknown): string {
  return sanitizeForVsCode(error instanceof Error ? error.message : String(error)).replace(/(?<![.\s])[.\s]+$/, '');
}
