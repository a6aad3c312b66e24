import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Port } from '../../../protocol/channel.ts';
import type { Message } from '../../../protocol/message.ts';
import { webviewHtml } from './webviewHtml.ts';

/** A kind of webview. */
export interface WebviewPage {
  /** The name of its folder in `src/webview`, and of its bundle. */
  readonly bundle: 'thread' | 'results';
  /** The element that fills it. */
  readonly element: string;
  readonly title: string;
  /** Where it stands; in an editor when left out. */
  readonly surface?: 'sideBar' | 'editor';
  /** What it hears before anything else, as it comes with its document. A page that was here before passes it over. */
  readonly first?: readonly Message[];
}

/**
 * Gives a webview its document: scripts and styles from the bundles only, no command links, no forms.
 * @returns the wire to it
 */
export function openWebviewPage(context: vscode.ExtensionContext, webview: vscode.Webview, page: WebviewPage): Port {
  const root = vscode.Uri.joinPath(context.extensionUri, 'dist', 'webview');
  const address = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(root, name)).toString();
  webview.options = { enableScripts: true, enableForms: false, enableCommandUris: false, localResourceRoots: [root] };
  webview.html = webviewHtml({
    title: page.title,
    element: page.element,
    script: address(`${page.bundle}.js`),
    styles: [address(`${page.bundle}.css`)],
    source: webview.cspSource,
    surface: page.surface ?? 'editor',
    nonce: randomBytes(18).toString('base64'),
    language: vscode.env.language,
    strings: vscode.l10n.bundle ?? {},
    first: page.first ?? [],
  });
  return {
    post: (message) => void webview.postMessage(message),
    listen: (listener) => {
      const subscription = webview.onDidReceiveMessage(listener);
      return () => void subscription.dispose();
    },
  };
}
