import { type CopyOutcome, longestCopy } from '../../protocol/resultsContract.ts';
import { presentExact } from '../shared/present.ts';
import { KeyRelease } from '../shared/pressOnce.ts';
import { t } from '../shared/translate.ts';
import { copyText, pickRows } from './copyText.ts';
import { nextSort } from './nextSort.ts';
import { openingOf } from './openingOf.ts';
import { presentCell } from './presentCell.ts';
import { focusQuestion } from './questionArea.ts';
import { cellOf } from './records.ts';
import { type MenuCommand, ResultsPage, warnOf } from './resultsPage.ts';
import type { CopyFormat } from './toolbar.ts';

/** What a person does with the records of a page. */
export abstract class ResultsActs extends ResultsPage {
  protected readonly release = new KeyRelease();

  protected sortBy(column: string): void {
    const type = this.records.columns.find(({ name }) => name === column)?.type;
    this.setView({ sort: nextSort(this.view.sort, column, type) });
  }

  protected open(row: number): void {
    const action = openingOf(this.records.kind);
    this.release.do(() =>
      action === undefined ? this.ask('openAsJson', { rows: [row] }) : this.ask('onRecord', { action, row }),
    );
  }

  /** Never rejects: what cannot be copied is said. */
  protected async copy(format: CopyFormat, rows: readonly number[]): Promise<void> {
    this.trouble = '';
    try {
      if ((await this.#copied(format, rows)) !== 'tooMuch') {
        return;
      }
    } catch (error) {
      warnOf('copy')(error);
      // a RangeError: not even the page can hold such a text
      if (!(error instanceof RangeError)) {
        const many = presentExact(rows.length);
        this.trouble = t('{0} records were not copied: they could not be read. Nothing was spent; try again.', many);
        return;
      }
    }
    this.trouble = t(
      '{0} records were not copied: they are too much for the clipboard. Select fewer, or save them into a file.',
      presentExact(rows.length),
    );
  }

  /** The host has the exact JSON; the columns that are shown are known here. */
  async #copied(format: CopyFormat, rows: readonly number[]): Promise<CopyOutcome> {
    if (format === 'json') {
      return await this.host.channel.request('copyAsJson', { rows: [...rows] });
    }
    const columns = this.records.columns.filter((column) => this.isShown(column));
    const text = copyText(format, pickRows(this.records, columns, rows));
    if (text.length > longestCopy) {
      return 'tooMuch';
    }
    this.ask('copy', { text });
    return 'copied';
  }

  protected copyCell(row: number, name: string): void {
    const column = this.records.columns.find((candidate) => candidate.name === name);
    if (column !== undefined) {
      const cell = cellOf(this.records, row, name);
      this.ask('copy', { text: typeof cell === 'string' ? cell : presentCell(cell, column) });
    }
  }

  /** Where a person looks for something in what is loaded; where nothing is, what is asked. */
  #focusFilter(): void {
    const filter = this.querySelector<HTMLInputElement>('.filter');
    if (filter === null) {
      focusQuestion(this);
    } else {
      filter.focus();
      filter.select();
    }
  }

  protected override command({ command, row, column }: MenuCommand): void {
    const selected = this.selected();
    const rows = row === null || selected.includes(row) ? this.picked() : [row];
    switch (command) {
      case 'copyCell':
        return row === null || column === null ? undefined : this.copyCell(row, column);
      case 'copyAsJson':
        return void this.copy('json', rows);
      case 'copyAsMarkdown':
        return void this.copy('markdown', rows);
      case 'copyAsCsv':
        return void this.copy('csv', rows);
      case 'openInBrowser':
        return row === null ? undefined : this.ask('onRecord', { action: 'openInBrowser', row });
      case 'openThread':
        return row === null ? undefined : this.open(row);
      case 'saveAsFixture':
        return this.ask('saveAsFixture', { rows: row === null ? [...selected] : [row] });
      case 'save':
        return this.ask('save', { format: 'csv', rows: [...rows] });
      case 'filter':
        return this.#focusFilter();
      case 'focusQuestion':
        return void requestAnimationFrame(() => focusQuestion(this));
    }
  }
}
