import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { actOnPagedRow, PagedNode } from '../../src/features/explore/host/tree/recordNode.ts';
import { childOf, startExploring, texts, tooltipOf } from './support/exploring.ts';

const price = 200n;

describe('a row whose Refresh was interrupted', () => {
  it('reports it without "No charge", and Retry pays only for the rest', async () => {
    const exploring = await startExploring('user', { assumedPrice: price });
    try {
      await exploring.pins.add([
        { kind: 'user', id: exampleValues.userId, label: { name: 'Ada', handle: exampleValues.handle } },
      ]);
      const followers = await childOf(await childOf(exploring.tree, 'Ada'), 'Followers');
      assert.ok(followers instanceof PagedNode);
      await followers.children();
      await followers.loadMore();
      await followers.loadMore();
      exploring.budget.setCap(exploring.budget.state().spent + price * 2n);
      await followers.source.session.refresh();
      assert.equal(await exploring.calls(), 5);
      const [failed, onward] = (await followers.children()).slice(-2);
      assert.ok(failed && onward);
      assert.match(texts([failed])[0] ?? '', /Session budget: .* \| Set Budget…$/);
      assert.match(tooltipOf(failed), /No further charge\./);
      assert.match(texts([onward])[0] ?? '', /loaded, more available/);
      exploring.budget.setCap(3_000_000n);
      await actOnPagedRow('load', failed.parent);
      assert.equal(await exploring.calls(), 6);
      assert.equal(followers.source.state.failure, undefined);
    } finally {
      await exploring.close();
    }
  });
});
