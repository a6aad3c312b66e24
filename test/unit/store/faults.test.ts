import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SocialDataError } from '../../../src/client/errors.ts';
import { createStore } from '../../../src/store/createStore.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { toLocalDay } from '../../../src/store/machine.ts';
import { databaseFileName } from '../../../src/store/openStore.ts';
import { testLookup } from '../../support/testEndpoints.ts';
import { clientOver, priced, storeDefaults, storeFolder, type StoreFolder } from './support/testStore.ts';

/** A store whose disk is full after some pages. */
function smallStore(folder: StoreFolder, pages: number) {
  const database = openDatabase(join(folder.path, databaseFileName));
  const setPages = (count: number) => database.all(`PRAGMA max_page_count = ${count}`);
  setPages(pages);
  const store = createStore(database, 'disk', {
    ...storeDefaults(folder.path, folder.clock, folder.notices),
    dayOf: toLocalDay,
    owner: { name: 'small', pid: process.pid, host: 'here' },
    isAlive: () => true,
    freeBytes: () => undefined,
  });
  return { store, setPages, pages: () => Number(database.first('PRAGMA page_count')?.['page_count']) };
}

const noise = (bytes: number) => ({
  data: { noise: Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex') },
});

describe('a full disk', () => {
  it('refuses a call before it is sent when it could not be written down', async () => {
    using folder = storeFolder();
    const { store, setPages, pages } = smallStore(folder, 1_000);
    const { client, transport } = clientOver(store, folder.clock, () => priced('0.0002', '1', noise(4_000)));
    let sent = 0;
    setPages(pages() + 12);
    for (let index = 0; index < 400; index += 1) {
      const refused = await client
        .call(testLookup, { name: `n${index}`, count: index })
        .catch((error: unknown) => error as SocialDataError);
      if ('kind' in refused) {
        assert.equal(refused.kind, 'storage');
        assert.equal(refused.spent, 'no');
        assert.equal(refused.facts.code, 'SQLITE_FULL');
        break;
      }
      sent += 1;
    }
    assert.ok(sent > 0 && sent < 400, `${sent} calls`);
    assert.equal(transport.requests.length, sent, 'the refused call was sent');
    setPages(100_000);
    await client.call(testLookup, { name: 'room again' });
    const today = store.spending.sum('real', store.day(), store.day());
    assert.equal(today.spent, 200n * BigInt(sent + 1), 'every call that was sent is booked in the end');
    assert.equal(today.calls, sent + 1);
    store.close();
  });

  it('gives an answer that it cannot keep all the same, says so, and serves it until the window closes', async () => {
    using folder = storeFolder();
    const { store, setPages, pages } = smallStore(folder, 1_000);
    const { client, transport } = clientOver(store, folder.clock, () => priced('0.0002', '1', noise(60_000)));
    setPages(pages() + 10);
    const exchange = await client.call(testLookup, { name: 'a' });
    assert.equal(exchange.body.byteLength > 100_000, true);
    const [notice, ...others] = folder.notices;
    assert.ok(notice?.kind === 'notKept' && others.length === 0);
    assert.deepEqual([notice.why, notice.exchangeId], ['noRoom', exchange.id]);
    assert.equal((await client.call(testLookup, { name: 'a' })).id, exchange.id);
    assert.equal(transport.requests.length, 1);
    assert.equal(store.exchanges.exchange(exchange.id), undefined);
    assert.equal(store.spending.sum('real', store.day(), store.day()).spent, 200n);
    store.close();
  });

  it('refuses a call while there is no room for the largest answer', async () => {
    using folder = storeFolder();
    const store = await folder.open({ freeBytes: () => 1_000_000 });
    const { client, transport } = clientOver(store, folder.clock, () => priced('0.0002'));
    await assert.rejects(client.call(testLookup, { name: 'a' }), (error: SocialDataError) => {
      assert.deepEqual([error.kind, error.spent, error.facts.code], ['storage', 'no', 'ENOSPC']);
      assert.equal(error.message, 'only 1000000 bytes are free for what is kept');
      return true;
    });
    assert.equal(transport.requests.length, 0);
  });
});

describe('a store that cannot be opened', () => {
  it('is set aside when it is broken, never deleted, and a new one is begun', async () => {
    using folder = storeFolder();
    const rubbish = Buffer.alloc(50_000, 'no database ');
    writeFileSync(join(folder.path, databaseFileName), rubbish);
    const [store, other] = await Promise.all([folder.open(), folder.open()]);
    assert.equal(store.place, 'disk');
    assert.equal(other.place, 'disk');
    const notice = folder.notices[0];
    assert.deepEqual(folder.notices, [notice]);
    assert.ok(notice?.kind === 'setAside');
    assert.ok(readFileSync(notice.path).equals(rubbish));
    assert.match(notice.path, /store\.broken-2026-08-01T12-00-00-000Z\.sqlite$/);
    const { client } = clientOver(store, folder.clock, () => priced('0.0002'));
    const { id } = await client.call(testLookup, { name: 'a' });
    assert.equal(other.exchanges.exchange(id)?.id, id);
  });

  it('leaves the file of a newer version alone and keeps what is new in memory', async () => {
    using folder = storeFolder();
    const database = openDatabase(join(folder.path, databaseFileName));
    database.all('PRAGMA user_version = 99');
    database.close();
    const before = readFileSync(join(folder.path, databaseFileName));
    const store = await folder.open();
    assert.equal(store.place, 'memory');
    assert.deepEqual(
      folder.notices.map((notice) => notice.kind === 'memoryOnly' && notice.reason),
      ['newerVersion'],
    );
    assert.ok(readFileSync(join(folder.path, databaseFileName)).equals(before));
  });

  for (const [what, spoil] of [
    ['its place is taken by a folder', (path: string) => mkdirSync(join(path, databaseFileName))],
    ['its folder is a file', (path: string) => writeFileSync(join(path, 'sub'), '')],
  ] as const) {
    it(`keeps everything in memory when ${what}`, async () => {
      using folder = storeFolder();
      spoil(folder.path);
      const store = await folder.open(what.includes('is a file') ? { folder: join(folder.path, 'sub') } : {});
      assert.equal(store.place, 'memory');
      assert.deepEqual(
        folder.notices.map((notice) => notice.kind === 'memoryOnly' && notice.reason),
        ['cannotOpen'],
      );
    });
  }

  it('keeps everything in memory even where the disk is full', async () => {
    using folder = storeFolder('memory');
    const store = await folder.open({ freeBytes: () => 0 });
    const { client } = clientOver(store, folder.clock, () => priced('0.0002'));
    const { id } = await client.call(testLookup, { name: 'a' });
    assert.equal(store.exchanges.exchange(id)?.id, id);
  });

  it('forgets what it keeps in memory when it is closed, and books no call that ends later', async () => {
    using folder = storeFolder('memory');
    const store = await folder.open();
    const reply = Promise.withResolvers<ReturnType<typeof priced>>();
    const { client } = clientOver(store, folder.clock, () => reply.promise);
    const call = client.call(testLookup, { name: 'a' });
    folder.close(store);
    reply.resolve(priced('0.0002'));
    assert.equal((await call).status, 200);
    assert.deepEqual(folder.notices, []);
    const next = await folder.open();
    assert.deepEqual(next.exchanges.newest().items, []);
    assert.deepEqual([...next.spending.lines()], []);
  });

  it('is refused where Node has no SQLite, and a notice says so', async () => {
    using folder = storeFolder();
    const getBuiltinModule: unknown = Reflect.get(process, 'getBuiltinModule');
    Reflect.set(process, 'getBuiltinModule', () => undefined);
    try {
      await assert.rejects(folder.open(), { kind: 'storage', spent: 'no' });
    } finally {
      Reflect.set(process, 'getBuiltinModule', getBuiltinModule);
    }
    assert.deepEqual(
      folder.notices.map(({ kind }) => kind),
      ['noSqlite'],
    );
  });
});

describe('a store that lies open', () => {
  it('is read by its owner only', async () => {
    using folder = storeFolder();
    chmodSync(folder.path, 0o755);
    await folder.open();
    const { statSync } = await import('node:fs');
    if (process.platform !== 'win32') {
      for (const name of readdirSync(folder.path)) {
        assert.equal(statSync(join(folder.path, name)).mode & 0o077, 0, name);
      }
    }
  });
});
