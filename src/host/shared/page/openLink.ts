import * as vscode from 'vscode';
import { webAddress } from '../../../app/post/toPost.ts';
import { presentRefusal } from '../words/presentRefusal.ts';

/** Opens a web address in the browser; VS Code asks first where it does not trust the host. Anything else is refused. */
export async function openLink(address: string): Promise<void> {
  const url = webAddress(address);
  if (url === undefined) {
    presentRefusal(vscode.l10n.t('Only links of the web are opened.'));
    return;
  }
  await vscode.env.openExternal(vscode.Uri.parse(url, true));
}
