import * as vscode from 'vscode';

/** "1 call", "6 calls". */
export function presentCalls(count: number): string {
  return count === 1 ? vscode.l10n.t('1 call') : vscode.l10n.t('{0} calls', count);
}
