import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import { type Column, type RowCells, formatPlainCell } from '../../../../src/app/table/cell.ts';
import { splitFilterWords, TableRowIndex } from '../../../../src/app/table/tableRowIndex.ts';
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

describe('filtering and sorting rows', () => {
  it('shows rows that hold every word, in any column and case', () => {
    assert.deepEqual(shown('ADA'), [0, 2]);
    assert.deepEqual(shown('ada 10'), [2]);
    assert.deepEqual(shown('"likes ada"'), [2]);
    assert.deepEqual(shown('ada "likes x"'), []);
  });

  it('looks in one column where its name or title is given', () => {
    assert.deepEqual(shown('author:ada'), [0, 2]);
    assert.deepEqual(shown('likes:10'), [2]);
    assert.deepEqual(shown('nocolumn:ada'), []);
  });

  it('sorts numbers as numbers, with empty cells last both ways', () => {
    assert.deepEqual(shown('', { column: 'likes', direction: 'ascending' }), [0, 2, 1]);
    assert.deepEqual(shown('', { column: 'likes', direction: 'descending' }), [2, 0, 1]);
  });

  it('sorts ids of different lengths as the numbers that they are', () => {
    const order = new TableRowIndex([{ name: 'id', title: 'Id', type: 'id', isShown: true }]);
    order.add([['18446744073709551615'], ['9'], ['100']]);
    assert.deepEqual(order.find({ filter: '', sort: { column: 'id', direction: 'ascending' } }), [1, 2, 0]);
  });

  it('finds the same letter by letter as at once, forth and back, and after rows were added', () => {
    fc.assert(
      fc.property(
        tables,
        fc.string({ unit: fc.constantFrom('a', '1', '=', ' ', '-', '"', ':', 'i', 'd'), maxLength: 6 }),
        (table, filter) => {
          const typed = new TableRowIndex(table.columns);
          const half = Math.floor(table.rows.length / 2);
          typed.add(table.rows.slice(0, half));
          for (let length = 0; length <= filter.length; length += 1) {
            typed.find({ filter: filter.slice(0, length) });
          }
          typed.add(table.rows.slice(half));
          for (let length = 0; length <= filter.length; length += 1) {
            typed.find({ filter: filter.slice(0, length) });
          }
          for (let length = filter.length; length >= 0; length -= 1) {
            const shorter = { filter: filter.slice(0, length) };
            const atOnce = new TableRowIndex(table.columns);
            atOnce.add(table.rows);
            assert.deepEqual(typed.find(shorter), atOnce.find(shorter));
          }
          const naive = table.rows.flatMap((row, index) => {
            const texts = row.map((cell, at) =>
              formatPlainCell(typeof cell === 'boolean' ? null : cell, table.columns[at]?.type ?? 'text').toLowerCase(),
            );
            const fits = splitFilterWords(filter).every((word) => texts.some((text) => text.includes(word)));
            return fits ? [index] : [];
          });
          if (!filter.includes(':')) assert.deepEqual(typed.find({ filter }), naive);
        },
      ),
      { numRuns: propertyRuns(3_000, 60) },
    );
  });

  it('loses and doubles no row by sorting', () => {
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

  it('sorts rows that come in pieces as it sorts them at once', () => {
    fc.assert(
      fc.property(tables, fc.nat(), fc.constantFrom('ascending', 'descending'), (table, cut, direction) => {
        for (const { name } of table.columns) {
          const view = { filter: '', sort: { column: name, direction } };
          const whole = new TableRowIndex(table.columns);
          whole.add(table.rows);
          const pieces = new TableRowIndex(table.columns);
          const first = cut % (table.rows.length + 1);
          pieces.add(table.rows.slice(0, first));
          pieces.find(view);
          pieces.add(table.rows.slice(first));
          assert.deepEqual(pieces.find(view), whole.find(view));
        }
      }),
      { numRuns: propertyRuns(2_000, 50) },
    );
  });
});
