import * as vscode from 'vscode';
import { toContextValue } from './contextValue.ts';
import { presentExactCount } from './presentCount.ts';
import type { TreeNode } from './treeNode.ts';
import type { RowWindow } from './windows.ts';

/** A window of a long list: "501 – 1,000". */
export class RangeNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode;
  readonly window: RowWindow;
  readonly #isLast: boolean;
  readonly #load: (range: RangeNode) => readonly TreeNode[];

  /** @param isLast whether it is the one that further pages fill: it stands open */
  constructor(parent: TreeNode, window: RowWindow, isLast: boolean, load: (range: RangeNode) => readonly TreeNode[]) {
    this.id = `${parent.id}/from-${window.from + 1}`;
    this.parent = parent;
    this.window = window;
    this.#isLast = isLast;
    this.#load = load;
  }

  toItem(): vscode.TreeItem {
    const { from, to } = this.window;
    const label = vscode.l10n.t('{0} – {1}', presentExactCount(from + 1), presentExactCount(to));
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(label, this.#isLast ? Expanded : Collapsed);
    item.id = this.id;
    item.accessibilityInformation = { label };
    item.tooltip = vscode.l10n.t('Already loaded; opening it is free.');
    item.contextValue = toContextValue(['note']);
    return item;
  }

  async children(): Promise<readonly TreeNode[]> {
    return await Promise.resolve(this.#load(this));
  }
}
