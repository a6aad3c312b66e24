import * as vscode from 'vscode';
import { type RowWord, toContextValue, type TreeNode } from './treeNode.ts';

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
