import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { userFollowers } from '../../src/client/endpoints/table.ts';
import { openRowAsTable } from '../../src/features/explore/host/recordActions.ts';
import { PagedNode } from '../../src/features/explore/host/tree/recordNode.ts';
import { answering, watchingCommand } from './support/answering.ts';
import { childOf, type Exploring, startExploring, wordsOf } from './support/exploring.ts';
import { closeEditors } from './support/steps.ts';

const { userId, handle } = exampleValues;

describe('a part of a user as a table', () => {
  let exploring: Exploring;
  let person: Disposable;

  beforeEach(async () => {
    exploring = await startExploring('user');
    await exploring.pins.place([{ kind: 'user', id: userId, label: { name: 'Ada', handle } }]);
    person = answering({ pick: () => undefined });
  });

  afterEach(async () => {
    person[Symbol.dispose]();
    await exploring.close();
    await closeEditors();
  });

  const section = async (title: string): Promise<PagedNode> => {
    const node = await childOf(await childOf(exploring.tree, 'Ada'), title);
    assert.ok(node instanceof PagedNode);
    return node;
  };

  it('shows every page that is loaded, in their order, without a call', async () => {
    const followers = await section('Followers');
    await followers.children();
    await followers.loadMore();
    const calls = await exploring.calls();
    using opened = watchingCommand('socialData.results.open');
    await openRowAsTable(followers, exploring);
    const [uri, ids] = opened.calls[0] ?? [];
    const loaded = followers.source.state.pages.map(({ exchangeId }) => exchangeId);
    assert.deepEqual([ids, loaded.length], [loaded, 2]);
    assert.equal(exploring.exchanges.get(loaded[0] ?? '')?.id, loaded[0], `${String(uri)} can be opened`);
    assert.equal(await exploring.calls(), calls);
  });

  it('stands as a question with its price on the button where nothing is loaded, and calls nothing', async () => {
    using asked = watchingCommand('socialData.results.ask');
    await openRowAsTable(await section('Followers'), exploring);
    assert.deepEqual(asked.calls, [[userFollowers.id, { userId, count: '100' }, undefined, 'table', 'sandbox']]);
    assert.equal(await exploring.calls(), 0);
  });

  it('shows what is kept of a part that was not opened here, as free', async () => {
    const followers = await section('Followers');
    const { endpoint, params } = followers.source.question;
    await (await exploring.client()).call(endpoint, params);
    using asked = watchingCommand('socialData.results.ask');
    await openRowAsTable(followers, exploring);
    assert.equal(asked.calls[0]?.[2], 'free');
    assert.equal(await exploring.calls(), 1);
  });

  it('is offered on rows of records, and not on facts, which have no columns', async () => {
    assert.ok(wordsOf(await section('Followers')).includes('tabular'));
    assert.ok(!wordsOf(await section('About')).includes('tabular'));
  });
});
