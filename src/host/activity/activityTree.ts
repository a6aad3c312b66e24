import * as vscode from 'vscode';
import { noCost } from '../../app/cost/cost.ts';
import { formatCost, withNoCharge } from '../../app/cost/formatCost.ts';
import { SocialDataError } from '../../client/errors.ts';
import type { Day, KeptSummary, ListWindow, Store, SummaryPage } from '../../store/store.ts';
import { toCommand } from '../shared/commands.ts';
import type { Services } from '../shared/services.ts';
import { toContextValue, type TreeNode, type TreeRoots, type TreeSurroundings } from '../shared/tree/treeNode.ts';
import { GroupNode, NoteNode } from '../shared/tree/noteNode.ts';
import { foreignText } from '../shared/words/foreignText.ts';
import { endpointTitle, formatTime, type Grouping, keptNote } from './formatKept.ts';
import { daysBefore } from '../../store/machine.ts';
import { spendRow } from './spendRow.ts';

/** Before every day of a ledger. */
const firstDay: Day = '0000-01-01';

/** How many exchanges VS Code is handed first; the older ones stand in a row of their own below them. */
const windowSize = 200;

/** Each row of older ones holds twice as many as the one before, up to this, so that a long day is not a deep stair. */
const maxWindow = 3_200;

/** The exchanges that are kept, by day or by endpoint, below what was spent. Reads the store; makes no call. */
export class ActivityTree implements TreeRoots {
  readonly #services: Pick<Services, 'store'>;
  readonly #surroundings: TreeSurroundings;
  #grouping: Grouping = 'day';
  #unsubscribe: (() => void) | undefined;
  #isListening = false;

  constructor(services: Pick<Services, 'store'>, surroundings: TreeSurroundings) {
    this.#services = services;
    this.#surroundings = surroundings;
  }

  async roots(): Promise<readonly TreeNode[]> {
    const { viewId } = this.#surroundings;
    // the log says why
    const command = toCommand('socialData.activity.showLog', vscode.l10n.t('Show Log'));
    try {
      const store = await this.#services.store();
      const groups = this.#grouping === 'day' ? dayGroups(viewId, store) : endpointGroups(viewId, store);
      if (groups.length === 0 && !wasCalled(store)) {
        return []; // the view's welcome says what will stand here
      }
      const inMemory = new NoteNode(undefined, `${viewId}:memory`, {
        text: vscode.l10n.t('Kept until this window closes'),
        description: vscode.l10n.t('save what you need later'),
        tooltip: withNoCharge(
          vscode.l10n.t(
            'What is new is not kept on this machine, because its file could not be opened for writing; the log says why.',
          ),
        ),
        icon: 'warning',
        command,
      });
      return [...(store.place === 'memory' ? [inMemory] : []), spendRow(viewId, store), ...groups];
    } catch (error) {
      const fault = new NoteNode(undefined, `${viewId}:fault`, {
        text: vscode.l10n.t('What is kept could not be read'),
        description: formatCost(noCost),
        tooltip: foreignText(error instanceof SocialDataError ? (error.facts.code ?? error.message) : String(error)),
        icon: 'error',
        command,
      });
      return [fault];
    }
  }

  group(by: Grouping): void {
    this.#grouping = by;
    this.#surroundings.changed();
  }

  /** Follows the store while the view is seen: other windows write to it too. */
  async listen(isSeen: boolean): Promise<void> {
    this.#isListening = isSeen;
    if (!isSeen) {
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
      return;
    }
    const store = await this.#services.store();
    if (this.#isListening && this.#unsubscribe === undefined) {
      this.#unsubscribe = store.onDidChange(() => {
        this.#surroundings.changed();
      });
      this.#surroundings.changed(); // what changed while nobody looked
    }
  }

  dispose(): void {
    this.#isListening = false;
    this.#unsubscribe?.();
  }
}

/** One exchange of the history. A click opens it: free. */
export class KeptNode extends NoteNode {
  readonly summary: KeptSummary;

  constructor(parent: TreeNode, summary: KeptSummary, grouping: Grouping) {
    super(parent, summary.id, keptNote(summary, grouping));
    this.summary = summary;
  }

  override toItem(): vscode.TreeItem {
    const { withheld, isPinned } = this.summary;
    const item = super.toItem();
    // without its body there is nothing to open, save or keep
    item.contextValue = toContextValue(['kept', withheld === undefined && (isPinned ? 'keeping' : 'keepable')]);
    item.command = toCommand('socialData.activity.open', vscode.l10n.t('Open Answer'), this);
    return item;
  }
}

/** Whether anything was ever sent: what it cost is to be seen also after the answers were deleted. */
function wasCalled({ spending, day }: Store): boolean {
  return (['real', 'play'] as const).some((moneyKind) => spending.sum(moneyKind, firstDay, day()).calls > 0);
}

function dayGroups(viewId: string, { exchanges, day: now }: Store): readonly TreeNode[] {
  const today = now();
  return exchanges.days().map(({ day, exchanges: count }) => {
    const note = { text: formatDay(day, today), description: String(count), icon: 'calendar', isOpen: day === today };
    const rows = windowRows((window) => exchanges.exchangesByDay(day, window), 'day');
    return new GroupNode(undefined, `${viewId}:day:${day}`, note, rows);
  });
}

function endpointGroups(viewId: string, { exchanges }: Store): readonly TreeNode[] {
  return exchanges.endpoints().map(({ endpointId, exchanges: count }) => {
    const note = { text: endpointTitle(endpointId), description: String(count), icon: 'symbol-method' };
    const rows = windowRows((window) => exchanges.exchangesByEndpoint(endpointId, window), 'endpoint');
    return new GroupNode(undefined, `${viewId}:endpoint:${endpointId}`, note, rows);
  });
}

/** Makes the rows of exchanges, newest first, with the older ones below a row of their own. */
function windowRows(
  read: (window: ListWindow) => SummaryPage,
  grouping: Grouping,
  window: ListWindow & { readonly limit: number } = { limit: windowSize },
): (group: GroupNode) => readonly TreeNode[] {
  return (group) => {
    const { items, hasMore } = read(window);
    const rows = items.map((summary) => new KeptNode(group, summary, grouping));
    const last = items.at(-1);
    if (!hasMore || last === undefined) {
      return rows;
    }
    const note = {
      text: vscode.l10n.t('Older'),
      description: vscode.l10n.t('before {0}', formatTime(last.sentAt, grouping)),
      icon: 'history',
    };
    const older = windowRows(read, grouping, { limit: Math.min(2 * window.limit, maxWindow), before: last.id });
    // not named after what it begins with: one more exchange moves that, and the row would fold up
    return [...rows, new GroupNode(group, 'older', note, older)];
  };
}

function formatDay(day: Day, today: Day): string {
  if (day === today) {
    return vscode.l10n.t('Today');
  }
  if (day === daysBefore(today, 1)) {
    return vscode.l10n.t('Yesterday');
  }
  // a calendar day, not a moment: shown in the zone that it is written in
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(vscode.env.language, { dateStyle: 'full', timeZone: 'UTC' });
}
