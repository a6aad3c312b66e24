import { TreeItemCollapsibleState } from 'vscode';
import { systemClock } from '../../../src/client/systemClock.ts';
import { ActivityTree } from '../../../src/host/activity/activityTree.ts';
import type { ActivityGrouping } from '../../../src/host/activity/formatKeptAnswer.ts';
import type { TreeNode } from '../../../src/host/shared/tree/treeNode.ts';
import { openStore } from '../../../src/store/openStore.ts';

/** What opening the view took, in milliseconds, and how many rows VS Code was handed. */
export interface Opened {
  readonly ms: number;
  readonly rows: number;
}

/** Opens a store and the Activity view over it, as when the view is first seen: its rows, and those below what is open. */
export async function openActivity(folder: string, grouping: ActivityGrouping): Promise<Opened> {
  const begin = performance.now();
  const store = await openStore({
    folder,
    clock: systemClock,
    dayCap: () => undefined,
    maxBytes: () => 1e12,
    accountOf: () => undefined,
    notify: (notice) => {
      throw new Error(notice.kind);
    },
  });
  const tree = new ActivityTree(
    { store: async () => await Promise.resolve(store), log: console },
    { viewId: 'bench', refresh: () => undefined, reveal: async () => await Promise.resolve() },
  );
  tree.group(grouping);
  const roots = await tree.roots();
  const items = roots.map((root) => root.toItem());
  // what is collapsed is not asked for its rows
  const open = roots.filter((_root, at) => items[at]?.collapsibleState === TreeItemCollapsibleState.Expanded);
  const rows: readonly TreeNode[] = (await Promise.all(open.map(async (root) => await root.children()))).flat();
  for (const row of rows) {
    row.toItem();
  }
  const ms = performance.now() - begin;
  tree.dispose();
  store.close();
  return { ms, rows: roots.length + rows.length };
}
