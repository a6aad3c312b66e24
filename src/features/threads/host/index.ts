import * as vscode from 'vscode';
import type { Exchange } from '../../../client/exchange.ts';
import { postActions, threadActions, threadViewCommands } from '../../../core/channel/pageCommands.ts';
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
      const { confirmThread } = await import('./actOnThread.ts');
      const accepted = await confirmThread(await pinConnections(services, connection).client(), postId, handle);
      if (accepted !== undefined) {
        await openers.open(postId, { ...accepted, connection });
      }
    },
    openResponse: async (exchange, postId) => {
      const { findOrPickThreadInResponse } = await import('./threadDocuments.ts');
      services.exchanges.put(exchange);
      await openExchange(await findOrPickThreadInResponse(services, exchange, { postId }));
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
    registerTypedCommand('socialData.threads.viewResponse', async (document) => {
      const { findOrPickThreadInDocument } = await import('./threadDocuments.ts');
      await openExchange(await findOrPickThreadInDocument(services, document));
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
    ...threadActions.map((action) =>
      registerTypedCommand(
        `socialData.threads.${action}`,
        async (tab) => await (await threads.get()).act(action, isWebviewTab(tab)),
      ),
    ),
    ...threadViewCommands.map((name) =>
      registerTypedCommand(`socialData.threads.${name}`, async (tab) => (await threads.get()).command(name, isWebviewTab(tab))),
    ),
    ...postActions.map((action) =>
      registerTypedCommand(`socialData.posts.${action}`, async (...args) => await (await threads.get()).onPost(action, args[0])),
    ),
  );
  return Object.assign(registered, openers);
}

/** A webview tab's menu passes the tab's URI regardless of which part has focus. */
function isWebviewTab(tab: unknown): boolean {
  return tab instanceof vscode.Uri && tab.scheme === 'webview-panel';
}
