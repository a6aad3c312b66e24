import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import {
  createEmptyRecords,
  type ReceivedRecords,
  resetRecordsIfNew,
  appendRows,
} from '../../../../src/webview/results/receivedRecords.ts';
import { FilteredRowsFinder } from '../../../../src/webview/results/filteredRows.ts';

const columns = [
  { name: 'name', title: 'Name', type: 'text', isShown: true },
  { name: 'likes', title: 'Likes', type: 'count', isShown: true },
] as const;
const many = 60_000;

function manyRecords(): ReceivedRecords {
  const rows = Array.from({ length: many }, (_, at) => [at % 1_000 === 999 ? `rare ${at}` : `common ${at}`, at]);
  return appendRows(resetRecordsIfNew(createEmptyRecords(), { series: 1, kind: 'other', columns }), 0, rows);
}

/** A page whose clock moves with every look at it, and whose slices of work wait for the test. */
function showing() {
  const work: (() => void)[] = [];
  let now = 0;
  let changes = 0;
  const shown = new FilteredRowsFinder(
    () => {
      changes += 1;
    },
    (slice) => work.push(slice),
    () => (now += 1),
  );
  const workOn = () => {
    let slices = 0;
    for (let slice = work.shift(); slice !== undefined; slice = work.shift()) {
      slice();
      slices += 1;
    }
    return slices;
  };
  return { shown, work, workOn, changes: () => changes };
}

const sort = { column: 'likes', direction: 'descending' } as const;
const rare = Array.from({ length: many / 1_000 }, (_, at) => many - 1 - at * 1_000);

describe('the records that fit a filter', () => {
  it('fill the first screen at once, in their order, and are all there when the last slice was looked at', () => {
    const records = manyRecords();
    const { shown, workOn, changes } = showing();
    const first = shown.of(records, { filter: 'common', sort });
    assert.equal(first.isComplete, false);
    assert.deepEqual([...first.indexes.subarray(0, 3)], [many - 2, many - 3, many - 4]);
    assert.ok(first.indexes.length >= 100);
    assert.ok(workOn() > 5);
    assert.equal(changes(), 1);
    const all = shown.of(records, { filter: 'common', sort });
    assert.equal(all.isComplete, true);
    assert.equal(all.indexes.length, many - rare.length);
    assert.deepEqual(all.indexes.subarray(0, first.indexes.length), first.indexes);
  });

  it('leave what stood there until they are found, where few fit', () => {
    const records = manyRecords();
    const { shown, workOn } = showing();
    const before = shown.of(records, { filter: '', sort });
    assert.equal(before.isComplete, true);
    const first = shown.of(records, { filter: 'rare', sort });
    assert.equal(first.isComplete, false);
    assert.deepEqual(first.indexes, before.indexes);
    workOn();
    const all = shown.of(records, { filter: 'rare', sort });
    assert.deepEqual([[...all.indexes], all.isComplete], [rare, true]);
  });

  it('are those of the newest letters: what is left of the older ones is not looked for', () => {
    const records = manyRecords();
    const { shown, work, workOn, changes } = showing();
    shown.of(records, { filter: 'c', sort });
    shown.of(records, { filter: 'ra', sort });
    assert.equal(work.length, 2);
    workOn();
    assert.equal(changes(), 1);
    assert.deepEqual([...shown.of(records, { filter: 'ra', sort }).indexes], rare);
  });

  it('are all found at once for what is done with them', () => {
    const records = manyRecords();
    const { shown, changes } = showing();
    shown.of(records, { filter: 'rare', sort });
    assert.deepEqual([...shown.all(records, { filter: 'rare', sort })], rare);
    assert.equal(changes(), 0);
    assert.equal(shown.of(records, { filter: 'rare', sort }).isComplete, true);
  });

  it('are found among rows that came since as well', () => {
    const records = manyRecords();
    const { shown, workOn } = showing();
    shown.of(records, { filter: 'rare', sort });
    workOn();
    const more = appendRows(records, many, [['rare last', many]]);
    const { indexes, isComplete } = shown.of(more, { filter: 'rare', sort });
    assert.deepEqual([[...indexes], isComplete], [[many, ...rare], true]);
  });
});

describe('the records of a page of results', () => {
  it('begin again with another series, and where none was there yet', () => {
    const none = resetRecordsIfNew(createEmptyRecords(), { series: 3, kind: 'other', columns: [] });
    const some = appendRows(resetRecordsIfNew(none, { series: 3, kind: 'user', columns }), 0, [['ada', 1]]);
    assert.deepEqual([some.kind, some.rows.length], ['user', 1]);
    assert.equal(resetRecordsIfNew(some, { series: 3, kind: 'other', columns: [] }), some);
    assert.equal(resetRecordsIfNew(some, { series: 4, kind: 'user', columns }).rows.length, 0);
  });

  it('take no row twice and leave no gap', () => {
    const some = appendRows(resetRecordsIfNew(createEmptyRecords(), { series: 1, kind: 'user', columns }), 0, [['ada', 1]]);
    assert.equal(appendRows(some, 0, [['ada', 1]]).rows.length, 1);
    assert.equal(appendRows(some, 2, [['cyn', 3]]).rows.length, 1);
    assert.equal(appendRows(some, 1, [['bea', 2]]).rows.length, 2);
  });
});
