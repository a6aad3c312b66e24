import * as vscode from 'vscode';

export async function confirm(message: string, detail: string, button: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, button)) === button;
}

export async function copyText(text: string, said = vscode.l10n.t('Copied.')): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(said, 4_000);
}

export function showRefusal(message: string): void {
  void vscode.window.showWarningMessage(message);
}
