import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getCostAmount } from '../../../../src/core/cost/cost.ts';
import { nextPageRowKey } from '../../../../src/features/threads/threadLayout.ts';
import { tweet } from '../../../../src/client/endpoints/primary/tweets.ts';
import { createBudget } from '../../../../src/client/policies/budget.ts';
import type { Tweet } from '../../../../src/client/schemas/primary.ts';
import type { FakeReply } from '../../../support/fakeTransport.ts';
import { madeTweet } from './madeTweet.ts';
import { page, busy, posts, shown, start, converse, complete, held } from './madeConversation.ts';

describe('Conversation', () => {
  const whole = { '1': page(posts('1', 'a'), 'c1'), '1 c1': page(posts('b'), 'c2'), '1 c2': page(posts('c')) };

  it('loads page by page, shows the row for the next page, and adds up the cost', async () => {
    const { conversation, sent } = start(whole);
    await conversation.open();
    assert.deepEqual(shown(conversation), ['1', 'a', nextPageRowKey]);
    await conversation.load(nextPageRowKey);
    await conversation.load(nextPageRowKey);
    assert.deepEqual(shown(conversation), ['1', 'a', 'b', 'c']);
    await conversation.load(nextPageRowKey);
    assert.deepEqual(sent, ['1', '1 c1', '1 c2']);
    assert.deepEqual(conversation.snapshot.unloaded, { hasNextPage: false, branches: [] });
    assert.equal(getCostAmount(conversation.runs.cost), 600n);
  });

  for (const [what, last] of [
    ['a cursor that was sent before', page(posts('b'), 'c1')],
    ['a page without new posts', page(posts('a'), 'c9')],
    ['an empty page that is refunded', { status: 502, body: { error: 'no results', attempts: 3 } }],
  ] as const) {
    it(`ends with ${what}`, async () => {
      const { conversation } = start({ ...whole, '1 c1': last });
      await conversation.open();
      await conversation.load(nextPageRowKey);
      assert.ok(!shown(conversation).includes(nextPageRowKey));
      assert.equal(conversation.state.failure, undefined);
    });
  }

  it('sends one request for concurrent loads of the same page', async () => {
    const { conversation, sent } = start(whole);
    await Promise.all([conversation.open(), conversation.open()]);
    await Promise.all([conversation.load(nextPageRowKey), conversation.load(nextPageRowKey), complete(conversation, 1)]);
    assert.deepEqual(sent, ['1', '1 c1']);
  });

  it('removes a failure if its cause is gone and it has posts', async () => {
    const { conversation } = start({ ...whole, '1 c1': { status: 500, body: {} } });
    await conversation.open();
    await conversation.load(nextPageRowKey);
    conversation.forgetFailure(() => false);
    assert.equal(conversation.state.failure?.error.kind, 'server');
    conversation.forgetFailure(({ kind }) => kind === 'server');
    assert.equal(conversation.state.failure, undefined);
    assert.deepEqual(shown(conversation), ['1', 'a', nextPageRowKey], 'the failed page is offered again');
    const { conversation: empty } = start({ '1': { status: 500, body: {} } });
    await empty.open();
    empty.forgetFailure(() => true);
    assert.equal(empty.state.failure?.error.kind, 'server');
  });

  it('loads the rest and reports the number of requests', async () => {
    const { conversation, sent } = start(whole);
    await conversation.open();
    assert.equal(await complete(conversation), 2);
    assert.deepEqual(shown(conversation), ['1', 'a', 'b', 'c']);
    assert.equal(sent.length, 3);
  });

  it('doesn’t send a request after Stop while waiting, and offers the same row again', async () => {
    const { conversation, sent, clock } = start({ ...whole, '1 c1': busy });
    await conversation.open();
    const completing = complete(conversation);
    while (conversation.runs.pending.waiting === undefined) await nextTurn();
    conversation.runs.stop();
    assert.equal(await completing, 0);
    await clock.advance(600_000);
    assert.deepEqual(sent, ['1', '1 c1']);
    assert.ok(shown(conversation).includes(nextPageRowKey));
    assert.equal(conversation.state.failure, undefined);
  });

  it('shows the page in flight at Stop, and doesn’t load more', async () => {
    const late = held(whole['1 c1']);
    const { conversation, sent } = start({ ...whole, '1 c1': late.reply });
    await conversation.open();
    const completing = complete(conversation);
    while (conversation.runs.pending.endsBy === undefined) await nextTurn();
    conversation.runs.stop();
    assert.notEqual(conversation.state.stopsBy, undefined);
    late.release();
    assert.equal(await completing, 1);
    assert.deepEqual(shown(conversation), ['1', 'a', 'b', nextPageRowKey]);
    assert.deepEqual(sent, ['1', '1 c1']);
  });

  it('doesn’t repeat an interrupted request, and reports the failure', async () => {
    const { conversation, sent, clock } = start({ ...whole, '1 c1': held(whole['1 c1']).reply });
    await conversation.open();
    const pressed = conversation.load(nextPageRowKey);
    while (conversation.runs.pending.endsBy === undefined) await nextTurn();
    const completing = complete(conversation);
    await clock.advance(200_000);
    await Promise.all([pressed, completing]);
    assert.deepEqual([sent, conversation.runs.cost.maybeCharged], [['1', '1 c1'], 1]);
    assert.equal(conversation.state.failure?.error.spent, 'maybe');
  });

  it('stops completing after several consecutive branches that only contain another branch', async () => {
    const branch = (cursor: string) => ({ moduleId: 'm', cursor });
    const chain = Array.from({ length: 9 }, (_, at) => [`1 k${at}`, page([], undefined, [branch(`k${at + 1}`)])] as const);
    const { conversation, sent } = start({ '1': page(posts('1', 'a'), undefined, [branch('k0')]), ...Object.fromEntries(chain) });
    await conversation.open();
    assert.deepEqual([await complete(conversation), sent.length], [3, 4]);
    assert.deepEqual([await complete(conversation), sent.length], [3, 7]);
  });

  it('doesn’t show anything after it is closed, and stores the response in flight', async () => {
    const late = held(whole['1 c1']);
    const { conversation, sent, client } = start({ ...whole, '1 c1': late.reply });
    await conversation.open();
    const loading = conversation.load(nextPageRowKey);
    while (conversation.runs.pending.endsBy === undefined) await nextTurn();
    conversation.runs.close();
    late.release();
    await loading;
    assert.deepEqual(shown(conversation), ['1', 'a', nextPageRowKey]);
    const other = converse(client);
    await other.open();
    assert.deepEqual(shown(other), ['1', 'a', 'b', nextPageRowKey]);
    assert.deepEqual(sent, ['1', '1 c1']);
  });

  it('stops completing at the budget, reports unloaded parts, and continues from there', async () => {
    const budget = createBudget({ cap: 10_000n });
    const { conversation, sent } = start(whole, { budget });
    await conversation.open();
    budget.setCap(0n);
    assert.equal(await complete(conversation), undefined);
    const { failure } = conversation.state;
    assert.deepEqual([failure?.error.kind, failure?.callsLeft, sent], ['budget', 9, ['1']]);
    budget.setCap(10_000n);
    assert.equal(await complete(conversation), 2);
    assert.deepEqual([conversation.state.failure, sent], [undefined, ['1', '1 c1', '1 c2']]);
  });

  it('adds further pages from history when it is opened or restored', async () => {
    const { conversation, client, sent } = start(whole);
    await conversation.open();
    await conversation.load(nextPageRowKey);
    const { pages } = conversation.snapshot.source;
    const opened = converse(client);
    await opened.open();
    const restored = converse(client);
    await restored.restore(pages.slice(0, 1), () => Promise.resolve(undefined));
    for (const one of [opened, restored]) {
      assert.deepEqual(shown(one), ['1', 'a', 'b', nextPageRowKey]);
      assert.equal(getCostAmount(one.runs.cost), 0n);
    }
    assert.deepEqual(sent, ['1', '1 c1']);
  });

  it('continues the same thread’s tally, and counts each response once', async () => {
    const { conversation, client } = start(whole);
    await conversation.open();
    const [first] = conversation.snapshot.pages;
    assert.ok(first);
    const again = converse(client, { tally: conversation.runs.tally });
    again.show(first.exchange);
    assert.equal(getCostAmount(again.runs.cost), 200n);
    await again.load(nextPageRowKey);
    assert.equal(getCostAmount(again.runs.cost), 400n);
    const other = converse(client);
    other.show(first.exchange);
    assert.equal(getCostAmount(other.runs.cost), 200n, 'of a response that was not counted');
  });

  it('is restored up to a page that is no longer in history', async () => {
    const { conversation, client } = start({ ...whole, '1 c2': page(posts('c'), 'c3') });
    await conversation.open();
    await conversation.load(nextPageRowKey);
    await conversation.load(nextPageRowKey);
    const { pages: loaded, source } = conversation.snapshot;
    const [, lost] = source.pages;
    const again = converse(start(whole).client);
    const missing = await again.restore(source.pages, (id) =>
      Promise.resolve(id === lost?.exchangeId ? undefined : loaded.find(({ exchange }) => exchange.id === id)?.exchange),
    );
    assert.deepEqual([missing, shown(again)], [1, ['1', 'a', nextPageRowKey]]);
    assert.equal(again.snapshot.requests.get(nextPageRowKey)?.cursor, 'c1');
    const complete = await converse(client).restore(source.pages, () => Promise.resolve(undefined));
    assert.equal(complete, 0, 'another response for each page is in history');
  });

  it('isn’t restored without its first page, unless it began with a later page', async () => {
    const { conversation } = start(whole);
    await conversation.open();
    await conversation.load(nextPageRowKey);
    const { pages: loaded, source } = conversation.snapshot;
    const [first] = source.pages;
    const read = (id: string) => Promise.resolve(loaded.find(({ exchange }) => exchange.id === id)?.exchange);
    const lost = converse(start(whole).client);
    const missing = await lost.restore(source.pages, async (id) => (id === first?.exchangeId ? undefined : await read(id)));
    assert.deepEqual([missing, lost.state.phase, shown(lost)], [1, 'gone', []]);
    const later = converse(start(whole).client);
    assert.equal(await later.restore(source.pages.slice(1), read), 0);
    assert.deepEqual([later.state.phase, later.snapshot.pages.length], ['ready', 1]);
  });

  it('doesn’t repeat a page that was loaded during the restore', async () => {
    const { conversation, client } = start(whole);
    await conversation.open();
    await conversation.load(nextPageRowKey);
    const { pages } = conversation.snapshot.source;
    const exchanges = conversation.snapshot.pages.map(({ exchange }) => exchange);
    const again = converse(client);
    await again.restore(pages, async (id) => {
      const exchange = exchanges.find((one) => one.id === id);
      if (exchange?.id === exchanges[1]?.id) {
        await again.load(nextPageRowKey);
      }
      return exchange;
    });
    assert.deepEqual(shown(again), ['1', 'a', 'b', nextPageRowKey]);
  });

  it('loads pages after several empty ones only on request', async () => {
    const simple = (data: readonly Tweet[], nextCursor: string): FakeReply => ({ body: { data, nextCursor, hasNextPage: true } });
    const { conversation, client, sent } = start({
      '1': simple(posts('1', 'a'), 'c1'),
      '1 c1': simple([], 'c2'),
      '1 c2': simple([], 'c3'),
      '1 c3': simple([], 'c4'),
      '1 c4': page(posts('b')),
    });
    for (const cursor of [undefined, 'c1', 'c2', 'c3']) {
      await client.call(tweet, { tweetId: '1', ...(cursor === undefined ? {} : { cursor }) }, { format: 'simple' });
    }
    await conversation.open();
    assert.ok(conversation.snapshot.isStalled);
    assert.equal(await complete(conversation), 0);
    assert.equal(sent.length, 4);
    await conversation.load(nextPageRowKey);
    assert.deepEqual([sent.length, conversation.snapshot.isStalled, shown(conversation)], [5, false, ['1', 'a', 'b']]);
  });

  it('is gone if none of its pages are in history', async () => {
    const { conversation } = start({});
    const lost = { exchangeId: 'x', postId: '1', cursor: null } as const;
    await conversation.restore([lost], () => Promise.resolve(undefined));
    assert.equal(conversation.state.phase, 'gone');
  });

  it('doesn’t request a post again after it wasn’t found', async () => {
    const focal = [madeTweet('1', '99'), madeTweet('a', '1')];
    const { conversation, sent } = start({ '1': page(focal), '99': page(posts('a')) });
    await conversation.open();
    assert.deepEqual(conversation.snapshot.unloaded.branches, ['99']);
    await conversation.load('99');
    await conversation.load('99');
    assert.deepEqual([sent, conversation.snapshot.unloaded.branches], [['1', '99'], []]);
  });
});
