import * as vscode from 'vscode';

/** Says why a command did nothing; no money is involved. */
export function presentRefusal(message: string): void {
  void vscode.window.showWarningMessage(message);
}
