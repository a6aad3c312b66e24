import assert from 'node:assert/strict';
import { serializePinsForDrag, placeDroppedPins } from '../../src/features/explore/host/rowActions.ts';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { runOnRows } from './support/runOnRows.ts';
import { childOf, type Exploring, startExploring, wordsOf } from './support/exploring.ts';

const item = (id: string) => ({ kind: 'user', id, label: { name: `User ${id}`, handle: `u${id.slice(-5)}` } }) as const;

describe('pins', () => {
  let exploring: Exploring;

  beforeEach(async () => {
    exploring = await startExploring('user');
    await exploring.pins.place([item(exampleValues.userId)]);
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

  it("are added by dragging rows into their kind's view, before the drop target", async () => {
    const account = await childOf(exploring.tree, /^User/);
    const [first, second] = await (await childOf(account, 'Followers')).children();
    assert.ok(first && second);
    const text = serializePinsForDrag([first, second, account]);
    await placeDroppedPins(exploring.pins, 'user', account, text);
    assert.equal(ids().length, 3);
    assert.equal(ids()[2], exampleValues.userId);
    await placeDroppedPins(exploring.pins, 'user', undefined, serializePinsForDrag([first]));
    assert.equal(first.id.endsWith(ids()[2] ?? 'nothing'), true, 'dropped on nothing it goes to the end');
    const before = exploring.pins.list();
    await placeDroppedPins(exploring.pins, 'list', undefined, text);
    for (const foreign of [undefined, '', '{', '{"kind":"user"}', '[{"kind":"post","id":"1","label":{"name":"x"}}]']) {
      await placeDroppedPins(exploring.pins, 'user', undefined, foreign);
    }
    assert.deepEqual(exploring.pins.list(), before);
  });

  it("can't be created by dragging posts or notes", async () => {
    const posts = await (await childOf(await childOf(exploring.tree, /^User/), 'Posts')).children();
    assert.equal(serializePinsForDrag(posts), undefined);
  });
});
