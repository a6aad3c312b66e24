import assert from 'node:assert/strict';
import { flushPromises } from '../../support/fakeClock.ts';
import { testLookup } from '../../support/testEndpoints.ts';
import { begin, planned } from './support/plannedCall.ts';
import { clientOver, priced, storeFolder } from './support/testStore.ts';

describe('store changes', () => {
  it('are reported at once in this window and within a second in others', async () => {
    using folder = storeFolder();
    const here = await folder.open();
    const there = await folder.open();
    const changes = { here: 0, there: 0 };
    here.onDidChange(() => (changes.here += 1));
    there.onDidChange(() => (changes.there += 1));
    const { client } = clientOver(here, folder.clock, () => priced('0.0002'));
    await client.call(testLookup, { name: 'a' });
    await flushPromises();
    assert.ok(changes.here > 0);
    assert.equal(changes.there, 0);
    await folder.clock.advance(1_000);
    assert.equal(changes.there, 1);
    await folder.clock.advance(5_000);
    assert.equal(changes.there, 1, 'it was notified without a change');
  });

  it('are reported once per batch', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    let reports = 0;
    store.onDidChange(() => (reports += 1));
    for (const expected of [1, 2]) {
      for (const entry of [await begin(store.ledger, planned), await begin(store.ledger, planned)]) {
        entry.settle({ request: planned.request, connection: 'direct', booked: 0n, isReported: true });
      }
      await flushPromises();
      assert.equal(reports, expected);
    }
  });

  it('are reported when a response is pinned, unpinned, or deleted', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const { client } = clientOver(store, folder.clock, () => priced('0.0002'));
    const { id } = await client.call(testLookup, { name: 'a' });
    await flushPromises();
    let reports = 0;
    store.onDidChange(() => (reports += 1));
    for (const [expected, change] of [
      () => store.exchanges.setPinned(id, true),
      () => store.exchanges.setPinned(id, false),
      () => store.exchanges.clear({ keepPinned: true }),
    ].entries()) {
      change();
      await flushPromises();
      assert.equal(reports, expected + 1);
    }
    assert.equal(store.exchanges.exchange(id), undefined, 'it was no longer pinned');
  });

  it('in other windows are reported repeatedly, only to current listeners', async () => {
    using folder = storeFolder();
    const { client } = clientOver(await folder.open(), folder.clock, () => priced('0.0002'));
    const store = await folder.open();
    let reports = 0;
    const reportsAfter = async (name: string) => {
      await client.call(testLookup, { name });
      await folder.clock.advance(1_000);
      return reports;
    };
    const stop = store.onDidChange(() => (reports += 1));
    assert.deepEqual([await reportsAfter('a'), await reportsAfter('b')], [1, 2]);
    stop();
    const leave = store.onDidChange(() => {
      reports += 1;
      leave();
    });
    assert.deepEqual([await reportsAfter('c'), await reportsAfter('d')], [3, 3]);
    assert.equal(folder.clock.pending(), 0);
    store.onDidChange(() => undefined);
    folder.close(store);
    assert.equal(folder.clock.pending(), 0);
  });
});
