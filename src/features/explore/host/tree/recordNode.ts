import * as vscode from 'vscode';
import { toCommand } from '../../../../workbench/commands.ts';
import { computeMaxPrice, isFreeQuote } from '../../../../core/cost/cost.ts';
import {
  addPrice,
  formatExpectedPrice,
  formatPagesPrice,
  formatStoredAge,
  formatPriceWithAge,
  formatOpenAsThreadPrice,
} from '../../../../core/cost/formatPrice.ts';
import { formatConnectionName } from '../../../../workbench/services/connections.ts';
import { formatServiceName } from '../../../../core/connections/connectionSettings.ts';
import { describeRecord } from './describeRecord.ts';
import { createNoteRows, formatLoadedAndMoreAvailable } from './noteRows.ts';
import { loadMoreGuard } from '../repeatPressGuard.ts';
import { type TreeNode, NoteNode, toContextValue, type TreeViewHandle } from '../../../../workbench/tree/treeNode.ts';
import { appendPicture } from '../../../../workbench/pictureHover.ts';
import { formatCompactCount } from '../../../../workbench/formatCounts.ts';
import { PagedSource, findPageByRecordIndex, type PagedSourceServices } from './pagedSource.ts';
import type { Client } from '../../../../client/client.ts';
import type { Exchange } from '../../../../client/exchange.ts';
import { showRefusal } from '../../../../workbench/dialogs.ts';
import { showExchange } from '../../../../workbench/exchangeDocuments.ts';
import type { RecordResponse, RecordTarget } from '../../../../workbench/recordTarget.ts';
import { pinConnections, type Services } from '../../../../workbench/services.ts';
import type { PinKind } from '../../../../core/pins.ts';
import { getPinId } from '../../../../core/records/pinnedRecord.ts';
import { findStoredLookUp, getSectionCounts, listRecordSections, presentSection, type SectionRequest } from '../../index.ts';
import type { ReadinessByService } from '../../../../core/connections/connectionSettings.ts';
import { getTreeRecordKey, isExpandableRow, isPinnable, type TreeRecord } from '../../../../core/records/treeRecord.ts';
import { joinParts } from '../../../../core/text/joinParts.ts';

export interface TreeContext
  extends TreeViewHandle, Pick<PagedSourceServices, 'stored'>, Pick<Services, 'client' | 'connections'> {
  readonly statuses: (connection: string) => Promise<ReadinessByService>;
  readonly isPinned: (kind: PinKind, id: string) => boolean;
  /** The URL to load an image from; undefined if it must not be loaded. */
  readonly picture: (address: string | undefined) => string | undefined;
}

interface RecordRowOptions {
  readonly parent?: TreeNode;
  readonly name: string;
  readonly record: TreeRecord;
  /** Omitted for a pin. */
  readonly pages?: PagedNode;
}

interface PagedRowOptions {
  readonly name: string;
  readonly title: string;
  readonly icon: string;
  readonly query: SectionRequest;
  readonly connection: string;
  readonly count: () => number | undefined;
}

