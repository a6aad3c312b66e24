import * as vscode from 'vscode';
import type { DayCount, EndpointCount, ListWindow, Store, SummaryPage } from '../../store/store.ts';
import { toContextValue } from '../shared/tree/contextValue.ts';
import type { TreeNode } from '../shared/tree/treeNode.ts';
import { daysBefore } from './days.ts';
import { KeptNode } from './keptNode.ts';
import { presentEndpoint } from './presentKept.ts';

/** How many exchanges VS Code is handed at once; the older ones stand in a row of their own below them. */
const windowSize = 200;

type Read = (window: ListWindow) => SummaryPage;

interface Heading {
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly isOpen: boolean;
}

/** Exchanges under a heading, newest first, in windows. */
class GroupNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode | undefined;
  readonly #heading: Heading;
  readonly #read: Read;
  readonly #before: string | undefined;

  constructor(id: string, parent: TreeNode | undefined, heading: Heading, read: Read, before?: string) {
    this.id = id;
    this.parent = parent;
    this.#heading = heading;
    this.#read = read;
    this.#before = before;
  }

  toItem(): vscode.TreeItem {
    const { label, description, icon, isOpen } = this.#heading;
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(label, isOpen ? Expanded : Collapsed);
    item.id = this.id;
    item.description = description;
    item.iconPath = new vscode.ThemeIcon(icon);
    item.contextValue = toContextValue(['note']);
    return item;
  }

  async children(): Promise<readonly TreeNode[]> {
    const { items, hasMore } = this.#read({ limit: windowSize, ...(this.#before === undefined ? {} : { before: this.#before }) });
    const rows = items.map((summary) => new KeptNode(this, summary));
    const last = items.at(-1);
    if (!hasMore || last === undefined) {
      return await Promise.resolve(rows);
    }
    const older: Heading = {
      label: vscode.l10n.t('Older'),
      description: vscode.l10n.t('kept here, free to open'),
      icon: 'history',
      isOpen: false,
    };
    return [...rows, new GroupNode(`${this.id}/before-${last.id}`, this, older, this.#read, last.id)];
  }
}

/** The exchanges of one day. */
export function dayGroup(viewId: string, { exchanges, day }: Store, { day: of, exchanges: count }: DayCount): TreeNode {
  const today = day();
  return new GroupNode(
    `${viewId}:day:${of}`,
    undefined,
    { label: presentDay(of, today), description: String(count), icon: 'calendar', isOpen: of === today },
    (window) => exchanges.exchangesByDay(of, window),
  );
}

/** The exchanges of one endpoint. */
export function endpointGroup(viewId: string, { exchanges }: Store, { endpointId, exchanges: count }: EndpointCount): TreeNode {
  return new GroupNode(
    `${viewId}:endpoint:${endpointId}`,
    undefined,
    { label: presentEndpoint(endpointId), description: String(count), icon: 'symbol-method', isOpen: false },
    (window) => exchanges.exchangesByEndpoint(endpointId, window),
  );
}

function presentDay(day: string, today: string): string {
  if (day === today) {
    return vscode.l10n.t('Today');
  }
  if (day === daysBefore(today, 1)) {
    return vscode.l10n.t('Yesterday');
  }
  // a calendar day, not a moment: shown in the zone that it is written in
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(vscode.env.language, { dateStyle: 'full', timeZone: 'UTC' });
}
