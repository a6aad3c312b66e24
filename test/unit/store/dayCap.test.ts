import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { OpenLedgerEntry } from '../../../src/client/policies/budgetPolicy.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { callLeaseMs } from '../../../src/store/ledger.ts';
import { databaseFileName } from '../../../src/store/openStore.ts';
import type { Store } from '../../../src/store/store.ts';
import { testConnection, testLookup } from '../../support/testEndpoints.ts';
import { begin, planned } from './support/plannedCall.ts';
import { clientOver, priced, storeFolder, type StoreFolder } from './support/testStore.ts';

const pathOf = (folder: StoreFolder) => join(folder.path, databaseFileName);
const book = (entry: OpenLedgerEntry, booked: bigint) =>
  entry.settle({ request: planned.request, connection: 'direct', booked, isReported: true });
const amountsIn = (store: Store) => store.spending.lines().map(({ amount }) => amount);

/** Makes writing lines fail, like a full disk. @returns a function that undoes this */
function refuseLines(folder: StoreFolder, when = ''): () => void {
  const database = openDatabase(pathOf(folder));
  database.run(`CREATE TRIGGER no_line BEFORE INSERT ON ledger ${when} BEGIN SELECT RAISE (ABORT, 'no room'); END`);
  return () => {
    database.run('DROP TRIGGER no_line');
    database.close();
  };
}

describe('a reservation', () => {
  it("lasts when a different window closes, until the call can't be in flight", async () => {
    using folder = storeFolder();
    const first = await folder.open();
    const isAlive = () => true;
    const store = await folder.open({ owner: { name: 'asks', pid: 1 }, isAlive });
    await begin(store.ledger, planned);
    folder.close(first);
    await folder.clock.advance(callLeaseMs);
    const other = await folder.open({ isAlive });
    assert.deepEqual([other.spending.today().reserved, amountsIn(other)], [1_000n, []]);
    await folder.clock.advance(1);
    const later = await folder.open({ isAlive });
    assert.deepEqual([later.spending.today().reserved, amountsIn(later)], [0n, [1_000n]]);
  });

  it("is settled later, in order and once, if it can't be recorded now, and nothing is sent until then", async () => {
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
    assert.deepEqual(amountsIn(store), [1n]);
    allowSecond();
    const next = await begin(store.ledger, planned);
    const booked = [1n, 2n, 3n];
    assert.deepEqual(amountsIn(store), booked);
    book(next, 4n);
    assert.deepEqual(amountsIn(store), [...booked, 4n]);
    assert.deepEqual(store.spending.today(), { cap: undefined, spent: 10n, reserved: 0n });
  });

  it('is settled at the actual cost if the window closes before it could be recorded', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const entry = await begin(store.ledger, planned);
    const allowLines = refuseLines(folder);
    book(entry, 5n);
    allowLines();
    folder.close(store);
    assert.deepEqual(amountsIn(await folder.open()), [5n]);
  });

  it("is settled when the ledger is writable again, even if the next response can't be stored", async () => {
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
    assert.deepEqual(amountsIn(store), [1n, 200n]);
    const said = folder.notices.map((notice) => (notice.kind === 'notStored' ? notice.why : notice.kind));
    assert.deepEqual([repeatsKey, said], [true, ['notBooked', 'noRoom']]);
  });

  it('is treated as spent if its window no longer exists', async () => {
    using folder = storeFolder();
    const isAlive = (pid: number) => pid !== 1;
    const dying = await folder.open({ owner: { name: 'dying', pid: 1 }, isAlive: () => true });
    await begin(dying.ledger, planned);
    for (const name of ['one', 'other']) {
      const store = await folder.open({ owner: { name, pid: 2 }, dayCap: () => 1_999n, isAlive });
      await assert.rejects(begin(store.ledger, planned), {
        kind: 'budget',
        facts: { spent: 'no', budget: { cap: 1_999n, left: 999n, needed: 1_000n, isPriceAssumed: false, per: 'day' } },
      });
      assert.deepEqual([store.spending.today().spent, amountsIn(store)], [1_000n, [1_000n]]);
    }
  });

  it('needs 64 MiB of free space', async () => {
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

describe("a day's spending", () => {
  it("is the total for all of the day's endpoints and calls in flight", async () => {
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
});
