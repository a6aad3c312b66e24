import type { Cell, RowCells } from './cell.ts';

export interface TableSort {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

type SortKey = string | number | null;

/** Separates the cells of a row's text: no word that is typed holds it. */
export const cellSeparator = '\u0001';

/** Upper and lower case are the same. */
export function foldLetterCase(text: string): string {
  return text.toLowerCase();
}

/**
 * Makes what says the order of growing rows by one column: stable, with empty cells last in both directions.
 * @param rows only ever grow
 * @returns gives the places of all rows that there are by then; only those that came since are sorted, for they come in many messages
 */
export function createRowSorter(rows: readonly RowCells[], column: number, direction: TableSort['direction']): () => Uint32Array {
  const sign = direction === 'ascending' ? 1 : -1;
  const keys: SortKey[] = [];
  let known = new Uint32Array();
  const follow = (a: number, b: number): number => {
    const one = keys[a] ?? null;
    const other = keys[b] ?? null;
    if (one === null || other === null) {
      return one === other ? a - b : one === null ? 1 : -1;
    }
    return compareSortKeys(one, other) * sign || a - b;
  };
  return () => {
    if (known.length < rows.length) {
      for (let at = keys.length; at < rows.length; at += 1) {
        keys.push(toSortKey(rows[at]?.[column] ?? null));
      }
      const added = createRowIndexes(known.length, rows.length).sort(follow);
      known = known.length === 0 ? added : mergeSortedIndexes(known, added, follow);
    }
    return known;
  };
}

/** The places of rows in the order in which they came. */
export function createRowIndexes(start: number, end: number): Uint32Array<ArrayBuffer> {
  const places = new Uint32Array(end - start);
  for (let at = 0; at < places.length; at += 1) {
    places[at] = start + at;
  }
  return places;
}

function mergeSortedIndexes(
  one: Uint32Array,
  other: Uint32Array,
  follow: (a: number, b: number) => number,
): Uint32Array<ArrayBuffer> {
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

function compareSortKeys(one: string | number, other: string | number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Ids of different lengths sort as the numbers that they are. */
function padDigits(text: string): string {
  return /^\d{1,30}$/.test(text) ? text.padStart(30, '0') : text;
}
