import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getCostAmount } from '../../../../src/app/cost/cost.ts';
import type { Conversation } from '../../../../src/app/thread/conversation.ts';
import { nextPageLineKey } from '../../../../src/app/thread/threadLines.ts';
import type { Client } from '../../../../src/client/client.ts';
import { tweet } from '../../../../src/client/endpoints/primary/tweets.ts';
import { createBudget } from '../../../../src/client/policies/budget.ts';
import type { Exchange } from '../../../../src/client/exchange.ts';
import type { Tweet } from '../../../../src/client/schemas/primary.ts';
import type { FakeReply } from '../../../support/fakeTransport.ts';
import { madeTweet } from './madeTweet.ts';
import { page, busy, posts, readPage, shown, start, converse, complete, held } from './madeConversation.ts';

describe('a conversation', () => {
  const whole = { '1': page(posts('1', 'a'), 'c1'), '1 c1': page(posts('b'), 'c2'), '1 c2': page(posts('c')) };

  it('loads page by page, shows what leads on, and counts what it cost', async () => {
    const { conversation, sent } = start(whole);
    await conversation.open();
    assert.deepEqual(shown(conversation), ['1', 'a', nextPageLineKey]);
    await conversation.load(nextPageLineKey);
    await conversation.load(nextPageLineKey);
    assert.deepEqual(shown(conversation), ['1', 'a', 'b', 'c']);
    await conversation.load(nextPageLineKey);
    assert.deepEqual(sent, ['1', '1 c1', '1 c2']);
    assert.deepEqual(conversation.pages.left, { hasNextPage: false, branches: [] });
    assert.equal(getCostAmount(conversation.runs.cost), 600n);
  });

  for (const [what, last] of [
    ['a cursor that was sent before', page(posts('b'), 'c1')],
    ['a page with nothing new', page(posts('a'), 'c9')],
    ['an empty answer behind the cursor, which is refunded', { status: 502, body: { error: 'no results', attempts: 3 } }],
  ] as const) {
    it(`ends with ${what}, as the client has it`, async () => {
      const { conversation } = start({ ...whole, '1 c1': last });
      await conversation.open();
      await conversation.load(nextPageLineKey);
      assert.ok(!shown(conversation).includes(nextPageLineKey));
      assert.equal(conversation.state.failure, undefined);
    });
  }

  it('asks once for what is wanted twice', async () => {
    const { conversation, sent } = start(whole);
    await Promise.all([conversation.open(), conversation.open()]);
    await Promise.all([conversation.load(nextPageLineKey), conversation.load(nextPageLineKey), complete(conversation, 1)]);
    assert.deepEqual(sent, ['1', '1 c1']);
  });

  it('forgets a failure below its posts once its cause is gone, and keeps that of a thread without any', async () => {
    const { conversation } = start({ ...whole, '1 c1': { status: 500, body: {} } });
    await conversation.open();
    await conversation.load(nextPageLineKey);
    conversation.forgetFailure(() => false);
    assert.equal(conversation.state.failure?.error.kind, 'server');
    conversation.forgetFailure(({ kind }) => kind === 'server');
    assert.equal(conversation.state.failure, undefined);
    assert.deepEqual(shown(conversation), ['1', 'a', nextPageLineKey], 'what it kept from being loaded is offered again');
    const { conversation: empty } = start({ '1': { status: 500, body: {} } });
    await empty.open();
    const before = empty.state.failure;
    empty.forgetFailure(() => true);
    assert.equal(empty.state.failure?.error.kind, 'server');
    assert.notEqual(empty.state.failure, before, 'another one, so that it is worded again');
  });

  it('completes itself, and says after how many requests', async () => {
    const { conversation, sent } = start(whole);
    await conversation.open();
    assert.equal(await complete(conversation), 2);
    assert.deepEqual(shown(conversation), ['1', 'a', 'b', 'c']);
    assert.equal(sent.length, 3);
  });

  it('sends nothing after Stop while it waits, and offers the same line again', async () => {
    const { conversation, sent, clock } = start({ ...whole, '1 c1': busy });
    await conversation.open();
    const completing = complete(conversation);
    while (conversation.runs.pending.waiting === undefined) await nextTurn();
    conversation.runs.stop();
    assert.equal(await completing, 0);
    await clock.advance(600_000);
    assert.deepEqual(sent, ['1', '1 c1']);
    assert.ok(shown(conversation).includes(nextPageLineKey));
    assert.equal(conversation.state.failure, undefined);
  });

  it('shows a page that is on its way at Stop, and none behind it', async () => {
    const late = held(whole['1 c1']);
    const { conversation, sent } = start({ ...whole, '1 c1': late.reply });
    await conversation.open();
    const completing = complete(conversation);
    while (!conversation.runs.pending.isSent) await nextTurn();
    conversation.runs.stop();
    assert.notEqual(conversation.state.stopsBy, undefined);
    late.release();
    assert.equal(await completing, 1);
    assert.deepEqual(shown(conversation), ['1', 'a', 'b', nextPageLineKey]);
    assert.deepEqual(sent, ['1', '1 c1']);
  });

  it('sends nothing after Stop for what waits until the same was stopped: completing, or an order chosen again', async () => {
    const late = held(whole['1 c1']);
    const { conversation, sent } = start({ ...whole, '1 c1': late.reply, '1 Recency': late.reply });
    await conversation.open();
    const acts = [complete(conversation)];
    while (!conversation.runs.pending.isSent) await nextTurn();
    conversation.runs.stop();
    acts.push(complete(conversation));
    conversation.runs.stop();
    late.release();
    await Promise.all(acts);
    assert.deepEqual(sent, ['1', '1 c1']);
    const again = held(whole['1']);
    const other = start({ ...whole, '1 Recency': again.reply });
    await other.conversation.open();
    const orders = [other.conversation.rank('Recency')];
    while (!other.conversation.runs.pending.isSent) await nextTurn();
    orders.push(other.conversation.rank('Relevance'), other.conversation.rank('Recency'));
    other.conversation.runs.stop();
    again.release();
    await Promise.all(orders);
    assert.deepEqual(other.sent, ['1', '1 Recency']);
  });

  it('calls no page again by itself that was cut off for a line that was pressed, and says so', async () => {
    const { conversation, sent, clock } = start({ ...whole, '1 c1': held(whole['1 c1']).reply });
    await conversation.open();
    const pressed = conversation.load(nextPageLineKey);
    while (!conversation.runs.pending.isSent) await nextTurn();
    const completing = complete(conversation);
    await clock.advance(200_000);
    await Promise.all([pressed, completing]);
    assert.deepEqual([sent, conversation.runs.cost.maybeCharged], [['1', '1 c1'], 1]);
    assert.equal(conversation.state.failure?.error.spent, 'maybe');
  });

  it('completes no further where several branches in a row lead to nothing but another one', async () => {
    const branch = (cursor: string) => ({ moduleId: 'm', cursor });
    const chain = Array.from({ length: 9 }, (_, at) => [`1 k${at}`, page([], undefined, [branch(`k${at + 1}`)])] as const);
    const { conversation, sent } = start({ '1': page(posts('1', 'a'), undefined, [branch('k0')]), ...Object.fromEntries(chain) });
    await conversation.open();
    assert.deepEqual([await complete(conversation), sent.length], [3, 4]);
    assert.deepEqual([await complete(conversation), sent.length], [3, 7]);
  });

  it('says that nothing stops while something else was asked for since', async () => {
    const late = held(whole['1 c1']);
    const { conversation, sent } = start({ ...whole, '1 c1': late.reply, '1 Recency': late.reply });
    await conversation.open();
    const first = conversation.load(nextPageLineKey);
    while (!conversation.runs.pending.isSent) await nextTurn();
    conversation.runs.stop();
    const second = conversation.rank('Recency');
    while (sent.length < 3) await nextTurn();
    assert.equal(conversation.state.stopsBy, undefined);
    late.release();
    await Promise.all([first, second]);
  });

  it('shows nothing after it was closed; the answer on its way is kept', async () => {
    const late = held(whole['1 c1']);
    const { conversation, sent, client } = start({ ...whole, '1 c1': late.reply });
    await conversation.open();
    const loading = conversation.load(nextPageLineKey);
    while (!conversation.runs.pending.isSent) await nextTurn();
    conversation.runs.close();
    late.release();
    await loading;
    assert.deepEqual(shown(conversation), ['1', 'a', nextPageLineKey]);
    const other = converse(client);
    await other.open();
    assert.deepEqual(shown(other), ['1', 'a', 'b', nextPageLineKey]);
    assert.deepEqual(sent, ['1', '1 c1']);
  });

  it('stops at the budget while it completes itself, says how much is left, and goes on from there when it is completed again', async () => {
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

  it('stops an order that waits when the one before is chosen again', async () => {
    const { conversation, sent, clock } = start({ ...whole, '1 Recency': busy });
    await conversation.open();
    const ranking = conversation.rank('Recency');
    while (conversation.runs.pending.waiting === undefined) await nextTurn();
    assert.deepEqual(conversation.state.busy, ['rank-Recency']);
    await conversation.rank('Relevance');
    await ranking;
    await clock.advance(600_000);
    assert.deepEqual([sent, conversation.state.busy], [['1', '1 Recency'], []]);
    assert.deepEqual([conversation.state.ranking, conversation.state.failure], ['Relevance', undefined]);
  });

  it('stops a next page that waits when another order is chosen', async () => {
    const { conversation, sent, clock } = start({ ...whole, '1 c1': busy, '1 Recency': page(posts('1', 'z')) });
    await conversation.open();
    const loading = conversation.load(nextPageLineKey);
    while (conversation.runs.pending.waiting === undefined) await nextTurn();
    const ranking = conversation.rank('Recency');
    await clock.advance(600_000);
    await Promise.all([loading, ranking]);
    assert.deepEqual(sent, ['1', '1 c1', '1 Recency']);
    assert.deepEqual([conversation.state.ranking, conversation.state.failure], ['Recency', undefined]);
  });

  it('stops a branch that waits when another order is chosen, and offers it again', async () => {
    const withBranch = page([...posts('1', 'a'), madeTweet('2', '1', 3)]);
    const { conversation, sent, clock } = start({ '1': withBranch, '2': busy, '1 Recency': withBranch });
    await conversation.open();
    const [branch] = conversation.pages.left.branches;
    assert.ok(branch);
    const loading = conversation.load(branch);
    while (conversation.runs.pending.waiting === undefined) await nextTurn();
    const ranking = conversation.rank('Recency');
    await clock.advance(600_000);
    await Promise.all([loading, ranking]);
    assert.deepEqual(sent, ['1', '2', '1 Recency']);
    assert.deepEqual([conversation.state.failure, conversation.pages.left.branches], [undefined, [branch]]);
  });

  it('shows an order that is chosen again right after its wait was stopped', async () => {
    let isBusy = true;
    const replies = {
      ...whole,
      get '1 Recency'() {
        return isBusy ? busy : page(posts('1', 'z'));
      },
    };
    const { conversation, clock } = start(replies);
    await conversation.open();
    const first = conversation.rank('Recency');
    while (conversation.runs.pending.waiting === undefined) await nextTurn();
    isBusy = false;
    const others = [conversation.rank('Relevance'), conversation.rank('Recency')];
    while (conversation.runs.pending.waiting === undefined) await nextTurn();
    await clock.advance(60_000);
    await Promise.all([first, ...others]);
    assert.deepEqual([conversation.state.ranking, shown(conversation)], ['Recency', ['1', 'z']]);
  });

  it('shows a next page with its own order only, also where it comes after both were changed', async () => {
    const late = held(whole['1 c1']);
    const { conversation, sent } = start({ ...whole, '1 c1': late.reply, '1 Recency': page(posts('1', 'z'), 'r1') });
    await conversation.open();
    const loading = conversation.load(nextPageLineKey);
    while (!conversation.runs.pending.isSent) await nextTurn();
    await conversation.rank('Recency');
    assert.deepEqual([shown(conversation), conversation.state.busy], [['1', 'z', nextPageLineKey], []]);
    await conversation.rank('Relevance');
    assert.deepEqual(conversation.state.busy, [nextPageLineKey]);
    late.release();
    await loading;
    assert.deepEqual(shown(conversation), ['1', 'a', 'b', nextPageLineKey]);
    assert.equal(conversation.pages.requests.get(nextPageLineKey)?.cursor, 'c2');
    assert.deepEqual(sent, ['1', '1 c1', '1 Recency']);
  });

  it('puts in for free what is kept further on, when it is opened and when it is restored', async () => {
    const { conversation, client, sent } = start(whole);
    await conversation.open();
    await conversation.load(nextPageLineKey);
    const { pages } = conversation.pages.source;
    const opened = converse(client);
    await opened.open();
    const restored = converse(client);
    await restored.restore(pages.slice(0, 1), () => Promise.resolve(undefined));
    for (const one of [opened, restored]) {
      assert.deepEqual(shown(one), ['1', 'a', 'b', nextPageLineKey]);
      assert.equal(getCostAmount(one.runs.cost), 0n);
    }
    assert.deepEqual(sent, ['1', '1 c1']);
  });

  it('goes on with what was spent for the same thread before, and counts no answer of it twice', async () => {
    const { conversation, client } = start(whole);
    await conversation.open();
    const [first] = conversation.pages.all;
    assert.ok(first);
    const again = converse(client, { tally: conversation.runs.tally });
    again.show(first.exchange);
    assert.equal(getCostAmount(again.runs.cost), 200n);
    await again.load(nextPageLineKey);
    assert.equal(getCostAmount(again.runs.cost), 400n);
    const other = converse(client);
    other.show(first.exchange);
    assert.equal(getCostAmount(other.runs.cost), 200n, 'of an answer that was not counted');
  });

  it('is restored up to a page that is not kept any more, which the next page leads to', async () => {
    const { conversation, client } = start({ ...whole, '1 c2': page(posts('c'), 'c3') });
    await conversation.open();
    await conversation.load(nextPageLineKey);
    await conversation.load(nextPageLineKey);
    const { all, source } = conversation.pages;
    const [, lost] = source.pages;
    const again = converse(start(whole).client);
    const missing = await again.restore(source.pages, (id) =>
      Promise.resolve(id === lost?.exchangeId ? undefined : all.find(({ exchange }) => exchange.id === id)?.exchange),
    );
    assert.deepEqual([missing, shown(again)], [1, ['1', 'a', nextPageLineKey]]);
    assert.equal(again.pages.requests.get(nextPageLineKey)?.cursor, 'c1');
    const complete = await converse(client).restore(source.pages, () => Promise.resolve(undefined));
    assert.equal(complete, 0, 'another answer of each is kept');
  });

  it('is not restored where its first page is not kept any more, and begins with a later page where it did before', async () => {
    const { conversation } = start(whole);
    await conversation.open();
    await conversation.load(nextPageLineKey);
    const { all, source } = conversation.pages;
    const [first] = source.pages;
    const read = (id: string) => Promise.resolve(all.find(({ exchange }) => exchange.id === id)?.exchange);
    const lost = converse(start(whole).client);
    const missing = await lost.restore(source.pages, async (id) => (id === first?.exchangeId ? undefined : await read(id)));
    assert.deepEqual([missing, lost.state.phase, shown(lost)], [1, 'gone', []]);
    const later = converse(start(whole).client);
    assert.equal(await later.restore(source.pages.slice(1), read), 0);
    assert.deepEqual([later.state.phase, later.pages.all.length], ['ready', 1]);
  });

  it('makes its lines as often for many pages that are kept as for a few', async () => {
    const pages = Array.from({ length: 40 }, (_, at) => page(at === 0 ? posts('1', 'a') : posts(`p${at}`), `c${at + 1}`));
    const { conversation, client } = start(Object.fromEntries(pages.map((one, at) => [at === 0 ? '1' : `1 c${at}`, one])));
    await conversation.open();
    const readsOfFirst = async () => {
      let reads = 0;
      const read = (exchange: Exchange) => {
        const { posts: made, ...rest } = readPage(exchange);
        const count = exchange.request.params['cursor'] === undefined ? 1 : 0;
        return {
          ...rest,
          get posts() {
            reads += count;
            return made;
          },
        };
      };
      const again = converse(client, { read });
      await again.open();
      return [again.pages.all.length, reads, shown(again).length];
    };
    await conversation.load(nextPageLineKey);
    const [few, readsOfFew, linesOfFew] = await readsOfFirst();
    await complete(conversation, 40);
    const [many, readsOfMany, linesOfMany] = await readsOfFirst();
    assert.deepEqual([few, linesOfFew, many, linesOfMany], [2, 4, 40, 42]);
    assert.equal(readsOfMany, readsOfFew);
  });

  it('counts what was on its way for the same thread when another view took its place', async () => {
    const late = held(whole['1 c1']);
    const { conversation, client } = start({ ...whole, '1 c1': late.reply });
    await conversation.open();
    const loading = conversation.load(nextPageLineKey);
    while (!conversation.runs.pending.isSent) await nextTurn();
    conversation.runs.close();
    const again = converse(client, { tally: conversation.runs.tally });
    await again.open();
    const same = again.load(nextPageLineKey);
    late.release();
    await Promise.all([loading, same]);
    assert.equal(getCostAmount(again.runs.cost), 400n);
  });

  it('shows no page twice that was loaded while it was restored', async () => {
    const { conversation, client } = start(whole);
    await conversation.open();
    await conversation.load(nextPageLineKey);
    const { pages } = conversation.pages.source;
    const exchanges = conversation.pages.all.map(({ exchange }) => exchange);
    const again = converse(client);
    await again.restore(pages, async (id) => {
      const exchange = exchanges.find((one) => one.id === id);
      if (exchange?.id === exchanges[1]?.id) {
        await again.load(nextPageLineKey);
      }
      return exchange;
    });
    assert.deepEqual(shown(again), ['1', 'a', 'b', nextPageLineKey]);
  });

  it('shows an order again with all that was loaded of it, without asking for what is kept', async () => {
    const deep = page([...posts('1', 'a'), madeTweet('2', '1', 3)], 'c1');
    const { conversation, sent } = start({
      ...whole,
      '1': deep,
      '2': page([madeTweet('20', '2')]),
      '1 Recency': page(posts('1', 'z')),
    });
    await conversation.open();
    await conversation.load(nextPageLineKey);
    await conversation.load('under-2');
    const before = shown(conversation);
    assert.deepEqual(before, ['1', 'a', '2', '20', 'b', nextPageLineKey]);
    await conversation.rank('Recency');
    await conversation.rank('Relevance');
    assert.deepEqual(shown(conversation), before);
    assert.deepEqual(sent, ['1', '1 c1', '2', '1 Recency']);
  });

  it('shows an order as soon as its page is here, however long it takes to look for what is kept further on', async () => {
    const { client } = start({ ...whole, '1 Recency': page(posts('1', 'z')) });
    let asked = 0;
    const reported: string[] = [];
    const conversation: Conversation = converse(client, {
      // the first page is asked for, what is kept behind it is looked for, and so on
      client: async () => ((asked += 1) === 4 ? await new Promise<Client>(() => undefined) : client),
      changed: () => reported.push(conversation.pages.ranking),
    });
    await conversation.open();
    void conversation.rank('Recency');
    while (asked < 4) await nextTurn();
    assert.equal(reported.at(-1), 'Recency');
  });

  it('goes past pages that bring nothing new only for a person', async () => {
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
    assert.ok(conversation.pages.isStalled);
    assert.equal(await complete(conversation), 0);
    assert.equal(sent.length, 4);
    await conversation.load(nextPageLineKey);
    assert.deepEqual([sent.length, conversation.pages.isStalled, shown(conversation)], [5, false, ['1', 'a', 'b']]);
  });

  it('is gone where nothing of it is kept any more', async () => {
    const { conversation } = start({});
    const lost = { exchangeId: 'x', askedId: '1', cursor: null, format: 'raw' } as const;
    await conversation.restore([lost], () => Promise.resolve(undefined));
    assert.equal(conversation.state.phase, 'gone');
  });

  it('makes no request where its posts are not known', async () => {
    let isKnown = true;
    const { conversation, sent } = start(whole, { mayRequest: () => isKnown });
    await conversation.open();
    isKnown = false;
    await conversation.load(nextPageLineKey);
    await conversation.rank('Likes');
    await complete(conversation);
    assert.deepEqual([sent, conversation.state.ranking], [['1'], 'Relevance']);
  });

  it('keeps the failure of its question where it may not be retried, and retries it where it may', async () => {
    let isKnown = true;
    const { conversation, sent } = start({ '1': { status: 400 } }, { mayRequest: () => isKnown });
    await conversation.open();
    const { failure } = conversation.state;
    isKnown = false;
    await failure?.again();
    assert.equal(conversation.state.failure, failure);
    isKnown = true;
    await failure?.again();
    assert.notEqual(conversation.state.failure, failure);
    assert.deepEqual(sent, ['1', '1']);
  });

  it('does not ask twice for a post that was asked for in vain', async () => {
    const focal = [madeTweet('1', '99'), madeTweet('a', '1')];
    const { conversation, sent } = start({ '1': page(focal), '99': page(posts('a')) });
    await conversation.open();
    assert.deepEqual(conversation.pages.left.branches, ['99']);
    await conversation.load('99');
    await conversation.load('99');
    assert.deepEqual([sent, conversation.pages.left.branches], [['1', '99'], []]);
  });
});
