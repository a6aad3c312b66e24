import assert from 'node:assert/strict';
import type { PagedNode } from '../../src/host/explore/tree/pagedNode.ts';
import { formatLoadedAndMoreAvailable, createStatusNotes } from '../../src/host/explore/tree/pagedNotes.ts';
import { PagedSource } from '../../src/host/explore/tree/pagedSource.ts';
import { ResultsSession } from '../../src/host/results/resultsSession.ts';
import { completeThread } from '../../src/host/threads/actOnThread.ts';
import { ThreadSession } from '../../src/host/threads/threadSession.ts';
import { toThreadState } from '../../src/host/threads/threadState.ts';
import { tweet } from '../../src/client/endpoints/primary/tweets.ts';
import { search } from '../../src/client/endpoints/primary/search.ts';
import type { ResultsStatus } from '../../src/protocol/resultsContract.ts';
import { answering } from './support/answering.ts';
import { clockedServices } from './support/clockedServices.ts';
import { until } from './support/steps.ts';

const words = { searchItem: 'coffee' };
const post = { id: '1', text: 'Mint', author: { id: '7', username: 'ada', name: 'Ada' } };

/** A service with one post on its first page, and nothing but further cursors behind it. */
const startService = () =>
  clockedServices((index) => ({
    headers: { 'x-price-per-call': '0.0002' },
    body: { data: index === 0 ? [post] : [], nextCursor: `c${index + 1}`, hasNextPage: true },
  }));

describe('several empty pages in a row, though each says that more follows', () => {
  it('are said below results, with the price of the next one', async () => {
    const { services } = startService();
    const reported: ResultsStatus[] = [];
    const onStatus = (status: ResultsStatus) => reported.push(status);
    const session = new ResultsSession(services, { onRows: () => undefined, onStatus }, search, words);
    await session.call(words);
    await session.loadMore(9);
    const said = '1 result · several empty pages in a row, more may follow (≈$0.0002) · $0.0008';
    await until('it says so', () => reported.at(-1)?.summary === said || undefined);
    assert.equal(reported.at(-1)?.hasMore, true);
    session.dispose();
  });

  it('are said on a row of a tree, behind the price of the next one', async () => {
    const { services, client } = startService();
    const source = new PagedSource(
      { endpoint: search, params: words },
      {
        quotes: client,
        client: services.client,
        kept: () => Promise.resolve(undefined),
        changed: () => undefined,
      },
    );
    const node = { source, title: 'Posts' } as unknown as PagedNode;
    const onward = () => createStatusNotes(node).map(({ text, description }) => `${text} | ${description}`);
    await source.session.open();
    await until('it is loaded', () => source.state.status === 'loaded' || undefined);
    assert.deepEqual(onward(), ['1 loaded, more available | ≈$0.0002']);
    for (let page = 0; page < 3; page += 1) {
      await source.session.loadMore();
    }
    assert.deepEqual(onward(), ['1 loaded | ≈$0.0002 · several empty pages in a row, more may follow']);
    assert.equal(formatLoadedAndMoreAvailable(node), '1 loaded, several empty pages in a row, more may follow');
  });

  it('are said below a thread, with the price of the next one, which completing it asks for', async () => {
    const { services, client, transport } = startService();
    for (const page of [{}, { cursor: 'c1' }, { cursor: 'c2' }, { cursor: 'c3' }]) {
      await client.call(tweet, { tweetId: '1', ...page }); // kept in the format that says whether more follows
    }
    const thread = new ThreadSession(services);
    await thread.open('1');
    const { summary } = await toThreadState(services, thread);
    assert.equal(summary, '1 post, several empty pages in a row, more may follow (≈$0.0002) · nothing spent');
    using _person = answering({ button: (_message, buttons) => buttons.find((title) => title.startsWith('Fetch (')) });
    await completeThread(services, thread);
    assert.equal(transport.requests.length, 5, 'who completes it agrees to one page more, which is asked for');
    thread.dispose();
  });
});
