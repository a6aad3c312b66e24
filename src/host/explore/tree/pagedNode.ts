import * as vscode from 'vscode';
import type { ErrorKind } from '../../../client/errors.ts';
import { toCommand } from '../../shared/commands.ts';
import { toErrorRow } from '../../shared/showErrorNotification.ts';
import type { LoadFailure } from '../../../app/session/pagedQuestion.ts';
import { formatPagesPrice, formatPrice, formatKeptAge, formatPriceWithAge } from '../../../app/cost/formatPrice.ts';
import { describeNextStep, describeStopping, describeWaiting, describeWaitReason } from '../../../app/errors/describeWaiting.ts';
import { type NoteContent, type TreeNode, NoteNode, toContextValue, type TreeViewHandle } from '../../shared/tree/treeNode.ts';
import { formatMoreAvailable } from '../../../app/records/formatLoaded.ts';
import { formatExactCount, formatCompactCount } from '../../shared/words/formatCounts.ts';
import { PagedSource, findPageByRecordIndex, type PagedSourceServices } from './pagedSource.ts';
import type { Client } from '../../../client/client.ts';
import type { Exchange } from '../../../client/exchange.ts';
import type { Services } from '../../shared/services.ts';
import type { PinKind } from '../../../app/pins/pin.ts';
import type { SectionRequest } from '../../../app/explore/sections.ts';
import type { ReadinessByService } from '../../../app/explore/serviceReadiness.ts';
import { getTreeRecordKey, type TreeRecord } from '../../../app/records/treeRecord.ts';

export interface TreeContext extends TreeViewHandle, Pick<PagedSourceServices, 'kept'>, Pick<Services, 'client' | 'connections'> {
  /** Makes no call. @param connection the one that found the row */
  readonly statuses: (connection: string) => Promise<ReadinessByService>;
  readonly isPinned: (kind: PinKind, id: string) => boolean;
  /** The address of a row's icon for the address of a picture: a drawing of the sandbox, or itself where pictures are always wanted. */
  readonly picture: (address: string) => string | undefined;
  /** Makes the row of a record: rows of records and of pages hold one another. */
  readonly newRecord: (context: TreeContext, options: RecordRowOptions) => RecordRow;
}

export interface RecordRowOptions {
  readonly parent?: TreeNode;
  readonly name: string;
  readonly record: TreeRecord;
  /** Left out for a pin. */
  readonly pages?: PagedNode;
}

export interface RecordRow extends TreeNode {
  /** Takes the place of the one before when its page is loaded again. */
  record: TreeRecord;
  pagedDescendants(): Iterable<PagedNode>;
}

export interface PagedRowOptions {
  readonly name: string;
  readonly title: string;
  readonly icon: string;
  readonly question: SectionRequest;
  readonly connection: string;
  readonly count: () => number | undefined;
}

