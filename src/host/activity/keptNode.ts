import * as vscode from 'vscode';
import type { KeptSummary } from '../../store/store.ts';
import { toContextValue } from '../shared/tree/contextValue.ts';
import type { TreeNode } from '../shared/tree/treeNode.ts';
import { toCommand } from '../shared/commands.ts';
import { keptTooltip, presentKept } from './presentKept.ts';

/** One exchange of the history. A click opens it: free. */
export class KeptNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode;
  readonly summary: KeptSummary;

  constructor(parent: TreeNode, summary: KeptSummary) {
    this.id = `${parent.id}/${summary.id}`;
    this.parent = parent;
    this.summary = summary;
  }

  toItem(): vscode.TreeItem {
    const { label, description, icon } = presentKept(this.summary);
    const item = new vscode.TreeItem(label);
    item.id = this.id;
    item.description = description;
    item.iconPath = new vscode.ThemeIcon(icon);
    item.tooltip = keptTooltip(this.summary);
    item.contextValue = toContextValue(['kept', this.summary.isPinned ? 'keeping' : 'keepable']);
    item.command = toCommand('socialData.activity.open', vscode.l10n.t('Open Answer'), this);
    item.accessibilityInformation = { label: `${label}, ${description}` };
    return item;
  }

  async children(): Promise<readonly TreeNode[]> {
    return await Promise.resolve([]);
  }
}
