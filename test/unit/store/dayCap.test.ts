import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerEntry, PlannedCall } from '../../../src/client/policies/budget.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { leaseMs } from '../../../src/store/machine.ts';
import { databaseName } from '../../../src/store/openStore.ts';
import type { Store } from '../../../src/store/store.ts';
import { testConnection, testLookup } from '../../support/testEndpoints.ts';
import { clientOver, priced, storeFolder, type StoreFolder } from './support/testStore.ts';

const pathOf = (folder: StoreFolder) => join(folder.path, databaseName);
const planned: PlannedCall = {
  request: {
    service: 'primary',
    endpointId: testLookup.id,
    params: {},
    format: 'simple',
    method: 'GET',
    baseUrl: 'https://api.example.test/base',
    target: '/thing/a',
  },
  connection: testConnection(),
  initiator: 'tree',
  reserved: 1_000n,
  sharing: undefined,
};
const book = (entry: LedgerEntry, booked: bigint) =>
  entry.settle({ request: planned.request, connection: 'direct', booked, isReported: true });
const amountsIn = (store: Store) => [...store.spending.lines()].map(({ kind, amount }) => [kind, amount]);

/** Keeps every line from being written, as a disk without room does. @returns lets them be written again */
function refuseLines(folder: StoreFolder): () => void {
  const database = openDatabase(pathOf(folder));
  database.run("CREATE TRIGGER no_line BEFORE INSERT ON ledger BEGIN SELECT RAISE (ABORT, 'no room'); END");
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
    store.ledger.begin(planned);
    folder.close(first);
    await folder.clock.advance(leaseMs);
    const other = await folder.open({ isAlive });
    assert.deepEqual([other.spending.today().reserved, amountsIn(other)], [1_000n, []]);
    await folder.clock.advance(1);
    const later = await folder.open({ isAlive });
    assert.deepEqual([later.spending.today().reserved, amountsIn(later)], [0n, [['call', 1_000n]]]);
  });

  it('counts where the file can only be read, too', async () => {
    using folder = storeFolder();
    const first = await folder.open();
    first.ledger.begin(planned);
    const database = openDatabase(pathOf(folder));
    database.all('PRAGMA user_version = 99');
    database.close();
    const store = await folder.open({ dayCap: () => 2_000n });
    store.ledger.begin(planned);
    assert.deepEqual(store.spending.today(), { cap: 2_000n, spent: 0n, reserved: 2_000n });
    assert.throws(() => store.ledger.begin({ ...planned, reserved: 1n }), { kind: 'budget' });
  });

  it('is booked later, in order and once, where it cannot be written down now; nothing is sent meanwhile', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const entries = [1n, 2n, 3n].map((booked) => ({ booked, entry: store.ledger.begin(planned) }));
    const allowLines = refuseLines(folder);
    entries.forEach(({ booked, entry }) => book(entry, booked));
    assert.deepEqual(
      folder.notices.map(({ kind }) => kind),
      ['notBooked', 'notBooked', 'notBooked'],
    );
    assert.throws(() => store.ledger.begin(planned), { kind: 'storage', spent: 'no' });
    assert.deepEqual([store.spending.today().reserved, amountsIn(store)], [3_000n, []]);
    allowLines();
    const next = store.ledger.begin(planned);
    const booked = [1n, 2n, 3n].map((amount) => ['call', amount]);
    assert.deepEqual(amountsIn(store), booked);
    book(next, 4n);
    assert.deepEqual(amountsIn(store), [...booked, ['call', 4n]]);
    assert.deepEqual(store.spending.today(), { cap: undefined, spent: 10n, reserved: 0n });
  });

  it('is booked as what it came to where the window closes before that could be written down', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const entry = store.ledger.begin(planned);
    const allowLines = refuseLines(folder);
    book(entry, 5n);
    allowLines();
    folder.close(store);
    assert.deepEqual(amountsIn(await folder.open()), [['call', 5n]]);
  });

  it('needs 64 MiB free on the disk', async () => {
    using folder = storeFolder();
    const neededBytes = 67_108_864;
    let free: number | undefined = neededBytes;
    const store = await folder.open({ freeBytes: () => free });
    store.ledger.begin(planned);
    free = neededBytes - 1;
    assert.throws(() => store.ledger.begin(planned), { kind: 'storage', spent: 'no' });
    free = undefined;
    store.ledger.begin(planned);
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
    book(first.ledger.begin(planned), 1n);
    folder.close(first);
    const database = openDatabase(pathOf(folder));
    const root = Number(database.only("SELECT rootpage FROM sqlite_schema WHERE name = 'ledger'")['rootpage']);
    database.close();
    writeFileSync(pathOf(folder), readFileSync(pathOf(folder)).fill(0xff, (root - 1) * 4_096, root * 4_096));
    const store = await folder.open();
    assert.throws(() => [...store.spending.lines()], { kind: 'storage' });
    assert.deepEqual(
      folder.notices.map(({ kind }) => kind),
      ['damaged'],
    );
  });
});