export class PagedNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode | undefined;
  readonly source: PagedSource;
  readonly #context: TreeContext;
  readonly #options: PagedRowOptions;
  #drawn: string | undefined;
  readonly #records = new Map<string, RecordRow>();

  constructor(context: TreeContext, parent: TreeNode | undefined, client: Client, options: PagedRowOptions) {
    this.id = `${parent?.id ?? context.viewId}/${options.name}`;
    this.parent = parent;
    this.#context = context;
    this.#options = options;
    this.source = new PagedSource(options.question, {
      ...context,
      client: async () => await context.client({ primary: options.connection, gateway: options.connection }),
      quotes: client,
      changed: () => {
        context.refresh([this]);
      },
    });
  }

  get title(): string {
    return this.#options.title;
  }

  /** Whether what stands beside the row is another text by now: a price was learned. */
  get isOutdated(): boolean {
    return this.#drawn !== undefined && this.#drawn !== this.#describe();
  }

  get connection(): string {
    return this.#options.connection;
  }

  toItem(): vscode.TreeItem {
    const { session, state } = this.source;
    const { status, pages } = state;
    const item = new vscode.TreeItem(this.title, vscode.TreeItemCollapsibleState.Collapsed);
    item.id = this.id;
    item.iconPath = new vscode.ThemeIcon(this.#options.icon);
    this.#drawn = this.#describe();
    item.description = this.#drawn;
    item.tooltip = this.#explain();
    item.contextValue = toContextValue([
      'pages',
      status !== 'unasked' && status !== 'loading' && 'asked',
      pages.length > 0 && status !== 'loading' && 'loaded',
      pages.length > 0 && 'answered',
      (this.source.question.shows ?? 'records') === 'records' && 'tabular',
      status === 'loading' && session.runs.stopsBy === undefined && 'loading',
    ]);
    item.accessibilityInformation = { label: [this.title, this.#drawn].filter((part) => part !== '').join(', ') };
    return item;
  }

  /** Loads the first page when a person expands the row for the first time; afterwards shows what is loaded, or that it comes. */
  async children(): Promise<readonly TreeNode[]> {
    const opening = this.source.session.open();
    const { waitUntilSlow } = this.#context;
    await (waitUntilSlow !== undefined && this.source.session.isLoading ? Promise.race([opening, waitUntilSlow()]) : opening);
    return [...this.#recordRows(), ...createStatusNotes(this).map((note, at) => new NoteNode(this, `after-${at}`, note))];
  }

  /** Loads the next page, and puts the focus on the first row that it brought: the row to load more is further down by then. */
  async loadMore(): Promise<void> {
    const before = this.source.state.records.length;
    await this.source.session.loadMore();
    const row = this.#recordRows()[before];
    if (row !== undefined) {
      await this.#context.reveal(row);
    }
  }

  /** The answer that a record came with; the first page's without one. Free; undefined when it is no longer kept. */
  async exchangeOf(record?: TreeRecord): Promise<Exchange | undefined> {
    const { state } = this.source;
    if (state.failure?.error.exchange !== undefined && record === undefined && state.pages.length === 0) {
      return state.failure.error.exchange;
    }
    const at = record === undefined ? 0 : state.records.indexOf(record);
    // a row that is drawn no more came with a page that is shown no more: no other one has its record where it was
    const page = at < 0 ? undefined : (findPageByRecordIndex(state, at) ?? state.pages[0]);
    return page === undefined ? undefined : await this.source.exchangeOf(page);
  }

  *pagedDescendants(): Generator<PagedNode> {
    yield this;
    for (const record of this.#records.values()) {
      yield* record.pagedDescendants();
    }
  }

  #recordRows(): readonly RecordRow[] {
    return this.source.state.records.map((record, at) => {
      const name = getTreeRecordKey(record) ?? `line:${at}`;
      const known = this.#records.get(name);
      if (known !== undefined) {
        known.record = record;
        return known;
      }
      const node = this.#context.newRecord(this.#context, { parent: this, name, record, pages: this });
      this.#records.set(name, node);
      return node;
    });
  }

  #describe(): string {
    const { status, pages } = this.source.state;
    if (status === 'unasked') {
      const count = this.#options.count();
      return count === undefined ? this.#formatFirstPrice() : `${formatCompactCount(count)} · ${this.#formatFirstPrice()}`;
    }
    const [first] = pages;
    if (first === undefined) {
      return status === 'idle' ? this.#formatFirstPrice() : '';
    }
    const loaded = formatLoadedAndMoreAvailable(this);
    return first.from === 'history' ? `${loaded} · ${formatKeptAge(first, Date.now())}` : loaded;
  }

  #formatFirstPrice(): string {
    return formatPriceWithAge(this.source.quoteFirst(), Date.now());
  }

  #explain(): string {
    const { endpoint } = this.source.question;
    const { pages } = this.source.state;
    const service = endpoint.service === 'primary' ? vscode.l10n.t('Primary') : vscode.l10n.t('Gateway');
    const lines = [endpoint.summary, `${service}: ${endpoint.path}`];
    if (pages.length > 0) {
      const price = formatPagesPrice(this.source.quoteAgain(), pages.length);
      lines.push(formatLoadedAndMoreAvailable(this), vscode.l10n.t('Refresh: {0}', price));
    }
    return lines.join('\n');
  }
}

const { l10n } = vscode;

interface NotedRow extends TreeNode {
  readonly source: PagedSource;
  readonly connection: string;
}

function createStatusNotes(node: NotedRow): readonly NoteContent[] {
  const { status, records, next, failure } = node.source.state;
  if (status === 'idle') {
    return [createIdleNote(node)];
  }
  if (status === 'loading') {
    return [createLoadingNote(node)];
  }
  const onward = next === undefined ? [] : [createLoadMoreNote(node)];
  if (failure !== undefined) {
    // loading more stays possible after a failure, so that loaded pages need not be paid for again
    return [createFailureNote(node, failure), ...(records.length === 0 ? [] : onward)];
  }
  return next !== undefined ? onward : [records.length === 0 ? createEmptyNote(node) : createEndNote(records.length)];
}

/** "60 loaded, more available" or "12 loaded" */
function formatLoadedAndMoreAvailable({ source: { state } }: NotedRow): string {
  const loaded = formatNumberLoaded(state.records.length);
  return state.next === undefined ? loaded : `${loaded}, ${formatMoreAvailable(state.isStalled)}`;
}

