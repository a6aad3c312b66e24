import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Port } from '../../../protocol/channel.ts';
import { webviewHtml, type WebviewPage } from './webviewHtml.ts';

/**
 * Gives a webview its document: scripts and styles from the bundles only, no command links, no forms.
 * @param page the name of its bundle is that of its folder in `src/webview`
 */
export function openWebviewPage(
  context: vscode.ExtensionContext,
  webview: vscode.Webview,
  page: WebviewPage & { readonly bundle: 'thread' | 'results' | 'profile' },
): Port {
  const root = vscode.Uri.joinPath(context.extensionUri, 'dist', 'webview');
  const address = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(root, name)).toString();
  webview.options = { enableScripts: true, enableForms: false, enableCommandUris: false, localResourceRoots: [root] };
  webview.html = webviewHtml({
    ...page,
    script: address(`${page.bundle}.js`),
    styles: [address(`${page.bundle}.css`)],
    source: webview.cspSource,
    nonce: randomBytes(18).toString('base64'),
    language: vscode.env.language,
    strings: vscode.l10n.bundle ?? {},
  });
  return {
    post: (message) => void webview.postMessage(message),
    listen: (listener) => {
      const subscription = webview.onDidReceiveMessage(listener);
      return () => void subscription.dispose();
    },
  };
}

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
