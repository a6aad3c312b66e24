import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import type { Column, RowCells } from '../../../../src/core/table/cell.ts';
import { TableRowIndex } from '../../../../src/core/table/tableRowIndex.ts';
import { tables } from './tables.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';

const columns: readonly Column[] = [
  { name: 'author', title: 'Author', type: 'text', isShown: true },
  { name: 'likes', title: 'Likes', type: 'count', isShown: true },
];
const rows: readonly RowCells[] = [
  ['ada', 3],
  ['Bea', null],
  ['cyn likes ada', 10],
];

function shown(filter: string, sort?: { column: string; direction: 'ascending' | 'descending' }): readonly number[] {
  const order = new TableRowIndex(columns);
  order.add(rows);
  return order.find({ filter, sort });
}

describe('TableRowIndex', () => {
  it('finds rows with every word in any column and case', () => {
    assert.deepEqual(shown('ADA'), [0, 2]);
    assert.deepEqual(shown('ada 10'), [2]);
    assert.deepEqual(shown('"likes ada"'), [2]);
    assert.deepEqual(shown('ada "likes x"'), []);
  });

  it('searches one column by its name or title', () => {
    assert.deepEqual(shown('author:ada'), [0, 2]);
    assert.deepEqual(shown('likes:10'), [2]);
    assert.deepEqual(shown('nocolumn:ada'), []);
  });

  it('sorts numbers by value, with empty cells last in both directions', () => {
    assert.deepEqual(shown('', { column: 'likes', direction: 'ascending' }), [0, 2, 1]);
    assert.deepEqual(shown('', { column: 'likes', direction: 'descending' }), [2, 0, 1]);
  });

  it('sorts ids by number', () => {
    const order = new TableRowIndex([{ name: 'id', title: 'Id', type: 'id', isShown: true }]);
    order.add([['18446744073709551615'], ['9'], ['100']]);
    assert.deepEqual(order.find({ filter: '', sort: { column: 'id', direction: 'ascending' } }), [1, 2, 0]);
  });

  it('neither loses nor repeats rows when sorting', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const order = new TableRowIndex(table.columns);
        order.add(table.rows);
        for (const { name } of table.columns) {
          for (const direction of ['ascending', 'descending'] as const) {
            const indexes = order.find({ filter: '', sort: { column: name, direction } });
            assert.deepEqual(
              indexes.toSorted((a, b) => a - b),
              table.rows.map((_, index) => index),
            );
          }
        }
      }),
      { numRuns: propertyRuns(2_000, 50) },
    );
  });
});
