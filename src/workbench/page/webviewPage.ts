import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { HostPort } from '../../core/channel/channel.ts';
import { readUserOnlySetting } from '../settings.ts';
import { createWebviewHtml, type WebviewPageOptions } from './createWebviewHtml.ts';

type WebviewBundleName = 'threads' | 'results' | 'profile';

const bundleTextsByPath = new Map<string, string>();

/**
 * Gives a webview its document: the script and the style sheet of its bundle, no files, no command links, no forms.
 * @param page its bundle has the name of its feature
 */
export function initializeWebviewPage(
  context: vscode.ExtensionContext,
  webview: vscode.Webview,
  page: WebviewPageOptions & { readonly bundle: WebviewBundleName },
): HostPort {
  webview.options = { enableScripts: true, enableForms: false, enableCommandUris: false, localResourceRoots: [] };
  webview.html = createWebviewHtml({
    ...page,
    script: readBundle(context, `${page.bundle}.js`),
    style: readBundle(context, `${page.bundle}.css`),
    nonce: randomBytes(18).toString('base64'),
    language: vscode.env.language,
    pictures: readUserOnlySetting('media.load') ?? 'ask',
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

/** The script that draws plots: a bundle of its own, since few pages show any. */
export function readPlotScript(context: vscode.ExtensionContext): string {
  return readBundle(context, 'plots.js');
}

/** In one turn, so that a page begins with its document; once in a window. */
function readBundle({ extensionUri }: vscode.ExtensionContext, name: string): string {
  const file = vscode.Uri.joinPath(extensionUri, 'dist', 'webview', name);
  const text = bundleTextsByPath.get(file.fsPath) ?? readFileSync(file.fsPath, 'utf8');
  bundleTextsByPath.set(file.fsPath, text);
  return text;
}

/** The first release whose pages take an icon by its name. */
const firstMinorWithTabIcons = 108;

/** Older releases of VS Code show the tab without an icon. */
export function setTabIcon(panel: vscode.WebviewPanel, name: string): void {
  const [major = 0, minor = 0] = vscode.version.split('.').map(Number);
  if (major > 1 || minor >= firstMinorWithTabIcons) {
    // the oldest supported release has no type for it
    Object.assign(panel, { iconPath: new vscode.ThemeIcon(name) });
  }
}
