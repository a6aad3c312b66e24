import * as vscode from 'vscode';
import type { RecordTarget } from '../recordTarget.ts';
import type { Services } from '../services.ts';

/** A row of a tree. */
export interface TreeNode {
  /** Unique in its tree and stable while the window is open, because VS Code keeps expansion and selection by id. */
  readonly id: string;
  readonly parent: TreeNode | undefined;
  toItem(): vscode.TreeItem;
  /** Called when the row is expanded, and each time an expanded row is redrawn. */
  children(): Promise<readonly TreeNode[]>;
  /** What commands on records act on. */
  target?(services: Services): RecordTarget | undefined;
}

const drawnNodes = new WeakSet<object>();

/** The row's item. From then on, commands accept the row. */
export function drawNode(node: TreeNode): vscode.TreeItem {
  drawnNodes.add(node);
  return node.toItem();
}

/** True for a tree row, but not for an object that looks like one. */
export function isDrawnNode(node: object): boolean {
  return drawnNodes.has(node);
}

/** Loaded when its view is first visible. */
export interface TreeRoots extends vscode.Disposable {
  roots(): Promise<readonly TreeNode[]>;
}

/** Rows that a feature adds to another feature's view. */
export interface AddedRows {
  readonly rows: () => Promise<readonly TreeNode[]>;
  /** The changed rows; undefined if some were added or removed. */
  readonly onDidChange: vscode.Event<readonly TreeNode[] | undefined>;
}

export interface TreeViewHandle {
  readonly viewId: string;
  /** Redraws nodes. Default: the whole tree. */
  readonly refresh: (nodes?: readonly TreeNode[]) => void;
  /** Resolves when a load has taken so long that a row should say so. */
  readonly waitUntilSlow?: () => Promise<void>;
  readonly reveal: (node: TreeNode) => Promise<void>;
}

/** Words in a row's context value, for `when` clauses: `viewItem =~ /\bword\b/`. package.json uses only these. */
export type RowContextFlag =
  // kinds of rows
  | 'user'
  | 'post'
  | 'list'
  | 'community'
  | 'space'
  | 'trend'
  | 'job'
  | 'line'
  | 'pages' // loads pages
  | 'more' // *Load More*
  | 'note' // text only
  | 'stored' // a response in history
  | 'fixture' // a saved fixture
  | 'endpoint' // an endpoint's fixtures
  | 'run' // of *Collect…*
  | 'part' // of a page: opens a list
  // what can be done with a row
  | 'pinnable' // can be pinned
  | 'pinned'
  | 'keepable' // a response that may be deleted to free space
  | 'kept'
  | 'hasResponse' // has a response to show, save, or copy
  | 'addressed' // has a link
  | 'web' // has a web page; sample data doesn't
  | 'numbered' // has an id
  | 'named' // has a handle
  | 'requested' // was loaded, so it can be refreshed
  | 'loaded' // has pages
  | 'served' // a fixture that the fixture server can answer with
  | 'answering' // the fixture server answers with something else
  | 'refreshed' // changed by the last refresh, and not kept or undone yet
  | 'refreshable' // a fixture that can be requested again
  | 'tabular' // loads records that a table can show
  | 'page' // about one record that has a page
  | 'thread' // has posts that a thread can show
  | 'loading' // can be stopped
  | 'running'
  | 'paused'
  | 'complete'
  | 'newest'; // can collect what is new

/** Starts with a word of ours, because menus also see other extensions' rows. */
export function toContextValue(words: readonly (RowContextFlag | false)[]): string {
  return ['socialData', ...words.filter((word) => word !== false)].join(' ');
}

export interface NoteContent {
  readonly text: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly icon?: string | vscode.ThemeIcon;
  readonly command?: vscode.Command;
  /** Default: `note`. */
  readonly word?: RowContextFlag;
}

/** A row with at most one action. */
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

/** Creates its children each time it is expanded or redrawn. */
export class GroupNode extends NoteNode {
  readonly #rows: (group: GroupNode) => readonly TreeNode[] | Promise<readonly TreeNode[]>;
  readonly #isOpen: boolean;

  constructor(
    parent: TreeNode | undefined,
    name: string,
    { isOpen = false, ...note }: NoteContent & { readonly isOpen?: boolean },
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
