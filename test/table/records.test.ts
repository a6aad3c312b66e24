import assert from 'node:assert/strict';
import { endpoints } from '../../src/client/endpoints/table.ts';
import { toPage } from '../../src/client/records/toPage.ts';
import { at } from '../support/at.ts';
import { exampleResponse } from '../unit/client/records/responses.ts';
import { firstRecords } from './referenceRows.ts';

describe('each row’s records', () => {
  it('are listed for every row', () => {
    assert.deepEqual(
      Object.keys(firstRecords),
      endpoints.map(({ id }) => id),
    );
  });

  for (const endpoint of endpoints) {
    it(`of ${endpoint.id} are found by kind and id, at their paths`, () => {
      const response = exampleResponse(endpoint);
      const page = toPage(response);
      const first = [...Map.groupBy(page.records, ({ kind }) => kind)].map(([kind, [record]]) =>
        [kind, record?.path?.join('.') ?? '-', record?.id].filter((part) => part !== undefined).join(' '),
      );
      assert.equal(first.join(', '), firstRecords[endpoint.id]);
      assert.equal(page.kind, page.records[0]?.kind);
      for (const { path, source, record, kind } of page.records) {
        assert.equal(record.kind, kind);
        if (path !== undefined) assert.equal(at(response.value, ...path), source);
      }
    });
  }
});
