import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import { RowElementSlots } from '../../../../src/webview/results/filteredRows.ts';

describe('the pieces of the page that show records', () => {
  it('stay with a record while it is drawn, and go on to those that come', () => {
    const slots = new RowElementSlots();
    assert.deepEqual(slots.of([10, 11, 12]), [0, 1, 2]);
    assert.deepEqual(slots.of([11, 12, 13]), [1, 2, 0]);
    assert.deepEqual(slots.of([12, 500, 501]), [2, 1, 0], 'the record that stays keeps its piece');
    assert.deepEqual(slots.of([]), []);
  });

  it('are given to one record each, which keeps its own', () => {
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(fc.nat(40), { maxLength: 12 })), (frames) => {
        const slots = new RowElementSlots();
        let before = new Map<number, number>();
        for (const records of frames) {
          const given = slots.of(records);
          assert.equal(new Set(given).size, records.length);
          const now = new Map(records.map((record, at) => [record, given[at] ?? -1]));
          for (const [record, slot] of now) {
            assert.equal(slot, before.get(record) ?? slot);
          }
          before = now;
        }
      }),
    );
  });
});
