import assert from 'node:assert/strict';
import { memoryHistory } from '../../../../../src/client/policies/history.ts';
import { createBudget } from '../../../../../src/client/policies/budget.ts';
import { type FakeReply, createNotSentFault } from '../../../../support/fakeTransport.ts';
import { testPagedEndpoint } from '../../../../support/testEndpoints.ts';
import { endlessPage, idsOf, postPage as page, sourceOf } from './support/postPages.ts';

describe('the pages of a tree row', () => {
  it('are asked for once, by the first expansion', async () => {
    const { source, requests } = sourceOf(() => page(['1', '2'], 'b'));
    assert.equal(source.state.status, 'unasked');
    await Promise.all([source.session.open(), source.session.open()]);
    await source.session.open();
    assert.equal(requests.length, 1);
    assert.deepEqual(idsOf(source), ['1', '2']);
    assert.deepEqual(source.state.next, { cursor: 'b' });
  });

  it('say before the second try that the service cannot be reached, and take it back when the answer is here', async () => {
    let isUp = false;
    const { source, requests, changes } = sourceOf(() => (isUp ? page(['1']) : createNotSentFault()), { random: () => 0.99 });
    await source.session.open();
    assert.equal(requests.length, 1, 'it came back before it was tried again');
    assert.equal(source.state.status, 'loading');
    const next = source.session.runs.pending.waiting;
    assert.deepEqual(next?.kind === 'again' && [next.attempt, next.error.facts.code], [2, 'ECONNREFUSED']);
    const drawn = changes();
    assert.ok(drawn > 0);
    await source.session.open(); // redrawn meanwhile
    assert.equal(requests.length, 1);
    isUp = true;
    await source.session.load(); // joins the one that is under way
    assert.deepEqual([source.session.runs.pending.waiting, source.state.status, idsOf(source)], [undefined, 'loaded', ['1']]);
    assert.equal(requests.length, 2);
    assert.ok(changes() > drawn);
  });

  it('come from what is kept, however old, without a call', async () => {
    const history = memoryHistory();
    const first = sourceOf(() => page(['1']), { history });
    await first.source.session.open();
    const again = first.make();
    assert.equal(again.quoteFirst()?.kind, 'kept');
    await again.session.open();
    assert.equal(first.requests.length, 1);
    assert.equal(again.state.pages[0]?.from, 'history');
  });

  it('behind a kept one come from what is kept too, however old; behind a new one they are asked for', async () => {
    const maxAgeMs = -1; // no kept answer is young enough to serve by itself
    const { source, make, requests } = sourceOf(endlessPage, { maxAgeMs });
    await source.session.open();
    await source.session.loadMore();
    await source.session.loadMore();
    assert.equal(requests.length, 3);
    const again = make();
    await again.session.open();
    assert.equal(again.quoteNext()?.kind, 'kept');
    await again.session.loadMore();
    await again.session.loadMore();
    assert.equal(requests.length, 3, 'three pages are kept');
    assert.deepEqual(again.quoteNext(), { kind: 'known', price: 200n });
    await again.session.loadMore();
    assert.equal(requests.length, 4);
    await again.session.refresh(1);
    assert.equal(again.quoteNext()?.kind, 'known', 'what is kept does not follow on a page that was asked for again');
  });

  it('say what the next one costs as soon as a call has taught it', async () => {
    const { source } = sourceOf(() => page(['1'], 'b'));
    assert.deepEqual(source.quoteFirst(), { kind: 'unknown' });
    await source.session.open();
    assert.deepEqual(source.quoteNext(), { kind: 'known', price: 200n });
  });

  it('follow the cursor, one call for one act, and end at the last page', async () => {
    const { source, requests } = sourceOf((index) => (index === 0 ? page(['1'], 'b') : page(['2'])));
    await source.session.open();
    await source.session.loadMore();
    assert.deepEqual(idsOf(source), ['1', '2']);
    assert.equal(source.state.next, undefined);
    await source.session.loadMore();
    assert.equal(requests.length, 2, 'there is nothing to load behind the end');
  });

  it('are loaded one at a time: a second click joins the first', async () => {
    const { source, requests } = sourceOf(endlessPage);
    await source.session.open();
    await Promise.all([source.session.loadMore(), source.session.loadMore(), source.session.refresh()]);
    assert.equal(requests.length, 2);
  });

  it('end where a page brings nothing new or a cursor leads back', async () => {
    const repeating = sourceOf(() => page(['1', '2'], 'b'));
    await repeating.source.session.open();
    await repeating.source.session.loadMore();
    assert.deepEqual(idsOf(repeating.source), ['1', '2']);
    assert.equal(repeating.source.state.next, undefined);
    const circling = sourceOf((index) => page([String(index)], 'b'));
    await circling.source.session.open();
    await circling.source.session.loadMore();
    assert.deepEqual(idsOf(circling.source), ['0', '1']);
    assert.equal(circling.source.state.next, undefined);
  });

  it('leave out what an earlier page had, so that every row has an id of its own', async () => {
    const { source } = sourceOf((index) => (index === 0 ? page(['1', '2'], 'b') : page(['2', '3'])));
    await source.session.open();
    await source.session.loadMore();
    assert.deepEqual(idsOf(source), ['1', '2', '3']);
    assert.deepEqual(
      source.state.pages.map(({ content }) => content.records.length),
      [2, 1],
    );
  });

  it('stay when the next one fails, and retry asks for that one again', async () => {
    const { source, requests } = sourceOf((index) =>
      index === 0 ? page(['1'], 'b') : index === 1 ? { status: 404, body: { error: 'gone' } } : page(['2']),
    );
    await source.session.open();
    await source.session.loadMore();
    assert.equal(source.state.failure?.error.kind, 'notFound');
    assert.deepEqual(idsOf(source), ['1']);
    await source.session.retry();
    assert.equal(source.state.failure, undefined);
    assert.deepEqual(idsOf(source), ['1', '2']);
    assert.equal(requests.length, 3);
  });

  it('that failed are not asked for again by redrawing the row', async () => {
    const { source, requests } = sourceOf(() => ({ status: 403, body: { error: 'private' } }));
    await source.session.open();
    await source.session.open();
    await source.session.open();
    assert.equal(requests.length, 1);
    assert.equal(source.state.failure?.error.kind, 'forbidden');
  });

  it('are refreshed as many as are loaded, with the cursors of the new ones', async () => {
    const { source, requests } = sourceOf((index) =>
      index < 2 ? page([`old${index}`], `old${index}`) : page([`new${index}`], `new${index}`),
    );
    await source.session.open();
    await source.session.loadMore();
    await source.session.refresh();
    assert.equal(requests.length, 4);
    assert.match(String(requests[3]?.url), /cursor=new2/);
    assert.deepEqual(idsOf(source), ['new2', 'new3']);
    assert.deepEqual(source.state.next, { cursor: 'new3' });
  });

  it('that are loaded stay when a refresh fails, filter included', async () => {
    const { source } = sourceOf((index) =>
      index < 2 ? page([`old${index}`], `old${index}`) : { status: 403, body: { error: 'private' } },
    );
    await source.session.open();
    await source.session.loadMore();
    source.filter('old1');
    await source.session.refresh();
    assert.deepEqual(idsOf(source), ['old0', 'old1']);
    assert.equal(source.state.filter, 'old1');
    assert.equal(source.state.failure?.error.kind, 'forbidden');
  });

  it('of a refresh that came before one failed are not paid for again by retry', async () => {
    const { source, requests } = sourceOf((index) =>
      index === 3 ? { status: 403, body: { error: 'private' } } : endlessPage(index),
    );
    await source.session.open();
    await source.session.loadMore();
    await source.session.refresh();
    assert.equal(requests.length, 4);
    assert.deepEqual(idsOf(source), ['post0', 'post1']);
    await source.session.retry();
    assert.equal(requests.length, 5);
    assert.match(String(requests[4]?.url), /cursor=cursor2/);
    assert.deepEqual(idsOf(source), ['post2', 'post4']);
  });

  it('of a refresh that failed are counted, so that retry can say what the rest of them costs', async () => {
    const { source } = sourceOf((index) => (index === 5 ? { status: 500, body: { error: 'broken' } } : endlessPage(index)));
    await source.session.open();
    await source.session.loadMore();
    await source.session.loadMore();
    await source.session.loadMore();
    assert.equal(source.session.retryCalls, 1);
    await source.session.refresh();
    assert.equal(source.state.failure?.error.kind, 'server');
    assert.equal(source.session.retryCalls, 3);
    await source.session.retry();
    assert.equal(source.state.failure, undefined);
    assert.equal(source.state.pages.length, 4);
  });

  it('of a refresh that is stopped stay as they were; the one on its way is kept, and retry goes on behind it', async () => {
    const { source, requests } = sourceOf((index) => {
      if (index === 3) {
        source.session.stop();
      }
      return endlessPage(index);
    });
    await source.session.open();
    await source.session.loadMore();
    await source.session.loadMore();
    await source.session.refresh();
    assert.equal(requests.length, 4);
    assert.equal(source.state.failure?.error.kind, 'cancelled');
    assert.deepEqual(idsOf(source), ['post0', 'post1', 'post2']);
    assert.equal(source.session.retryCalls, 2);
    await source.session.retry();
    assert.deepEqual(idsOf(source), ['post3', 'post4', 'post5']);
  });

  it('of a row that takes the place of another one wait for a click, however often it is drawn', async () => {
    const { source, requests } = sourceOf(() => page(['1']));
    source.requireExplicitLoad();
    await source.session.open();
    assert.deepEqual([source.state.status, source.state.idleBecause], ['idle', 'otherService']);
    assert.equal(requests.length, 0);
    await source.session.load();
    assert.deepEqual(idsOf(source), ['1']);
  });

  it('are forgotten with another connection: nothing is asked until the person says so', async () => {
    const { source, requests } = sourceOf(() => page(['1']));
    source.forget();
    assert.equal(source.state.status, 'unasked', 'what nobody expanded is as it was');
    await source.session.open();
    source.forget();
    await source.session.open();
    assert.deepEqual([source.state.status, source.state.idleBecause], ['idle', 'reconnected']);
    assert.deepEqual(source.state.records, []);
    assert.equal(requests.length, 1);
  });

  it('that arrive after they were forgotten are dropped', async () => {
    let answer: (reply: FakeReply) => void = () => undefined;
    const { source } = sourceOf(() => new Promise<FakeReply>((resolve) => (answer = resolve)));
    const opening = source.session.open();
    await new Promise((resolve) => setImmediate(resolve));
    source.forget();
    answer(page(['late']));
    await opening;
    assert.equal(source.state.status, 'idle');
    assert.deepEqual(source.state.records, []);
  });

  it('are not asked for past the budget, and say so', async () => {
    const { source, requests } = sourceOf(() => page(['1']), { budget: createBudget({ cap: 0n }) });
    await source.session.open();
    assert.equal(source.state.failure?.error.kind, 'budget');
    source.session.forgetFailure(({ kind }) => kind === 'network', 'budgetRaised');
    assert.equal(source.state.failure?.error.kind, 'budget', 'its cause is not gone');
    source.session.forgetFailure(({ kind }) => kind === 'budget', 'budgetRaised');
    assert.equal(source.state.failure, undefined);
    assert.deepEqual([source.state.status, source.state.idleBecause], ['idle', 'budgetRaised'], 'it waits for a person');
    assert.equal(requests.length, 0);
  });

  it('give back the answer that a record came with, from what is kept', async () => {
    const { source, requests } = sourceOf((index) => (index === 0 ? page(['1'], 'b') : page(['2'])));
    await source.session.open();
    await source.session.loadMore();
    const [, second] = source.state.pages;
    assert.ok(second);
    const exchange = await source.exchangeOf(second);
    assert.equal(exchange?.id, second.exchangeId);
    assert.equal(requests.length, 2);
  });

  it('give back that answer and never a newer one to the same question', async () => {
    const { source, requests, client, kept } = sourceOf((index) => page([String(index)]));
    await source.session.open();
    const [shown] = source.state.pages;
    assert.ok(shown);
    const older = await source.exchangeOf(shown);
    assert.ok(older);
    await client.call(testPagedEndpoint, {}, { reuse: 'never' });
    assert.equal(await source.exchangeOf(shown), undefined, 'nobody keeps it');
    kept.set(older.id, older);
    assert.equal((await source.exchangeOf(shown))?.id, shown.exchangeId);
    assert.equal(requests.length, 2);
  });
});
