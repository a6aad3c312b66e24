import * as vscode from 'vscode';
import { type Note, NoteNode } from './noteNode.ts';
import type { TreeNode } from './treeNode.ts';

/** What a row with rows below it shows. */
interface GroupNote extends Note {
  /** Whether it is unfolded from the beginning. */
  readonly isOpen?: boolean;
}

/** A row that states something and has rows below it, made whenever it is unfolded or drawn again. */
export class GroupNode extends NoteNode {
  readonly #rows: (group: GroupNode) => readonly TreeNode[];
  readonly #isOpen: boolean;

  constructor(
    parent: TreeNode | undefined,
    name: string,
    { isOpen = false, ...note }: GroupNote,
    rows: (group: GroupNode) => readonly TreeNode[],
  ) {
    super(parent, name, note);
    this.#rows = rows;
    this.#isOpen = isOpen;
  }

  override toItem(): vscode.TreeItem {
    const item = super.toItem();
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    item.collapsibleState = this.#isOpen ? Expanded : Collapsed;
    return item;
  }

  override async children(): Promise<readonly TreeNode[]> {
    return await Promise.resolve(this.#rows(this));
  }
}
