import * as vscode from 'vscode';

/** A row of a tree. Each kind of row is a class of its own; the tree asks nothing else of it. */
export interface TreeNode {
  /** Unique in its tree, and the same for the same thing as long as the window is open: VS Code keeps expansion and selection by it. */
  readonly id: string;
  readonly parent: TreeNode | undefined;
  /** Makes no call. */
  toItem(): vscode.TreeItem;
  /** The rows below. VS Code asks when a person expands the row, and again whenever it draws an expanded one again. */
  children(): Promise<readonly TreeNode[]>;
}

const drawnNodes = new WeakSet<object>();

/** The item of a row, which VS Code draws; from then on menus and keys may name the row. */
export function drawNode(node: TreeNode): vscode.TreeItem {
  drawnNodes.add(node);
  return node.toItem();
}

/** Whether it is a row of a tree itself, and nothing that only looks like one. */
export function isDrawnNode(node: object): boolean {
  return drawnNodes.has(node);
}

/** Loaded when its view is first seen. */
export interface TreeRoots extends vscode.Disposable {
  roots(): Promise<readonly TreeNode[]>;
}

export interface TreeViewHandle {
  readonly viewId: string;
  /** Has VS Code draw nodes again; the whole tree without any. */
  readonly refresh: (nodes?: readonly TreeNode[]) => void;
  /** How long rows may be loaded before a row says so in their place; left out: however long it takes. */
  readonly waitUntilSlow?: () => Promise<void>;
  readonly reveal: (node: TreeNode) => Promise<void>;
}

/**
 * What a row is and what can be done with it, for the `when` of menus: words, read there as `viewItem =~ /\bword\b/`.
 * This is the only place that names them; package.json uses these and no others.
 */
export type RowContextFlag =
  // what it is
  | 'user'
  | 'post'
  | 'list'
  | 'community'
  | 'space'
  | 'trend'
  | 'line'
  | 'pages' // loads pages: a section
  | 'more' // states what is loaded; there is more
  | 'note' // only says something
  | 'stored' // an exchange of the history
  | 'fixture' // saved in this workspace
  // what can be done with it
  | 'pinnable' // may be pinned, and is not
  | 'pinned'
  | 'answered' // came with a response that can be shown, saved, copied
  | 'addressed' // has a web address
  | 'numbered' // has an id
  | 'named' // has a handle
  | 'asked' // was asked for, so that it can be asked for again
  | 'loaded' // has pages
  | 'tabular' // loads records that a table can show
  | 'loading' // can be stopped
  | 'keepable' // a response that stays when the oldest go, if the person says so
  | 'keeping'; // a response that stays when the oldest go

export function toContextValue(words: readonly (RowContextFlag | false)[]): string {
  return words.filter((word) => word !== false).join(' ');
}

export interface NoteContent {
  readonly text: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly icon?: string | vscode.ThemeIcon;
  /** Left out where there is nothing to do. */
  readonly command?: vscode.Command;
  /** What can be done beside a click; `note` when left out. */
  readonly word?: RowContextFlag;
}

/** Holds at most one action. */
export class NoteNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode | undefined;
  readonly note: NoteContent;

  constructor(parent: TreeNode | undefined, name: string, note: NoteContent) {
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
      item.iconPath = typeof icon === 'string' ? new vscode.ThemeIcon(icon) : icon;
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

interface GroupNote extends NoteContent {
  readonly isOpen?: boolean;
}

/** The rows below are made whenever it is unfolded or drawn again. */
export class GroupNode extends NoteNode {
  readonly #rows: (group: GroupNode) => readonly TreeNode[] | Promise<readonly TreeNode[]>;
  readonly #isOpen: boolean;

  constructor(
    parent: TreeNode | undefined,
    name: string,
    { isOpen = false, ...note }: GroupNote,
    rows: (group: GroupNode) => readonly TreeNode[] | Promise<readonly TreeNode[]>,
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
    return await this.#rows(this);
  }
}
