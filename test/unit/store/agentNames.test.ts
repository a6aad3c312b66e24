import assert from 'node:assert/strict';
import { testLookup } from '../../support/testEndpoints.ts';
import { begin, planned } from './support/plannedCall.ts';
import { clientOver, priced, storeFolder } from './support/testStore.ts';

describe("an agent's name", () => {
  it("is stored with the response and the line, and isn't set for the user's requests", async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const { client } = clientOver(store, folder.clock, () => priced('0.0002'));
    await client.call(testLookup, { name: 'a' }, { initiator: 'tool', agent: 'Claude Code' });
    await client.call(testLookup, { name: 'b' }, { initiator: 'command' });
    const { items } = store.exchanges.newest({ limit: 2 });
    assert.deepEqual(
      items.map(({ agent }) => agent),
      [undefined, 'Claude Code'],
    );
    assert.deepEqual(
      store.spending.lines().map(({ agent }) => agent),
      ['Claude Code', undefined],
    );
  });

  it('is stored with an unsettled call', async () => {
    using folder = storeFolder();
    const store = await folder.open({ isAlive: () => true });
    await begin(store.ledger, { ...planned, initiator: 'tool', agent: 'Cursor' });
    folder.close(store);
    const [line] = (await folder.open()).spending.lines();
    assert.deepEqual([line?.agent, line?.spent], ['Cursor', 'maybe']);
  });
});
