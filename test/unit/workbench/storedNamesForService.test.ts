import assert from 'node:assert/strict';
import { userByUsername } from '../../../src/client/endpoints/table.ts';
import { getStoredNameReader, getStoredNamesForService } from '../../../src/workbench/storedNames.ts';
import { clientOver, type StoreFolder, storeFolder } from '../store/support/testStore.ts';

const anywhere = () => true;

describe('names in stored responses', () => {
  let folder: StoreFolder;

  beforeEach(() => {
    folder = storeFolder();
  });

  afterEach(() => {
    folder[Symbol.dispose]();
  });

  /** A store with `count` users' profiles; `add` adds more. */
  const stored = async (count: number) => {
    const store = await folder.open();
    const { client, transport } = clientOver(store, folder.clock, (index) => ({
      body: { data: { id: String(index + 1), username: `user_${index + 1}`, name: `User ${index + 1}` } },
    }));
    const add = async (more: number) => {
      for (let at = 0; at < more; at += 1) {
        await client.call(userByUsername, { username: `user_${transport.requests.length + 1}` });
      }
    };
    await add(count);
    return { store, add, sent: () => transport.requests.length };
  };

  it('are read once without a request, and later only from new responses', async () => {
    const { store, add, sent } = await stored(3);
    const { names } = getStoredNameReader(store);
    assert.deepEqual(names.handles(anywhere, 9), []);
    assert.equal(await getStoredNameReader(store).refresh(), true);
    assert.equal(names.idOf('user_2', anywhere), '2');
    assert.equal(await getStoredNameReader(store).refresh(), false, 'nothing came since');
    await add(1);
    assert.equal(await getStoredNameReader(store).refresh(), true);
    assert.equal(names.idOf('user_4', anywhere), '4');
    assert.equal(sent(), 4);
  });

  it('include sandbox users for the sandbox only, even before it runs', async () => {
    const store = await folder.open();
    const { client } = clientOver(store, folder.clock, () => ({
      headers: { 'x-sandbox': 'world' },
      body: { data: { id: '1', username: 'ada_writes', name: 'Ada' } },
    }));
    await client.call(userByUsername, { username: 'ada_writes' });
    const lookUp = async (kind: 'sandbox' | 'direct') => {
      const connections = { kindOf: () => kind, of: () => undefined };
      const stored = await getStoredNamesForService({ store: async () => await Promise.resolve(store), connections });
      await stored.refresh();
      return stored.handleOf('1');
    };
    assert.equal(await lookUp('sandbox'), 'ada_writes');
    assert.equal(await lookUp('direct'), undefined);
  });

  it('are forgotten when their response is deleted', async () => {
    const { store } = await stored(3);
    const reader = getStoredNameReader(store);
    await reader.refresh();
    const [newest] = store.exchanges.newest().items;
    assert.ok(newest);
    store.exchanges.delete([newest.id]);
    assert.equal(await reader.refresh(), true);
    assert.deepEqual([reader.names.idOf('user_3', anywhere), reader.names.idOf('user_2', anywhere)], [undefined, '2']);
  });

  it('are read once for concurrent callers', async () => {
    const { store } = await stored(3);
    let read = 0;
    const exchange = (id: string) => {
      read += 1;
      return store.exchanges.exchange(id);
    };
    const reader = getStoredNameReader({ ...store, exchanges: { ...store.exchanges, exchange } });
    assert.deepEqual(await Promise.all([reader.refresh(), reader.refresh()]), [true, true]);
    assert.equal(read, 3);
    assert.equal(reader.names.handles(anywhere, 9).length, 3);
  });
});
