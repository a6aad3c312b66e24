import * as l10n from '@vscode/l10n';
import { type CopyOutcome, maxCopyLength, type RecordAction, type resultsContract } from '../../protocol/resultsContract.ts';
import { addNoChargeSentence } from '../../app/cost/formatCost.ts';
import type { EventPayload } from '../../protocol/contract.ts';
import type { RecordKind } from '../../client/records/recordKind.ts';
import { toCsv, toMarkdownTable } from '../../app/table/export/tableText.ts';
import type { Column, RecordTable } from '../../app/table/cell.ts';
import type { TableSort } from '../../app/table/tableRowIndex.ts';
import type { PictureLoader } from '../components/remotePicture.ts';
import type { PostCallbacks } from '../post/postCallbacks.ts';
import { formatExactNumber } from '../shared/formatNumbersAndTimes.ts';
import { EnterReleaseGuard } from '../shared/pressOnce.ts';
import { memoizeLast } from '../shared/memoizeLast.ts';
import { formatCell } from './formatCell.ts';
import { getCell } from './receivedRecords.ts';
import { createWarningLogger } from '../shared/connectToHost.ts';
import { ResultsPage } from './resultsPage.ts';

export type CopyFormat = 'json' | 'markdown' | 'csv';

/** What opens a record of a kind; those of the others are looked at as JSON. */
const openActionByKind: Readonly<Partial<Record<RecordKind, RecordAction>>> = {
  post: 'openThread',
  user: 'lookUpUser',
  handleState: 'lookUpUser',
  trend: 'search',
};

