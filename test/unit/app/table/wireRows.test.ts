import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import { parseRowsJson } from '../../../../src/app/table/cell.ts';
import { tables } from './tables.ts';

describe('rows on the wire', () => {
  it('arrive as they were', () => {
    fc.assert(
      fc.property(tables, ({ rows }) => {
        assert.deepEqual(JSON.stringify(parseRowsJson(JSON.stringify(rows))), JSON.stringify(rows));
      }),
      { numRuns: 200 },
    );
  });

  it('are nothing where a cell is none, or the text is no list of rows', () => {
    for (const text of ['[[{}]]', '[[[1]]]', '["row"]', '{}', '[[1]', '']) {
      assert.equal(parseRowsJson(text), undefined, text);
    }
  });
});
