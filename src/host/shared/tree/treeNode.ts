import type * as vscode from 'vscode';
import type { Client } from '../../../client/client.ts';
import type { Service } from '../../../client/endpoint.ts';
import type { Exchange } from '../../../client/exchange.ts';
import type { PinKind } from '../pin.ts';
import type { World } from '../connections/world.ts';
import type { PagedSource, RowQuestion, RowServices } from './pagedSource.ts';
import type { StandingOf } from './serviceStanding.ts';
import type { TreeRecord } from './treeRecord.ts';

/** A row of a tree. Each kind of row is a class of its own; the tree asks nothing else of it. */
export interface TreeNode {
  /** Unique in its tree, and the same for the same thing as long as the window is open: VS Code keeps expansion and selection by it. */
  readonly id: string;
  readonly parent: TreeNode | undefined;
  /** What VS Code shows of the row. Makes no call. */
  toItem(): vscode.TreeItem;
  /** The rows below. VS Code asks when a person expands the row, and again whenever it draws an expanded one anew. */
  children(): Promise<readonly TreeNode[]>;
}

/** A row that stands for a record. */
export interface RecordRow extends TreeNode {
  /** Takes the place of the one before when its page is loaded anew. */
  record: TreeRecord;
  /** The pages that it came with; undefined for a pin. */
  readonly pages: PagedRow | undefined;
  /** Where its id says something. */
  readonly world: World;
  /** Whether a service may be asked about it: its id says something there. */
  canAsk(service: Service): boolean;
  /** Adds a search below the record, in front of its parts. Makes no call. */
  addSearch(options: PagedRowOptions): Promise<PagedRow>;
  /** Forgets what came from another connection, below. */
  forget(isElsewhere: (row: PagedRow) => boolean): void;
  /** Every row below that loads pages. */
  all(): Iterable<PagedRow>;
}

/** A row whose children are the records of pages: a part of a record, or a search. */
export interface PagedRow extends TreeNode {
  readonly title: string;
  readonly source: PagedSource;
  /** Whether what stands beside the row is another text by now: a price was learned. */
  readonly isOutdated: boolean;
  /** Loads the next page and shows its first row. */
  loadMore(): Promise<void>;
  /** Loads it, which the person asked for, and shows in its own tree what it found: unfolded, for its page is there. */
  show(): Promise<void>;
  /** Takes a search away; undefined for what belongs to a record. */
  readonly close: (() => void) | undefined;
  /** The answer that a record came with; the first page's without one. Free; undefined when it is no longer kept. */
  exchangeOf(record?: TreeRecord): Promise<Exchange | undefined>;
  /** Forgets what came from another connection, here and below. */
  forget(isElsewhere: (row: PagedRow) => boolean): void;
  /** Every row here and below that loads pages. */
  all(): Iterable<PagedRow>;
}

export interface PagedRowOptions {
  readonly name: string;
  readonly title: string;
  readonly icon: string;
  readonly question: RowQuestion;
  readonly close?: () => void;
}

/** Makes the rows that hold one another. */
export interface RowFactory {
  record(context: TreeContext, parent: TreeNode | undefined, name: string, record: TreeRecord, pages?: PagedRow): RecordRow;
  paged(context: TreeContext, parent: TreeNode | undefined, client: Client, options: PagedRowOptions): PagedRow;
}

/** What a tree shows, loaded when its view is first seen. */
export interface TreeRoots extends vscode.Disposable {
  roots(): Promise<readonly TreeNode[]>;
}

export interface RevealOptions {
  /** Unfolds it as well, which asks it for its rows. */
  readonly unfold?: boolean;
}

/** What a tree is given of the view around it. */
export interface TreeSurroundings {
  readonly viewId: string;
  /** Has VS Code draw nodes anew; the whole tree without any. */
  readonly changed: (nodes?: readonly TreeNode[]) => void;
  /** Shows a node and puts the focus on it. */
  readonly reveal: (node: TreeNode, options?: RevealOptions) => Promise<void>;
}

/** What a tree asks about the worlds of its records, as the services are connected now. */
export interface TreeWorlds {
  /** The world of what pages brought; undefined while they have brought nothing. */
  readonly ofPages: (pages: PagedRow) => World | undefined;
  /** The world of what is remembered without one. */
  readonly orDefault: (world: World | undefined) => World;
  /** Whether a service may be asked about a thing of a world. */
  readonly serves: (world: World, service: Service) => boolean;
  /** Whether a thing has to be told from those of another world. */
  readonly isApart: (world: World) => boolean;
}

/** What nodes need of what surrounds them. */
export interface TreeContext {
  /** The id of the view, the first part of every node's id. */
  readonly viewId: string;
  readonly rows: RowFactory;
  /** The client with its connections ready. Makes no call. */
  readonly client: () => Promise<Client>;
  /** Runs several requests as a job, which waits at the budget. */
  readonly runJob: RowServices['runJob'];
  /** How the services stand now. Makes no call. */
  readonly standings: () => Promise<StandingOf>;
  /** Which things are of which world. */
  readonly worlds: TreeWorlds;
  readonly isPinned: (kind: PinKind, id: string) => boolean;
  /** The picture at an address as a data address, where it is there already; a row is drawn anew when one comes later. */
  readonly picture: (address: string, row: TreeNode) => string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** An answer that is kept on this machine, by its id. Makes no call. */
  readonly kept: (exchangeId: string) => Promise<Exchange | undefined>;
  /** Shows a node in its tree and puts the focus on it. */
  readonly reveal: TreeSurroundings['reveal'];
  /** Has VS Code draw nodes anew. */
  readonly changed: (nodes: readonly TreeNode[]) => void;
}
