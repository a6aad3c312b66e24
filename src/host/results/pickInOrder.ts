import type { RecordFile } from '../../results/export/recordFile.ts';
import { Pace } from '../shared/pace.ts';

/** The next of the records that were picked, and how many of all have been read by then. */
export interface Picked<T> {
  /** In the order that is wanted; none while the next one is still to be read. */
  readonly ready: readonly T[];
  readonly read: number;
}

/** Where records are read from. */
export interface Picking<P, T> {
  readonly pageOf: (row: number) => P | undefined;
  /** What is made of some records of a page, one of each. */
  readonly make: (page: P, rows: readonly number[]) => readonly T[];
}

/** More than these are not handed on at once, so that whoever takes them is soon done. */
const mostAtOnce = 200;

/** After so many numbers others may have their turn. */
const numbersAtOnce = 1_000;

/**
 * Reads records in slices, each page that holds some of them once, whatever the order that is wanted: what comes too early
 * waits. In the order in which they were loaded, no more than a page waits. What is in no page is left out.
 */
export async function* pickInOrder<P, T>(
  rows: readonly number[],
  { pageOf, make }: Picking<P, T>,
  pace = new Pace(),
): AsyncGenerator<Picked<T>> {
  const wanted = new Map<P | undefined, number[]>();
  for (const [place, row] of rows.entries()) {
    const page = pageOf(row);
    const places = wanted.get(page);
    if (places === undefined) {
      wanted.set(page, [place]);
    } else {
      places.push(place);
    }
    if (place % numbersAtOnce === 0) {
      await pace.rest();
    }
  }
  const waiting = Array.from<T | undefined>({ length: rows.length });
  const isRead = new Uint8Array(rows.length);
  let next = 0;
  let read = 0;
  for (const [page, places] of wanted) {
    const some = page === undefined ? [] : make(page, rowsAt(rows, places));
    places.forEach((place, at) => {
      waiting[place] = some[at];
      isRead[place] = 1;
    });
    read += places.length;
    let ready: T[] = [];
    while (isRead[next] === 1) {
      const one = waiting[next];
      waiting[next] = undefined;
      next += 1;
      if (one !== undefined) {
        ready.push(one);
      }
      if (ready.length === mostAtOnce) {
        yield { ready, read };
        ready = [];
        await pace.rest();
      }
    }
    yield { ready, read };
    await pace.rest();
  }
}

function rowsAt(rows: readonly number[], places: readonly number[]): readonly number[] {
  return places.flatMap((place) => rows[place] ?? []);
}

/** How a file is made: others have their turn between its steps, and a person may have had enough. */
export interface Making {
  readonly signal: AbortSignal;
  /** Is told how many records are in it. */
  readonly told: (read: number) => void;
  readonly pace?: Pace;
}

/**
 * Makes a file of records in slices.
 * @returns its bytes; undefined where it was not wanted to the end
 */
export async function makeFile<T>(
  file: RecordFile<T>,
  records: AsyncIterable<Picked<T>>,
  { signal, told, pace = new Pace() }: Making,
): Promise<Uint8Array | undefined> {
  for await (const { ready, read } of records) {
    for (const _step of file.add(ready)) {
      await pace.rest();
    }
    if (signal.aborted) {
      return undefined;
    }
    told(read);
  }
  const end = file.finish();
  let step = end.next();
  while (step.done !== true) {
    await pace.rest();
    if (signal.aborted) {
      return undefined;
    }
    step = end.next();
  }
  return step.value;
}
