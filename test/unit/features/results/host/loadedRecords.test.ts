import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { search } from '../../../../../src/client/endpoints/table.ts';
import { LoadedRecords } from '../../../../../src/features/results/host/loadedRecords.ts';
import { toRecordJson, createSearchExchange } from '../../../../support/createSearchExchange.ts';

/** Pages, one of which is empty. */
function loaded(): { readonly records: LoadedRecords; readonly ids: readonly number[] } {
  const records = new LoadedRecords(search);
  const ids: number[] = [];
  for (let at = 0; at < 100; at += 1) {
    const some = at === 50 ? [] : [at * 10, at * 10 + 1, at * 10 + 2];
    records.add(createSearchExchange(at, some));
    ids.push(...some);
  }
  return { records, ids };
}

describe('LoadedRecords', () => {
  it('returns rows across pages', () => {
    const { records, ids } = loaded();
    assert.equal(records.size, ids.length);
    const idAt = records.columns.findIndex(({ name }) => name === 'id');
    const idsOf = (rows: readonly (readonly unknown[])[]) => rows.map((row) => row[idAt]);
    assert.deepEqual(idsOf(records.rowsFrom(2, 5)), ids.slice(2, 7).map(String));
    assert.deepEqual(idsOf(records.rowsFrom(0, 1_000)), ids.map(String));
    assert.deepEqual(idsOf(records.rowsFrom(148, 4)), ids.slice(148, 152).map(String));
    assert.deepEqual(records.rowsFrom(ids.length, 10), []);
  });

  it('leaves out repeated posts on the same page and on later pages', () => {
    const idsOf = (records: LoadedRecords) => {
      const idAt = records.columns.findIndex(({ name }) => name === 'id');
      return records.rowsFrom(0, 1_000).map((row) => row[idAt]);
    };
    const records = new LoadedRecords(search);
    const pages = Array.from({ length: 40 }, (_, at) => [0, at, at + 1]);
    pages.forEach((ids, at) => records.add(createSearchExchange(at, ids)));
    const once = Array.from({ length: 41 }, (_, at) => String(at));
    assert.deepEqual([idsOf(records), records.size], [once, once.length]);
    assert.equal(records.responsesOf([]).length, pages.length);
  });

  it("returns records' exact JSON in the requested order", () => {
    const { records, ids } = loaded();
    const rows = [290, 0, 150, 149, 1];
    assert.deepEqual(
      records.texts(rows),
      rows.map((row) => toRecordJson(ids[row] ?? -1)),
    );
    assert.deepEqual(records.texts([9_999]), ['']);
  });

  it("returns selected records' rows and responses in the requested order", () => {
    const { records, ids } = loaded();
    const rows = records.rows([296, 3, 9_999]);
    const idAt = records.columns.findIndex(({ name }) => name === 'id');
    assert.deepEqual(
      rows.map((row) => row[idAt]),
      [296, 3].map((row) => String(ids[row])),
    );
    assert.deepEqual(
      records.responsesOf([3, 4, 296]).map(({ id }) => id),
      ['exchange-1', 'exchange-99'],
    );
    assert.equal(records.responsesOf([]).length, 100);
    assert.equal(records.last?.id, 'exchange-99');
  });

  it('returns posts across pages, and null for missing ones', () => {
    const { records, ids } = loaded();
    const rows = [290, 0, 9_999, 150, 1];
    const posts = records.posts(rows);
    assert.deepEqual(
      posts.map((post) => post?.id ?? null),
      rows.map((row) => (row === 9_999 ? null : String(ids[row]))),
    );
    assert.deepEqual(posts[1]?.segments, [{ kind: 'text', text: 'a  b 0' }]);
  });

  it('returns a record by its index', () => {
    const { records } = loaded();
    const record = records.recordAt(0);
    assert.ok(record?.kind === 'post');
    assert.deepEqual([record.id, record.text], ['0', 'a  b 0']);
    assert.equal(records.recordAt(9_999), undefined);
  });
});
