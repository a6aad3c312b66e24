import * as vscode from 'vscode';
import type { Exchange } from '../../../client/exchange.ts';
import { threadViewCommands } from '../../../core/channel/pageCommands.ts';
import { registerTypedCommand } from '../../../workbench/commands.ts';
import { createLazyPart } from '../../../workbench/lazyPart.ts';
import type { Open, OpenThreadOptions } from '../../../workbench/open.ts';
import { pinConnections, type Services } from '../../../workbench/services.ts';

const viewId = 'socialData.thread';

interface ThreadOpeners {
  /** Sends one request unless the thread is in history. */
  readonly open: (postId: string, options?: OpenThreadOptions) => Promise<void>;
  readonly openPost: Open['postThread'];
  readonly openResponse: Open['responseThread'];
}

export function register(services: Services): vscode.Disposable & ThreadOpeners {
  const threads = createLazyPart(async () => new (await import('./threadViews.ts')).ThreadViews(services));
  const openers: ThreadOpeners = {
    open: async (postId, { reuse, connection } = {}) => await (await threads.get()).open(postId, reuse, connection),
    openPost: async (postId, handle, connection) => {
      const { confirmThread } = await import('./loadThread.ts');
      const accepted = await confirmThread(await pinConnections(services, connection).client(), postId, handle);
      if (accepted !== undefined) {
        await openers.open(postId, { ...accepted, connection });
      }
    },
    openResponse: async (source, postId) => {
      const { findOrPickThreadInDocument, findOrPickThreadInResponse } = await import('./threadDocuments.ts');
      if (source instanceof vscode.Uri) {
        return await openExchange(await findOrPickThreadInDocument(services, source));
      }
      services.exchanges.put(source);
      await openExchange(await findOrPickThreadInResponse(services, source, { postId }));
    },
  };
  const openExchange = async (exchange: Exchange | undefined) =>
    exchange === undefined ? undefined : await (await threads.get()).openResponse(exchange);
  const registered = vscode.Disposable.from(
    threads,
    vscode.window.registerWebviewViewProvider(viewId, {
      resolveWebviewView: async (view) => (await threads.get()).fillView(view),
    }),
    vscode.window.registerWebviewPanelSerializer(viewId, {
      deserializeWebviewPanel: async (panel: vscode.WebviewPanel) => (await threads.get()).fillPanel(panel),
    }),
    ...(['openInEditor', 'moveToSideBar'] as const).map((name) =>
      registerTypedCommand(`socialData.threads.${name}`, async () => await (await threads.get())[name]()),
    ),
    ...(['back', 'forward'] as const).map((direction) =>
      registerTypedCommand(
        `socialData.threads.${direction}`,
        async (tab) => await (await threads.get()).go(direction, isWebviewTab(tab)),
      ),
    ),
    registerTypedCommand('socialData.threads.complete', async (tab) => await (await threads.get()).complete(isWebviewTab(tab))),
    ...threadViewCommands.map((name) =>
      registerTypedCommand(`socialData.threads.${name}`, async (tab) => (await threads.get()).command(name, isWebviewTab(tab))),
    ),
  );
  return Object.assign(registered, openers);
}

/** A webview tab's menu passes the tab's URI regardless of which part has focus. */
function isWebviewTab(tab: unknown): boolean {
  return tab instanceof vscode.Uri && tab.scheme === 'webview-panel';
}
