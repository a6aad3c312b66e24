import assert from 'node:assert/strict';
import { getCostAmount } from '../../../../src/core/cost/cost.ts';
import { PagedSession } from '../../../../src/core/session/pagedSession.ts';
import { Runs } from '../../../../src/core/session/runs.ts';
import { tweet } from '../../../../src/client/endpoints/table.ts';
import { flushPromises } from '../../../support/fakeClock.ts';
import { busy, start } from '../../features/threads/madeConversation.ts';
import { type Fate, namedPages, pageCount, price } from './support/pagedService.ts';
import { SessionWorld } from './support/sessionWorld.ts';

/** A world that handles requests by the given fates in order, then with pages. Each response takes 100 ms. */
function worldOf(...fates: readonly Fate[]): SessionWorld {
  return new SessionWorld([...fates, ...Array.from({ length: 50 }, () => 'page' as const)], [100]);
}

const idsOf = (session: ReturnType<SessionWorld['open']>) => session.state.pages.flatMap(({ content }) => content.ids);

describe('PagedSession', () => {
  for (const [where, isShared] of [
    ['of its own', false],
    ['that it shares with others', true],
  ] as const) {
    it(`opens as soon as its first request waits, with runs ${where}`, async () => {
      const { client } = start({ '1': busy });
      const session = new PagedSession(
        { endpoint: tweet, params: { tweetId: '1' } },
        {
          client: () => Promise.resolve(client),
          initiator: 'tree',
          read: () => undefined,
          changed: () => undefined,
          ...(isShared ? { runs: new Runs(() => undefined) } : {}),
        },
      );
      let isOpen = false;
      const opening = session.open().then(() => {
        isOpen = true;
      });
      await flushPromises();
      assert.deepEqual([isOpen, session.state.status, session.runs.pending.waiting?.kind], [true, 'loading', 'again']);
      await opening;
      session.close();
    });
  }

  it('loads several pages and reports its progress', async () => {
    const world = worldOf();
    const session = world.open('a');
    void session.load();
    await world.finish();
    const loading = session.loadMore(3);
    await flushPromises();
    assert.deepEqual([session.state.status, session.state.progress], ['loading', { done: 0, atMost: 3 }]);
    await world.clock.advance(100);
    assert.deepEqual([idsOf(session), session.state.progress], [['a0', 'a1'], { done: 1, atMost: 3 }]);
    await world.finish();
    await loading;
    assert.deepEqual([session.state.status, idsOf(session)], ['loaded', ['a0', 'a1', 'a2', 'a3']]);
    assert.equal(session.state.progress, undefined);
    assert.equal(getCostAmount(session.runs.cost), 4n * price);
  });

  it("doesn't load past the last page", async () => {
    const world = worldOf();
    const session = world.open('a');
    void session.load();
    await world.finish();
    const loading = session.loadMore(50);
    await world.finish();
    await loading;
    assert.deepEqual([world.service.seen.length, session.state.next, session.state.failure], [pageCount, undefined, undefined]);
  });

  it('stops at the budget, reports the remaining pages, and loads them on retry', async () => {
    const world = worldOf();
    const session = world.open('a');
    void session.load();
    await world.finish();
    world.budget.setCap(2n * price);
    const loading = session.loadMore(3);
    await world.finish();
    await loading;
    const { failure } = session.state;
    assert.deepEqual([failure?.error.kind, failure?.callsLeft, world.service.seen.length], ['budget', 2, 2]);
    world.budget.setCap(undefined);
    const going = session.loadMore(3);
    await world.finish();
    await going;
    assert.deepEqual([idsOf(session), session.state.failure], [['a0', 'a1', 'a2', 'a3', 'a4'], undefined]);
    assert.equal(world.service.seen.length, pageCount, 'no page was requested twice');
  });

  it('stops before a page whose price increased, reports it, and continues on retry', async () => {
    const world = worldOf();
    let now = price;
    const reported: unknown[] = [];
    const session = new PagedSession(
      { endpoint: namedPages, params: { name: 'a' } },
      {
        client: () => Promise.resolve({ ...world.client, priceOf: () => now }),
        initiator: 'program',
        read: () => undefined,
        changed: () => undefined,
        onPriceRaised: (...raised) => reported.push(...raised),
      },
    );
    void session.load();
    await world.finish();
    const loading = session.loadMore(3);
    await world.clock.advance(100);
    now = 2n * price;
    await world.finish();
    await loading;
    const loaded = session.state.pages.length;
    assert.deepEqual(
      [reported, session.state.status, session.state.failure],
      [[{ agreed: price, price: now }, 4 - loaded], 'loaded', undefined],
    );
    assert.equal(world.service.seen.length, loaded);
    const going = session.loadMore(4 - loaded);
    await world.finish();
    await going;
    assert.equal(session.state.pages.length, 4);
  });

  it('stops after the page in flight, which is shown', async () => {
    const world = worldOf();
    const session = world.open('a');
    void session.load();
    await world.finish();
    const loading = session.loadMore(3);
    await flushPromises();
    session.stop();
    assert.equal(session.isStopping, true);
    await world.finish();
    await loading;
    assert.deepEqual([idsOf(session), session.state.failure], [['a0', 'a1'], undefined]);
    assert.equal(world.service.seen.length, 2);
  });

  it('shows a first page that was in flight at Stop', async () => {
    const world = worldOf();
    const session = world.open('a');
    const loading = session.load();
    await flushPromises();
    session.stop();
    await world.finish();
    await loading;
    assert.deepEqual([idsOf(session), session.state.failure, world.service.seen.length], [['a0'], undefined, 1]);
  });

  it('retries a failed refresh after the received pages', async () => {
    const world = worldOf('page', 'page', 'page', 'noBalance');
    const session = world.open('a');
    void session.load();
    await world.finish();
    void session.loadMore();
    await world.finish();
    void session.refresh();
    await world.finish();
    const { failure } = session.state;
    assert.deepEqual([idsOf(session), failure?.isPartial, session.retryCalls], [['a0', 'a1'], true, 1]);
    assert.equal(world.service.seen.length, 4);
    void session.retry();
    await world.finish();
    assert.deepEqual([idsOf(session), session.state.failure, world.service.seen.length], [['a0', 'a1'], undefined, 5]);
    assert.deepEqual(
      session.state.pages.map(({ from }) => from),
      ['history', 'network'],
    );
    void session.retry();
    await world.finish();
    assert.equal(world.service.seen.length, 5, 'nothing failed that could be done again');
  });

  it('ends at the timeout of a page in flight after Stop, and reports a possible charge', async () => {
    const world = new SessionWorld(['page'], [120_000]);
    const session = world.open('a');
    const loading = session.load();
    await flushPromises();
    const startedAt = world.clock.now();
    assert.equal(session.runs.stopsBy, undefined, 'nothing was stopped');
    session.stop();
    assert.equal(session.runs.stopsBy, startedAt + 90_000);
    await world.finish();
    await loading;
    assert.equal(session.runs.stopsBy, undefined);
    assert.deepEqual([session.state.failure?.error.kind, session.state.failure?.error.spent], ['timeout', 'maybe']);
    assert.equal(session.runs.cost.maybeCharged, 1);
  });

  it('stops during a 429 wait without sending another request or being charged', async () => {
    const world = worldOf({ retryAfter: '30', holds: { ms: 30_000 } });
    const session = world.open('a');
    const loading = session.load();
    await world.clock.advance(100);
    assert.equal(session.runs.pending.waiting?.kind, 'again');
    session.stop();
    await loading;
    assert.deepEqual([session.state.failure?.error.kind, session.state.failure?.error.spent], ['cancelled', 'no']);
    await world.finish();
    assert.equal(world.service.seen.length, 1);
  });

  it("doesn't show responses that arrive after it was closed, but stores them", async () => {
    const world = worldOf();
    let changes = 0;
    const session = world.open('a', {
      changed: () => {
        changes += 1;
      },
    });
    const loading = session.load();
    await flushPromises();
    session.close();
    const before = changes;
    await world.finish();
    await loading;
    assert.deepEqual([changes, idsOf(session)], [before, []]);
    const again = world.open('a');
    await again.load();
    assert.deepEqual([idsOf(again), world.service.seen.length], [['a0'], 1]);
  });

  it('continues after empty pages, reports several in a row, and continues on request', async () => {
    const world = worldOf('page', 'emptyPage', 'emptyPage', 'emptyPage');
    const session = world.open('a');
    void session.load();
    await world.finish();
    const loading = session.loadMore(9);
    await world.finish();
    await loading;
    assert.deepEqual([session.state.isStalled, world.service.seen.length, session.state.next === undefined], [true, 4, false]);
    const more = session.loadMore();
    await world.finish();
    await more;
    assert.deepEqual([session.state.isStalled, idsOf(session).length], [false, 2]);
  });

  it("doesn't refresh past several empty pages in a row", async () => {
    const world = worldOf('page', 'page', 'page', 'page', 'page', 'emptyPage', 'emptyPage', 'emptyPage');
    const session = world.open('a');
    void session.load();
    await world.finish();
    void session.loadMore(4);
    await world.finish();
    const refreshing = session.refresh(9);
    await world.finish();
    await refreshing;
    const { isStalled, failure, next } = session.state;
    assert.deepEqual([isStalled, failure, next === undefined], [true, undefined, false]);
    assert.equal(world.service.seen.length, pageCount + 3);
  });

  it('retries only the failed page', async () => {
    const world = worldOf('page', 'failed');
    const session = world.open('a');
    void session.load();
    await world.finish();
    void session.loadMore();
    await world.finish();
    assert.equal(session.state.failure?.error.kind, 'server');
    void session.retry();
    await world.finish();
    assert.deepEqual([idsOf(session), world.service.seen.length, session.state.failure], [['a0', 'a1'], 3, undefined]);
  });
});
