import type * as vscode from 'vscode';

/** A row of a tree. Each kind of row is a class of its own; the tree asks nothing else of it. */
export interface TreeNode {
  /** Unique in its tree, and the same for the same thing as long as the window is open: VS Code keeps expansion and selection by it. */
  readonly id: string;
  readonly parent: TreeNode | undefined;
  /** What VS Code shows of the row. Makes no call. */
  toItem(): vscode.TreeItem;
  /** The rows below. VS Code asks when a person expands the row, and again whenever it draws an expanded one again. */
  children(): Promise<readonly TreeNode[]>;
}

/** What a tree shows, loaded when its view is first seen. */
export interface TreeRoots extends vscode.Disposable {
  roots(): Promise<readonly TreeNode[]>;
}

export interface TreeSurroundings {
  readonly viewId: string;
  /** Has VS Code draw nodes again; the whole tree without any. */
  readonly changed: (nodes?: readonly TreeNode[]) => void;
  /** How long rows may be loaded before a row says so in their place; left out: however long it takes. */
  readonly patience?: () => Promise<void>;
  /** Shows a node and puts the focus on it; `unfold` unfolds it as well, which asks it for its rows. */
  readonly reveal: (node: TreeNode, options?: { readonly unfold: true }) => Promise<void>;
}