function formatNumberLoaded(count: number): string {
  return l10n.t('{0} loaded', formatExactCount(count));
}

function createLoadingNote({ source: { session } }: NotedRow): NoteContent {
  const { stopsBy, pending } = session.runs;
  const latest = pending.waiting;
  const word = stopsBy === undefined ? 'loading' : 'note';
  return latest === undefined
    ? { text: stopsBy === undefined ? l10n.t('Loading…') : describeStopping(stopsBy), icon: 'loading~spin', word }
    : {
        word,
        text: describeNextStep(latest), // first: in a side bar there is room for little more
        description: describeWaitReason(latest),
        tooltip: describeWaiting(latest),
        icon: latest.kind === 'again' ? 'debug-disconnect' : 'watch',
      };
}

function createLoadMoreNote(node: NotedRow): NoteContent {
  const price = formatPrice(node.source.quoteNext());
  const { isStalled, records } = node.source.state;
  return {
    // a side bar is narrow, so the price comes before longer text
    text: isStalled ? formatNumberLoaded(records.length) : formatLoadedAndMoreAvailable(node),
    description: isStalled ? `${price} · ${formatMoreAvailable(isStalled)}` : price,
    tooltip: `${formatLoadedAndMoreAvailable(node)}\n${price}`,
    icon: 'ellipsis',
    command: toCommand('socialData.explore.loadMore', l10n.t('Load More'), node),
    word: 'more',
  };
}

function createEmptyNote(node: NotedRow): NoteContent {
  const again = l10n.t('Refresh ({0})', formatPrice(node.source.quoteAgain()));
  return {
    text: l10n.t('Nothing here.'), // short: the row above has the title, and the price of a click is shown next to it
    icon: 'circle-slash',
    ...toDescriptionAndCommand(toCommand('socialData.explore.callAgain', again, node)),
  };
}

function createEndNote(loaded: number): NoteContent {
  return { text: l10n.t('{0} loaded, end of list', formatExactCount(loaded)), icon: 'check' };
}

function createIdleNote(node: NotedRow): NoteContent {
  const load = l10n.t('Load ({0})', formatPrice(node.source.quoteFirst()));
  return {
    text: l10n.t('Not loaded'),
    tooltip: l10n.t('The connection or the budget changed. Load to continue.'),
    icon: 'circle-outline',
    ...toDescriptionAndCommand(toCommand('socialData.explore.load', load, node)),
  };
}

function createFailureNote(node: NotedRow, { error, isPartial }: LoadFailure): NoteContent {
  const { text, story, action } = toErrorRow(error, node.source.question.endpoint, isPartial);
  const icon = failureIcons[error.kind] ?? 'warning';
  const command = toActionCommand(node, action);
  // also in the tooltip: a side bar may show only the start of the failure, and a click may cost money
  return { text, tooltip: `${story}\n${command.title}`, icon, ...toDescriptionAndCommand(command) };
}

function toActionCommand(node: NotedRow, action: ReturnType<typeof toErrorRow>['action']): vscode.Command {
  switch (action) {
    case 'retry':
    case undefined:
      return toRetryCommand(node);
    case 'setKey':
      return toCommand('socialData.connection.setKey', l10n.t('Set API Key…'), node.connection);
    case 'replaceKey':
      return toCommand('socialData.connection.setKey', l10n.t('Set Another Key…'), node.connection, 'key');
    case 'selectConnection':
      return toCommand('socialData.connection.select', l10n.t('Select Connection…'));
    case 'setBudget':
      return toCommand('socialData.activity.setBudget', l10n.t('Set Budget…'));
    case 'showAnswer':
      return toCommand('socialData.explore.openAnswer', l10n.t('Show Answer'), node);
    case 'showLog':
      return toCommand('socialData.activity.showLog', l10n.t('Show Log'));
  }
}

/** The price is what it costs at most. */
function toRetryCommand(node: NotedRow): vscode.Command {
  const { source } = node;
  const price = formatPagesPrice(source.quoteAgain(), source.session.retryCalls);
  return toCommand('socialData.explore.load', l10n.t('Retry ({0})', price), node);
}

function toDescriptionAndCommand(command: vscode.Command): { readonly description: string; readonly command: vscode.Command } {
  return { description: command.title, command };
}

const failureIcons: Partial<Readonly<Record<ErrorKind, string>>> = {
  noKey: 'key',
  unauthorized: 'key',
  budget: 'credit-card',
  noBalance: 'credit-card',
  network: 'debug-disconnect',
  forbidden: 'lock',
  noResults: 'circle-slash',
  notFound: 'circle-slash',
  badRequest: 'circle-slash',
  cancelled: 'stop-circle',
};
