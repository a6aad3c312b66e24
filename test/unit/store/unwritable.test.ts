import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SocialDataError } from '../../../src/client/errors.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { createMemoryStoreEarlierSpending } from '../../../src/store/earlierSpending.ts';
import { databaseFileName } from '../../../src/store/openStore.ts';
import type { Store, StoreNotice } from '../../../src/store/store.ts';
import { testLookup } from '../../support/testEndpoints.ts';
import { clientOver, priced, storeFolder, type StoreFolder } from './support/testStore.ts';

const pathOf = (folder: StoreFolder) => join(folder.path, databaseFileName);
const day = '2026-08-01';

/** Asks the questions; answers cost $0.0002 each. */
async function ask(store: Store, folder: StoreFolder, names: readonly string[]): Promise<number> {
  const { client, transport } = clientOver(store, folder.clock, () => priced('0.0002'), {
    guess: 200n,
  });
  for (const name of names) {
    await folder.clock.advance(1);
    await client.call(testLookup, { name });
  }
  return transport.requests.length;
}

/** A store of an earlier window that answered `a` and `b`. */
async function fill(folder: StoreFolder): Promise<void> {
  const store = await folder.open();
  await ask(store, folder, ['a', 'b']);
  folder.close(store);
}

const saysUnknown = (notice: StoreNotice | undefined) =>
  notice?.kind === 'memoryOnly' || notice?.kind === 'setAside' ? !notice.isSpendingKnown : undefined;

const refusedAsUnknown = (error: unknown) =>
  error instanceof SocialDataError &&
  error.kind === 'budget' &&
  error.spent === 'no' &&
  error.facts.budget?.isUnknown === true &&
  error.facts.budget.per === 'day';

const isReadOnly = (error: unknown) =>
  error instanceof SocialDataError && error.kind === 'storage' && error.facts.code === 'SQLITE_READONLY';

/** Opens a store as somebody who may read the file, but write nothing beside it. A superuser may write all the same, so is none meanwhile. */
async function openUnwritable(folder: StoreFolder): Promise<Store> {
  chmodSync(pathOf(folder), 0o444);
  chmodSync(folder.path, 0o555);
  const user = process.geteuid?.();
  if (user === 0) {
    process.seteuid?.(65_534);
  }
  try {
    return await folder.open({ dayCap: () => 1_000n });
  } finally {
    if (user === 0) {
      process.seteuid?.(0);
    }
    chmodSync(folder.path, 0o755);
  }
}

async function openNewer(folder: StoreFolder): Promise<Store> {
  const database = openDatabase(pathOf(folder));
  database.all('PRAGMA user_version = 99');
  database.all('ALTER TABLE exchanges ADD COLUMN another TEXT');
  database.close();
  return await folder.open({ dayCap: () => 1_000n });
}

for (const [what, open] of [
  ['of a newer version', openNewer],
  ['that can only be read', openUnwritable],
] as const) {
  describe(`a store file ${what}`, () => {
    it('serves what is kept in it, beside what is new in memory', async () => {
      using folder = storeFolder();
      await fill(folder);
      const store = await open(folder);
      assert.equal(store.place, 'memory');
      assert.equal(saysUnknown(folder.notices[0]), false);
      assert.equal(await ask(store, folder, ['a', 'b', 'c', 'c']), 1);
      const { items, hasMore } = store.exchanges.newest({ limit: 2 });
      assert.deepEqual([items.map(({ params }) => params['name']), hasMore], [['c', 'b'], true]);
      const rest = store.exchanges.newest({ limit: 2, before: items.at(-1)?.id ?? '' });
      assert.deepEqual([rest.items.map(({ params }) => params['name']), rest.hasMore], [['a'], false]);
      assert.deepEqual(store.exchanges.days(), [{ day, exchanges: 3 }]);
      assert.deepEqual(store.exchanges.endpoints(), [{ endpointId: testLookup.id, exchanges: 3 }]);
      assert.equal(store.exchanges.exchangesByDay(day).items.length, 3);
      assert.equal(store.exchanges.exchangesByEndpoint(testLookup.id, { limit: 3 }).hasMore, false);
      assert.equal(store.exchanges.size().exchanges, 3);
      assert.equal(store.exchanges.body(rest.items[0]?.id ?? '')?.length, '{"data":{}}'.length);
      assert.equal(store.prices.priceOf('primary direct https://api.example.test/base', testLookup.id), 200n);
    });

    it('counts towards the day what it says and what is new, and holds calls to the cap of both', async () => {
      using folder = storeFolder();
      await fill(folder);
      const store = await open(folder);
      await ask(store, folder, ['c', 'd', 'e']);
      assert.deepEqual(store.spending.today(), { cap: 1_000n, spent: 1_000n, reserved: 0n });
      assert.equal(store.spending.sum('real', day, day).spent, 1_000n);
      assert.deepEqual(
        store.spending.byEndpoint('real', day, day).map(({ endpointId, spent, calls }) => [endpointId, spent, calls]),
        [[testLookup.id, 1_000n, 5]],
      );
      assert.deepEqual(
        [...store.spending.lines()].map(({ seq }) => seq),
        [1, 2, 3, 4, 5],
      );
      await assert.rejects(ask(store, folder, ['f']), { kind: 'budget' });
    });

    it('lets what is new be pinned and deleted, and refuses it for what is in the file', async () => {
      using folder = storeFolder();
      await fill(folder);
      const store = await open(folder);
      const { exchanges } = store;
      await ask(store, folder, ['c']);
      const [own, earlier] = exchanges.newest().items.map(({ id }) => id);
      exchanges.setPinned(own ?? '', true);
      assert.deepEqual(
        exchanges.newest().items.map(({ isPinned }) => isPinned),
        [true, false, false],
      );
      assert.throws(() => exchanges.setPinned(earlier ?? '', true), isReadOnly);
      assert.throws(() => exchanges.delete([own ?? '', earlier ?? '']), isReadOnly);
      assert.throws(() => exchanges.clear({ keepPinned: false }), isReadOnly);
      assert.equal(exchanges.newest().items.length, 2, 'those of the file');
    });

    it('is left as it is', async () => {
      using folder = storeFolder();
      await fill(folder);
      const store = await open(folder);
      const before = readFileSync(pathOf(folder));
      await ask(store, folder, ['c']);
      folder.close(store);
      assert.ok(readFileSync(pathOf(folder)).equals(before));
    });
  });
}

