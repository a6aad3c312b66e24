import * as vscode from 'vscode';
import type { Connection } from '../../../src/client/connection.ts';
import type { Services } from '../../../src/workbench/services.ts';

/** Connects both services over one connection. */
export function oneConnection(
  connection: () => Connection,
  onDidChange: vscode.Event<void> = () => new vscode.Disposable(() => undefined),
): Services['connections'] {
  const name = 'Work';
  const parts = {
    names: () => ({ primary: name, gateway: name }),
    selected: () => name,
    nameOf: () => name,
    markOf: () => '',
    reaches: () => true,
    isLocal: () => false,
    of: connection,
    kindOf: () => connection().kind,
    onDidChange,
  };
  return parts as unknown as Services['connections'];
}
