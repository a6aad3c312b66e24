import assert from 'node:assert/strict';
import { join } from 'node:path';
import { toPriceBookKey } from '../../../src/client/connection.ts';
import { createPriceBook } from '../../../src/client/policies/budget.ts';
import type { OpenLedgerEntry } from '../../../src/client/policies/budgetPolicy.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { databaseFileName } from '../../../src/store/openStore.ts';
import { callLeaseMs } from '../../../src/store/ledger.ts';
import type { Store } from '../../../src/store/store.ts';
import { createCutOffFault, createNotSentFault } from '../../support/fakeTransport.ts';
import { testConnection, testLookup } from '../../support/testEndpoints.ts';
import { begin, planned } from './support/plannedCall.ts';
import { clientOver, priced, storeFolder } from './support/testStore.ts';

const day = '2026-08-01';
const linesOf = (store: Store) => store.spending.lines();

/** Settles a call at no charge. */
function settleFree(entry: OpenLedgerEntry): void {
  entry.settle({ request: planned.request, connection: 'direct', booked: 0n, isReported: true });
}

describe("all windows' ledger", () => {
  it('passes prices to the next session', async () => {
    using folder = storeFolder();
    const first = clientOver(await folder.open(), folder.clock, () => priced('0.0002'), { prices: createPriceBook() });
    await first.client.call(testLookup, { name: 'a' });
    const second = clientOver(await folder.open(), folder.clock, () => priced('9'));
    assert.equal(second.client.priceOf(testLookup), 200n);
  });

  it("doesn't store a sandbox's prices", async () => {
    using folder = storeFolder();
    const options = { connection: { kind: 'sandbox' }, prices: createPriceBook() } as const;
    const { client } = clientOver(await folder.open(), folder.clock, () => priced('0.0002'), options);
    await client.call(testLookup, { name: 'a' });
    const second = clientOver(await folder.open(), folder.clock, () => priced('9'), { connection: { kind: 'sandbox' } });
    const real = clientOver(await folder.open(), folder.clock, () => priced('9'), { connection: { kind: 'direct' } });
    assert.equal(second.client.priceOf(testLookup), 0n);
    assert.equal(real.client.priceOf(testLookup), undefined);
  });

  it("records an implausible price, reports it once, and doesn't expect it again", async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const { client } = clientOver(store, folder.clock, (index) => priced(index === 0 ? '0.0002' : '12.5'));
    for (const name of ['a', 'b', 'c']) {
      await client.call(testLookup, { name });
    }
    const price = 12_500_000n;
    assert.equal(store.spending.today().spent, 2n * price + 200n);
    assert.equal((await folder.open()).prices.priceOf(toPriceBookKey('primary', testConnection()), testLookup.id), 200n);
    assert.deepEqual(folder.notices, [{ kind: 'implausiblePrice', price, endpointId: testLookup.id }]);
  });

  it("settles closed windows' calls as possibly charged, but not open windows' calls", async () => {
    using folder = storeFolder();
    await begin((await folder.open({ owner: { name: 'dead', pid: 4_000_000 } })).ledger, planned);
    await begin((await folder.open({ owner: { name: 'living', pid: 1 } })).ledger, planned);
    const isAlive = (pid: number) => pid === 1;
    const store = await folder.open({ owner: { name: 'new', pid: 2 }, isAlive });
    assert.deepEqual(
      linesOf(store).map(({ amount, spent, error, initiator }) => [amount, spent, error, initiator]),
      [[1_000n, 'maybe', 'lost', 'tree']],
    );
    assert.deepEqual(store.spending.today(), { cap: undefined, spent: 1_000n, reserved: 1_000n });
    await folder.clock.advance(callLeaseMs + 1);
    const later = await folder.open({ owner: { name: 'later', pid: 3 }, isAlive });
    assert.equal(linesOf(later).length, 2, 'nobody is at a call for that long');
  });

  it('keeps the worst case and stores the response if a lost call ends later', async () => {
    using folder = storeFolder();
    const asleep = await folder.open({ owner: { name: 'asleep', pid: 4_000_000 } });
    const { client } = clientOver(asleep, folder.clock, async () => {
      await folder.open({ owner: { name: 'new', pid: 1 }, isAlive: () => false });
      return priced('0.0002');
    });
    const { id } = await client.call(testLookup, { name: 'a' });
    assert.equal(asleep.exchanges.exchange(id)?.id, id);
    assert.deepEqual(
      linesOf(asleep).map(({ amount, error }) => [amount, error]),
      [[1_000n, 'lost']],
    );
    assert.deepEqual(asleep.spending.sum(day, day), { spent: 1_000n, calls: 1, unreported: 1, maybeBilled: 1 });
  });

  it('settles calls in flight as possibly charged when a window closes', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const entry = await begin(store.ledger, planned);
    folder.close(store);
    settleFree(entry);
    assert.deepEqual(folder.notices, []);
    assert.deepEqual(
      linesOf(await folder.open()).map(({ error }) => error),
      ['lost'],
    );
  });

  it('never changes or deletes a line', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    settleFree(await begin(store.ledger, planned));
    const database = openDatabase(join(folder.path, databaseFileName));
    assert.throws(() => database.run('UPDATE ledger SET amount = 0'), /only added/);
    assert.throws(() => database.run('DELETE FROM ledger'), /only added/);
    database.close();
  });
});

