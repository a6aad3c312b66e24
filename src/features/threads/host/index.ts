import * as vscode from 'vscode';
import { addNoChargeSentence } from '../../../core/cost/formatCost.ts';
import { parseLookUpInput } from '../../../core/records/parseLookUpInput.ts';
import { postActions, threadActions, threadPageCommands } from '../../../core/channel/pageCommands.ts';
import { registerTypedCommand } from '../../../workbench/commands.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import { createLazyPart } from '../../../workbench/lazyPart.ts';
import type { Services } from '../../../workbench/services.ts';

const viewId = 'socialData.thread';

export function register(services: Services): vscode.Disposable {
  const threads = createLazyPart(async () => new (await import('./threadViews.ts')).ThreadViews(services));
  return vscode.Disposable.from(
    threads,
    vscode.window.registerWebviewViewProvider(viewId, {
      resolveWebviewView: async (view) => (await threads.get()).fillView(view),
    }),
    vscode.window.registerWebviewPanelSerializer(viewId, {
      deserializeWebviewPanel: async (panel: vscode.WebviewPanel) => (await threads.get()).fillPanel(panel),
    }),
    registerTypedCommand('socialData.threads.open', async (idOrLink, reuse, connection) => {
      const id = idOrLink === undefined ? undefined : parsePostId(idOrLink);
      if (id === undefined) {
        return showRefusal(addNoChargeSentence(vscode.l10n.t('Not a post link or numeric id. Nothing was opened.')));
      }
      await (await threads.get()).open(id, reuse, connection);
    }),
    registerTypedCommand('socialData.threads.viewAnswer', async (document, postId) => {
      const { findOrPickThreadInDocument } = await import('./readThreadPage.ts');
      const exchange = await findOrPickThreadInDocument(services, document, postId);
      if (exchange !== undefined) {
        await (await threads.get()).openAnswer(exchange);
      }
    }),
    ...(['openInEditor', 'moveToSideBar', 'back'] as const).map((name) =>
      registerTypedCommand(`socialData.threads.${name}`, async () => await (await threads.get())[name]()),
    ),
    ...threadActions.map((action) =>
      registerTypedCommand(`socialData.threads.${action}`, async () => await (await threads.get()).act(action)),
    ),
    ...threadPageCommands.map((name) =>
      registerTypedCommand(`socialData.threads.${name}`, async () => (await threads.get()).command(name)),
    ),
    ...postActions.map((action) =>
      registerTypedCommand(`socialData.posts.${action}`, async (...args) => await (await threads.get()).onPost(action, args[0])),
    ),
  );
}

function parsePostId(text: string): string | undefined {
  return parseLookUpInput(text).flatMap((reading) => (reading.kind === 'post' || reading.kind === 'id' ? [reading.id] : []))[0];
}
