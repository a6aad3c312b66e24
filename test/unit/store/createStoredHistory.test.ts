import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type Exchange, toQueryIdentity } from '../../../src/client/exchange.ts';
import { putExchange } from '../../../src/store/responses.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { createStoredHistory } from '../../../src/store/storedHistory.ts';
import { databaseFileName } from '../../../src/store/openStore.ts';
import { testLookup } from '../../support/testEndpoints.ts';
import { clientOver, priced, storeFolder, type StoreFolder } from './support/testStore.ts';

/** A file-based history. */
async function historyIn(folder: StoreFolder, maxBytes = 1_000_000_000) {
  const store = await folder.open();
  const { client } = clientOver(store, folder.clock, () => priced('0.0002'));
  const bought = await client.call(testLookup, { name: 'another' });
  const database = openDatabase(join(folder.path, databaseFileName));
  const written: number[] = [];
  const parts = { maxBytes: () => maxBytes };
  const history = createStoredHistory(database, store.exchanges, parts, () => void written.push(written.length));
  const response = (id: string, sentAt: number): Exchange => ({
    ...bought,
    id,
    sentAt,
    request: { ...bought.request, params: { name: 'a' }, target: '/thing/a' },
  });
  const keep = (id: string, sentAt: number) => {
    const stored = response(id, sentAt);
    database.transact(() => putExchange(database, stored, { connection: 'direct', initiator: 'program', day: '2026-08-01' }));
    return stored;
  };
  const identity = toQueryIdentity(response('', 0).request);
  const found = () => history.find(identity)?.id;
  return { history, database, written, response, keep, found };
}

describe('stored responses in a window', () => {
  it('include one in memory unless the file has a newer one', async () => {
    using folder = storeFolder();
    const { history, database, response, keep, found } = await historyIn(folder);
    keep('two', 2);
    keep('four', 4);
    for (const [sentAt, served] of [
      [1, 'four'],
      [4, 'memory'],
      [5, 'memory'],
    ] as const) {
      history.forget();
      history.afterSettled(response('memory', sentAt));
      assert.equal(found(), served, `${sentAt}`);
    }
    database.close();
  });

  it("don't include errors, and changes are reported even if trimming fails", async () => {
    using folder = storeFolder();
    const { history, database, written, response, keep, found } = await historyIn(folder, 0);
    history.afterSettled({ ...response('error', 9), status: 500 });
    assert.deepEqual([found(), written.length], [undefined, 1]);
    keep('one', 1);
    database.close();
    history.afterSettled(undefined);
    assert.equal(written.length, 2);
  });
});
