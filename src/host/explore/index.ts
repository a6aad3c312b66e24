import * as vscode from 'vscode';
import { type CommandId, registerCommand } from '../shared/commands.ts';
import type { Services } from '../shared/services.ts';
import type { TreeNode } from '../shared/tree/treeNode.ts';
import { HeldPress } from './heldPress.ts';
import type * as pageActions from './pageActions.ts';
import type * as recordActions from './recordActions.ts';

type Actions = typeof pageActions;
type RecordActions = typeof recordActions;

/** What can be done with the rows of the trees of records: load, filter, copy, open, save. */
export function register(services: Services): vscode.Disposable {
  const press = new HeldPress(Date.now);
  const onPages = (
    id: CommandId & `socialData.explore.${string}`,
    run: (actions: Actions, node: TreeNode | undefined) => Promise<void>,
  ) =>
    vscode.commands.registerCommand(id, async (node?: TreeNode) => {
      await run(await import('./pageActions.ts'), node);
    });
  /** A command on all selected rows when it was started on one of them. */
  const onRecords = (
    id: CommandId & `socialData.explore.${string}`,
    run: (actions: RecordActions, nodes: readonly TreeNode[]) => Promise<void>,
  ) =>
    vscode.commands.registerCommand(id, async (node?: TreeNode, selected?: readonly TreeNode[]) => {
      const nodes = selected !== undefined && selected.length > 0 ? selected : node === undefined ? [] : [node];
      await run(await import('./recordActions.ts'), nodes);
    });
  return vscode.Disposable.from(
    onPages('socialData.explore.load', async ({ load }, node) => {
      await press.load(node, async () => await load(node));
    }),
    onPages('socialData.explore.retry', async ({ retry }, node) => {
      await press.load(node, async () => await retry(node));
    }),
    onPages('socialData.explore.loadMore', async ({ loadMore }, node) => {
      await press.load(node, async () => await loadMore(node));
    }),
    onPages('socialData.explore.callAgain', async ({ callAgain }, node) => {
      await callAgain(node);
    }),
    onPages('socialData.explore.filter', async ({ filter }, node) => {
      await filter(node);
    }),
    onPages('socialData.explore.clearFilter', async ({ clearFilter }, node) => {
      await clearFilter(node);
    }),
    onPages('socialData.explore.close', async ({ closeSearch }, node) => {
      await closeSearch(node);
    }),
    onRecords('socialData.explore.copyLink', async ({ copyLinks }, nodes) => {
      await copyLinks(nodes);
    }),
    onRecords('socialData.explore.copyId', async ({ copyIds }, nodes) => {
      await copyIds(nodes);
    }),
    onRecords('socialData.explore.copyHandle', async ({ copyHandles }, nodes) => {
      await copyHandles(nodes);
    }),
    onRecords('socialData.explore.copyJson', async ({ copyJson }, nodes) => {
      await copyJson(services, nodes);
    }),
    onRecords('socialData.explore.saveAsFixture', async ({ saveAsFixtures }, nodes) => {
      await saveAsFixtures(services, nodes);
    }),
    onRecords('socialData.explore.copyAsCurl', async ({ copyAsCurl }, nodes) => {
      await copyAsCurl(services, nodes);
    }),
    onRecords('socialData.explore.openAnswer', async ({ openAnswer }, nodes) => {
      await openAnswer(services, nodes);
    }),
    onRecords('socialData.explore.openInBrowser', async ({ openInBrowser }, nodes) => {
      await openInBrowser(nodes);
    }),
    registerCommand('socialData.explore.viewThread', async (node) => {
      const pages: unknown = node !== undefined && 'pages' in node ? node.pages : undefined;
      if (typeof pages === 'object' && pages !== null && press.isGoingOn(pages)) {
        return;
      }
      const { viewThread } = await import('./recordActions.ts');
      await viewThread(node);
    }),
  );
}
