import * as vscode from 'vscode';
import { keyOr, respondToDialogs } from './respondToDialogs.ts';
import { until } from './steps.ts';

/** Sets a connection's key like a user. */
export async function setKey(connection: string, key: string): Promise<void> {
  using _person = respondToDialogs({ input: keyOr(key) });
  await vscode.commands.executeCommand('socialData.connections.manage', connection, 'key');
}

/** Removes a connection and its key like a user. */
export async function removeConnection(connection: string): Promise<void> {
  using _person = respondToDialogs({
    pick: (items) => items.find(({ label }) => label.endsWith('Remove…')),
    button: (_message, buttons) => buttons[0],
  });
  await vscode.commands.executeCommand('socialData.connections.manage', connection);
}

/** Opens a connection's report. @param connection default: the sandbox */
export async function openReport(connection?: string): Promise<vscode.TextDocument> {
  const labels = connection === undefined ? ['Sandbox', 'Show Report'] : ['Show Report'];
  using _person = respondToDialogs({
    pick: (items) => items.find(({ label }) => label.endsWith(labels[0] ?? '') && labels.shift()),
  });
  await vscode.commands.executeCommand('socialData.connections.manage', connection);
  return await until('the report is shown', () => {
    const { document } = vscode.window.activeTextEditor ?? {};
    return document?.getText().includes(`: ${connection ?? 'Sandbox'}\n`) === true ? document : undefined;
  });
}
