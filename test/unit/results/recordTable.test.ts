import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import { endpoints } from '../../../src/client/endpoints/table.ts';
import type { Cell, ColumnType } from '../../../src/results/table/cell.ts';
import { pageRecords } from '../../../src/results/table/pageRecords.ts';
import { recordKinds } from '../../../src/results/table/recordKind.ts';
import { toTable } from '../../../src/results/table/recordTable.ts';

describe('records as a table', () => {
  it('has stable, distinct names for the columns of each kind, whatever was loaded', () => {
    for (const kind of recordKinds.filter((name) => name !== 'other')) {
      const { columns } = toTable(kind, []);
      assert.ok(columns.length > 0, kind);
      assert.equal(new Set(columns.map(({ name }) => name)).size, columns.length, kind);
      for (const { name } of columns) assert.match(name, /^[a-z][a-z0-9_]*$/);
      assert.deepEqual(toTable(kind, [{ surprise: 1 }]).columns, columns);
    }
  });

  it('fills every cell with the type of its column, whatever the record', () => {
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

  it('takes the columns of unknown objects from their fields, names kept apart', () => {
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

  it('reads both services into the same columns', () => {
    const primary = { id: '1', text: 'a', author: { username: 'ada' }, createdAt: '2026-01-31T10:30:00Z', counts: { likes: 3 } };
    const gateway = {
      id: '1',
      text: 'a',
      author: { username: 'ada' },
      created_at: '2026-01-31T10:30:00Z',
      metrics: { like_count: 3 },
    };
    assert.deepEqual(toTable('tweet', [primary]).rows, toTable('tweet', [gateway]).rows);
  });

  it('says of each medium and each link what it has, also where only some have it', () => {
    const record = {
      media: [
        { type: 'photo', url: 'https://pic.test/1', altText: null },
        { type: 'photo', url: 'https://pic.test/2', altText: 'A cat' },
      ],
      entities: { urls: [{ url: 'https://t.co/a', expanded_url: 'https://one.test/' }, { expanded_url: 'https://two.test/' }] },
    };
    const { columns, rows } = toTable('tweet', [
      record,
      { media: [{ type: 'photo', altText: null }], urls: ['https://one.test/'] },
    ]);
    const cellsOf = (name: string) => rows.map((row) => row[columns.findIndex((column) => column.name === name)]);
    assert.deepEqual(cellsOf('media_alt'), [['', 'A cat'], []]);
    assert.deepEqual(cellsOf('links'), [['https://one.test/', 'https://two.test/'], ['https://one.test/']]);
    assert.deepEqual(cellsOf('short_links'), [['https://t.co/a', ''], []]);
  });

  it('keeps an id of 20 digits as it is', () => {
    const { columns, rows } = toTable('tweet', [{ id: '18446744073709551615' }]);
    assert.equal(rows[0]?.[columns.findIndex(({ name }) => name === 'id')], '18446744073709551615');
  });
});

describe('the records of an answer', () => {
  it('are found with their kind in each endpoint that answers with a list', () => {
    const kinds = Object.fromEntries(endpoints.map((endpoint) => [endpoint.id, pageRecords(endpoint, {}).kind]));
    assert.equal(kinds['primary.userFollowers'], 'user');
    assert.equal(kinds['primary.jobsSearch'], 'job');
    assert.equal(kinds['gateway.trendsTopics'], 'trend');
    assert.equal(kinds['gateway.spacesLive'], 'space');
    assert.equal(kinds['gateway.hashtagAnalytics'], 'hashtagPoint');
    assert.equal(kinds['primary.usernamesStatus'], 'handleState');
    assert.equal(kinds['primary.friendshipsShow'], 'other');
  });

  it('are posts or people in a search, by what came', () => {
    const search = endpoints.find(({ id }) => id === 'primary.search');
    assert.ok(search);
    assert.equal(pageRecords(search, { data: [{ id: '1', text: '' }] }).kind, 'tweet');
    assert.equal(pageRecords(search, { data: [{ id: '1', username: 'ada' }] }).kind, 'user');
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
