import * as vscode from 'vscode';

/** Asks in a dialog before something that is not easily undone. @returns whether the person pressed the button */
export async function confirm(message: string, detail: string, button: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, button)) === button;
}
