import { type Column, type Row, cellText } from './cell.ts';
import { LetterPairs } from './letterPairs.ts';
import { type RowSort, type TableSort, createRowSort, placesFrom } from './rowSort.ts';

/** What a person set to see fewer rows, and which first. */
export interface TableView {
  /** Words that a row must all hold, in any column; upper and lower case are the same. `name:word` looks in one column. */
  readonly filter: string;
  readonly sort: TableSort | undefined;
}

/** Rows that grow, and the order to show them in. Holds what a keystroke would else work out anew. */
export interface TableOrder {
  /** Adds rows behind those that are there. */
  add(rows: readonly Row[]): void;
  /** @returns the indexes of the rows to show, in order */
  indexes(view: TableView): Uint32Array;
  /** Begins to look for them, among the rows that are there now. */
  find(view: TableView): Finding;
}

/** Rows being looked for. */
export interface Finding {
  /** The indexes of the rows to show, in order: until all were looked at, those that stand at the top. */
  readonly found: Uint32Array;
  /** Whether all have been looked at. */
  readonly isWhole: boolean;
  /**
   * Looks on, to the end or until it is enough for now.
   * @param isEnough asked every few hundred rows
   */
  go(isEnough: () => boolean): void;
}

/** How many filters are remembered, for letters that are taken back. */
const mostRemembered = 24;

/** How many rows from the top of the order are looked at before all others: where many fit, they fill a screen. */
const mostLookedAtTop = 2_048;

/** How many rows are looked at between two looks at the clock. */
const block = 256;

/** Which of the first `marks.length` rows fit the words. */
interface Sieved {
  readonly words: readonly string[];
  readonly marks: Uint8Array;
}

/**
 * Filters and sorts rows where they are shown: each row's text is folded once, and left out by its pairs of letters where it can
 * be; a longer filter looks only at what the shorter one had left, a shorter one is remembered, and a column is sorted once.
 * What is left of a keystroke at 100,000 rows takes some tens of milliseconds where most rows fit; whoever shows them looks in
 * slices and has the first screen at once.
 */
export function createTableOrder(columns: readonly Column[]): TableOrder {
  const rows: Row[] = [];
  const texts: string[] = [];
  const pairs = new LetterPairs();
  const sorts = new Map<string, RowSort>();
  let unsorted = placesFrom(0, 0);
  /** The newest last. */
  const lately: Sieved[] = [];

  function orderBy(sort: TableSort | undefined): Uint32Array {
    const at = columns.findIndex(({ name }) => name === sort?.column);
    if (sort === undefined || at < 0) {
      unsorted = unsorted.length === rows.length ? unsorted : placesFrom(0, rows.length);
      return unsorted;
    }
    const key = `${sort.direction} ${sort.column}`;
    const made = sorts.get(key) ?? createRowSort(rows, at, sort.direction);
    sorts.set(key, made);
    return made.order();
  }

  function fitsAll(words: readonly string[]): (index: number) => boolean {
    const tests = words.map((word) => {
      const test = columnTest(word, columns);
      if (test !== undefined) {
        return (index: number) => test(rows[index] ?? []);
      }
      const mayHold = pairs.mayHold(word);
      return (index: number) => mayHold(index) && (texts[index] ?? '').includes(word);
    });
    return (index) => tests.every((test) => test(index));
  }

  function remember(sieved: Sieved): void {
    lately.push(sieved);
    if (lately.length > mostRemembered) {
      lately.shift();
    }
  }

  /** The marks of the same words, where there are some: a letter was taken back, or rows came since, which are looked at now. */
  function known(words: readonly string[]): Uint8Array | undefined {
    const at = lately.findIndex(
      (one) => one.words.length === words.length && words.every((word, place) => word === one.words[place]),
    );
    const same = lately[at];
    if (same === undefined || same.marks.length === rows.length) {
      return same?.marks;
    }
    const marks = new Uint8Array(rows.length);
    marks.set(same.marks);
    const fits = fitsAll(words);
    for (let index = same.marks.length; index < rows.length; index += 1) {
      marks[index] = fits(index) ? 1 : 0;
    }
    lately.splice(at, 1);
    remember({ words, marks });
    return marks;
  }

  function sieve(words: readonly string[], order: Uint32Array): Finding {
    const count = order.length;
    const before = lately.findLast((one) => one.marks.length === count && narrows(words, one.words));
    const fits = fitsAll(words.filter((word, at) => word !== before?.words[at]));
    const isLeft = (index: number) => (before === undefined || before.marks[index] === 1) && fits(index);
    const top = order.subarray(0, mostLookedAtTop).filter(isLeft);
    const marks = new Uint8Array(count);
    let next = 0;
    let found: Uint32Array = top;
    return {
      get found() {
        return found;
      },
      get isWhole() {
        return next === count;
      },
      go: (isEnough) => {
        while (next < count) {
          // in the order in which they stand in memory: several times faster than in the order of a column
          for (const end = Math.min(count, next + block); next < end; next += 1) {
            marks[next] = isLeft(next) ? 1 : 0;
          }
          if (next === count) {
            remember({ words, marks });
            found = picked(order, marks);
          } else if (isEnough()) {
            return;
          }
        }
      },
    };
  }

  function find({ filter, sort }: TableView): Finding {
    const words = filterWords(filter);
    const order = orderBy(sort);
    const marks = words.length === 0 ? undefined : known(words);
    return words.length === 0 ? whole(order) : marks === undefined ? sieve(words, order) : whole(picked(order, marks));
  }

  return {
    add: (more) => {
      for (const row of more) {
        const text = rowText(row, columns);
        rows.push(row);
        texts.push(text);
        pairs.add(text);
      }
    },
    indexes: (view) => {
      const finding = find(view);
      finding.go(() => false);
      return finding.found;
    },
    find,
  };
}

