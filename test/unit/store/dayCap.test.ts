import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenLedgerEntry } from '../../../src/client/policies/budget.ts';
import { type Database, openDatabase, openDatabaseReadOnly } from '../../../src/store/database.ts';
import {
  markSpendingUnknown,
  createDiskStoreEarlierSpending,
  createMemoryStoreEarlierSpending,
} from '../../../src/store/earlierSpending.ts';
import { createSpendingReader } from '../../../src/store/ledgerRows.ts';
import { callLeaseMs } from '../../../src/store/machine.ts';
import { databaseFileName } from '../../../src/store/openStore.ts';
import type { Store } from '../../../src/store/store.ts';
import { testConnection, testLookup } from '../../support/testEndpoints.ts';
import { begin, planned } from './support/plannedCall.ts';
import { clientOver, priced, storeFolder, type StoreFolder } from './support/testStore.ts';

const pathOf = (folder: StoreFolder) => join(folder.path, databaseFileName);
const book = (entry: OpenLedgerEntry, booked: bigint) =>
  entry.settle({ request: planned.request, connection: 'direct', booked, isReported: true });
const amountsIn = (store: Store) => [...store.spending.lines()].map(({ kind, amount }) => [kind, amount]);

/** Breaks the first page of a table. */
function breakPage(folder: StoreFolder, table: string): void {
  const database = openDatabaseReadOnly(pathOf(folder));
  const root = Number(database.only('SELECT rootpage FROM sqlite_schema WHERE name = ?', table)['rootpage']);
  database.close();
  writeFileSync(pathOf(folder), readFileSync(pathOf(folder)).fill(0xff, (root - 1) * 4_096, root * 4_096));
}

/** Keeps every line from being written, as a disk without room does. @returns lets them be written again */
function refuseLines(folder: StoreFolder, when = ''): () => void {
  const database = openDatabase(pathOf(folder));
  database.run(`CREATE TRIGGER no_line BEFORE INSERT ON ledger ${when} BEGIN SELECT RAISE (ABORT, 'no room'); END`);
  return () => {
    database.run('DROP TRIGGER no_line');
    database.close();
  };
}

describe('what a call set aside', () => {
  it('stays set aside when another window closes, and until nobody can be at the call any more', async () => {
    using folder = storeFolder();
    const first = await folder.open();
    const isAlive = () => true;
    const store = await folder.open({ owner: { name: 'asks', pid: 1, host: 'there' }, isAlive });
    await begin(store.ledger, planned);
    folder.close(first);
    await folder.clock.advance(callLeaseMs);
    const other = await folder.open({ isAlive });
    assert.deepEqual([other.spending.today().reserved, amountsIn(other)], [1_000n, []]);
    await folder.clock.advance(1);
    const later = await folder.open({ isAlive });
    assert.deepEqual([later.spending.today().reserved, amountsIn(later)], [0n, [['call', 1_000n]]]);
  });

  it('counts where the file can only be read, too', async () => {
    using folder = storeFolder();
    const first = await folder.open();
    await begin(first.ledger, planned);
    const database = openDatabase(pathOf(folder));
    database.all('PRAGMA user_version = 99');
    database.close();
    const store = await folder.open({ dayCap: () => 2_000n });
    await begin(store.ledger, planned);
    assert.deepEqual(store.spending.today(), { cap: 2_000n, spent: 0n, reserved: 2_000n });
    await assert.rejects(begin(store.ledger, { ...planned, reserved: 1n }), { kind: 'budget' });
  });

  it('is booked later, in order and once, where it cannot be written down now; nothing is sent meanwhile', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const entries = await Promise.all(
      [1n, 2n, 3n].map(async (booked) => ({ booked, entry: await begin(store.ledger, planned) })),
    );
    const allowLines = refuseLines(folder);
    entries.forEach(({ booked, entry }) => book(entry, booked));
    assert.deepEqual(
      folder.notices.map(({ kind }) => kind),
      ['notBooked', 'notBooked', 'notBooked'],
    );
    await assert.rejects(begin(store.ledger, planned), { kind: 'storage', spent: 'no' });
    assert.deepEqual([store.spending.today().reserved, amountsIn(store)], [3_000n, []]);
    allowLines();
    const allowSecond = refuseLines(folder, 'WHEN new.amount = 2');
    await assert.rejects(begin(store.ledger, planned), { kind: 'storage', spent: 'no' });
    assert.deepEqual(amountsIn(store), [['call', 1n]]);
    allowSecond();
    const next = await begin(store.ledger, planned);
    const booked = [1n, 2n, 3n].map((amount) => ['call', amount]);
    assert.deepEqual(amountsIn(store), booked);
    book(next, 4n);
    assert.deepEqual(amountsIn(store), [...booked, ['call', 4n]]);
    assert.deepEqual(store.spending.today(), { cap: undefined, spent: 10n, reserved: 0n });
  });

  it('is booked as what it came to where the window closes before that could be written down', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const entry = await begin(store.ledger, planned);
    const allowLines = refuseLines(folder);
    book(entry, 5n);
    allowLines();
    folder.close(store);
    assert.deepEqual(amountsIn(await folder.open()), [['call', 5n]]);
  });

  it('is booked as soon as a line can be written again, also where the next answer cannot be kept, which is said once', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const entry = await begin(store.ledger, planned);
    const key = { error: 'bad key test-key' };
    const { client } = clientOver(store, folder.clock, () => {
      const allowLines = refuseLines(folder);
      book(entry, 1n);
      allowLines();
      refuseLines(folder, 'WHEN new.exchange_id IS NOT NULL');
      return priced('0.0002', undefined, { data: key });
    });
    const { repeatsKey } = await client.call(testLookup, { name: 'a' });
    assert.deepEqual(amountsIn(store), [
      ['call', 1n],
      ['call', 200n],
    ]);
    const said = folder.notices.map((notice) => (notice.kind === 'notKept' ? notice.why : notice.kind));
    assert.deepEqual([repeatsKey, said], [true, ['notBooked', 'noRoom']]);
  });

  it('leaves no more room when the window that set it aside is gone: it may have been billed', async () => {
    using folder = storeFolder();
    const isAlive = (pid: number) => pid !== 1;
    const dying = await folder.open({ owner: { name: 'dying', pid: 1, host: 'here' }, isAlive: () => true });
    await begin(dying.ledger, planned);
    for (const name of ['one', 'other']) {
      const store = await folder.open({ owner: { name, pid: 2, host: 'here' }, dayCap: () => 1_999n, isAlive });
      await assert.rejects(begin(store.ledger, planned), {
        kind: 'budget',
        facts: { spent: 'no', budget: { cap: 1_999n, left: 999n, needed: 1_000n, isPriceAssumed: false, per: 'day' } },
      });
      assert.deepEqual([store.spending.today().spent, amountsIn(store)], [1_000n, [['call', 1_000n]]]);
    }
  });

  it('needs 64 MiB free on the disk', async () => {
    using folder = storeFolder();
    const neededBytes = 67_108_864;
    let free: number | undefined = neededBytes;
    const store = await folder.open({ freeBytes: () => free });
    await begin(store.ledger, planned);
    free = neededBytes - 1;
    await assert.rejects(begin(store.ledger, planned), { kind: 'storage', spent: 'no' });
    free = undefined;
    await begin(store.ledger, planned);
  });
});

