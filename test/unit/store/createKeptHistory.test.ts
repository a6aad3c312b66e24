import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type Exchange, toQuestionIdentity } from '../../../src/client/exchange.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { createKeptHistory } from '../../../src/store/createKeptHistory.ts';
import { databaseFileName } from '../../../src/store/openStore.ts';
import type { StoreNotice } from '../../../src/store/store.ts';
import { testLookup } from '../../support/testEndpoints.ts';
import { clientOver, priced, storeFolder, type StoreFolder } from './support/testStore.ts';

/** A history over the file of a folder: what it reads is counted, and `unreadable` holds the ids of damaged answers. */
async function historyIn(folder: StoreFolder, maxBytes = 1_000_000_000) {
  const store = await folder.open();
  const { client } = clientOver(store, folder.clock, () => priced('0.0002'));
  const bought = await client.call(testLookup, { name: 'another' });
  const database = openDatabase(join(folder.path, databaseFileName));
  const reads: string[] = [];
  const unreadable = new Set<string>();
  const exchange = (id: string): Exchange | undefined => {
    reads.push(id);
    return unreadable.has(id) ? undefined : store.exchanges.exchange(id);
  };
  const notices: StoreNotice['kind'][] = [];
  const written: number[] = [];
  const parts = { maxBytes: () => maxBytes, notify: ({ kind }: StoreNotice) => void notices.push(kind) };
  const history = createKeptHistory(database, { exchange }, parts, () => void written.push(written.length));
  const answer = (id: string, sentAt: number): Exchange => ({
    ...bought,
    id,
    sentAt,
    request: { ...bought.request, params: { name: 'a' }, target: '/thing/a' },
  });
  const keep = (id: string, sentAt: number) => {
    const kept = answer(id, sentAt);
    database.transact(() => history.keep(kept, { connection: 'direct', initiator: 'program', day: '2026-08-01' }));
    return kept;
  };
  const identity = toQuestionIdentity(answer('', 0).request);
  const found = () => history.find(identity)?.id;
  return { history, database, reads, unreadable, notices, written, answer, keep, found };
}

describe('the kept answers of a window', () => {
  it('are read from the file once, until they are forgotten, and not at all where they were just made', async () => {
    using folder = storeFolder();
    const { history, database, reads, keep, found } = await historyIn(folder);
    assert.equal(found(), undefined);
    keep('one', 1);
    assert.deepEqual([found(), found(), reads], ['one', 'one', ['one']]);
    history.forget();
    assert.deepEqual([found(), reads], ['one', ['one', 'one']]);
    history.put(keep('two', 2));
    assert.deepEqual([found(), reads.length], ['two', 2]);
    database.close();
  });

  it('serve the newest, and the next older one where it cannot be read', async () => {
    using folder = storeFolder();
    const { history, database, unreadable, keep, found } = await historyIn(folder);
    keep('two', 2);
    keep('one', 1);
    keep('three', 3);
    assert.equal(found(), 'three');
    history.forget();
    unreadable.add('three');
    assert.equal(found(), 'two');
    database.close();
  });

  it('serve one that is only in memory where the file has none that is newer and can be read', async () => {
    using folder = storeFolder();
    const { history, database, unreadable, answer, keep, found } = await historyIn(folder);
    keep('two', 2);
    keep('four', 4);
    for (const [sentAt, served] of [
      [1, 'four'],
      [4, 'memory'],
      [5, 'memory'],
    ] as const) {
      history.forget();
      history.afterSettled(answer('memory', sentAt));
      assert.equal(found(), served, `${sentAt}`);
    }
    unreadable.add('four');
    for (const [sentAt, served] of [
      [1, 'two'],
      [2, 'memory'],
      [3, 'memory'],
    ] as const) {
      history.forget();
      history.afterSettled(answer('memory', sentAt));
      assert.equal(found(), served, `${sentAt}, without the newest`);
    }
    unreadable.add('two');
    history.forget();
    assert.equal(found(), undefined);
    history.afterSettled(answer('memory', 1));
    assert.equal(found(), 'memory');
    database.close();
  });

  it('serve no error from memory, and report each change and what could not be trimmed', async () => {
    using folder = storeFolder();
    const { history, database, notices, written, answer, keep, found } = await historyIn(folder, 0);
    history.afterSettled({ ...answer('error', 9), status: 500 });
    assert.deepEqual([found(), written.length, notices], [undefined, 1, []]);
    keep('one', 1);
    database.close();
    history.afterSettled(undefined);
    assert.deepEqual([written.length, notices], [2, ['notTrimmed']]);
  });

  it('serve no answer to another question that is filed under the same one', async () => {
    using folder = storeFolder();
    const { database, keep, found } = await historyIn(folder);
    keep('one', 1);
    database.run("UPDATE exchanges SET question = (SELECT question FROM exchanges WHERE id = 'one')");
    assert.equal(found(), 'one');
    database.close();
  });

  it('serve from memory where the file is broken, which is reported', async () => {
    using folder = storeFolder();
    const { history, database, notices, answer, found } = await historyIn(folder);
    history.afterSettled(answer('memory', 1));
    database.run('ALTER TABLE exchanges RENAME TO other');
    assert.deepEqual([found(), notices], ['memory', ['damaged']]);
    database.close();
  });
});
