import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { findPageByRecordIndex, type LoadedRowPage } from '../../../../../../src/features/explore/host/tree/pagedSource.ts';
import { noCost } from '../../../../../../src/core/cost/cost.ts';
import type { TreeRecord } from '../../../../../../src/core/records/treeRecord.ts';

function line(label: string): TreeRecord {
  return { kind: 'line', path: ['data', label], label, value: undefined };
}

describe("a row's records", () => {
  it('are found in the page that contains them', () => {
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
