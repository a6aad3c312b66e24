import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { search } from '../../../../src/client/endpoints/table.ts';
import { LoadedRecords, packAnswer, unpackAnswer } from '../../../../src/host/results/loadedRecords.ts';
import type { OrderedRecordBatch } from '../../../../src/host/results/readRecordsInRequestedOrder.ts';
import { toRecordJson, createSearchExchange } from '../../../support/createSearchExchange.ts';

/** More pages than stand ready unpacked, one of them empty. */
function loaded(): { readonly records: LoadedRecords; readonly ids: readonly number[] } {
  const records = new LoadedRecords(search, 7);
  const ids: number[] = [];
  for (let at = 0; at < 100; at += 1) {
    const some = at === 50 ? [] : [at * 10, at * 10 + 1, at * 10 + 2];
    records.add(createSearchExchange(at, some));
    ids.push(...some);
  }
  return { records, ids };
}

async function allOf<T>(picked: AsyncIterable<OrderedRecordBatch<T>>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const { ready } of picked) {
    all.push(...ready);
  }
  return all;
}

describe('an answer that a tab holds packed', () => {
  it('is byte for byte the one that came', () => {
    const exchange = createSearchExchange(1, [1, 2]);
    assert.deepEqual(unpackAnswer(packAnswer(exchange)), exchange);
  });

  it('may be empty or no JSON', () => {
    for (const text of ['', 'not JSON \u0000']) {
      const exchange = { ...createSearchExchange(1, []), body: new TextEncoder().encode(text), value: undefined };
      assert.deepEqual(unpackAnswer(packAnswer(exchange)), exchange);
    }
  });
});

describe('records that are loaded', () => {
  it('give the rows from any place on, over the borders of pages, also of those that were packed away', async () => {
    const { records, ids } = loaded();
    assert.equal(records.size, ids.length);
    const idAt = records.columns.findIndex(({ name }) => name === 'id');
    const idsOf = (rows: readonly (readonly unknown[])[]) => rows.map((row) => row[idAt]);
    assert.deepEqual(idsOf(records.rowsFrom(2, 5)), ids.slice(2, 7).map(String));
    assert.deepEqual(idsOf(await records.manyRowsFrom(0, 1_000)), ids.map(String));
    assert.deepEqual(idsOf(await records.manyRowsFrom(148, 4)), ids.slice(148, 152).map(String));
    assert.deepEqual(await records.manyRowsFrom(ids.length, 10), []);
  });

  it('leave out posts that come again, on their page or a later one, also once it was packed away', () => {
    const idsOf = (records: LoadedRecords) => {
      const idAt = records.columns.findIndex(({ name }) => name === 'id');
      return records.rowsFrom(0, 1_000).map((row) => row[idAt]);
    };
    const records = new LoadedRecords(search);
    const pages = Array.from({ length: 40 }, (_, at) => [0, at, at + 1]);
    pages.forEach((ids, at) => records.add(createSearchExchange(at, ids)));
    const once = Array.from({ length: 41 }, (_, at) => String(at));
    assert.deepEqual([idsOf(records), records.size], [once, once.length]);
    assert.equal(records.answersOf([]).length, pages.length);
  });

  it('give the exact JSON of each, in the order that was asked for', async () => {
    const { records, ids } = loaded();
    const rows = [290, 0, 150, 149, 1];
    assert.deepEqual(
      await records.texts(rows),
      rows.map((row) => toRecordJson(ids[row] ?? -1)),
    );
    assert.deepEqual(await records.texts([9_999]), ['']);
  });

  it('give the rows of chosen ones in the order that was asked for, and name the answers that hold them', async () => {
    const { records, ids } = loaded();
    const rows = await allOf(records.pickRows([296, 3, 9_999], (row) => row));
    const idAt = records.columns.findIndex(({ name }) => name === 'id');
    assert.deepEqual(
      rows.map((row) => row[idAt]),
      [296, 3].map((row) => String(ids[row])),
    );
    assert.deepEqual(
      records.answersOf([3, 4, 296]).map(({ head }) => head.id),
      ['exchange-1', 'exchange-99'],
    );
    assert.equal(records.answersOf([]).length, 100);
    assert.equal(records.last?.head.id, 'exchange-99');
  });

  it('give posts by their places, over the borders of pages, and null where there is none', async () => {
    const { records, ids } = loaded();
    const rows = [290, 0, 9_999, 150, 1];
    const posts = await records.posts(rows);
    assert.deepEqual(
      posts.map((post) => post?.id ?? null),
      rows.map((row) => (row === 9_999 ? null : String(ids[row]))),
    );
    assert.deepEqual(posts[1]?.segments, [{ kind: 'text', text: 'a  b 0' }]);
  });

  it('give the record at a place', () => {
    const { records } = loaded();
    const record = records.recordAt(0);
    assert.ok(record?.kind === 'post');
    assert.deepEqual([record.id, record.text], ['0', 'a  b 0']);
    assert.equal(records.recordAt(9_999), undefined);
  });
});
