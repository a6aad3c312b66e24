import * as vscode from 'vscode';

/** Never disposed, because VS Code reuses the channel with that name even while it is being disposed. */
export const testLog = vscode.window.createOutputChannel('Social Data tests', { log: true });
