import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { search, tweet, userFollowers } from '../../src/client/endpoints/table.ts';
import type { Client } from '../../src/client/client.ts';
import { nextPageRowKey } from '../../src/features/threads/threadLayout.ts';
import { createWorld } from '../../src/sandbox/world/createWorld.ts';
import type { Services } from '../../src/workbench/services.ts';
import { PagedNode, RecordNode } from '../../src/features/explore/host/tree/recordNode.ts';
import type { TreeNode } from '../../src/workbench/tree/treeNode.ts';
import { quoteQuery } from '../../src/features/results/host/query.ts';
import { ResultsSession } from '../../src/features/results/host/resultsSession.ts';
import { ThreadSession } from '../../src/features/threads/host/threadSession.ts';
import { toThreadState } from '../../src/features/threads/host/threadViews.ts';
import { landmarks } from '../../src/sandbox/world/landmarks.ts';
import { runOnRows } from './support/runOnRows.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { childOf, type Exploring, startExploring, tooltipOf } from './support/exploring.ts';
import { agesInTurn, drawnPrice, storeAged, type StoredAge } from './support/storedAges.ts';
import { type Spending, useSpending } from './support/spending.ts';

/** The price of a sandbox request, in micro-dollars. */
const price = 200n;

/** Strings that show the same price, and the action that they are shown for. */
interface Drawn {
  readonly texts: readonly string[];
  readonly act: () => Promise<void>;
}

const { userId, handle } = exampleValues;

/** Stores the response that a price is shown for, and learns the endpoint's price from a different request. */
async function prime(client: Client, age: StoredAge, ask: () => Promise<unknown>): Promise<void> {
  await client.call(search, { searchItem: 'tide' }, { reuse: 'never' });
  await client.call(tweet, { tweetId: landmarks.crowdThreadId }, { format: 'raw', reuse: 'never' });
  await client.call(userFollowers, { userId: exampleValues.otherUserId }, { reuse: 'never' });
  await storeAged(age, ask);
}

describe('the price in a tree is the price paid', () => {
  let exploring: Exploring;
  beforeEach(async () => {
    exploring = await startExploring('user');
    await exploring.pins.add([{ kind: 'user', id: userId, label: { name: 'Ada', handle } }]);
  });
  afterEach(async () => {
    await exploring.close();
  });

  const section = async (title: string): Promise<PagedNode> => {
    const node = await childOf(await childOf(exploring.tree, 'Ada'), title);
    assert.ok(node instanceof PagedNode);
    return node;
  };
  /** The text next to a row and its tooltip; at least one of them shows the price unless it is free. */
  const textsOf = (node: TreeNode): readonly string[] => {
    const texts = [String(node.toItem().description ?? ''), tooltipOf(node)];
    const priced = texts.filter((text) => text.includes('≈$'));
    return priced.length === 0 ? texts : priced;
  };

  /** Functions that return the prices that are drawn, with or without a stored response. */
  const places: Readonly<Record<string, (client: Client, age: StoredAge) => Promise<Drawn>>> = {
    "a collapsed section's row": async (client, age) => {
      const node = await section('Followers');
      const { endpoint, params } = node.source.query;
      await prime(client, age, async () => await client.call(endpoint, params));
      return { texts: textsOf(node), act: async () => void (await node.children()) };
    },
    "the second page's row": async (client, age) => {
      const node = await section('Followers');
      const { endpoint, params } = node.source.query;
      await prime(client, age, async () => {
        const first = await client.call(endpoint, params, { reuse: 'never' });
        const cursor = (first.value as { readonly nextCursor: string }).nextCursor;
        await client.call(endpoint, { ...params, cursor }, { reuse: 'never' });
      });
      const more = (await node.children()).at(-1);
      assert.ok(more);
      return { texts: textsOf(more), act: async () => await node.loadMore() };
    },
    "a post's row": async (client, age) => {
      const [post] = await (await section('Posts')).children();
      assert.ok(post instanceof RecordNode && post.record.kind === 'post' && post.record.id !== undefined);
      const tweetId = post.record.id;
      await prime(client, age, async () => await client.call(tweet, { tweetId }, { format: 'raw' }));
      const texts = textsOf(post).slice(-1);
      const thread = new ThreadSession({ ...exploring, context: { subscriptions: [] } } as unknown as Services); // only the used parts
      return {
        texts: texts.map((text) => text.replace(', or free from history', '')),
        act: async () => {
          await thread.open(tweetId);
          thread.dispose();
        },
      };
    },
  };

  for (const [name, draw] of Object.entries(places)) {
    it(`${name}: no price in the sandbox`, async () => {
      await exploring.close();
      exploring = await startExploring('user', { isFree: true });
      await exploring.pins.add([{ kind: 'user', id: userId, label: { name: 'Ada', handle } }]);
      const { texts, act } = await draw(await exploring.client(), 'none');
      const before = await exploring.calls();
      await act();
      assert.equal((await exploring.calls()) - before, 1);
      for (const text of texts) assert.doesNotMatch(text, /\$|\bfree\b|price/);
    });
  }

  for (const [turn, [name, draw]] of Object.entries(places).entries()) {
    for (const age of agesInTurn(turn)) {
      it(`${name}: ${age}`, async () => {
        const { texts, act } = await draw(await exploring.client(), age);
        const before = await exploring.calls();
        await act();
        const paid = BigInt((await exploring.calls()) - before) * price;
        for (const text of texts) assert.equal(drawnPrice(text), paid, text);
        assert.equal(paid, age === 'none' ? price : 0n);
      });
    }
  }

  it('a loaded row: refreshing costs what its tooltip shows', async () => {
    const node = await section('Followers');
    await node.children();
    const [text = ''] = textsOf(node).slice(-1);
    const before = await exploring.calls();
    await node.source.session.refresh();
    assert.equal(drawnPrice(text), BigInt((await exploring.calls()) - before) * price);
  });

  it('the rows of Refresh… cost what they show, for one page and for all', async () => {
    const node = await section('Followers');
    await node.children();
    await node.loadMore();
    for (const label of [/All 2 pages/, /First page/]) {
      let text = '';
      const before = await exploring.calls();
      using _person = respondToDialogs({
        pick: (rows) => {
          const row = rows.find((one) => label.test(one.label));
          text = row?.description ?? '';
          return row;
        },
      });
      await runOnRows('refresh', [node], {});
      assert.equal(drawnPrice(text), BigInt((await exploring.calls()) - before) * price, String(label));
    }
  });
});

