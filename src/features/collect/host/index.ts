import * as vscode from 'vscode';
import type { Exchange } from '../../../client/exchange.ts';
import { registerTypedCommand } from '../../../workbench/commands.ts';
import { createLazyPart } from '../../../workbench/lazyPart.ts';
import type { CollectSubject, Open } from '../../../workbench/open.ts';
import type { Services } from '../../../workbench/services.ts';
import type { AddedRows, TreeNode } from '../../../workbench/tree/treeNode.ts';
import { parseCollectedFolder, type RememberedRun, runsStateKey } from './rememberedRuns.ts';

export { parseCollectedFolder } from './rememberedRuns.ts';

/** See Services.fileResponse. */
export async function readCollectedResponse(services: Services, id: string): Promise<Exchange | undefined> {
  const folder = parseCollectedFolder(id);
  return folder === undefined
    ? undefined
    : await (await import('./collectedPages.ts')).readCollectedResponse(services, id, folder);
}

export function register(services: Services): vscode.Disposable & AddedRows & { readonly collect: Open['collect'] } {
  const changed = new vscode.EventEmitter<readonly TreeNode[] | undefined>();
  const runs = createLazyPart(async () => new (await import('./collectRuns.ts')).CollectRuns(services, changed));
  const registered = vscode.Disposable.from(
    changed,
    runs,
    ...(['pause', 'resume', 'collectNew', 'openFolder', 'remove'] as const).map((action) =>
      registerTypedCommand(`socialData.collect.${action}`, async (node, selected = []) => {
        const rows = selected.length > 0 || node === undefined ? selected : [node];
        await (await runs.get()).act(action, rows);
      }),
    ),
  );
  return Object.assign(registered, {
    onDidChange: changed.event,
    rows: async () =>
      services.context.workspaceState.get<readonly RememberedRun[]>(runsStateKey, []).length === 0 ? [] : (await runs.get()).rows,
    collect: async (subject: CollectSubject) => {
      const { askWhatToCollect } = await import('./askWhatToCollect.ts');
      const wanted = await askWhatToCollect(services, subject);
      await (wanted === undefined ? undefined : (await runs.get()).start(wanted));
    },
  });
}
