import * as vscode from 'vscode';
import { addNoChargeSentence } from '../../core/cost/formatCost.ts';
import { sanitizeForVsCode } from '../../core/text/stripHiddenCharacters.ts';
import type { Services } from '../services.ts';
import { refuseContentWithKey } from './refuseContentWithKey.ts';

interface FileToSave {
  readonly name: string;
  readonly what: string;
  readonly make: (target: vscode.Uri) => string | Promise<Uint8Array>;
  /** Appended to the message after saving. */
  readonly remark?: () => string;
}

/** Asks where, refuses a key, and offers to open what was saved. */
export async function saveFile(
  services: Pick<Services, 'keys' | 'log'>,
  { name, what, make, remark }: FileToSave,
): Promise<void> {
  const { log } = services;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const beside = folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) };
  const target = await vscode.window.showSaveDialog({ title: vscode.l10n.t('Save {0}', what), ...beside });
  if (target === undefined) {
    return;
  }
  const file = sanitizeForVsCode(target.path.split('/').at(-1) ?? name);
  try {
    const content = await make(target);
    if (await refuseContentWithKey(services, file, content)) {
      return;
    }
    await vscode.workspace.fs.writeFile(target, typeof content === 'string' ? Buffer.from(content) : content);
  } catch (error) {
    const reason = sanitizeForVsCode(error instanceof Error ? error.message : String(error));
    log.error(`${file} couldn't be saved: ${reason}`);
    await vscode.window.showErrorMessage(addNoChargeSentence(vscode.l10n.t("{0} couldn't be saved: {1}.", file, reason)));
    return;
  }
  const open = vscode.l10n.t('Open');
  const message = `${vscode.l10n.t('Saved {0} to {1}.', what, file)} ${remark?.() ?? ''}`.trimEnd();
  const picked = await vscode.window.showInformationMessage(message, open);
  if (picked === open) {
    await vscode.commands.executeCommand('vscode.open', target);
  }
}