export class RecordNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode | undefined;
  /** Undefined for a pin. */
  readonly pages: PagedNode | undefined;
  /** Replaced when its page is refreshed. */
  record: TreeRecord;
  readonly #context: TreeContext;
  readonly #sections = new Map<string, PagedNode>();

  constructor(context: TreeContext, { parent, name, record, pages }: RecordRowOptions) {
    this.id = `${parent?.id ?? context.viewId}/${name}`;
    this.parent = parent;
    this.pages = pages;
    this.record = record;
    this.#context = context;
  }

  get connection(): string {
    return this.pages?.connection ?? this.record.connection ?? this.#context.connections.selected('primary');
  }

  /** Undefined for a row that has just replaced the pressed *Load More* row. */
  target(services: Services): RecordTarget | undefined {
    const { record, connection, pages } = this;
    if (pages !== undefined && loadMoreGuard.isRepeat(pages)) {
      return undefined;
    }
    return {
      records: [record],
      connection,
      responses: async () => {
        if (pages === undefined) {
          return findStoredLookUp(await pinConnections(services, connection).client(), record);
        }
        const exchange = await pages.exchangeOf(record);
        return exchange === undefined ? [] : [{ exchange, path: record.path ?? [] }];
      },
    };
  }

  toItem(): vscode.TreeItem {
    const { record } = this;
    const { label, description: facts, tooltip, icon } = describeRecord(record, Date.now());
    const mark = this.pages === undefined && record.kind !== 'trend' ? this.#context.connections.markOf(this.connection) : '';
    const description = joinParts([mark, facts]);
    const { Collapsed, None } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(label, isExpandableRow(record) ? Collapsed : None);
    item.id = this.id;
    item.description = description;
    const picture = this.#picture;
    item.tooltip = toHover(tooltip, picture);
    item.iconPath =
      record.kind === 'user' && picture !== undefined ? vscode.Uri.parse(picture, true) : new vscode.ThemeIcon(icon);
    item.accessibilityInformation = { label: joinParts([label, description], ', ') };
    item.contextValue = this.#contextValue();
    if (record.kind === 'post') {
      item.tooltip = toHover(
        `${tooltip}\n${formatOpenAsThreadPrice(this.pages?.source.quoteThread(record.id), Date.now())}`,
        picture,
      );
    }
    if (record.kind === 'post' || record.kind === 'space' || record.kind === 'trend') {
      item.command = toCommand('socialData.records.open', vscode.l10n.t('Open'), this);
    }
    return item;
  }

  async children(): Promise<readonly TreeNode[]> {
    const { connection } = this;
    const offered = listRecordSections(this.record, await this.#context.statuses(connection));
    if (offered.length === 0) {
      return [this.#nothingOffered()];
    }
    const names = this.#context.connections.names(connection);
    const client = await this.#context.client(names);
    return offered.map(({ id, query }) => {
      const known = this.#sections.get(id);
      // keep a loaded section even if a different service would be used now
      if (known !== undefined && (known.source.query.endpoint === query.endpoint || known.source.state.status !== 'unsent')) {
        return known;
      }
      const count = () => getSectionCounts(this.record)[id];
      const options = { name: id, query, count, connection: names[query.endpoint.service], ...presentSection(id) };
      const node = new PagedNode(this.#context, this, client, options);
      this.#sections.set(id, node);
      return node;
    });
  }

  *pagedDescendants(): Generator<PagedNode> {
    for (const node of this.#sections.values()) {
      yield* node.pagedDescendants();
    }
  }

  get #picture(): string | undefined {
    const { record } = this;
    return this.#context.picture(
      record.kind === 'user'
        ? record.avatarUrl
        : record.kind === 'post'
          ? (record.repostOf ?? record).author?.avatarUrl
          : undefined,
    );
  }

  #contextValue(): string {
    const { record } = this;
    const pinId = isPinnable(record) ? getPinId(record) : undefined;
    const isPinned = isPinnable(record) && pinId !== undefined && this.#context.isPinned(record.kind, pinId);
    return toContextValue([
      record.kind,
      pinId !== undefined && !isPinned && 'pinnable',
      isPinned && 'pinned',
      (record.path !== undefined || isExpandableRow(record)) && 'hasResponse', // a pin's may be in history
      isExpandableRow(record) && 'tabular',
      record.kind !== 'line' && record.kind !== 'trend' && 'addressed',
      record.kind !== 'line' && record.kind !== 'trend' && !this.#context.connections.isLocal(this.connection) && 'web',
      'id' in record && record.id !== undefined && 'numbered',
      (record.kind === 'user' || record.kind === 'post') && 'named',
    ]);
  }

  /** Explains why there are no sections: the connection was removed, or no connected service supports them. */
  #nothingOffered(): TreeNode {
    const { connections } = this.#context;
    const { connection } = this;
    const isThere = connections.reaches('primary', connection) || connections.reaches('gateway', connection);
    const title = vscode.l10n.t('Select Connection…');
    return new NoteNode(this, 'nothing', {
      text: isThere
        ? vscode.l10n.t('Not supported by the connected services.')
        : vscode.l10n.t("The connection '{0}' was removed.", formatConnectionName(connection)),
      description: title,
      icon: 'plug',
      command: toCommand('socialData.connections.select', title),
    });
  }
}

