import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { actOnPagedRow } from '../../src/host/explore/pageActions.ts';
import { PagedNode } from '../../src/host/explore/tree/pagedNode.ts';
import { answering } from './support/answering.ts';
import { childOf, type Exploring, startExploring, texts, tooltipOf } from './support/exploring.ts';
import { setSettings, until } from './support/steps.ts';

const ada = { kind: 'user', id: exampleValues.userId, label: { name: 'Ada', handle: exampleValues.handle } } as const;
const price = 200n;

describe('a row of the trees whose Refresh ended halfway', () => {
  let exploring: Exploring;

  beforeEach(async () => {
    exploring = await startExploring('user', { assumedPrice: price });
    await exploring.pins.place([ada]);
  });

  afterEach(async () => {
    await exploring.close();
  });

  /** A part of the account with three pages loaded. */
  async function threePages(): Promise<PagedNode> {
    const followers = await childOf(await childOf(exploring.tree, 'Ada'), 'Followers');
    assert.ok(followers instanceof PagedNode);
    await followers.children();
    await followers.loadMore();
    await followers.loadMore();
    return followers;
  }

  const endOf = async (row: PagedNode) => (await row.children()).slice(-2);

  it('says what came and what it cost, goes on behind it, and keeps that offer over a higher budget', async () => {
    const followers = await threePages();
    exploring.budget.setCap(exploring.budget.state().spent + price * 2n);
    await followers.source.session.refresh();
    assert.equal(await exploring.calls(), 5);
    const [failed, onward] = await endOf(followers);
    assert.ok(failed && onward);
    assert.match(texts([failed])[0] ?? '', /Budget per .* \| Set Budget…$/);
    assert.match(tooltipOf(failed), /2 of 3 pages came \(\$0\.0004\)\. Nothing more was spent\./);
    assert.doesNotMatch(tooltipOf(failed), /Nothing was spent/);
    assert.match(texts([onward])[0] ?? '', /loaded, more available/);
    const restore = await setSettings({ 'budget.perSession': 3 });
    try {
      exploring.budget.setCap(3_000_000n);
      await until('the failure is over', () => (followers.source.state.failure === undefined ? true : undefined));
      const [still] = (await followers.children()).slice(-2);
      assert.ok(still);
      assert.deepEqual(texts([still]), ['2 of 3 pages came | Retry (≈$0.0002)']);
      await actOnPagedRow('load', still);
      assert.equal(await exploring.calls(), 6);
      assert.match(texts(await followers.children()).at(-1) ?? '', /loaded, more available/);
    } finally {
      await restore();
    }
  });

  it('offers in Refresh what is missing alone, before everything again', async () => {
    const followers = await threePages();
    exploring.budget.setCap(exploring.budget.state().spent + price * 2n);
    await followers.source.session.refresh();
    exploring.budget.setCap(3_000_000n);
    const offered: string[] = [];
    using _person = answering({
      pick: (items) => {
        offered.push(...items.map(({ label, description }) => `${label} ${description ?? ''}`));
        return items[0];
      },
    });
    await actOnPagedRow('callAgain', followers);
    assert.deepEqual(offered, [
      '$(debug-continue) Only what is missing, 1 of 3 pages ≈$0.0002',
      '$(refresh) All 3 pages ≈$0.0006',
      '$(refresh) The first page ≈$0.0002',
    ]);
    assert.equal(await exploring.calls(), 6);
  });

  it('does not say of a cancelled one that nothing was spent', async () => {
    const followers = await threePages();
    await exploring.faults([{ match: {}, latency: 700, times: 1 }]); // long enough to stop while it is on its way
    const refreshing = followers.source.session.refresh();
    await until('a request is on its way', () => (followers.source.session.runs.pending.isSent ? true : undefined));
    followers.source.session.stop();
    await refreshing;
    assert.equal(await exploring.calls(), 4);
    const [failed] = await endOf(followers);
    assert.ok(failed);
    assert.deepEqual(texts([failed]), ['Followers: cancelled. | Retry (≈$0.0004 for 2 pages)']);
    assert.match(tooltipOf(failed), /1 of 3 pages came \(\$0\.0002\)\. Nothing more was spent\./);
    assert.doesNotMatch(tooltipOf(failed), /Nothing was spent/);
  });
});
