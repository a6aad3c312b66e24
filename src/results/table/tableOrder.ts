import type { Cell, Column, Row } from './cell.ts';
import { cellText } from './cellText.ts';

/** What a person set to see fewer rows, and which first. */
export interface TableView {
  /** Words that a row must all hold, in any column; upper and lower case are the same. `name:word` looks in one column. */
  readonly filter: string;
  readonly sort: TableSort | undefined;
}

export interface TableSort {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

/** Rows that grow, and the order to show them in. Holds what a keystroke would else work out anew. */
export interface TableOrder {
  /** Adds rows behind those that are there. */
  add(rows: readonly Row[]): void;
  /** @returns the indexes of the rows to show, in order */
  indexes(view: TableView): Uint32Array;
}

/** Separates the cells of a row's text: no word that is typed holds it. */
const mark = '\u0001';

/** How many filters are remembered, for letters that are taken back. */
const mostRemembered = 24;

/**
 * Filters and sorts rows where they are shown: 100,000 rows take a few milliseconds a keystroke, because each row's text
 * is folded once, a longer filter looks only at what the shorter one had left, a shorter one is remembered, and a column is
 * sorted once.
 */
export function createTableOrder(columns: readonly Column[]): TableOrder {
  const rows: Row[] = [];
  const texts: string[] = [];
  const sorted = new Map<string, Uint32Array>();
  /** The newest last; all of the rows as they are now. */
  const lately: { readonly words: readonly string[]; readonly found: Uint8Array }[] = [];

  function matches(filter: string): Uint8Array | undefined {
    const words = filterWords(filter);
    if (words.length === 0) {
      return undefined;
    }
    const same = lately.find((one) => one.words.length === words.length && words.every((word, at) => word === one.words[at]));
    if (same !== undefined) {
      return same.found; // a letter was taken back
    }
    const before = lately.findLast((one) => narrows(words, one.words));
    const found = before?.found.slice() ?? new Uint8Array(rows.length).fill(1);
    for (const word of words.filter((one, at) => one !== before?.words[at])) {
      const test = columnTest(word, columns);
      for (let index = 0; index < rows.length; index += 1) {
        if (found[index] === 1) {
          const fits = test === undefined ? (texts[index] ?? '').includes(word) : test(rows[index] ?? []);
          found[index] = fits ? 1 : 0;
        }
      }
    }
    lately.push({ words, found });
    if (lately.length > mostRemembered) {
      lately.shift();
    }
    return found;
  }

  function orderBy(sort: TableSort | undefined): Uint32Array | undefined {
    const at = columns.findIndex(({ name }) => name === sort?.column);
    if (sort === undefined || at < 0) {
      return undefined;
    }
    const key = `${sort.direction} ${sort.column}`;
    const before = sorted.get(key) ?? new Uint32Array();
    const order = before.length === rows.length ? before : sortedWith(before, rows, at, sort.direction);
    sorted.set(key, order);
    return order;
  }

  return {
    add: (more) => {
      for (const row of more) {
        rows.push(row);
        texts.push(rowText(row, columns));
      }
      lately.length = 0;
    },
    indexes: ({ filter, sort }) => {
      const found = matches(filter);
      const order = orderBy(sort) ?? Uint32Array.from({ length: rows.length }, (_, index) => index);
      return found === undefined ? order : picked(order, found);
    },
  };
}

/** Those that were found, in order; typed arrays filter several times slower by themselves. */
function picked(order: Uint32Array, found: Uint8Array): Uint32Array {
  const all = new Uint32Array(order.length);
  let size = 0;
  for (const index of order) {
    if (found[index] === 1) {
      all[size] = index;
      size += 1;
    }
  }
  return all.slice(0, size);
}

/** The words of a filter, folded; quotes keep words together. */
export function filterWords(filter: string): readonly string[] {
  return Array.from(fold(filter).matchAll(/(?:[^\s":]+:)?"([^"]+)"?|\S+/g), ([word]) => word.replaceAll('"', '')).filter(
    (word) => word !== '',
  );
}

/** Whether everything that fits the new words fits the old ones. */
function narrows(words: readonly string[], before: readonly string[]): boolean {
  return before.every((old, index) => {
    const now = words[index];
    // a colon may have just made a column's name of it
    return now !== undefined && now.startsWith(old) && now.includes(':') === old.includes(':');
  });
}

/** The test of a word that names a column; undefined for one that may stand in any. */
function columnTest(word: string, columns: readonly Column[]): ((row: Row) => boolean) | undefined {
  const colon = word.indexOf(':');
  const named = colon > 0 ? columns.findIndex(({ name, title }) => [name, fold(title)].includes(word.slice(0, colon))) : -1;
  const column = columns[named];
  if (column === undefined) {
    return undefined;
  }
  const wanted = word.slice(colon + 1);
  return (row) => fold(cellText(row[named] ?? null, column.type)).includes(wanted);
}

function rowText(row: Row, columns: readonly Column[]): string {
  return fold(row.map((cell, at) => (typeof cell === 'boolean' ? '' : cellText(cell, columns[at]?.type ?? 'text'))).join(mark));
}

function fold(text: string): string {
  return text.toLowerCase();
}

/**
 * Stable, with empty cells last in both directions. Only the rows that came since are sorted; rows come in many messages.
 * @param before the order of the first ones
 */
function sortedWith(before: Uint32Array, rows: readonly Row[], at: number, direction: TableSort['direction']): Uint32Array {
  const sign = direction === 'ascending' ? 1 : -1;
  const keys = rows.map((row) => sortKey(row[at] ?? null));
  const follow = (a: number, b: number): number => {
    const one = keys[a] ?? null;
    const other = keys[b] ?? null;
    if (one === null || other === null) {
      return one === other ? a - b : one === null ? 1 : -1;
    }
    return compare(one, other) * sign || a - b;
  };
  const added = Uint32Array.from({ length: rows.length - before.length }, (_, index) => before.length + index).sort(follow);
  return before.length === 0 ? added : merged(before, added, follow);
}

function merged(one: Uint32Array, other: Uint32Array, follow: (a: number, b: number) => number): Uint32Array {
  const all = new Uint32Array(one.length + other.length);
  let left = 0;
  let right = 0;
  for (let at = 0; at < all.length; at += 1) {
    const a = one[left];
    const b = other[right];
    if (b === undefined || (a !== undefined && follow(a, b) < 0)) {
      all[at] = a ?? 0;
      left += 1;
    } else {
      all[at] = b;
      right += 1;
    }
  }
  return all;
}

function sortKey(cell: Cell): string | number | null {
  if (cell === null || cell === '') {
    return null;
  }
  if (typeof cell === 'boolean') {
    return cell ? 1 : 0;
  }
  if (typeof cell === 'object') {
    return cell.length === 0 ? null : fold(cell.join(mark));
  }
  return typeof cell === 'number' ? cell : padDigits(fold(cell));
}

function compare(one: string | number, other: string | number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Ids of different lengths sort as the numbers that they are. */
function padDigits(text: string): string {
  return /^\d{1,30}$/.test(text) ? text.padStart(30, '0') : text;
}
