import assert from 'node:assert/strict';
import { flushPromises } from '../../support/fakeClock.ts';
import { testLookup } from '../../support/testEndpoints.ts';
import { clientOver, priced, storeFolder } from './support/testStore.ts';

describe('changes of the store', () => {
  it('are reported at once in this window and within a second in another one', async () => {
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
    assert.equal(changes.there, 1, 'it was informed of a change that was none');
  });

  it('are asked for only while somebody listens', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    assert.equal(folder.clock.pending(), 0);
    const stop = store.onDidChange(() => undefined);
    const stopToo = store.onDidChange(() => undefined);
    await folder.clock.advance(10_000);
    assert.equal(folder.clock.pending(), 1);
    stop();
    assert.equal(folder.clock.pending(), 1);
    stopToo();
    assert.equal(folder.clock.pending(), 0);
  });
});
