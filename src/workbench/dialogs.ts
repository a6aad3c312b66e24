import * as vscode from 'vscode';

export async function confirm(message: string, detail: string, button: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, button)) === button;
}

/**
 * @param name suggested file name in the open folder
 * @returns undefined on cancel
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

export async function copyText(text: string, said = vscode.l10n.t('Copied.')): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(said, 4_000);
}

export function showRefusal(message: string): void {
  void vscode.window.showWarningMessage(message);
}
