import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import type { Endpoint } from '../../src/client/endpoint.ts';
import { userFollowers } from '../../src/client/endpoints/table.ts';
import { PagedNode } from '../../src/features/explore/host/tree/recordNode.ts';
import { runOnRows } from './support/runOnRows.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { childOf, type Exploring, startExploring, wordsOf } from './support/exploring.ts';
import { recordOpen } from './support/recordOpen.ts';
import { closeEditors } from './support/steps.ts';

const { userId, handle } = exampleValues;

describe("a user's section as a table", () => {
  let exploring: Exploring;
  let person: Disposable;

  beforeEach(async () => {
    exploring = await startExploring('user');
    await exploring.pins.add([{ kind: 'user', id: userId, label: { name: 'Ada', handle } }]);
    person = respondToDialogs({ pick: () => undefined });
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

  it('shows the loaded pages in order, without a request', async () => {
    const followers = await section('Followers');
    await followers.children();
    await followers.loadMore();
    const calls = await exploring.calls();
    const { open, opened } = recordOpen();
    await runOnRows('openAsTable', [followers], { open });
    const loaded = await Promise.all(followers.source.state.pages.map(async (page) => await followers.source.exchangeOf(page)));
    assert.deepEqual([opened, loaded.length], [[['results', loaded, 'table']], 2]);
    assert.equal(await exploring.calls(), calls);
  });

  it('ends before the first page that is no longer stored', async () => {
    const followers = await section('Followers');
    await followers.children();
    await followers.loadMore();
    const [first, second] = followers.source.state.pages;
    assert.ok(first && second);
    const { id: newer } = await (await exploring.client()).call<Endpoint>(userFollowers, second.params, { reuse: 'never' });
    assert.notEqual(newer, second.exchangeId);
    (await exploring.store()).exchanges.delete([second.exchangeId]);
    const { open, opened } = recordOpen();
    await runOnRows('openAsTable', [followers], { open });
    assert.deepEqual(opened, [['results', [await followers.source.exchangeOf(first)], 'table']]);
  });

  it("is a form with the price on its button if pages aren't loaded, without a request", async () => {
    const { open, opened } = recordOpen();
    await runOnRows('openAsTable', [await section('Followers')], { open });
    const options = { view: 'table', connection: 'sandbox' };
    assert.deepEqual(opened, [['query', userFollowers, { userId, count: '100' }, options]]);
    assert.equal(await exploring.calls(), 0);
  });

  it('is offered on records, but not on facts', async () => {
    assert.ok(wordsOf(await section('Followers')).includes('tabular'));
    assert.ok(!wordsOf(await section('About')).includes('tabular'));
  });
});