describe('what was spent on a day', () => {
  it('is the sum of all its endpoints and calls under way, and of no other day', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const other = { ...planned, request: { ...planned.request, endpointId: 'primary.other' } };
    await begin(store.ledger, planned);
    book(await begin(store.ledger, planned), 1n);
    await folder.clock.advance(86_400_000);
    book(await begin(store.ledger, planned), 20n);
    book(await begin(store.ledger, other), 300n);
    await begin(store.ledger, other);
    await begin(store.ledger, { ...other, connection: testConnection({ kind: 'sandbox' }) });
    assert.deepEqual(store.spending.today(), { cap: undefined, spent: 320n, reserved: 1_000n });
  });

  it('is not known where a file that can only be read is damaged, until the person decided', async () => {
    using folder = storeFolder();
    const first = await folder.open();
    book(await begin(first.ledger, planned), 1n);
    folder.close(first);
    const database = openDatabase(pathOf(folder));
    database.all('PRAGMA user_version = 99');
    database.close();
    breakPage(folder, 'totals');
    const store = await folder.open({ dayCap: () => 5_000n });
    const [notice] = folder.notices;
    assert.deepEqual(notice?.kind === 'memoryOnly' && [notice.reason, notice.isSpendingKnown], ['newerVersion', false]);
    await assert.rejects(begin(store.ledger, planned), { kind: 'budget' });
    assert.deepEqual(store.spending.today(), { cap: 5_000n, spent: 5_000n, reserved: 0n, isUnknown: true });
    store.spending.acceptUnknown();
    await begin(store.ledger, planned);
    assert.deepEqual(store.spending.today(), { cap: 5_000n, spent: 0n, reserved: 1_000n });
  });

  it('is at least what is known, where the rest is unknown: also over the cap, and without one', async () => {
    using folder = storeFolder();
    const first = await folder.open();
    book(await begin(first.ledger, planned), 200n);
    folder.close(first);
    markSpendingUnknown(pathOf(folder), first.day());
    let cap: bigint | undefined = 100n;
    const store = await folder.open({ dayCap: () => cap });
    assert.deepEqual(store.spending.today(), { cap, spent: 200n, reserved: 0n, isUnknown: true });
    cap = undefined;
    assert.deepEqual(store.spending.today(), { cap, spent: 200n, reserved: 0n });
  });

  it('is not known where nothing of a file can be read, until the person decided', () => {
    const spending = createMemoryStoreEarlierSpending(undefined);
    assert.equal(spending.isUnknown('today'), true);
    spending.accept();
    assert.equal(spending.isUnknown('today'), false);
  });

  it('is marked as unknown for whoever opens the file that day, once, until one of them accepts it', () => {
    using folder = storeFolder();
    const path = pathOf(folder);
    const before = createDiskStoreEarlierSpending(path);
    const unmark = markSpendingUnknown(path, 'today');
    markSpendingUnknown(path, 'today')();
    const opened = createDiskStoreEarlierSpending(path);
    assert.deepEqual(
      [before, opened].map((spending) => [spending.isUnknown('today'), spending.isUnknown('tomorrow')]),
      [
        [false, false],
        [true, false],
      ],
    );
    unmark();
    unmark();
    assert.equal(opened.isUnknown('today'), false);
    markSpendingUnknown(path, 'today');
    assert.equal(opened.isUnknown('today'), true);
    opened.accept();
    opened.accept();
    markSpendingUnknown(path, 'today');
    assert.equal(opened.isUnknown('today'), false, 'the person has decided here');
    assert.equal(createDiskStoreEarlierSpending(path).isUnknown('today'), true);
  });
});