/** What a person does with the records of a page. */
export abstract class ResultsActions extends ResultsPage {
  readonly #release = new EnterReleaseGuard();
  readonly #callbacks = memoizeLast((loadPicture: PictureLoader): PostCallbacks => ({
    query: '',
    loadPicture,
    viewPictures: (media, at) => {
      this.viewed = { media, at };
    },
    openLink: (url) => this.host.ask('openLink', { url }),
    lookUpUser: (handle) => this.#release.do(() => this.host.ask('lookUpUser', { handle })),
    lookUpSpace: (id) => this.#release.do(() => this.host.ask('lookUpSpace', { id })),
    searchTag: (tag) => this.host.ask('searchTag', { tag }),
  }));

  /** Others whenever pictures may be had that could not be had before, so that posts ask for them again. */
  get postCallbacks(): PostCallbacks {
    return this.#callbacks(this.pictures.load);
  }

  /** What opening a record does, where that costs. */
  get opening(): string {
    return this.status?.threadPrice ?? '';
  }

  toggle(row: number): void {
    const rows = new Set(this.view.selected);
    if (!rows.delete(row)) {
      rows.add(row);
    }
    this.setView({ selected: [...rows] });
  }

  openInBrowser(row: number): void {
    this.host.ask('onRecord', { action: 'openInBrowser', row });
  }

  pin(rows: readonly number[]): void {
    this.host.ask('pin', { rows: [...rows] });
  }

  stop(): void {
    this.host.channel.send('stop', null);
  }

  /** Puts the question that the records answer back into its fields. The button goes: the keyboard goes on at the question. */
  restoreAskedQuestion(): void {
    this.setDraft({ ...this.status?.source.texts });
    this.#focusQuestion();
  }

  recover(action: string): void {
    this.host.ask('recover', { action });
  }

  /** What fits best, stands at the top. Nothing that is hidden stays selected. */
  filter(filter: string): void {
    this.setView({ filter, top: 0, selected: [] });
    this.scrollToTop();
  }

  loadPictures(): void {
    this.setView({ hasPictures: true });
    this.pictures.allow();
    // the button goes away: the keyboard goes on from the record that it stood at
    this.querySelector<HTMLElement>('.record[tabindex="0"]')?.focus({ preventScroll: true });
  }

  sortBy(column: string): void {
    const type = this.records.columns.find(({ name }) => name === column)?.type;
    this.setView({ sort: getNextTableSort(this.view.sort, column, type) });
  }

  open(row: number): void {
    const action = openActionByKind[this.records.kind];
    this.#release.do(() =>
      action === undefined ? this.host.ask('openAsJson', { rows: [row] }) : this.host.ask('onRecord', { action, row }),
    );
  }

  /** Never rejects: what cannot be copied is said. */
  async copy(format: CopyFormat, rows: readonly number[]): Promise<void> {
    this.problem = '';
    const outcome = await this.#copied(format, rows).catch((error: unknown) => {
      createWarningLogger('copy')(error);
      // not even the page can hold such a text
      return error instanceof RangeError ? 'tooMuch' : 'failed';
    });
    const count = rows.length === 1 ? l10n.t('1 record') : l10n.t('{0} records', formatExactNumber(rows.length));
    if (outcome === 'tooMuch') {
      this.problem = l10n.t('Too much for the clipboard: {0}, not copied. Select fewer, or save them into a file.', count);
    } else if (outcome === 'failed') {
      this.problem = addNoChargeSentence(l10n.t('Not copied: {0} could not be read.', count), l10n.t('Try again.'));
    }
  }

  /** The host has the exact JSON; the columns that are shown are known here. */
  async #copied(format: CopyFormat, rows: readonly number[]): Promise<CopyOutcome> {
    if (format === 'json') {
      return await this.host.channel.request('copyAsJson', { rows: [...rows] });
    }
    const table = this.#table(rows);
    const text = format === 'csv' ? toCsv(table) : toMarkdownTable(table);
    if (text.length > maxCopyLength) {
      return 'tooMuch';
    }
    this.host.ask('copy', { text });
    return 'copied';
  }

  #table(places: readonly number[]): RecordTable {
    const { columns, rows } = this.records;
    const isShown = columns.map((column) => this.isShown(column));
    return {
      columns: columns.filter((_, at) => isShown[at]),
      rows: places.map((place) => (rows[place] ?? []).filter((_, at) => isShown[at])),
    };
  }

  /** A cell, or the records that are selected where there are several. */
  copyFrom(row: number, column: string): void {
    const selected = this.selected();
    if (selected.length > 1) {
      void this.copy('csv', selected);
    } else {
      this.#copyCell(row, column);
    }
  }

  #copyCell(row: number, name: string): void {
    const column = this.records.columns.find((candidate) => candidate.name === name);
    if (column !== undefined) {
      const cell = getCell(this.records, row, name);
      this.host.ask('copy', { text: typeof cell === 'string' ? cell : formatCell(cell, column) });
    }
  }

  /** Puts the focus where a person types next: the query, else the first field that is empty. What stands there is selected. */
  #focusQuestion(): void {
    const fields = [...this.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('.query-input, .form input')];
    const field = fields.find(({ value }) => value === '') ?? fields[0];
    field?.focus();
    field?.select();
  }

  /** Where a person looks for something in what is loaded; where nothing is, what is asked. */
  #focusFilter(): void {
    const filter = this.querySelector<HTMLInputElement>('.filter');
    if (filter === null) {
      this.#focusQuestion();
    } else {
      filter.focus();
      filter.select();
    }
  }

  protected override command({ command, row, column }: EventPayload<(typeof resultsContract)['webview'], 'command'>): void {
    const selected = this.selected();
    const rows = row === null || selected.includes(row) ? this.picked() : [row];
    switch (command) {
      case 'copyCell':
        return row === null || column === null ? undefined : this.#copyCell(row, column);
      case 'copyAsJson':
        return void this.copy('json', rows);
      case 'copyAsMarkdown':
        return void this.copy('markdown', rows);
      case 'copyAsCsv':
        return void this.copy('csv', rows);
      case 'openInBrowser':
        return row === null ? undefined : this.openInBrowser(row);
      case 'openThread':
      case 'lookUpUser':
      case 'searchTrend':
        return row === null ? undefined : this.open(row);
      case 'pin':
        return this.pin(rows);
      case 'saveAsFixture':
        return this.host.ask('saveAsFixture', { rows: row === null ? [...selected] : [row] });
      case 'saveForTests':
        return this.host.ask('saveAsFixture', { rows: row === null ? [...selected] : [row], isForTests: true });
      case 'save':
        return this.host.ask('save', { format: 'csv', rows: [...rows] });
      case 'filter':
        return this.#focusFilter();
      case 'focusQuestion':
        return void requestAnimationFrame(() => this.#focusQuestion());
    }
  }
}

/** How a table is sorted after a press on a head: words from A on, numbers from the largest on; then the other way; then not. */
function getNextTableSort(sort: TableSort | undefined, column: string, type: Column['type'] | undefined): TableSort | undefined {
  const first = type === 'text' || type === 'link' || type === 'id' ? 'ascending' : 'descending';
  const second = first === 'ascending' ? 'descending' : 'ascending';
  if (sort?.column !== column) {
    return { column, direction: first };
  }
  return sort.direction === first ? { column, direction: second } : undefined;
}
