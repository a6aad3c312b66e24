import { dirname, join } from 'node:path';
import { installTestExtension } from '../../support/vscode/installTestExtension.ts';

/** The command of an extension that opens a one-word webview. */
export const emptyWebviewCommand = 'Bench: Open Empty Webview';
export const emptyPickCommand = 'Bench: Open Empty Quick Pick';
export const emptyPickTitle = 'Empty';

const main = `import * as vscode from 'vscode';
export function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('bench.emptyWebview', () => {
    const panel = vscode.window.createWebviewPanel('bench.empty', 'Empty', vscode.ViewColumn.Active, { enableScripts: true });
    panel.webview.html = '<!DOCTYPE html><html lang="en"><body><main class="empty-page">Empty</main></body></html>';
  }));
  context.subscriptions.push(vscode.commands.registerCommand('bench.emptyPick', () => {
    const pick = vscode.window.createQuickPick();
    pick.title = '${emptyPickTitle}';
    pick.onDidHide(() => pick.dispose());
    pick.show();
  }));
}
`;

/**
 * Installs that extension next to the measured one.
 * @param workspace a sibling of VS Code's extensions folder
 */
export async function installEmptyWebview(workspace: string): Promise<void> {
  const commands = [
    { command: 'bench.emptyWebview', title: emptyWebviewCommand },
    { command: 'bench.emptyPick', title: emptyPickCommand },
  ];
  await installTestExtension(join(dirname(workspace), 'extensions'), { name: 'empty-webview', main, commands });
}
