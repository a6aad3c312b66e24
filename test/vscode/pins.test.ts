import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { runOnRows } from './support/runOnRows.ts';
import { childOf, type Exploring, startExploring, wordsOf } from './support/exploring.ts';

const item = (id: string) => ({ kind: 'user', id, label: { name: `User ${id}`, handle: `u${id.slice(-5)}` } }) as const;

describe('pins', () => {
  let exploring: Exploring;

  beforeEach(async () => {
    exploring = await startExploring('user');
    await exploring.pins.add([item(exampleValues.userId)]);
  });

  afterEach(async () => {
    await exploring.close();
  });

  const ids = () => exploring.pins.list('user').map(({ id }) => id);

  it('are added and removed for all selected rows, without a request', async () => {
    const followers = await childOf(await childOf(exploring.tree, /^User/), 'Followers');
    const [first, second, third] = await followers.children();
    assert.ok(first && second && third);
    const calls = await exploring.calls();
    await runOnRows('pin', [first, second], exploring);
    assert.equal(ids().length, 3);
    assert.ok(wordsOf(first).includes('pinned'));
    assert.ok(wordsOf(third).includes('pinnable'));
    await runOnRows('unpin', [second], exploring);
    await runOnRows('unpin', [first], exploring);
    assert.deepEqual(ids(), [exampleValues.userId]);
    assert.equal(await exploring.calls(), calls);
  });
});
