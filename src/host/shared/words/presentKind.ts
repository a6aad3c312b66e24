import * as vscode from 'vscode';
import type { ConnectionKind } from '../connections/connections.ts';

/** The name of a kind of connection, for people. */
export function presentKind(kind: ConnectionKind): string {
  switch (kind) {
    case 'sandbox':
      return vscode.l10n.t('Sandbox');
    case 'direct':
      return vscode.l10n.t('Direct');
    case 'marketplace':
      return vscode.l10n.t('Marketplace');
  }
}