function whole(found: Uint32Array): Finding {
  return { found, isWhole: true, go: () => undefined };
}

/** Those that are marked, in order; typed arrays filter several times slower by themselves. */
function picked(order: Uint32Array, marks: Uint8Array): Uint32Array {
  const all = new Uint32Array(order.length);
  let size = 0;
  for (const index of order) {
    if (marks[index] === 1) {
      all[size] = index;
      size += 1;
    }
  }
  return all.subarray(0, size);
}

/** Separates the cells of a row's text: no word that is typed holds it. */
export const cellMark = '\u0001';

/** The words of a filter, folded; quotes keep words together. */
export function filterWords(filter: string): readonly string[] {
  return Array.from(fold(filter).matchAll(/(?:[^\s":]+:)?"([^"]+)"?|\S+/g), ([word]) => word.replaceAll('"', '')).filter(
    (word) => word !== '',
  );
}

/** Whether everything that fits the new words fits the old ones. */
export function narrows(words: readonly string[], before: readonly string[]): boolean {
  return before.every((old, index) => {
    const now = words[index];
    // a colon may have just made a column's name of it
    return now !== undefined && now.startsWith(old) && now.includes(':') === old.includes(':');
  });
}

/** The test of a word that names a column; undefined for one that may stand in any. */
export function columnTest(word: string, columns: readonly Column[]): ((row: Row) => boolean) | undefined {
  const colon = word.indexOf(':');
  const named = colon > 0 ? columns.findIndex(({ name, title }) => [name, fold(title)].includes(word.slice(0, colon))) : -1;
  const column = columns[named];
  if (column === undefined) {
    return undefined;
  }
  const wanted = word.slice(colon + 1);
  return (row) => fold(cellText(row[named] ?? null, column.type)).includes(wanted);
}

/** What a word that names no column is looked for in. */
export function rowText(row: Row, columns: readonly Column[]): string {
  return fold(
    row.map((cell, at) => (typeof cell === 'boolean' ? '' : cellText(cell, columns[at]?.type ?? 'text'))).join(cellMark),
  );
}

/** Upper and lower case are the same. */
export function fold(text: string): string {
  return text.toLowerCase();
}
