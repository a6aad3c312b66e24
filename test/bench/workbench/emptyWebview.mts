import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The command of an extension that opens a webview with one word in it. */
export const emptyWebviewCommand = 'Bench: Open Empty Webview';

const manifest = {
  publisher: 'bench',
  name: 'empty-webview',
  version: '1.0.0',
  type: 'module',
  main: './main.js',
  engines: { vscode: '^1.100.0' },
  extensionKind: ['workspace'],
  contributes: { commands: [{ command: 'bench.emptyWebview', title: emptyWebviewCommand }] },
};

const main = `import * as vscode from 'vscode';
export function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('bench.emptyWebview', () => {
    const panel = vscode.window.createWebviewPanel('bench.empty', 'Empty', vscode.ViewColumn.Active, { enableScripts: true });
    panel.webview.html = '<!DOCTYPE html><html lang="en"><body><main class="empty-page">Empty</main></body></html>';
  }));
}
`;

/**
 * Puts that extension beside the one that is measured.
 * @param workspace the folder of the workspace; VS Code's folder of extensions stands beside it
 */
export async function installEmptyWebview(workspace: string): Promise<void> {
  const folder = join(dirname(workspace), 'extensions', 'bench.empty-webview-1.0.0');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'main.js'), main);
}
