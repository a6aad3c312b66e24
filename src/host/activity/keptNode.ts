import * as vscode from 'vscode';
import type { KeptSummary } from '../../store/store.ts';
import { toContextValue } from '../shared/tree/contextValue.ts';
import type { TreeNode } from '../shared/tree/treeNode.ts';
import { toCommand } from '../shared/commands.ts';
import { type Grouping, keptTooltip, presentKept } from './presentKept.ts';

/** One exchange of the history. A click opens it: free. */
export class KeptNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode;
  readonly summary: KeptSummary;
  readonly #grouping: Grouping;

  constructor(parent: TreeNode, summary: KeptSummary, grouping: Grouping) {
    this.id = `${parent.id}/${summary.id}`;
    this.parent = parent;
    this.summary = summary;
    this.#grouping = grouping;
  }

  toItem(): vscode.TreeItem {
    const { label, description, icon } = presentKept(this.summary, this.#grouping);
    const item = new vscode.TreeItem(label);
    item.id = this.id;
    item.description = description;
    item.iconPath = new vscode.ThemeIcon(icon);
    item.tooltip = keptTooltip(this.summary);
    item.contextValue = toContextValue([
      'kept',
      // without its body there is nothing to open, save or keep
      this.summary.withheld === undefined && (this.summary.isPinned ? 'keeping' : 'keepable'),
    ]);
    item.command = toCommand('socialData.activity.open', vscode.l10n.t('Open Answer'), this);
    item.accessibilityInformation = { label: `${label}, ${description}` };
    return item;
  }

  async children(): Promise<readonly TreeNode[]> {
    return await Promise.resolve([]);
  }
}
