import { formatPlainCell, type Cell, type Column, type RowCells } from './cell.ts';

export interface TableQuery {
  /** A row must contain every word in any column, ignoring case. `name:word` searches one column. */
  readonly filter: string;
  readonly sort?: TableSort | undefined;
}

export interface TableSort {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

type SortKey = string | number | null;

/** Can't be part of a typed word. */
const cellSeparator = '\u0001';

/** Filters and sorts growing rows. */
export class TableRowIndex {
  readonly #columns: readonly Column[];
  readonly #rows: RowCells[] = [];
  readonly #texts: string[] = [];
  #last: (TableQuery & { readonly count: number; readonly found: readonly number[] }) | undefined;

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
  }

  add(rows: readonly RowCells[]): void {
    for (const row of rows) {
      this.#rows.push(row);
      this.#texts.push(toSearchableRowText(row, this.#columns));
    }
  }

  /** Returns the same array until the query or the rows change. */
  find({ filter, sort }: TableQuery): readonly number[] {
    const count = this.#rows.length;
    if (this.#last?.filter !== filter || this.#last.sort !== sort || this.#last.count !== count) {
      const tests = splitFilterWords(filter).map((word) => this.#createTest(word));
      const fitting = [...this.#rows.keys()].filter((index) => tests.every((test) => test(index)));
      this.#last = { filter, sort, count, found: this.#sort(fitting, sort) };
    }
    return this.#last.found;
  }

  #createTest(word: string): (index: number) => boolean {
    const test = createColumnTest(word, this.#columns);
    return test === undefined ? (index) => (this.#texts[index] ?? '').includes(word) : (index) => test(this.#rows[index] ?? []);
  }

  /** Stable, with empty cells last in both directions. */
  #sort(indexes: readonly number[], sort: TableSort | undefined): readonly number[] {
    const at = this.#columns.findIndex(({ name }) => name === sort?.column);
    if (sort === undefined || at < 0) {
      return indexes;
    }
    const sign = sort.direction === 'ascending' ? 1 : -1;
    const keys = new Map(indexes.map((index) => [index, toSortKey(this.#rows[index]?.[at] ?? null)]));
    return indexes.toSorted((a, b) => {
      const one = keys.get(a) ?? null;
      const other = keys.get(b) ?? null;
      if (one === null || other === null) {
        return one === other ? 0 : one === null ? 1 : -1;
      }
      return one < other ? -sign : one > other ? sign : 0;
    });
  }
}

/** In lower case. Doesn't split quoted words. */
export function splitFilterWords(filter: string): readonly string[] {
  return Array.from(foldLetterCase(filter).matchAll(/(?:[^\s":]+:)?"([^"]+)"?|\S+/g), ([word]) =>
    word.replaceAll('"', ''),
  ).filter((word) => word !== '');
}

/** Undefined if the word doesn't name a column. */
function createColumnTest(word: string, columns: readonly Column[]): ((row: RowCells) => boolean) | undefined {
  const colon = word.indexOf(':');
  const named =
    colon > 0 ? columns.findIndex(({ name, title }) => [name, foldLetterCase(title)].includes(word.slice(0, colon))) : -1;
  const column = columns[named];
  if (column === undefined) {
    return undefined;
  }
  const wanted = word.slice(colon + 1);
  return (row) => foldLetterCase(formatPlainCell(row[named] ?? null, column.type)).includes(wanted);
}

function toSearchableRowText(row: RowCells, columns: readonly Column[]): string {
  return foldLetterCase(
    row
      .map((cell, at) => (typeof cell === 'boolean' ? '' : formatPlainCell(cell, columns[at]?.type ?? 'text')))
      .join(cellSeparator),
  );
}

function toSortKey(cell: Cell): SortKey {
  if (cell === null || cell === '') {
    return null;
  }
  if (typeof cell === 'boolean') {
    return cell ? 1 : 0;
  }
  if (typeof cell === 'object') {
    return cell.length === 0 ? null : foldLetterCase(cell.join(cellSeparator));
  }
  return typeof cell === 'number' ? cell : padDigits(foldLetterCase(cell));
}

/** Sorts ids by number. */
function padDigits(text: string): string {
  return /^\d{1,30}$/.test(text) ? text.padStart(30, '0') : text;
}

function foldLetterCase(text: string): string {
  return text.toLowerCase();
}
