import type { ResumableRowSearch, TableQuery } from '../../app/table/tableRowIndex.ts';
import type { ReceivedRecords } from './receivedRecords.ts';

/** Rows that fill any screen. */
const screenfulRowCount = 100;

/** How long is looked for rows at a stretch, in milliseconds: a frame and a keystroke fit between. */
const sliceMs = 8;

export interface FilteredRows {
  /** The places of the rows to show, in order. */
  readonly indexes: Uint32Array;
  /** Whether they fit the filter as it is now, which the bench of keystrokes waits for. */
  readonly isCurrent: boolean;
  /** Whether these are all: until then, how many fit is not known. */
  readonly isComplete: boolean;
}

interface CurrentRowSearch extends TableQuery {
  readonly of: ReceivedRecords;
  readonly finding: ResumableRowSearch;
}

/**
 * Which rows to show. The first screen is there at once, the others are looked for in slices, so that a keystroke is drawn
 * before a hundred thousand records were looked through; the newest filter wins.
 */
export class FilteredRowsFinder {
  readonly #changed: () => void;
  readonly #later: (work: () => void) => void;
  readonly #now: () => number;
  #wanted: CurrentRowSearch | undefined;
  #last: { readonly rows: ReceivedRecords['rows']; readonly indexes: Uint32Array } | undefined;

  /**
   * @param changed called when more can be shown than was there when it was asked for
   * @param later does a slice of work when others had their turn
   */
  constructor(
    changed: () => void,
    later: (work: () => void) => void = (work) => void setTimeout(work),
    now: () => number = () => performance.now(),
  ) {
    this.#changed = changed;
    this.#later = later;
    this.#now = now;
  }

  /** What to show now. */
  of(records: ReceivedRecords, view: TableQuery): FilteredRows {
    const { finding } = this.#find(records, view);
    const { found, isWhole } = finding;
    const last = this.#last?.rows === records.rows ? this.#last.indexes : undefined;
    const isNow = isWhole || found.length >= screenfulRowCount;
    // until the first screen is found, what stood there stays for a moment
    const indexes = isNow ? found : (last ?? found);
    this.#last = { rows: records.rows, indexes };
    return { indexes, isCurrent: isNow, isComplete: isWhole };
  }

  /** All rows to show: for what a person does with them. */
  all(records: ReceivedRecords, view: TableQuery): Uint32Array {
    const { finding } = this.#find(records, view);
    finding.go(() => false);
    return finding.found;
  }

  #find(records: ReceivedRecords, { filter, sort }: TableQuery): CurrentRowSearch {
    const known = this.#wanted;
    if (known?.of === records && known.filter === filter && known.sort === sort) {
      return known;
    }
    const wanted = { of: records, filter, sort, finding: records.order.find({ filter, sort }) };
    this.#wanted = wanted;
    this.#go(wanted);
    return wanted;
  }

  #go(wanted: CurrentRowSearch): void {
    const end = this.#now() + sliceMs;
    wanted.finding.go(() => this.#now() >= end);
    if (!wanted.finding.isWhole) {
      this.#later(() => {
        if (this.#wanted === wanted) {
          this.#go(wanted);
          if (wanted.finding.isWhole) {
            this.#changed();
          }
        }
      });
    }
  }
}

/**
 * Which piece of the page shows which record. A record keeps its piece while it is drawn; the pieces of those that are gone are
 * given to those that come, so that scrolling changes texts and makes no elements: those cost more to make, to style and to
 * throw away than all else in a table's frame.
 */
export class RowElementSlots {
  #slots: ReadonlyMap<number, number> = new Map();

  /** @returns for each its piece: small numbers, the same for the same record as the time before */
  of(records: readonly number[]): readonly number[] {
    const before = this.#slots;
    const drawn = new Set(records);
    const free = Array.from(before)
      .filter(([record]) => !drawn.has(record))
      .map(([, slot]) => slot)
      .toReversed();
    let next = Math.max(-1, ...before.values()) + 1;
    const now = new Map(records.map((record) => [record, before.get(record) ?? free.pop() ?? next++]));
    this.#slots = now;
    return records.map((record) => now.get(record) ?? -1);
  }
}
