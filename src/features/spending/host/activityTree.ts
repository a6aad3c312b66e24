import * as vscode from 'vscode';
import { noCost, getLedgerTotalCost } from '../../../core/cost/cost.ts';
import { addNoChargeSentence, formatCost, formatUnknownCosts, formatCostAmount } from '../../../core/cost/formatCost.ts';
import { sandboxName } from '../../../core/connections/connectionSettings.ts';
import { adviseOnStoreFault } from '../../../core/errors/describeError.ts';
import { findEndpointById } from '../../../client/endpoints/table.ts';
import { SocialDataError } from '../../../client/errors.ts';
import { isErrorStatus } from '../../../client/toResponseError.ts';
import {
  type Day,
  type StoredSummary,
  type StoredSummaryPageOptions,
  type Store,
  type StoredSummaryPage,
  type EndpointSpend,
  subtractDays,
} from '../../../store/store.ts';
import { type Clock, systemClock } from '../../../client/clock.ts';
import { getStoredNameReader } from '../../../workbench/storedNames.ts';
import { formatEndpointTitle } from '../../../workbench/storedResponseSubject.ts';
import { toCommand } from '../../../workbench/commands.ts';
import type { RecordTarget } from '../../../workbench/recordTarget.ts';
import type { Services } from '../../../workbench/services.ts';
import {
  GroupNode,
  type NoteContent,
  NoteNode,
  toContextValue,
  type TreeNode,
  type TreeRoots,
  type TreeViewHandle,
} from '../../../workbench/tree/treeNode.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import { countPages, groupPages, type PagesOf } from '../groupPages.ts';
import { describeWithheldResponse, formatSentTime, toPageRow, toStoredResponseRow } from './formatStoredResponse.ts';
import { formatLedgerSum, formatSpentOfBudget } from '../../../core/cost/formatSpend.ts';

const dayBeforeAnyLedger: Day = '0000-01-01';

const rowsBeforeOlderGroup = 200;

/** Each *Older* row holds twice as many rows as the one before, up to this limit, so a long day isn't deeply nested. */
const maxRowsPerOlderGroup = 3_200;

/** Ages are shown in minutes. */
const redrawEveryMs = 60_000;

interface ActivityServices extends Pick<Services, 'store'> {
  readonly log: Pick<Services['log'], 'error'>;
}

export class ActivityTree implements TreeRoots {
  readonly #services: ActivityServices;
  readonly #surroundings: TreeViewHandle;
  readonly #clock: Clock;
  #unsubscribe: (() => void) | undefined;
  #stopTime: (() => void) | undefined;
  #isListening = false;

  constructor(services: ActivityServices, surroundings: TreeViewHandle, clock: Clock = systemClock) {
    this.#services = services;
    this.#surroundings = surroundings;
    this.#clock = clock;
  }

  async roots(): Promise<readonly TreeNode[]> {
    const { viewId } = this.#surroundings;
    try {
      const store = await this.#services.store();
      const reader = getStoredNameReader(store);
      const toNode: CreateStoredResponseNode = (group, pages) => {
        const now = this.#clock.now();
        return new StoredResponseNode(group, pages, now, toStoredResponseRow(pages, { now, ...reader.namesFor(pages[0]) }));
      };
      const groups = createDayGroups(viewId, store, toNode);
      const problem = store.problem();
      const warning = new NoteNode(undefined, `${viewId}:problem`, {
        text: vscode.l10n.t("Paid requests aren't sent"),
        description: '',
        tooltip: adviseOnStoreFault(problem?.facts.code),
        icon: 'warning',
        command: toCommand('socialData.history.startNew', vscode.l10n.t('Start New History')),
      });
      // without rows, the view shows its welcome text
      return [...(problem === undefined ? [] : [warning]), ...(hasPaid(store) ? [createSpendRow(viewId, store)] : []), ...groups];
    } catch (error) {
      const fault = new NoteNode(undefined, `${viewId}:fault`, {
        text: vscode.l10n.t("Couldn't read the history"),
        description: formatCost(noCost),
        tooltip: sanitizeForVsCode(error instanceof SocialDataError ? (error.facts.code ?? error.message) : String(error)),
        icon: 'error',
        command: toCommand('socialData.log.show', vscode.l10n.t('Show Log')),
      });
      return [fault];
    }
  }

