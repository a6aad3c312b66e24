import * as vscode from 'vscode';
import { type CommandId, registerCommand } from '../shared/commands.ts';
import type { Services } from '../shared/services.ts';
import { type LazyTree, registerLazyTree } from '../shared/tree/lazyTree.ts';
import type { TreeNode } from '../shared/tree/treeNode.ts';
import type * as actOnKept from './actOnKept.ts';
import type { ActivityTree } from './activityTree.ts';
import type { Grouping } from './presentKept.ts';
import { registerStatusBar } from './statusBar.ts';

type KeptCommand = CommandId & `socialData.activity.${string}`;

/** What was asked and what it cost: the view of exchanges, spend and budget, the log; the status bar item. */
export function register(services: Services): vscode.Disposable {
  const activity = registerLazyTree('socialData.activity', async (surroundings) => {
    const { ActivityTree } = await import('./activityTree.ts');
    return new ActivityTree(services, surroundings);
  });
  /** A command on all selected rows when it was started on one of them, or by a key. */
  const onKept = (
    id: KeptCommand,
    run: (actions: typeof actOnKept, nodes: readonly TreeNode[]) => Promise<void>,
  ): vscode.Disposable =>
    vscode.commands.registerCommand(id, async (node?: TreeNode, selected?: readonly TreeNode[]) => {
      const nodes =
        selected !== undefined && selected.length > 0 ? selected : node === undefined ? activity.view.selection : [node];
      await run(await import('./actOnKept.ts'), nodes);
    });
  return vscode.Disposable.from(
    registerStatusBar(services, activity.view),
    activity,
    followVisibility(activity),
    onKept('socialData.activity.open', async ({ openKept }, nodes) => {
      await openKept(services, nodes);
    }),
    onKept('socialData.activity.callAgain', async ({ callKeptAgain }, nodes) => {
      await callKeptAgain(services, nodes);
    }),
    onKept('socialData.activity.saveAsFixture', async ({ saveKept }, nodes) => {
      await saveKept(services, nodes);
    }),
    onKept('socialData.activity.copyAs', async ({ copyKeptAs }, nodes) => {
      await copyKeptAs(services, nodes);
    }),
    onKept('socialData.activity.copyAsCurl', async ({ copyKeptAsCurl }, nodes) => {
      await copyKeptAsCurl(services, nodes);
    }),
    onKept('socialData.activity.copyJson', async ({ copyKeptAsJson }, nodes) => {
      await copyKeptAsJson(services, nodes);
    }),
    onKept('socialData.activity.delete', async ({ deleteKept }, nodes) => {
      await deleteKept(services, nodes);
    }),
    onKept('socialData.activity.keep', async ({ keepAnswers }, nodes) => {
      await keepAnswers(services, nodes, true);
    }),
    onKept('socialData.activity.letGo', async ({ keepAnswers }, nodes) => {
      await keepAnswers(services, nodes, false);
    }),
    registerCommand('socialData.activity.groupByDay', async () => {
      await group(activity, 'day');
    }),
    registerCommand('socialData.activity.groupByEndpoint', async () => {
      await group(activity, 'endpoint');
    }),
    registerCommand('socialData.activity.showSpend', async () => {
      const { showSpend } = await import('./showSpend.ts');
      await showSpend(services);
    }),
    registerCommand('socialData.activity.setBudget', async () => {
      const { setBudget } = await import('./setBudget.ts');
      await setBudget();
    }),
    registerCommand('socialData.activity.resume', async () => {
      await (await services.jobs()).resume();
    }),
    registerCommand('socialData.activity.clearHistory', async () => {
      const { clearHistory } = await import('./clearHistory.ts');
      await clearHistory(services);
    }),
    registerCommand('socialData.activity.exportLedger', async () => {
      const { exportLedger } = await import('./exportLedger.ts');
      await exportLedger(services);
    }),
    registerCommand('socialData.activity.showLog', () => {
      services.log.show();
    }),
  );
}

/** Groups the exchanges, and has the view's button offer the other way. */
async function group(activity: LazyTree<ActivityTree>, by: Grouping): Promise<void> {
  (await activity.tree()).group(by);
  await vscode.commands.executeCommand('setContext', 'socialData.activity.grouping', by);
}

/** The store is followed while the view is seen, and not a moment longer. */
function followVisibility({ view, tree }: LazyTree<ActivityTree>): vscode.Disposable {
  const follow = async (isSeen: boolean) => {
    await (await tree()).listen(isSeen);
  };
  return view.onDidChangeVisibility(({ visible }) => void follow(visible));
}
