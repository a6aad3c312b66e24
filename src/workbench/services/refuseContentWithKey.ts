import * as vscode from 'vscode';
import { addNoChargeSentence } from '../../core/cost/formatCost.ts';
import { createKeyMask } from '../../client/policies/keyMask.ts';
import type { Services } from '../services.ts';

/**
 * Rejects a file, report, or clipboard text that contains one of this machine's keys, in any encoding, and shows an error.
 * @param name shown in the message
 */
export async function refuseContentWithKey(
  { keys, log }: Pick<Services, 'keys' | 'log'>,
  name: string,
  content: string | Uint8Array,
): Promise<boolean> {
  // Markdown escapes some characters of a key
  const read = typeof content === 'string' ? [content, content.replaceAll('\\', '')] : [content];
  const mask = createKeyMask(await keys.known());
  const isHeld = [name, ...read].some((one) => mask.containsKey(one));
  if (isHeld) {
    log.error("A file wasn't written because it would contain an API key from this machine.");
    void vscode.window.showErrorMessage(
      addNoChargeSentence(
        vscode.l10n.t('{0} contains an API key. Nothing was written.', name),
        vscode.l10n.t('Remove the key from the source, then try again.'),
      ),
    );
  }
  return isHeld;
}