  /** Follows the store while the view is visible, because other windows also write to it. */
  async listen(isSeen: boolean): Promise<void> {
    this.#isListening = isSeen;
    if (!isSeen) {
      this.#stopListening();
      return;
    }
    const store = await this.#services.store();
    if (this.#isListening && this.#unsubscribe === undefined) {
      this.#unsubscribe = store.onDidChange(() => void this.#redraw(store));
      this.#followTime();
      await this.#redraw(store); // show what changed while the view was hidden
    }
  }

  dispose(): void {
    this.#isListening = false;
    this.#stopListening();
  }

  /** Redraws now, and again when new names have been read. */
  async #redraw(store: Store): Promise<void> {
    this.#surroundings.refresh();
    try {
      if ((await getStoredNameReader(store).refresh()) && this.#isListening) {
        this.#surroundings.refresh();
      }
    } catch (error) {
      this.#services.log.error(`Activity continues without stored names: ${String(error)}`);
    }
  }

  /** Ages and "Today" change even if the store doesn't. */
  #followTime(): void {
    this.#stopTime = this.#clock.schedule(redrawEveryMs, () => {
      this.#surroundings.refresh();
      this.#followTime();
    });
  }

  #stopListening(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#stopTime?.();
    this.#stopTime = undefined;
  }
}

/** A response, or a query's pages with a row for each. */
export class StoredResponseNode extends NoteNode {
  readonly pages: PagesOf<StoredSummary>;
  readonly #now: number;

  constructor(parent: TreeNode, pages: PagesOf<StoredSummary>, now: number, note: NoteContent) {
    super(parent, pages[0].id, note);
    this.pages = pages;
    this.#now = now;
  }

  /** The newest page. */
  get summary(): StoredSummary {
    return this.pages.at(-1) ?? this.pages[0];
  }

  override toItem(): vscode.TreeItem {
    const { endpointId, isPinned, isWithheld, status } = this.summary;
    const item = super.toItem();
    const isShown = !isWithheld && !isErrorStatus(status);
    // without a body there is nothing to open, save, or keep
    item.contextValue = toContextValue([
      'stored',
      ...(isWithheld ? [] : (['hasResponse', isPinned ? 'kept' : 'keepable'] as const)),
      isShown && 'tabular',
      isShown && findEndpointById(endpointId)?.yields.some(({ kind }) => kind === 'post') === true && 'thread',
    ]);
    item.command = toCommand('socialData.records.open', vscode.l10n.t('Open'), this);
    if (this.pages.length > 1) {
      item.collapsibleState = vscode.TreeItemCollapsibleState.Collapsed;
    }
    return item;
  }

