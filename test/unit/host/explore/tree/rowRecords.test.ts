import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { findPageByRecordIndex, type LoadedRowPage, splitIntoWindows } from '../../../../../src/host/explore/tree/pagedSource.ts';
import { noCost } from '../../../../../src/app/cost/cost.ts';
import type { TreeRecord } from '../../../../../src/app/records/treeRecord.ts';

function line(label: string): TreeRecord {
  return { kind: 'line', path: ['data', label], label, value: undefined };
}

describe('the records of a row', () => {
  it('know the page that each came with', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 5 }), { maxLength: 8 }), (counts) => {
        const pages = counts.map((count, at): LoadedRowPage => {
          const records = Array.from({ length: count }, (_, of) => line(`${at} ${of}`));
          const content = { records, baseUrl: 'https://service.example', isMadeUp: false };
          return { exchangeId: String(at), params: {}, format: 'simple', sentAt: 0, from: 'network', cost: noCost, content };
        });
        const expected = counts.flatMap((count, at) => Array.from({ length: count }, () => String(at)));
        expected.forEach((id, index) => {
          assert.equal(findPageByRecordIndex({ pages }, index)?.exchangeId, id);
        });
      }),
    );
  });
});

describe('the windows of a long list', () => {
  it('hold every row once, in order, none more than a window takes', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2_000 }), fc.integer({ min: 1, max: 300 }), (count, size) => {
        const windows = splitIntoWindows(count, size);
        const rows = windows.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at));
        assert.deepEqual(
          rows,
          Array.from({ length: count }, (_, at) => at),
        );
        assert.ok(windows.every(({ from, to }) => to - from <= size && to > from));
      }),
    );
  });

  it('stay as they are when more is loaded, but for the last one', () => {
    const before = splitIntoWindows(1_400);
    const after = splitIntoWindows(1_600);
    assert.deepEqual(after.slice(0, 2), before.slice(0, 2));
  });
});