describe('the balance of an account', () => {
  for (const [what, known] of [
    ['is known only when its call was answered', [undefined, 'k', undefined, 'k']],
    ['is not known any more when its call was answered', ['k', undefined, 'k', undefined]],
  ] as const) {
    it(`is compared where the account ${what}`, async () => {
      using folder = storeFolder();
      const names = [...known];
      const store = await folder.open({ accountOf: () => names.shift() });
      const { client } = clientOver(store, folder.clock, (index) => priced('0.0002', index === 0 ? '1' : '0.5'));
      await client.call(testLookup, { name: 'a' });
      await client.call(testLookup, { name: 'b' });
      assert.deepEqual(amountsIn(store), [
        ['call', 200n],
        ['call', 200n],
        ['unexplained', 499_800n],
      ]);
    });
  }

  it('is kept under a name of which nothing of the key can be read', async () => {
    using folder = storeFolder();
    const store = await folder.open({ accountOf: () => 'test-key' });
    await folder.clock.advance(0.5);
    await clientOver(store, folder.clock, () => priced('0.0002', '1')).client.call(testLookup, { name: 'a' });
    const database = openDatabaseReadOnly(pathOf(folder));
    assert.match(String(database.only('SELECT account FROM accounts')['account']), /^[0-9a-f]{24}$/);
    database.close();
  });

  it('is compared with nothing where the account is not known', async () => {
    using folder = storeFolder();
    const store = await folder.open({ accountOf: () => undefined });
    const { client } = clientOver(store, folder.clock, (index) => priced('0.0002', index === 0 ? '1' : '0.5'));
    await client.call(testLookup, { name: 'a' });
    await client.call(testLookup, { name: 'b' });
    assert.deepEqual(folder.notices, []);
    assert.equal(amountsIn(store).length, 2);
  });
});

describe('the lines of a ledger that is damaged', () => {
  it('are refused by the store’s own error, and the damage is reported', async () => {
    using folder = storeFolder();
    const first = await folder.open();
    book(await begin(first.ledger, planned), 1n);
    folder.close(first);
    breakPage(folder, 'ledger');
    const store = await folder.open();
    assert.throws(() => [...store.spending.lines()], { kind: 'storage' });
    assert.deepEqual(
      folder.notices.map(({ kind }) => kind),
      ['damaged'],
    );
  });

  it('are left out one by one where one cannot be read, and the damage is reported', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    for (const booked of [1n, 2n, 3n]) {
      book(await begin(store.ledger, planned), booked);
    }
    const database = openDatabaseReadOnly(pathOf(folder));
    const damage: unknown[] = [];
    const each: Database['each'] = (sql) => database.all(sql).map((row) => (row['amount'] === 2n ? { ...row, kind: 'x' } : row));
    const { lines } = createSpendingReader({ ...database, each }, {}, (cause) => damage.push(cause));
    assert.deepEqual(
      Array.from(lines(), ({ amount }) => amount),
      [1n, 3n],
    );
    assert.deepEqual(damage.map(String), ['UnknownValueError: kind holds the unknown word x']);
    database.close();
  });

  it('are no damage where another window is in the way: that is said as it is', () => {
    const database = openDatabase(':memory:');
    const busy = Object.assign(new Error('database is locked'), { errcode: 5 });
    const fail = () => {
      throw busy;
    };
    const damage: unknown[] = [];
    const { lines } = createSpendingReader({ ...database, each: fail }, {}, (cause) => damage.push(cause));
    assert.throws(() => [...lines()], busy);
    const past = createMemoryStoreEarlierSpending({ ...database, only: fail });
    assert.throws(() => past.getDaySpending('today'), busy);
    assert.throws(() => past.isUnknown('today'), busy);
    assert.deepEqual(damage, []);
    database.close();
  });
});
