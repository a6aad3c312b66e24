import * as vscode from 'vscode';
import { addNoChargeSentence } from '../../app/cost/formatCost.ts';
import { findFilesWithKeys } from '../../app/fixtures/findFilesWithKeys.ts';
import type { Services } from '../shared/services.ts';

/**
 * Searches what is about to leave as a file, a report or on the clipboard for the keys of this machine. Where one is found, in
 * whatever encoding, nothing may be written, and that is said.
 * @param name what it is called before a person
 */
export async function refuseContentWithKey(
  { keys, log }: Pick<Services, 'keys' | 'log'>,
  name: string,
  content: string | Uint8Array,
): Promise<boolean> {
  // Markdown has a backslash before each sign of a key
  const read = typeof content === 'string' ? [content, content.replaceAll('\\', '')].map((text) => Buffer.from(text)) : [content];
  const isHeld =
    findFilesWithKeys(
      await keys.known(),
      read.map((bytes) => ({ name, bytes })),
    ).length > 0;
  if (isHeld) {
    log.error('A file was not written: it would hold an API key of this machine.');
    void vscode.window.showErrorMessage(
      addNoChargeSentence(
        vscode.l10n.t('An API key of this machine is in {0}. Nothing was written.', name),
        vscode.l10n.t('Remove the key from what it is made of, then try again.'),
      ),
    );
  }
  return isHeld;
}
