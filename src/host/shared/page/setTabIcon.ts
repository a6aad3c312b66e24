import * as vscode from 'vscode';

/** The first release whose pages take an icon by its name. */
const firstMinor = 108;

/** Gives the tab of a page one of VS Code's own icons; older releases leave it without. */
export function setTabIcon(panel: vscode.WebviewPanel, name: string): void {
  const [major = 0, minor = 0] = vscode.version.split('.').map(Number);
  if (major > 1 || minor >= firstMinor) {
    // the oldest supported release has no type for it
    Object.assign(panel, { iconPath: new vscode.ThemeIcon(name) });
  }
}
