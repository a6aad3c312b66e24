import * as vscode from 'vscode';

/** Asks in a dialog before something that is not easily undone. @returns whether the person pressed the button */
export async function confirm(message: string, detail: string, button: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, button)) === button;
}

/**
 * Asks where a file is to be saved.
 * @param name what it is called in the open folder, unless the person says otherwise
 * @returns undefined when the person left
 */
export async function askWhereToSave(
  title: string,
  name: string,
  filters: vscode.SaveDialogOptions['filters'] = {},
): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const beside = folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) };
  return await vscode.window.showSaveDialog({ title, filters, ...beside });
}

/** Puts a text on the clipboard, and says so for a moment. */
export async function copyText(text: string, said = vscode.l10n.t('Copied.')): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(said, 4_000);
}

/** Says why a command did nothing; no money is involved. */
export function presentRefusal(message: string): void {
  void vscode.window.showWarningMessage(message);
}
