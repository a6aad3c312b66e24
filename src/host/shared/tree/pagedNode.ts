import * as vscode from 'vscode';
import type { Client } from '../../../client/client.ts';
import type { Exchange } from '../../../client/exchange.ts';
import { presentAge } from '../words/presentAge.ts';
import { formatPrice } from '../../../app/cost/formatPrice.ts';
import { toContextValue } from './contextValue.ts';
import { NoteNode } from './noteNode.ts';
import { notesOf, presentLoaded } from './pagedNotes.ts';
import { PagedSource, pageOfRecord, shownRecords } from './pagedSource.ts';
import { RangeNode } from './rangeNode.ts';
import type { PagedRow, PagedRowOptions, RecordRow, TreeContext, TreeNode } from './treeNode.ts';
import { keyOfRecord, type TreeRecord } from './treeRecord.ts';
import { windowsOf } from './windows.ts';

/** A row whose children are the records of pages: the part of a record, or a search. */
export class PagedNode implements PagedRow {
  readonly id: string;
  readonly parent: TreeNode | undefined;
  readonly title: string;
  readonly source: PagedSource;
  readonly #context: TreeContext;
  readonly #options: PagedRowOptions;
  #drawn: string | undefined;
  readonly #records = new Map<string, RecordRow>();

  constructor(context: TreeContext, parent: TreeNode | undefined, client: Client, options: PagedRowOptions) {
    this.id = `${parent?.id ?? context.viewId}/${options.name}`;
    this.parent = parent;
    this.title = options.title;
    this.#context = context;
    this.#options = options;
    this.source = new PagedSource(options.question, {
      quotes: client,
      client: context.client,
      kept: context.kept,
      runJob: context.runJob,
      changed: () => {
        context.changed([this]);
      },
    });
  }

  get isOutdated(): boolean {
    return this.#drawn !== undefined && this.#drawn !== this.#describe();
  }

  get close(): (() => void) | undefined {
    return this.#options.close;
  }

  toItem(): vscode.TreeItem {
    const { status, pages, filter } = this.source.state;
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
      filter !== '' && 'filtered',
      this.close !== undefined && 'closable',
    ]);
    item.accessibilityInformation = { label: [this.title, this.#drawn].filter((part) => part !== '').join(', ') };
    return item;
  }

  /** Loads the first page when a person expands the row for the first time; afterwards shows what is loaded. */
  async children(): Promise<readonly TreeNode[]> {
    await this.source.session.open();
    const records = shownRecords(this.source.state);
    const { before, after } = notesOf(this, records.length);
    const [first, ...further] = windowsOf(records.length);
    return [
      ...before.map((note, at) => new NoteNode(this, `before-${at}`, note)),
      ...(first === undefined ? [] : this.#nodesOf(records.slice(first.from, first.to), this, first.from)),
      ...further.map(
        (window, at) =>
          new RangeNode(this, window, at === further.length - 1, (range) =>
            this.#nodesOf(shownRecords(this.source.state).slice(window.from, window.to), range, window.from),
          ),
      ),
      ...after.map((note, at) => new NoteNode(this, `after-${at}`, note)),
    ];
  }

  /** Loads the next page, and puts the focus on the first row that it brought: the row to load more is further down by then. */
  async loadMore(): Promise<void> {
    const before = this.source.state.records.length;
    await this.source.session.loadMore();
    const { records, filter } = this.source.state;
    const first = records[before];
    const row = first === undefined || filter !== '' ? undefined : await this.#rowOf(first);
    if (row !== undefined) {
      await this.#context.reveal(row);
    }
  }

  async show(): Promise<void> {
    await this.source.session.load();
    await this.#context.reveal(this, { unfold: true });
  }

  async exchangeOf(record?: TreeRecord): Promise<Exchange | undefined> {
    const { state } = this.source;
    if (state.failure?.error.exchange !== undefined && record === undefined && state.pages.length === 0) {
      return state.failure.error.exchange;
    }
    const at = record === undefined ? 0 : state.records.indexOf(record);
    // a row that is drawn no more came with a page that is shown no more: no other one has its record where it was
    const page = at < 0 ? undefined : (pageOfRecord(state, at) ?? state.pages[0]);
    return page === undefined ? undefined : await this.source.exchangeOf(page);
  }

  forget(isElsewhere: (row: PagedRow) => boolean): void {
    for (const node of this.#records.values()) {
      node.forget(isElsewhere);
    }
    if (isElsewhere(this)) {
      this.#records.clear();
      this.source.forget();
    }
  }

  *all(): Generator<PagedRow> {
    yield this;
    for (const record of this.#records.values()) {
      yield* record.all();
    }
  }

  async #rowOf(record: TreeRecord): Promise<TreeNode | undefined> {
    for (const child of await this.children()) {
      const rows = child instanceof RangeNode ? await child.children() : [child];
      const found = rows.find((row) => 'record' in row && row.record === record);
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  }

  #nodesOf(records: readonly TreeRecord[], parent: TreeNode, from: number): readonly RecordRow[] {
    return records.map((record, at) => {
      const key = keyOfRecord(record) ?? `line:${from + at}`;
      const known = this.#records.get(key);
      if (known !== undefined && known.parent?.id === parent.id) {
        known.record = record;
        return known;
      }
      const node = this.#context.rows.record(this.#context, parent, key, record, this);
      this.#records.set(key, node);
      return node;
    });
  }

  #describe(): string {
    const { status, pages, failure } = this.source.state;
    if (status === 'unasked') {
      return this.#presentFirst();
    }
    if (pages.length === 0) {
      return failure === undefined && status !== 'idle' ? '' : vscode.l10n.t('not loaded');
    }
    const [first] = pages;
    const kept = first?.from === 'history' ? vscode.l10n.t('kept {0}', presentAge(first.sentAt, this.#context.now())) : undefined;
    return [presentLoaded(this), kept].filter((part) => part !== undefined).join(' · ');
  }

  #presentFirst(): string {
    const quote = this.source.quoteFirst();
    return quote?.kind === 'kept'
      ? vscode.l10n.t('free, kept {0}', presentAge(quote.exchange.sentAt, this.#context.now()))
      : formatPrice(quote);
  }

  #explain(): string {
    const { endpoint } = this.source.question;
    const { status, pages } = this.source.state;
    const service = endpoint.service === 'primary' ? vscode.l10n.t('Primary') : vscode.l10n.t('Gateway');
    const lines = [endpoint.summary, `${service}: ${endpoint.path}`];
    if (status === 'unasked') {
      lines.push(vscode.l10n.t('Expanding it costs: {0}', this.#presentFirst()));
    } else if (pages.length > 0) {
      lines.push(presentLoaded(this));
      const price = formatPrice(this.source.quoteAgain());
      lines.push(
        pages.length === 1
          ? vscode.l10n.t('Call Again: {0}', price)
          : vscode.l10n.t('Call Again: {0} for each of {1} pages', price, pages.length),
      );
    }
    return lines.join('\n');
  }
}