describe('a ledger line', () => {
  it("isn't sent if the daily cap was lowered while it waited", async () => {
    using folder = storeFolder();
    let cap: bigint | undefined = 1_000n;
    const store = await folder.open({ dayCap: () => cap });
    const entry = await begin(store.ledger, planned);
    entry.checkBeforeSend?.();
    cap = 999n;
    assert.throws(() => entry.checkBeforeSend?.(), {
      kind: 'budget',
      facts: { spent: 'no', budget: { cap: 999n, left: 0n, needed: 1_000n, isPriceAssumed: false, per: 'day' } },
    });
    cap = undefined;
    entry.checkBeforeSend?.();
    settleFree(entry);
  });

  it("has the call's outcome and initiator", async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const replies = [
      priced('0.0002', '1.5'),
      { status: 404, headers: { 'x-price-per-call': '0.0001' } },
      createCutOffFault(),
      createNotSentFault(),
    ];
    const { client } = clientOver(store, folder.clock, (index) => replies[index] ?? createNotSentFault());
    await client.call(testLookup, { name: 'a' }, { initiator: 'panel' });
    for (const name of ['b', 'c', 'd']) {
      const call = client.call(testLookup, { name }, { initiator: 'tool' }).catch(() => 'failed');
      while (await folder.clock.advanceToNext());
      await call;
    }
    assert.deepEqual(
      linesOf(store).map(({ initiator, amount, isReported, spent, status, error }) => [
        initiator,
        amount,
        isReported,
        spent,
        status,
        error,
      ]),
      [
        ['panel', 200n, true, 'yes', 200, undefined],
        ['tool', 100n, true, 'yes', 404, undefined],
        ['tool', 100n, false, 'maybe', undefined, 'interrupted'],
        ['tool', 0n, true, 'no', undefined, 'network'],
      ],
    );
    assert.deepEqual(store.spending.sum(day, day), {
      spent: 400n,
      calls: 3,
      unreported: 1,
      maybeBilled: 1,
    });
    assert.deepEqual(store.spending.byEndpoint(day, day), [
      { endpointId: testLookup.id, spent: 400n, calls: 3, unreported: 1, maybeBilled: 1 },
    ]);
  });

  it("doesn't add up or limit play money", async () => {
    using folder = storeFolder();
    const store = await folder.open({ dayCap: () => 0n });
    const { client } = clientOver(store, folder.clock, () => priced('0.5'), { connection: { kind: 'sandbox' } });
    await client.call(testLookup, { name: 'a' });
    assert.equal(store.spending.sum(day, day).spent, 0n);
  });
});
