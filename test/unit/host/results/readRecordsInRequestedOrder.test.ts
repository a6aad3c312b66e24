import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import {
  buildRecordFile,
  type OrderedRecordBatch,
  readRecordsInRequestedOrder,
} from '../../../../src/host/results/readRecordsInRequestedOrder.ts';
import { TimeSlicer } from '../../../../src/host/shared/timeSlicer.ts';
import { createLinesWriter } from '../../../../src/app/table/export/recordFileWriter.ts';
import { countTurnsDuring } from '../../../support/countTurnsDuring.ts';

/** Pages of ten records, a hundred records in all. */
const pageOf = (row: number) => (row < 100 ? Math.floor(row / 10) : undefined);
const toText = (row: number) => `record ${row}`;

/** A clock that says that each page took a while to read. */
function slowReading(): {
  readonly pace: TimeSlicer;
  readonly reads: readonly number[];
  readonly make: (page: number, rows: readonly number[]) => readonly string[];
} {
  let now = 0;
  const reads: number[] = [];
  return {
    pace: new TimeSlicer(() => now),
    reads,
    make: (page, rows) => {
      now += 5;
      reads.push(page);
      return rows.map(toText);
    },
  };
}

async function allOf<T>(picked: AsyncIterable<OrderedRecordBatch<T>>): Promise<readonly OrderedRecordBatch<T>[]> {
  const all: OrderedRecordBatch<T>[] = [];
  for await (const some of picked) {
    all.push(some);
  }
  return all;
}

const inOrder = Array.from({ length: 100 }, (_, at) => at);

describe('records that are picked', () => {
  it('come in whatever order is wanted, each as often as it is named, without those that are nowhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(120), { maxLength: 300 }), async (rows) => {
        const { make, reads } = slowReading();
        const picked = await allOf(readRecordsInRequestedOrder(rows, { pageOf, make }));
        assert.deepEqual(
          picked.flatMap(({ ready }) => ready),
          rows.filter((row) => row < 100).map(toText),
        );
        assert.equal(new Set(reads).size, reads.length, 'each page is read once');
        assert.equal(picked.at(-1)?.read ?? 0, rows.length);
      }),
      { numRuns: 200 },
    );
  });

  it('are handed on page by page in the order in which they were loaded, so that none waits in memory', async () => {
    const { make } = slowReading();
    const picked = await allOf(readRecordsInRequestedOrder(inOrder, { pageOf, make }));
    assert.deepEqual(
      picked.map(({ ready, read }) => [ready.length, read]),
      Array.from({ length: 10 }, (_, page) => [10, (page + 1) * 10]),
    );
  });

  it('are handed on a few at a time where the first one is read last', async () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => 999 - at);
    const make = (_page: number, some: readonly number[]) => some.map(toText);
    const picked = await allOf(readRecordsInRequestedOrder([...rows, ...rows], { pageOf: (row) => (row === 999 ? 1 : 0), make }));
    assert.deepEqual(
      picked.flatMap(({ ready }) => ready),
      [...rows, ...rows].map(toText),
    );
    assert.ok(Math.max(...picked.map(({ ready }) => ready.length)) <= 200);
  });

  it('leave others their turn while they are read', async () => {
    const { make, pace } = slowReading();
    const { turns } = await countTurnsDuring(allOf(readRecordsInRequestedOrder(inOrder, { pageOf, make }, pace)));
    assert.ok(turns >= 3, `${turns} turns of others in 50 ms of reading`);
  });
});

describe('a file that is made of picked records', () => {
  const making = (signal: AbortSignal, reportProgress: (read: number) => void = () => undefined) => {
    let now = 0;
    return {
      signal,
      reportProgress,
      pace: new TimeSlicer(() => {
        now += 5;
        return now;
      }),
    };
  };

  it('holds all of them, tells how far it is, and leaves others their turn at each of its steps', async () => {
    const { make } = slowReading();
    const reported: number[] = [];
    const file = buildRecordFile(
      createLinesWriter('\n'),
      readRecordsInRequestedOrder(inOrder, { pageOf, make }),
      making(new AbortController().signal, (read) => reported.push(read)),
    );
    const { turns, result } = await countTurnsDuring(file);
    assert.equal(new TextDecoder().decode(result), inOrder.map((row) => `${toText(row)}\n`).join(''));
    assert.deepEqual(
      reported,
      Array.from({ length: 10 }, (_, page) => (page + 1) * 10),
    );
    assert.ok(turns >= 6, `${turns} turns of others in 100 ms of work`);
  });

  it('is none when it is cancelled while records are read, and no further page is read', async () => {
    const { make, reads } = slowReading();
    const cancel = new AbortController();
    const reportProgress = (read: number) => {
      if (read === 30) {
        cancel.abort();
      }
    };
    const made = await buildRecordFile(
      createLinesWriter('\n'),
      readRecordsInRequestedOrder(inOrder, { pageOf, make }),
      making(cancel.signal, reportProgress),
    );
    assert.equal(made, undefined);
    assert.deepEqual(reads, [0, 1, 2, 3]);
  });

  it('is none when it is cancelled while its pieces are put together', async () => {
    const { make } = slowReading();
    const cancel = new AbortController();
    const reportProgress = (read: number) => {
      if (read === inOrder.length) {
        cancel.abort();
      }
    };
    const made = await buildRecordFile(
      createLinesWriter('\n'),
      readRecordsInRequestedOrder(inOrder, { pageOf, make }),
      making(cancel.signal, reportProgress),
    );
    assert.equal(made, undefined);
  });
});