describe('the budget of the day', () => {
  it('asks before a call that costs where nothing of the file can be read, until the person decided', async () => {
    using folder = storeFolder();
    mkdirSync(pathOf(folder));
    const store = await folder.open({ dayCap: () => 1_000n });
    assert.equal(saysUnknown(folder.notices[0]), true);
    await assert.rejects(ask(store, folder, ['a']), refusedAsUnknown);
    assert.deepEqual(store.spending.today(), { cap: 1_000n, spent: 1_000n, reserved: 0n, isUnknown: true });
    store.spending.acceptUnknown();
    assert.equal(await ask(store, folder, ['a']), 1);
    assert.equal(store.spending.today().spent, 200n);
  });

  it('asks where a file was set aside of which nothing can be read: in every window, and not on the next day', async () => {
    using folder = storeFolder();
    writeFileSync(pathOf(folder), Buffer.alloc(50_000, 'no database '));
    const options = { dayCap: () => 1_000n };
    const [store, other] = [await folder.open(options), await folder.open(options)];
    assert.deepEqual(folder.notices.map(saysUnknown), [true]);
    await assert.rejects(ask(store, folder, ['a']), refusedAsUnknown);
    await assert.rejects(ask(other, folder, ['a']), refusedAsUnknown);
    const later = await folder.open(options);
    await assert.rejects(ask(later, folder, ['a']), refusedAsUnknown);
    store.spending.acceptUnknown();
    assert.equal(await ask(other, folder, ['a']), 1, 'one decision is enough for all windows');
  });

  it('asks where a file is found to be broken after the person decided while it could be read', async () => {
    using folder = storeFolder();
    await fill(folder);
    const file = openDatabase(pathOf(folder));
    const earlier = createMemoryStoreEarlierSpending(file);
    assert.deepEqual([earlier.isUnknown(day), earlier.getDaySpending(day).spent], [false, 400n]);
    earlier.accept();
    file.run('DROP TABLE totals');
    assert.equal(earlier.isUnknown(day), true);
    file.close();
  });

  it('does not ask on the day after, nor where there is no cap', async () => {
    using folder = storeFolder();
    writeFileSync(pathOf(folder), Buffer.alloc(50_000, 'no database '));
    const store = await folder.open({ dayCap: () => 1_000n });
    assert.equal(await ask(await folder.open(), folder, ['a']), 1);
    await folder.clock.advance(86_400_000);
    assert.equal(await ask(store, folder, ['b']), 1);
  });

  it('counts what can be read of a file that was set aside, down to calls that were under way', async () => {
    using folder = storeFolder();
    const first = await folder.open();
    await ask(first, folder, ['a', 'b']);
    folder.close(first);
    const database = openDatabase(pathOf(folder));
    database.run(
      `INSERT INTO intents SELECT 'x', 'gone', 0, 'another host', at, day, purse, connection, 'p', NULL, service, endpoint_id, format, asker,
       700, 0, NULL, NULL FROM ledger LIMIT 1`,
    );
    const root = Number(database.only("SELECT rootpage FROM sqlite_schema WHERE name = 'totals'")['rootpage']);
    database.close();
    writeFileSync(pathOf(folder), readFileSync(pathOf(folder)).fill(0xff, (root - 1) * 4_096, root * 4_096));
    writeFileSync(`${pathOf(folder)}.damaged`, '');
    const store = await folder.open({ dayCap: () => 1_200n });
    assert.deepEqual(folder.notices.map(saysUnknown), [false]);
    assert.deepEqual(store.spending.today(), { cap: 1_200n, spent: 400n, reserved: 700n });
    await assert.rejects(ask(store, folder, ['c']), { kind: 'budget' });
    assert.equal(await ask(store, folder, ['a', 'b']), 0);
  });
});
