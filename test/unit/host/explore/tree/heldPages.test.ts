import assert from 'node:assert/strict';
import { sumPageCosts } from '../../../../../src/app/session/pagedQuestion.ts';
import { isExactCost } from '../../../../../src/app/cost/cost.ts';
import { createBudget } from '../../../../../src/client/policies/budget.ts';
import type { FakeReply } from '../../../../support/fakeTransport.ts';
import { endlessPage as page, idsOf, sourceOf } from './support/postPages.ts';

/** A source with that many pages loaded, one call each. */
async function loaded(pages: number, reply: (index: number) => FakeReply = page) {
  const budget = createBudget({ cap: 1_000_000n });
  const { source, requests } = sourceOf(reply, { budget });
  await source.session.open();
  while (source.state.pages.length < pages) {
    await source.session.loadMore();
  }
  /** Sets the cap so that this many calls fit under it. */
  const leaveRoomFor = (calls: number) => {
    budget.setCap(budget.state().spent + 200n * BigInt(calls));
  };
  return { source, requests, leaveRoomFor };
}

const refused: FakeReply = { status: 401, body: { error: 'who?' } };

describe('pages that were asked for again and wait for the rest', () => {
  it('are not paid for twice where the budget ended halfway and was raised', async () => {
    const { source, requests, leaveRoomFor } = await loaded(5);
    leaveRoomFor(3);
    await source.session.refresh();
    assert.equal(source.state.failure?.error.kind, 'budget');
    assert.equal(requests.length, 5 + 3);
    assert.equal(source.state.held?.pages.length, 3);
    const cost = sumPageCosts(source.state.held?.pages ?? []);
    assert.deepEqual([isExactCost(cost), cost.exact], [true, 600n]);
    leaveRoomFor(5);
    source.session.forgetFailure(() => true);
    assert.equal(source.session.retryCalls, 2);
    await source.session.retry();
    assert.equal(requests.length, 5 + 5);
    assert.deepEqual(idsOf(source), ['post5', 'post6', 'post7', 'post8', 'post9']);
    assert.equal(source.state.held, undefined);
  });

  it('outlast a next page that is loaded meanwhile, and then bring as many pages as are shown', async () => {
    const { source, requests, leaveRoomFor } = await loaded(3);
    leaveRoomFor(2);
    await source.session.refresh();
    leaveRoomFor(9);
    await source.session.loadMore();
    assert.equal(source.state.pages.length, 4);
    assert.equal(source.session.retryCalls, 2);
    await source.session.retry();
    assert.deepEqual(idsOf(source), ['post3', 'post4', 'post6', 'post7']);
    assert.equal(requests.length, 3 + 2 + 1 + 2);
  });

  it('still wait when asking for all of them once more brings nothing', async () => {
    const { source, requests } = await loaded(2, (index) => (index === 3 || index === 4 ? refused : page(index)));
    await source.session.refresh();
    await source.session.refresh();
    assert.equal(source.state.failure?.error.kind, 'unauthorized');
    assert.equal(source.session.retryCalls, 1);
    await source.session.retry();
    assert.deepEqual(idsOf(source), ['post2', 'post5']);
    assert.equal(requests.length, 6);
  });

  it('are shown when the search ends behind them', async () => {
    const none: FakeReply = { status: 502, body: { error: 'no results', attempts: 9 } };
    const { source } = await loaded(2, (index) => (index === 3 ? none : page(index)));
    await source.session.refresh();
    assert.equal(source.state.failure, undefined);
    assert.deepEqual(idsOf(source), ['post2']);
    assert.equal(source.state.next, undefined);
  });

  it('are let go with what was loaded when another connection answers', async () => {
    const { source, requests } = await loaded(2, (index) => (index === 3 ? refused : page(index)));
    await source.session.refresh();
    source.forget();
    assert.equal(source.state.held, undefined);
    await source.session.retry();
    assert.deepEqual(idsOf(source), ['post2'], 'the newest answer that is kept');
    assert.equal(requests.length, 4);
  });
});
