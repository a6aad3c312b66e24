import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { HostPort, Contract, HostHandlers } from '../../core/channel/channel.ts';
import { readUserOnlySetting } from '../settings.ts';
import { createWebviewHtml, type WebviewPageOptions } from './createWebviewHtml.ts';
import { toSafeWebAddress } from '../../core/records/toPost.ts';
import type { pageRequests, PageResults } from '../../core/channel/pageRequests.ts';
import type { Services } from '../services.ts';
import { showRefusal } from '../dialogs.ts';
import { getConnectionPermalinkBase } from '../../core/connections/responseConnection.ts';

interface PostPageContract extends Contract {
  readonly host: { readonly requests: typeof pageRequests; readonly events: Contract['host']['events'] };
  readonly results: PageResults;
}

type WebviewBundleName = 'threads' | 'results' | 'profile';

const bundleTextsByPath = new Map<string, string>();

/** Sets a webview's document. It may not load files, run commands, or submit forms. */
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

/** A separate bundle, because few pages show plots. */
export function readPlotScript(context: vscode.ExtensionContext): string {
  return readBundle(context, 'plots.js');
}

/** Reads synchronously, so the page starts with its document. Each file is read once. */
function readBundle({ extensionUri }: vscode.ExtensionContext, name: string): string {
  const file = vscode.Uri.joinPath(extensionUri, 'dist', 'webview', name);
  const text = bundleTextsByPath.get(file.fsPath) ?? readFileSync(file.fsPath, 'utf8');
  bundleTextsByPath.set(file.fsPath, text);
  return text;
}

/** The first VS Code release that supports theme icons in tabs. */
const firstMinorWithTabIcons = 108;

export function setTabIcon(panel: vscode.WebviewPanel, name: string): void {
  const [major = 0, minor = 0] = vscode.version.split('.').map(Number);
  if (major > 1 || minor >= firstMinorWithTabIcons) {
    // the oldest supported release's types lack this
    Object.assign(panel, { iconPath: new vscode.ThemeIcon(name) });
  }
}

/** @param connection the connection that the page uses */
export function createPageRequestHandlers(
  { connections, open, sandboxPictures }: Pick<Services, 'connections' | 'open' | 'sandboxPictures'>,
  connection: () => string | undefined,
): HostHandlers<PostPageContract>['requests'] {
  return {
    openLink: async ({ url }) => await openLink(url),
    lookUpUser: async ({ handle }) => await open.user(handle, connection()),
    lookUpSpace: async ({ id }) => {
      const site = getConnectionPermalinkBase(connections.isLocal(connections.names(connection()).primary));
      await open.lookUp(`${site}/i/spaces/${id}`, connection());
    },
    openPost: async ({ id, handle }) => await open.postThread(id, handle, connections.names(connection()).primary),
    searchTag: async ({ tag }) => await open.search(tag.startsWith('$') ? tag : `#${tag}`, connection()),
    picture: async ({ url }) => (await sandboxPictures())(url) ?? null,
  };
}

/** VS Code confirms untrusted hosts. Rejects anything but a web address. */
export async function openLink(address: string): Promise<void> {
  const url = toSafeWebAddress(address);
  if (url === undefined) {
    showRefusal(vscode.l10n.t('Only web links can be opened.'));
    return;
  }
  await vscode.env.openExternal(vscode.Uri.parse(url, true));
}
