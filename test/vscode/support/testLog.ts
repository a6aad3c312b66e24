import * as vscode from 'vscode';

/** Where suites log. It is never disposed: VS Code hands out the channel of that name, even one that is about to be closed. */
export const testLog = vscode.window.createOutputChannel('Social Data tests', { log: true });
