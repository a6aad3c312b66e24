import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import type { Cell, ColumnType } from '../../../../src/core/table/cell.ts';
import { recordKinds } from '../../../../src/client/endpoint.ts';
import { gatewayHashtagAnalytics, gatewayUserCommunities, search } from '../../../../src/client/endpoints/table.ts';
import { toPage } from '../../../../src/client/records/toPage.ts';
import { toRecordOfKind, selectTableRecords, getTableColumns, toRowCells } from '../../../../src/core/table/recordTable.ts';
import { respondWith, exampleResponse } from '../../client/records/responses.ts';
import { toTable } from '../../../support/toTable.ts';

describe('records as a table', () => {
  it('has the same unique column names for any records of a kind', () => {
    for (const kind of recordKinds.filter((name) => name !== 'other')) {
      const { columns } = toTable(kind, []);
      assert.ok(columns.length > 0, kind);
      assert.equal(new Set(columns.map(({ name }) => name)).size, columns.length, kind);
      for (const { name } of columns) assert.match(name, /^[a-z][a-z0-9_]*$/);
      assert.deepEqual(toTable(kind, [{ surprise: 1 }]).columns, columns);
    }
  });

  it("has only cells of their column's type", () => {
    fc.assert(
      fc.property(fc.constantFrom(...recordKinds), fc.array(fc.jsonValue(), { maxLength: 6 }), (kind, records) => {
        const { columns, rows } = toTable(kind, records);
        assert.equal(rows.length, records.length);
        for (const row of rows) {
          assert.equal(row.length, columns.length);
          row.forEach((cell, at) => assert.ok(isOf(cell, columns[at]?.type ?? 'text'), `${columns[at]?.name}: ${String(cell)}`));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("infers unique columns from unknown objects' fields", () => {
    const { columns, rows } = toTable('other', [
      { topTweet: { id: '9' }, 'top tweet': { id: 'x' }, tags: ['a'], n: 1.5 },
      { n: 2 },
    ]);
    assert.deepEqual(
      columns.map(({ name, type }) => [name, type]),
      [
        ['top_tweet_id', 'id'],
        ['top_tweet_id_2', 'text'],
        ['tags', 'list'],
        ['n', 'number'],
      ],
    );
    assert.deepEqual(rows[1], [null, null, null, 2]);
  });

  it('titles inferred columns in words, on one line, without the objects that contain all of them', () => {
    const titlesOf = (record: object) => toTable('other', [record]).columns.map(({ title }) => title);
    const related = { relationship: { source: { id_str: '1', following: true }, basedIn: 'x' } };
    assert.deepEqual(titlesOf(related), ['Source: ID', 'Source: follows', 'Based in']);
    const hidden = { '\u202eseman\u202c': 1, 'a\n\u0007b': { c: 2 }, '\u200f': 3 };
    assert.deepEqual(titlesOf(hidden), ['seman', 'A b: c', 'Value']);
  });

  it('aligns the descriptions of media and links even if some are missing', () => {
    const record = {
      media: [
        { type: 'photo', url: 'https://pic.test/1', altText: null },
        { type: 'photo', url: 'https://pic.test/2', altText: 'A cat' },
      ],
      entities: { urls: [{ url: 'https://t.co/a', expanded_url: 'https://one.test/' }, { expanded_url: 'https://two.test/' }] },
    };
    const { columns, rows } = toTable('post', [
      record,
      { media: [{ type: 'photo', altText: null }], urls: ['https://one.test/'] },
    ]);
    const cellsOf = (name: string) => rows.map((row) => row[columns.findIndex((column) => column.name === name)]);
    assert.deepEqual(cellsOf('media_alt'), [['', 'A cat'], []]);
    assert.deepEqual(cellsOf('links'), [['https://one.test/', 'https://two.test/'], ['https://one.test/']]);
    assert.deepEqual(cellsOf('short_links'), [['https://t.co/a', ''], []]);
  });

  it("includes only records of the page's kind", () => {
    const { kind, records } = selectTableRecords(toPage(exampleResponse(gatewayHashtagAnalytics)));
    assert.equal(kind, 'hashtagPoint');
    assert.ok(records.length > 0 && records.every((record) => record.kind === 'hashtagPoint'));
  });

  it('infers columns for undocumented fields', () => {
    const { kind, records } = selectTableRecords(toPage(exampleResponse(gatewayUserCommunities)));
    assert.equal(kind, 'other');
    assert.deepEqual(
      getTableColumns(kind, records).map(({ name }) => name),
      ['id', 'name', 'member_count', 'role', 'joined_at'],
    );
  });

  it("reads records of a different kind on later pages as the table's kind", () => {
    const [person] = toPage(respondWith(search, { data: [{ id: '1', username: 'ada', created_at: '2026-01-31' }] })).records;
    assert.ok(person !== undefined);
    const fields = getTableColumns('post', []);
    const row = toRowCells(toRecordOfKind('post', person), fields);
    assert.deepEqual([row[0], row[1]], ['1', Date.parse('2026-01-31')]);
  });
});

function isOf(cell: Cell, type: ColumnType): boolean {
  if (cell === null) return true;
  switch (type) {
    case 'id':
    case 'text':
    case 'link':
      return typeof cell === 'string';
    case 'time':
    case 'count':
      return Number.isInteger(cell);
    case 'number':
      return typeof cell === 'number';
    case 'flag':
      return typeof cell === 'boolean';
    case 'list':
      return Array.isArray(cell);
  }
}