  override async children(): Promise<readonly TreeNode[]> {
    const { pages } = this;
    const isFromStart = pages[0].params['cursor'] === undefined;
    const rows = pages.map((page, at) => {
      const note = toPageRow(page, this.#now, isFromStart ? countPages(pages.slice(0, at + 1)) : undefined);
      return new StoredResponseNode(this, [page], this.#now, note);
    });
    return await Promise.resolve(rows.length > 1 ? rows : []);
  }

  target({ connections, store }: Services): RecordTarget {
    const { pages, summary } = this;
    return {
      records: [],
      connection: summary.connection === 'sandbox' ? sandboxName : connections.selected('primary'),
      responses: async () => {
        const { exchanges } = await store();
        return pages.flatMap(({ id }) => exchanges.exchange(id) ?? []).map((exchange) => ({ exchange }));
      },
      missing: addNoChargeSentence(
        describeWithheldResponse(summary) ?? vscode.l10n.t('This response is no longer in history.'),
        vscode.l10n.t('Refresh to load it.'),
      ),
      request: summary,
    };
  }
}

/** Spending remains visible after its responses are deleted. */
function hasPaid({ spending, day }: Store): boolean {
  const { calls, spent } = spending.sum(dayBeforeAnyLedger, day());
  return calls > 0 || spent > 0n;
}

type CreateStoredResponseNode = (group: GroupNode, pages: PagesOf<StoredSummary>) => StoredResponseNode;

function createDayGroups(viewId: string, { exchanges, day: now }: Store, toNode: CreateStoredResponseNode): readonly TreeNode[] {
  const today = now();
  return exchanges.days().map(({ day, exchanges: count }) => {
    const note = { text: formatDay(day, today), description: String(count), icon: 'calendar', isOpen: day === today };
    const rows = createStoredResponseRowLoader((window) => exchanges.exchangesByDay(day, window), toNode);
    return new GroupNode(undefined, `${viewId}:day:${day}`, note, rows);
  });
}

function createStoredResponseRowLoader(
  read: (window: StoredSummaryPageOptions) => StoredSummaryPage,
  toNode: CreateStoredResponseNode,
  window: StoredSummaryPageOptions & { readonly limit: number } = { limit: rowsBeforeOlderGroup },
): (group: GroupNode) => readonly TreeNode[] {
  return (group) => {
    const { items, hasMore } = read(window);
    const rows = groupPages(items).map((pages) => toNode(group, pages));
    const last = items.at(-1);
    if (!hasMore || last === undefined) {
      return rows;
    }
    const note = {
      text: vscode.l10n.t('Older'),
      description: vscode.l10n.t('before {0}', formatSentTime(last.sentAt)),
      icon: 'history',
    };
    const older = createStoredResponseRowLoader(read, toNode, {
      limit: Math.min(2 * window.limit, maxRowsPerOlderGroup),
      before: last.id,
    });
    // the id doesn't depend on the first response, because a new one would collapse the row
    return [...rows, new GroupNode(group, 'older', note, older)];
  };
}

function formatDay(day: Day, today: Day): string {
  if (day === today) {
    return vscode.l10n.t('Today');
  }
  if (day === subtractDays(today, 1)) {
    return vscode.l10n.t('Yesterday');
  }
  // a calendar day doesn't have a time zone
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(vscode.env.language, { dateStyle: 'full', timeZone: 'UTC' });
}

const weekDaysBeforeToday = 6;

function createSpendRow(viewId: string, store: Store): TreeNode {
  const { l10n } = vscode;
  const { spending, day } = store;
  const { cap } = spending.today();
  const today = day();
  const cost = getLedgerTotalCost(spending.sum(today, today));
  const description = cap === undefined ? formatCostAmount(cost) : formatSpentOfBudget(cost, cap);
  const tooltip = [description, ...formatUnknownCosts(cost)].join('\n');
  return new GroupNode(
    undefined,
    `${viewId}:spend`,
    { text: l10n.t('Spent Today'), description, tooltip, icon: 'credit-card' },
    (row) => createPeriodRows(row, store),
  );
}

/** Today's endpoints, then the week. */
function createPeriodRows(parent: TreeNode, { spending, day }: Store): readonly TreeNode[] {
  const today = day();
  const from = subtractDays(today, weekDaysBeforeToday);
  const week = {
    text: vscode.l10n.t('Last 7 days'),
    description: formatLedgerSum(spending.sum(from, today)),
    icon: 'calendar',
  };
  return [
    ...createEndpointRows(parent, spending.byEndpoint(today, today)),
    new GroupNode(parent, 'week', week, (group) => createEndpointRows(group, spending.byEndpoint(from, today))),
  ];
}

function createEndpointRows(parent: TreeNode, sums: readonly EndpointSpend[]): readonly TreeNode[] {
  return sums
    .filter(({ calls }) => calls > 0)
    .map((sum) => {
      const note = { text: formatEndpointTitle(sum.endpointId), description: formatLedgerSum(sum), icon: 'symbol-method' };
      return new NoteNode(parent, sum.endpointId, note);
    });
}
