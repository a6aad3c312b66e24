import { formatPlainCell, type Column, type RowCells } from './cell.ts';
import { BigramIndex } from './bigramIndex.ts';
import { cellSeparator, createRowSorter, foldLetterCase, createRowIndexes, type TableSort } from './rowSort.ts';

/** What a person set to see fewer rows, and which first. */
export interface TableQuery {
  /** Words that a row must all hold, in any column; upper and lower case are the same. `name:word` looks in one column. */
  readonly filter: string;
  readonly sort?: TableSort | undefined;
}

/** Rows being looked for. */
export interface ResumableRowSearch {
  /** The indexes of the rows to show, in order: until all were looked at, those that stand at the top. */
  readonly found: Uint32Array;
  readonly isWhole: boolean;
  /**
   * Looks on, to the end or until it is enough for now.
   * @param isEnough asked every few hundred rows
   */
  go(isEnough: () => boolean): void;
}

/** How many filters are remembered, for letters that are taken back. */
const maxRememberedFilters = 24;

/** How many rows from the top of the order are looked at before all others: where many fit, they fill a screen. */
const topRowsSearchedFirst = 2_048;

/** How many rows are looked at between two looks at the clock. */
const rowsPerSearchBlock = 256;

/** Which of the first `marks.length` rows fit the words. */
interface FilterMask {
  readonly words: readonly string[];
  readonly marks: Uint8Array;
}

/**
 * Filters and sorts growing rows where they are shown: each row's text is folded once, and left out by its pairs of letters where
 * it can be; a longer filter looks only at what the shorter one had left, a shorter one is remembered, and a column is sorted
 * once. What is left of a keystroke at 100,000 rows takes some tens of milliseconds where most rows fit; whoever shows them looks
 * in slices and has the first screen at once.
 */
export class TableRowIndex {
  readonly #columns: readonly Column[];
  readonly #rows: RowCells[] = [];
  readonly #texts: string[] = [];
  readonly #pairs = new BigramIndex();
  readonly #sorts = new Map<string, () => Uint32Array>();
  #unsorted = createRowIndexes(0, 0);
  /** The newest last. */
  readonly #recent: FilterMask[] = [];

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
  }

  /** Adds rows behind those that are there. */
  add(rows: readonly RowCells[]): void {
    for (const row of rows) {
      const text = toSearchableRowText(row, this.#columns);
      this.#rows.push(row);
      this.#texts.push(text);
      this.#pairs.add(text);
    }
  }

  /** Begins to look for the rows to show, among those that are there now. */
  find({ filter, sort }: TableQuery): ResumableRowSearch {
    const words = splitFilterWords(filter);
    const order = this.#orderBy(sort);
    const marks = words.length === 0 ? undefined : this.#knownMarks(words);
    return words.length === 0
      ? createFinishedSearch(order)
      : marks === undefined
        ? this.#search(words, order)
        : createFinishedSearch(selectMarkedIndexes(order, marks));
  }

  #orderBy(sort: TableSort | undefined): Uint32Array {
    const at = this.#columns.findIndex(({ name }) => name === sort?.column);
    if (sort === undefined || at < 0) {
      const { length } = this.#rows;
      this.#unsorted = this.#unsorted.length === length ? this.#unsorted : createRowIndexes(0, length);
      return this.#unsorted;
    }
    const key = `${sort.direction} ${sort.column}`;
    const made = this.#sorts.get(key) ?? createRowSorter(this.#rows, at, sort.direction);
    this.#sorts.set(key, made);
    return made();
  }

  #fitsAll(words: readonly string[]): (index: number) => boolean {
    const rows = this.#rows;
    const texts = this.#texts;
    const tests = words.map((word) => {
      const test = createColumnTest(word, this.#columns);
      if (test !== undefined) {
        return (index: number) => test(rows[index] ?? []);
      }
      const mayHold = this.#pairs.mayHold(word);
      return (index: number) => mayHold(index) && (texts[index] ?? '').includes(word);
    });
    return (index) => tests.every((test) => test(index));
  }

  #remember(mask: FilterMask): void {
    this.#recent.push(mask);
    if (this.#recent.length > maxRememberedFilters) {
      this.#recent.shift();
    }
  }

  /** The marks of the same words, where there are some: a letter was taken back, or rows came since, which are looked at now. */
  #knownMarks(words: readonly string[]): Uint8Array | undefined {
    const at = this.#recent.findIndex(
      (one) => one.words.length === words.length && words.every((word, place) => word === one.words[place]),
    );
    const same = this.#recent[at];
    const count = this.#rows.length;
    if (same === undefined || same.marks.length === count) {
      return same?.marks;
    }
    const marks = new Uint8Array(count);
    marks.set(same.marks);
    const fits = this.#fitsAll(words);
    for (let index = same.marks.length; index < count; index += 1) {
      marks[index] = fits(index) ? 1 : 0;
    }
    this.#recent.splice(at, 1);
    this.#remember({ words, marks });
    return marks;
  }

  #search(words: readonly string[], order: Uint32Array): ResumableRowSearch {
    const count = order.length;
    const before = this.#recent.findLast((one) => one.marks.length === count && isNarrowerFilter(words, one.words));
    const fits = this.#fitsAll(words.filter((word, at) => word !== before?.words[at]));
    const isLeft = (index: number) => (before === undefined || before.marks[index] === 1) && fits(index);
    const marks = new Uint8Array(count);
    let next = 0;
    const finding: { found: Uint32Array; isWhole: boolean; readonly go: ResumableRowSearch['go'] } = {
      found: order.subarray(0, topRowsSearchedFirst).filter(isLeft),
      isWhole: count === 0,
      go: (isEnough) => {
        while (next < count) {
          // in the order in which they stand in memory: several times faster than in the order of a column
          for (const end = Math.min(count, next + rowsPerSearchBlock); next < end; next += 1) {
            marks[next] = isLeft(next) ? 1 : 0;
          }
          if (next === count) {
            this.#remember({ words, marks });
            finding.found = selectMarkedIndexes(order, marks);
            finding.isWhole = true;
          } else if (isEnough()) {
            return;
          }
        }
      },
    };
    return finding;
  }
}

function createFinishedSearch(found: Uint32Array): ResumableRowSearch {
  return { found, isWhole: true, go: () => undefined };
}

/** Those that are marked, in order; typed arrays filter several times slower by themselves. */
function selectMarkedIndexes(order: Uint32Array, marks: Uint8Array): Uint32Array {
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

/** The words of a filter, folded; quotes keep words together. */
export function splitFilterWords(filter: string): readonly string[] {
  return Array.from(foldLetterCase(filter).matchAll(/(?:[^\s":]+:)?"([^"]+)"?|\S+/g), ([word]) =>
    word.replaceAll('"', ''),
  ).filter((word) => word !== '');
}

/** Whether everything that fits the new words fits the old ones. */
function isNarrowerFilter(words: readonly string[], before: readonly string[]): boolean {
  return before.every((old, index) => {
    const now = words[index];
    // a colon may have just made a column's name of it
    return now !== undefined && now.startsWith(old) && now.includes(':') === old.includes(':');
  });
}

/** The test of a word that names a column; undefined for one that may stand in any. */
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

/** What a word that names no column is looked for in. */
function toSearchableRowText(row: RowCells, columns: readonly Column[]): string {
  return foldLetterCase(
    row
      .map((cell, at) => (typeof cell === 'boolean' ? '' : formatPlainCell(cell, columns[at]?.type ?? 'text')))
      .join(cellSeparator),
  );
}
