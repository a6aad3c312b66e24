import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { schema } from '../../../src/store/database.ts';

/** The nullable columns. */
const mayBeNothing: Readonly<Record<string, readonly string[]>> = {
  bodies: [],
  exchanges: ['request_body', 'agent', 'price', 'balance', 'body_id'],
  intents: ['agent', 'guess'],
  ledger: ['agent', 'price', 'balance', 'status', 'error', 'exchange_id'],
  totals: [],
  prices: [],
  pins: [],
};

describe("the store's tables", () => {
  let database: DatabaseSync;
  beforeEach(() => {
    database = new DatabaseSync(':memory:');
    database.exec(schema);
  });
  afterEach(() => database.close());

  it('have a value in every column except for optional ones', () => {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'").all();
    const nullable = tables.map(({ name }) => {
      const columns = database.prepare('SELECT name FROM pragma_table_info(?) WHERE "notnull" = 0 AND pk = 0').all(name ?? null);
      return [name, columns.map((column) => column['name'])];
    });
    assert.deepEqual(Object.fromEntries(nullable), mayBeNothing);
  });

  it('have unique bodies, responses, and lines', () => {
    const unique = database
      .prepare(
        `SELECT tables.name || ' ' || group_concat(columns.name) AS what FROM sqlite_schema AS tables
          JOIN pragma_index_list(tables.name) AS indexes ON indexes."unique" = 1 AND indexes.origin = 'u'
          JOIN pragma_index_info(indexes.name) AS columns
          WHERE tables.type = 'table' GROUP BY indexes.name ORDER BY 1`,
      )
      .all();
    assert.deepEqual(
      unique.map(({ what }) => what),
      ['bodies hash', 'exchanges id', 'ledger call'],
    );
  });
});
