import * as vscode from 'vscode';
import { type CommandId, registerTypedCommand } from '../../../workbench/commands.ts';
import type { Services } from '../../../workbench/services.ts';
import { type LazyTree, registerLazyTree, resolveTargetRows } from '../../../workbench/tree/lazyTree.ts';
import type { AddedRows } from '../../../workbench/tree/treeNode.ts';
import type { ActivityTree } from './activityTree.ts';
import { registerStatusBar } from './statusBar.ts';

const commandHandlers = [
  ['socialData.spending.show', 'showSpending'],
  ['socialData.spending.setBudget', 'setBudget'],
  ['socialData.spending.export', 'exportSpending'],
  ['socialData.history.clear', 'clearHistory'],
  ['socialData.history.startNew', 'startNewHistory'],
] as const satisfies readonly (readonly [CommandId, string])[];

export async function setBudget(services: Services): Promise<void> {
  await (await import('./activityCommands.ts')).setBudget(services);
}

export async function startNewHistory(services: Services): Promise<void> {
  await (await import('./activityCommands.ts')).startNewHistory(services);
}

/** @param added rows above the responses */
export function register(services: Services, added: AddedRows): vscode.Disposable {
  const activity = registerLazyTree('socialData.activity', async (surroundings) => {
    const { ActivityTree } = await import('./activityTree.ts');
    return new ActivityTree(services, surroundings, added);
  });
  hideSearchIfMissing();
  return vscode.Disposable.from(
    registerStatusBar(services, activity.view),
    activity,
    followStoreWhileVisible(activity),
    ...(['keep', 'stopKeeping'] as const).map((name) =>
      registerTypedCommand(`socialData.activity.${name}`, async (node, selected) => {
        const { keepResponses } = await import('./activityCommands.ts');
        await keepResponses(services, resolveTargetRows(activity.view, node, selected), name === 'keep');
      }),
    ),
    registerTypedCommand('socialData.activity.delete', async (node, selected) => {
      const { deleteResponses } = await import('./activityCommands.ts');
      await deleteResponses(services, resolveTargetRows(activity.view, node, selected));
    }),
    ...commandHandlers.map(([id, name]) =>
      registerTypedCommand(id, async () => {
        await (await import('./activityCommands.ts'))[name](services);
      }),
    ),
    registerTypedCommand('socialData.history.search', async () => {
      await (await import('./searchHistory.ts')).searchHistory(services);
    }),
    registerTypedCommand('socialData.log.show', () => {
      services.log.show();
    }),
  );
}

/** Hides *Search History…* if this program's SQLite lacks full-text search. */
function hideSearchIfMissing(): void {
  void import('../../../store/database.ts').then(({ hasFullTextSearch }) =>
    hasFullTextSearch() ? undefined : vscode.commands.executeCommand('setContext', 'socialData.history.isSearchMissing', true),
  );
}

function followStoreWhileVisible({ view, tree }: LazyTree<ActivityTree>): vscode.Disposable {
  const follow = async (isSeen: boolean) => {
    await (await tree()).listen(isSeen);
  };
  return view.onDidChangeVisibility(({ visible }) => void follow(visible));
}