/** Plain text, below the picture if there is one. */
function toHover(text: string, picture: string | undefined): vscode.MarkdownString | string {
  return picture === undefined ? text : appendPicture(new vscode.MarkdownString(), picture).appendText(text);
}

export class PagedNode implements TreeNode {
  readonly id: string;
  readonly parent: TreeNode | undefined;
  readonly source: PagedSource;
  readonly #context: TreeContext;
  readonly #options: PagedRowOptions;
  #drawn: string | undefined;
  readonly #records = new Map<string, RecordNode>();

  constructor(context: TreeContext, parent: TreeNode | undefined, client: Client, options: PagedRowOptions) {
    this.id = `${parent?.id ?? context.viewId}/${options.name}`;
    this.parent = parent;
    this.#context = context;
    this.#options = options;
    this.source = new PagedSource(options.query, {
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

  /** True if the description has changed since the row was drawn, such as when a price became known. */
  get isOutdated(): boolean {
    return this.#drawn !== undefined && this.#drawn !== this.#describe();
  }

  get connection(): string {
    return this.#options.connection;
  }

  target({ exchanges, open }: Services): RecordTarget {
    const { connection, source } = this;
    const { failure, pages } = source.state;
    const failed = failure?.error.exchange;
    const { endpoint, params } = source.query;
    const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
    return {
      records: [],
      connection,
      responses: async () => (pages.length === 0 && failed !== undefined ? [{ exchange: failed }] : await this.#loadedPages()),
      // without pages, a form with the price on its button
      ...(pages.length === 0
        ? { openAsTable: async () => await open.query(endpoint, texts, { view: 'table', connection }) }
        : {}),
      ...(failed === undefined ? {} : { openAsJson: async () => await showExchange({ exchanges }, failed) }),
      request: { endpointId: endpoint.id, params, format: 'simple' },
      refresh: async () => await this.#pickPagesAndRefresh(),
    };
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
      status !== 'unsent' && status !== 'loading' && 'requested',
      pages.length > 0 && status !== 'loading' && 'loaded',
      pages.length > 0 && 'hasResponse',
      (this.source.query.shows ?? 'records') === 'records' && 'tabular',
      status === 'loading' && session.runs.stopsBy === undefined && 'loading',
    ]);
    item.accessibilityInformation = { label: joinParts([this.title, this.#drawn], ', ') };
    return item;
  }

  /** Loads the first page when the row is first expanded. If that is slow, returns a row with which to stop it. */
  async children(): Promise<readonly TreeNode[]> {
    const opening = this.source.session.open();
    const { waitUntilSlow } = this.#context;
    await (waitUntilSlow !== undefined && this.source.session.isLoading ? Promise.race([opening, waitUntilSlow()]) : opening);
    return [...this.#recordRows(), ...createNoteRows(this).map((note, at) => new NoteNode(this, `after-${at}`, note))];
  }

  /** Loads the next page and focuses its first row, because *Load More* has moved further down. */
  async loadMore(): Promise<void> {
    const before = this.source.state.records.length;
    await this.source.session.loadMore();
    const row = this.#recordRows()[before];
    if (row !== undefined) {
      await this.#context.reveal(row);
    }
  }

  /** The stored response that contains a record; undefined if it is no longer stored. */
  async exchangeOf(record: TreeRecord): Promise<Exchange | undefined> {
    const { state } = this.source;
    const at = state.records.indexOf(record);
    // a record that is no longer shown was replaced by a refresh, and its path isn't valid in the new page
    const page = at < 0 ? undefined : (findPageByRecordIndex(state, at) ?? state.pages[0]);
    return page === undefined ? undefined : await this.source.exchangeOf(page);
  }

  /** Stops at the first page that is no longer stored, because the pages after it can be loaded again. */
  async #loadedPages(): Promise<readonly RecordResponse[]> {
    const found: RecordResponse[] = [];
    for (const page of this.source.state.pages) {
      const exchange = await this.source.exchangeOf(page);
      if (exchange === undefined) {
        break;
      }
      found.push({ exchange });
    }
    return found;
  }

  /** Asks which pages to pay for. */
  async #pickPagesAndRefresh(): Promise<void> {
    const { session, state } = this.source;
    const loaded = Math.max(1, state.pages.length);
    const quote = this.source.quoteAgain();
    if (isFreeQuote(quote)) {
      return await session.refresh(loaded);
    }
    const again = [...new Set([loaded, 1])].map((pages) => ({
      pages,
      label: pages === 1 ? vscode.l10n.t('$(refresh) First page') : vscode.l10n.t('$(refresh) All {0} pages', pages),
      description: formatExpectedPrice(computeMaxPrice(quote, pages).amount),
    }));
    const picked = await vscode.window.showQuickPick(again, { title: vscode.l10n.t('Refresh: {0}', this.title) });
    await (picked === undefined ? undefined : session.refresh(picked.pages));
  }

  *pagedDescendants(): Generator<PagedNode> {
    yield this;
    for (const record of this.#records.values()) {
      yield* record.pagedDescendants();
    }
  }

  #recordRows(): readonly RecordNode[] {
    return this.source.state.records.map((record, at) => {
      const name = getTreeRecordKey(record) ?? `line:${at}`;
      const known = this.#records.get(name);
      if (known !== undefined) {
        known.record = record;
        return known;
      }
      const node = new RecordNode(this.#context, { parent: this, name, record, pages: this });
      this.#records.set(name, node);
      return node;
    });
  }

  #describe(): string {
    const { status, pages } = this.source.state;
    if (status === 'unsent') {
      const count = this.#options.count();
      return joinParts([count === undefined ? '' : formatCompactCount(count), this.#formatFirstPrice()]);
    }
    const [first] = pages;
    if (first === undefined) {
      return status === 'idle' ? this.#formatFirstPrice() : '';
    }
    const loaded = formatLoadedAndMoreAvailable(this);
    return joinParts([loaded, first.from === 'history' ? formatStoredAge(first, Date.now()) : '']);
  }

  #formatFirstPrice(): string {
    return formatPriceWithAge(this.source.quoteFirst(), Date.now());
  }

  #explain(): string {
    const { endpoint } = this.source.query;
    const { pages } = this.source.state;
    const lines = [endpoint.summary, `${formatServiceName(endpoint.service)}: ${endpoint.path}`];
    if (pages.length > 0) {
      const price = formatPagesPrice(this.source.quoteAgain(), pages.length);
      lines.push(formatLoadedAndMoreAvailable(this), addPrice(vscode.l10n.t('Refresh'), price));
    }
    return lines.join('\n');
  }
}

const pagedRowActions = {
  load: async ({ source: { session } }: PagedNode) => await (session.state.status === 'idle' ? session.load() : session.retry()),
  loadMore: async (row: PagedNode) => await row.loadMore(),
  stop: async ({ source: { session } }: PagedNode) => await Promise.resolve(session.stop()),
};

export async function actOnPagedRow(action: keyof typeof pagedRowActions, row: TreeNode | undefined): Promise<void> {
  await (row instanceof PagedNode
    ? pagedRowActions[action](row)
    : showRefusal(vscode.l10n.t('Select an item in the tree first.')));
}