describe('the price in a thread and in results is the price paid', () => {
  const startSpending = useSpending();
  let spending: Spending;
  beforeEach(async () => {
    spending = await startSpending();
  });
  afterEach(async () => {
    await spending[Symbol.asyncDispose]();
  });

  const threadOf = async (postId: string): Promise<ThreadSession> => {
    const thread = new ThreadSession(spending.services);
    await thread.open(postId);
    return thread;
  };
  const stateOf = async (thread: ThreadSession) => await toThreadState(spending.services, thread);
  const resultsOf = (): ResultsSession =>
    new ResultsSession(
      spending.services,
      { onRows: () => undefined, onStatus: () => undefined },
      { endpoint: userFollowers, texts: { userId } },
    );
  /** Sends the shown action's request in advance. */
  const keepThread = async (act: (thread: ThreadSession) => Promise<void>) => {
    const thread = await threadOf(landmarks.wideThreadId);
    await act(thread);
    thread.dispose();
  };

  const places: Readonly<Record<string, (client: Client, age: StoredAge) => Promise<Drawn>>> = {
    "the row for a thread's next page": async (client, age) => {
      let thread: ThreadSession | undefined;
      await storeAged(age === 'none' ? 'new' : age, async () => {
        thread = await threadOf(landmarks.wideThreadId);
      });
      assert.ok(thread);
      const shown = thread;
      // only now, because pages that are stored when the thread opens are shown with it
      await prime(client, age, async () => await keepThread(async (other) => await other.load(nextPageRowKey)));
      const { free, price: known } = await stateOf(shown);
      return { texts: [free.includes(nextPageRowKey) ? '' : known], act: async () => await shown.load(nextPageRowKey) };
    },
    'the button that sends a query': async (client, age) => {
      await prime(client, age, async () => await client.call(userFollowers, { userId }));
      const session = resultsOf();
      const { price: text } = quoteQuery(client, session, { userId });
      return { texts: [text], act: async () => await session.call({ userId }) };
    },
    'the button for the next page of results': async (client, age) => {
      await prime(client, age, async () => {
        const before = resultsOf();
        await before.call({ userId });
        await before.loadMore(1);
      });
      const session = resultsOf();
      await session.call({ userId });
      const { pagePrice } = await session.status();
      return { texts: [pagePrice], act: async () => await session.loadMore(1) };
    },
  };

  for (const [turn, [name, draw]] of Object.entries(places).entries()) {
    for (const age of agesInTurn(turn)) {
      it(`${name}: ${age}`, async () => {
        const { texts, act } = await draw(await spending.services.client(), age);
        const [calls, spent] = [(await spending.requests()).length, spending.spent()];
        await act();
        const paid = spending.spent() - spent;
        for (const text of texts) assert.equal(drawnPrice(text), paid, text);
        assert.equal(BigInt((await spending.requests()).length - calls) * price, paid);
        assert.equal(paid, age === 'none' ? price : 0n);
      });
    }
  }

  it("a stored request shows a refresh's price", async () => {
    const client = await spending.services.client();
    await client.call(userFollowers, { userId });
    const session = resultsOf();
    const { freshPrice } = quoteQuery(client, session, { userId });
    const spent = spending.spent();
    await session.call({ userId }, 'never');
    assert.equal(drawnPrice(freshPrice ?? ''), spending.spent() - spent);
  });

  it("a post without replies doesn't offer anything for a price", async () => {
    const world = createWorld(); // the same as the sandbox's
    const alone = world
      .posts()
      .slice(0, 500)
      .find(({ id, replyToId, retweetOfId }) => (replyToId ?? retweetOfId) === undefined && world.repliesTo(id).length === 0);
    assert.ok(alone);
    const thread = await threadOf(alone.id);
    const { summary, rows, phase } = await stateOf(thread);
    assert.deepEqual([phase, thread.snapshot.requests.size], ['ready', 0]);
    assert.ok(rows.every(({ kind }) => kind === 'post'));
    assert.doesNotMatch(summary, /≈|more available/);
  });
});
