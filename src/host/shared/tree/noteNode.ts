import * as vscode from 'vscode';
import { type RowWord, toContextValue } from './contextValue.ts';
import type { TreeNode } from './treeNode.ts';

/** What a row that only states something shows. */
export interface Note {
  readonly text: string;
  /** What a click does and what it costs, in a few words. */
  readonly description?: string;
  readonly tooltip?: string;
  readonly icon?: string;
  /** What a click does; left out where there is nothing to do. */
  readonly command?: vscode.Command;
  /** What can be done beside a click; `note` when left out. */
  readonly word?: RowWord;
}

/** A row that states how things are (loaded, empty, failed) and holds at most one action. */
export class NoteNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode | undefined;
  readonly note: Note;

  constructor(parent: TreeNode | undefined, name: string, note: Note) {
    this.id = `${parent?.id ?? ''}/${name}`;
    this.parent = parent;
    this.note = note;
  }

  toItem(): vscode.TreeItem {
    const { text, description, tooltip, icon, command, word = 'note' } = this.note;
    const item = new vscode.TreeItem(text);
    item.id = this.id;
    const said = description === undefined ? [text] : [text, description];
    item.tooltip = tooltip ?? said.join(' · ');
    item.contextValue = toContextValue([word]);
    item.accessibilityInformation = { label: said.join(', ') };
    if (icon !== undefined) {
      item.iconPath = new vscode.ThemeIcon(icon);
    }
    if (description !== undefined) {
      item.description = description;
    }
    if (command !== undefined) {
      item.command = command;
    }
    return item;
  }

  async children(): Promise<readonly TreeNode[]> {
    return await Promise.resolve([]);
  }
}
