import * as vscode from 'vscode';
import { addCost, getExchangeCost, getLedgerTotalCost, noCost } from '../../../core/cost/cost.ts';
import {
  addNoChargeSentence,
  formatCharge,
  formatCost,
  formatCostAmount,
  formatReceipt,
  formatUnknownCosts,
} from '../../../core/cost/formatCost.ts';
import { formatAge } from '../../../core/text/formatAge.ts';
import { joinParts } from '../../../core/text/joinParts.ts';
import { formatConnectionKind } from '../../../workbench/services/connections.ts';
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
import {
  formatEndpointBesideSubject,
  formatEndpointTitle,
  formatQuery,
  getStoredResponseSubject,
  type StoredNameLookup,
} from '../../../workbench/storedResponseSubject.ts';
import { toCommand } from '../../../workbench/commands.ts';
import type { RecordTarget } from '../../../workbench/recordTarget.ts';
import type { Services } from '../../../workbench/services.ts';
import {
  type AddedRows,
  GroupNode,
  type NoteContent,
  NoteNode,
  toContextValue,
  type TreeNode,
  type TreeRoots,
  type TreeViewHandle,
} from '../../../workbench/tree/treeNode.ts';
import { sanitizeForVsCode, shortenText } from '../../../core/text/stripHiddenCharacters.ts';
import { countPages, groupPages, type PagesOf } from '../groupPages.ts';
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
  readonly #added: AddedRows;
  readonly #followsAdded: vscode.Disposable;
  readonly #clock: Clock;
  #unsubscribe: (() => void) | undefined;
  #stopTime: (() => void) | undefined;
  #isListening = false;

  constructor(services: ActivityServices, surroundings: TreeViewHandle, added: AddedRows, clock: Clock = systemClock) {
    this.#services = services;
    this.#surroundings = surroundings;
    this.#added = added;
    this.#followsAdded = added.onDidChange((nodes) => surroundings.refresh(nodes));
    this.#clock = clock;
  }

  async roots(): Promise<readonly TreeNode[]> {
    const { viewId } = this.#surroundings;
    const added = await this.#added.rows();
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
      return [
        ...(problem === undefined ? [] : [warning]),
        ...(hasPaid(store) ? [createSpendRow(viewId, store)] : []),
        ...added,
        ...groups,
      ];
    } catch (error) {
      const fault = new NoteNode(undefined, `${viewId}:fault`, {
        text: vscode.l10n.t("Couldn't read the history"),
        description: formatCost(noCost),
        tooltip: sanitizeForVsCode(error instanceof SocialDataError ? (error.facts.code ?? error.message) : String(error)),
        icon: 'error',
        command: toCommand('socialData.log.show', vscode.l10n.t('Show Log')),
      });
      return [fault, ...added];
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
    this.#followsAdded.dispose();
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
export function hasPaid({ spending, day }: Store): boolean {
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

/** Leaves room for the cost beside a row's buttons at 300 px. */
const maxText = 16;

interface StoredResponseRowContext extends StoredNameLookup {
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** One row for a query's pages. The side bar is narrow, so what it is about comes first and ids last. */
export function toStoredResponseRow(pages: PagesOf<StoredSummary>, { now, ...names }: StoredResponseRowContext): NoteContent {
  const [first] = pages;
  const newest = pages.at(-1) ?? first;
  const subject = getStoredResponseSubject(newest, names);
  const isNamed = subject !== undefined && !subject.isId;
  const count = countPages(pages);
  const charges = formatCharges(pages);
  const pageCount = vscode.l10n.t('{0} pages', count);
  return {
    ...toPageRow(newest, now),
    ...(count > 1 ? { tooltip: joinParts([formatQuery(newest), charges, pageCount], '\n') } : {}),
    text: shortenText(isNamed ? subject.text : formatEndpointTitle(newest.endpointId), maxText),
    description: joinParts([
      formatFault(newest),
      charges,
      isNamed ? formatEndpointBesideSubject(newest.endpointId) : '',
      count > 1 ? pageCount : first.params['cursor'] === undefined ? '' : vscode.l10n.t('next page'),
      newest.initiator === 'tool' ? formatAgent(newest) : '',
      formatSentTime(newest.sentAt),
      isNamed ? '' : (subject?.text ?? ''),
    ]),
  };
}

/** @param number undefined if earlier pages aren't known */
function toPageRow(page: StoredSummary, now: number, number?: number): NoteContent {
  return {
    text: number === undefined ? vscode.l10n.t('Next Page') : vscode.l10n.t('Page {0}', number),
    description: joinParts([formatFault(page), formatCharges([page]), formatSentTime(page.sentAt)]),
    icon: page.isPinned ? 'archive' : page.isWithheld ? 'circle-slash' : isGood(page) ? 'json' : 'warning',
    tooltip: formatStoredResponseTooltip(page, now),
  };
}

/** Also a search without results, the only refunded 502 (primary reference, GET /search, rule 4). */
function isGood({ status, receipt }: StoredSummary): boolean {
  return !isErrorStatus(status) || (status === 502 && receipt.refunded);
}

function formatFault(page: StoredSummary): string {
  return !isErrorStatus(page.status) ? '' : isGood(page) ? vscode.l10n.t('no results') : String(page.status);
}

/** Empty in the sandbox. */
function formatCharges(pages: PagesOf<StoredSummary>): string {
  const [{ connection, receipt }, ...others] = pages;
  if (connection === 'sandbox') {
    return '';
  }
  if (others.length > 0) {
    return formatCost(pages.map((page) => getExchangeCost({ ...page, from: 'network' })).reduce(addCost));
  }
  // the tooltip has a refund's amount
  return formatCharge(receipt.refunded ? { ...pages[0], receipt: { ...receipt, price: undefined } } : pages[0]);
}

function formatSentTime(ms: number): string {
  return new Date(ms).toLocaleTimeString(vscode.env.language, { timeStyle: 'short' });
}

function describeWithheldResponse({ isWithheld }: StoredSummary): string | undefined {
  return isWithheld ? vscode.l10n.t("The response contained the API key and wasn't saved in history.") : undefined;
}

function formatStoredResponseTooltip(stored: StoredSummary, now: number): string {
  const { l10n } = vscode;
  const withheld = describeWithheldResponse(stored);
  return [
    formatQuery(stored),
    `${new Date(stored.sentAt).toLocaleString(vscode.env.language)} · ${formatAge(stored.sentAt, now)}`,
    l10n.t('Status {0}, {1} bytes, {2} ms', stored.status, stored.bodyBytes, Math.round(stored.durationMs)),
    formatReceipt(stored),
    [formatConnectionKind(stored.connection), ...(stored.initiator === 'tool' ? [formatAgent(stored)] : [])].join(' · '),
    ...(withheld === undefined ? [] : [withheld]),
  ].join('\n');
}

function formatAgent({ agent }: StoredSummary): string {
  return agent === undefined ? vscode.l10n.t('An AI agent') : sanitizeForVsCode(agent);
}
