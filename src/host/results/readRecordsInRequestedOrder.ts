import type { RecordFileWriter } from '../../app/table/export/recordFileWriter.ts';
import { runInSlices, TimeSlicer } from '../shared/timeSlicer.ts';

/** The next of the records that were picked, and how many of all have been read by then. */
export interface OrderedRecordBatch<T> {
  /** In the order that is wanted; none while the next one is still to be read. */
  readonly ready: readonly T[];
  readonly read: number;
}

/** More than these are not handed on at once, so that whoever takes them is soon done. */
const maxRecordsPerBatch = 200;

/** After so many numbers others may have their turn. */
const rowNumbersPerTurn = 1_000;

/**
 * Reads records in slices, each page that holds some of them once, whatever the order that is wanted: what comes too early
 * waits. In the order in which they were loaded, no more than a page waits. What is in no page is left out.
 */
export async function* readRecordsInRequestedOrder<P, T>(
  rows: readonly number[],
  {
    pageOf,
    make,
  }: {
    readonly pageOf: (row: number) => P | undefined;
    /** What is made of some records of a page, one of each. */
    readonly make: (page: P, rows: readonly number[]) => readonly T[];
  },
  pace = new TimeSlicer(),
): AsyncGenerator<OrderedRecordBatch<T>> {
  const wanted = new Map<P | undefined, number[]>();
  for (const [place, row] of rows.entries()) {
    const page = pageOf(row);
    const places = wanted.get(page);
    if (places === undefined) {
      wanted.set(page, [place]);
    } else {
      places.push(place);
    }
    if (place % rowNumbersPerTurn === 0) {
      await pace.yieldIfDue();
    }
  }
  const waiting = Array.from<T | undefined>({ length: rows.length });
  const isRead = new Uint8Array(rows.length);
  let next = 0;
  let read = 0;
  for (const [page, places] of wanted) {
    const some =
      page === undefined
        ? []
        : make(
            page,
            places.flatMap((place) => rows[place] ?? []),
          );
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
      if (ready.length === maxRecordsPerBatch) {
        yield { ready, read };
        ready = [];
        await pace.yieldIfDue();
      }
    }
    yield { ready, read };
    await pace.yieldIfDue();
  }
}

/**
 * Makes a file of records in slices, until a person has had enough.
 * @returns its bytes; undefined where it was not wanted to the end
 */
export async function buildRecordFile<T>(
  file: RecordFileWriter<T>,
  records: AsyncIterable<OrderedRecordBatch<T>>,
  {
    signal,
    reportProgress,
    pace = new TimeSlicer(),
  }: { readonly signal: AbortSignal; readonly reportProgress: (read: number) => void; readonly pace?: TimeSlicer },
): Promise<Uint8Array | undefined> {
  for await (const { ready, read } of records) {
    for (const _step of file.add(ready)) {
      await pace.yieldIfDue();
    }
    if (signal.aborted) {
      return undefined;
    }
    reportProgress(read);
  }
  const bytes = await runInSlices(file.finish(), pace);
  return signal.aborted ? undefined : bytes;
}
