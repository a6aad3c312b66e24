import * as vscode from 'vscode';
import type { DayCount, EndpointCount, ListWindow, Store, SummaryPage } from '../../store/store.ts';
import { toContextValue } from '../shared/tree/contextValue.ts';
import type { TreeNode } from '../shared/tree/treeNode.ts';
import { daysBefore } from './days.ts';
import { KeptNode } from './keptNode.ts';
import { type Grouping, presentEndpoint, presentMoment } from './presentKept.ts';

/** How many exchanges VS Code is handed first; the older ones stand in a row of their own below them. */
const windowSize = 200;

/** Each row of older ones holds twice as many as the one before, up to this, so that a long day is not a deep stair. */
const largestWindow = 3_200;

type Read = (window: ListWindow) => SummaryPage;

interface Heading {
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly isOpen: boolean;
}

/** What is read below a heading. */
interface Contents {
  readonly read: Read;
  readonly grouping: Grouping;
  readonly limit: number;
  /** The exchange that those of the heading are older than. */
  readonly before?: string;
}

/** Exchanges under a heading, newest first, in windows. */
class GroupNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode | undefined;
  readonly #heading: Heading;
  readonly #contents: Contents;

  constructor(id: string, parent: TreeNode | undefined, heading: Heading, contents: Contents) {
    this.id = id;
    this.parent = parent;
    this.#heading = heading;
    this.#contents = contents;
  }

  toItem(): vscode.TreeItem {
    const { label, description, icon, isOpen } = this.#heading;
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(label, isOpen ? Expanded : Collapsed);
    item.id = this.id;
    item.description = description;
    item.accessibilityInformation = { label: `${label}, ${description}` };
    item.iconPath = new vscode.ThemeIcon(icon);
    item.contextValue = toContextValue(['note']);
    return item;
  }

  async children(): Promise<readonly TreeNode[]> {
    const { read, grouping, limit, before } = this.#contents;
    const { items, hasMore } = read({ limit, ...(before === undefined ? {} : { before }) });
    const rows = items.map((summary) => new KeptNode(this, summary, grouping));
    const last = items.at(-1);
    if (!hasMore || last === undefined) {
      return await Promise.resolve(rows);
    }
    const older: Heading = {
      label: vscode.l10n.t('Older'),
      description: vscode.l10n.t('before {0}', presentMoment(last.sentAt, grouping)),
      icon: 'history',
      isOpen: false,
    };
    const next = { read, grouping, limit: Math.min(2 * limit, largestWindow), before: last.id };
    // not named after what it begins with: one more exchange moves that, and the row would fold up
    return [...rows, new GroupNode(`${this.id}/older`, this, older, next)];
  }
}

/** The exchanges of one day. */
export function dayGroup(viewId: string, { exchanges, day }: Store, { day: of, exchanges: count }: DayCount): TreeNode {
  const today = day();
  return new GroupNode(
    `${viewId}:day:${of}`,
    undefined,
    { label: presentDay(of, today), description: String(count), icon: 'calendar', isOpen: of === today },
    { read: (window) => exchanges.exchangesByDay(of, window), grouping: 'day', limit: windowSize },
  );
}

/** The exchanges of one endpoint. */
export function endpointGroup(viewId: string, { exchanges }: Store, { endpointId, exchanges: count }: EndpointCount): TreeNode {
  return new GroupNode(
    `${viewId}:endpoint:${endpointId}`,
    undefined,
    { label: presentEndpoint(endpointId), description: String(count), icon: 'symbol-method', isOpen: false },
    { read: (window) => exchanges.exchangesByEndpoint(endpointId, window), grouping: 'endpoint', limit: windowSize },
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
