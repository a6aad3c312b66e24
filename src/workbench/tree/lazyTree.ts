import * as vscode from 'vscode';
import { createLazyPart } from '../lazyPart.ts';
import { drawNode, type TreeNode, type TreeRoots, type TreeViewHandle } from './treeNode.ts';

/** VS Code redraws a row only when its children have arrived, so a slow load couldn't be stopped. */
const slowLoadDelayMs = 1_000;

export interface LazyTree<T extends TreeRoots> extends vscode.Disposable {
  /** Loads the tree on first use. */
  readonly tree: () => Promise<T>;
  readonly view: vscode.TreeView<TreeNode>;
}

/** Registers a tree view whose code loads when the view is first visible. */
export function registerLazyTree<T extends TreeRoots>(
  viewId: string,
  load: (surroundings: TreeViewHandle) => Promise<T>,
): LazyTree<T> {
  const changes = new vscode.EventEmitter<TreeNode[] | undefined>();
  const surroundings: TreeViewHandle = {
    viewId,
    refresh: (nodes) => {
      if (nodes === undefined || nodes.length > 0) {
        changes.fire(nodes === undefined ? undefined : [...nodes]);
      }
    },
    waitUntilSlow: async () => await new Promise((resolve) => setTimeout(resolve, slowLoadDelayMs)),
    reveal: async (node) => {
      try {
        await view.reveal(node, { select: false, focus: true });
      } catch {
        // VS Code doesn't reveal a row while it redraws the tree; the row exists anyway
      }
    },
  };
  const tree = createLazyPart(async () => await load(surroundings));
  const view = vscode.window.createTreeView<TreeNode>(viewId, {
    canSelectMany: true,
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: changes.event,
      getTreeItem: drawNode,
      getParent: (node) => node.parent,
      getChildren: async (node) => [...(node === undefined ? await (await tree.get()).roots() : await node.children())],
    },
  });
  return {
    tree: tree.get,
    view,
    dispose: () => {
      vscode.Disposable.from(tree, view, changes).dispose();
    },
  };
}

/**
 * The rows that a command applies to: the selection if it contains the row, otherwise that row alone.
 * @param node undefined or null for a keybinding: the selection
 * @param selected the selection that VS Code passes
 */
export function resolveTargetRows(
  { selection }: Pick<vscode.TreeView<TreeNode>, 'selection'>,
  node: TreeNode | null | undefined,
  selected: readonly TreeNode[] = [],
): readonly TreeNode[] {
  if (selected.length > 0) {
    return selected;
  }
  return node === undefined || node === null || selection.includes(node) ? selection : [node];
}
