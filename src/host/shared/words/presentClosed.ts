import * as vscode from 'vscode';

/** Said where something comes back whose window was closed while a call of it was on its way; empty where none was. */
export function presentClosed(wasUnderWay: boolean): string {
  return wasUnderWay
    ? vscode.l10n.t('The window was closed while a call was on its way; it may have been charged. Nothing was called since.')
    : '';
}
