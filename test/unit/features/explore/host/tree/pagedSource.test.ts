import assert from 'node:assert/strict';
import { memoryHistory } from '../../../../../../src/client/policies/history.ts';
import { testPagedEndpoint } from '../../../../../support/testEndpoints.ts';
import { idsOf, postPage as page, sourceOf } from './support/postPages.ts';

describe("a tree row's pages", () => {
  it('are requested once, when the row is first expanded', async () => {
    const { source, requests } = sourceOf(() => page(['1', '2'], 'b'));
    assert.equal(source.state.status, 'unsent');
    await Promise.all([source.session.open(), source.session.open()]);
    await source.session.open();
    assert.equal(requests.length, 1);
    assert.deepEqual(idsOf(source), ['1', '2']);
    assert.deepEqual(source.state.next, { cursor: 'b' });
  });

  it('come from history at any age, without a request', async () => {
    const history = memoryHistory();
    const first = sourceOf(() => page(['1']), { history });
    await first.source.session.open();
    const again = first.make();
    assert.equal(again.quoteFirst()?.kind, 'stored');
    await again.session.open();
    assert.equal(first.requests.length, 1);
    assert.equal(again.state.pages[0]?.from, 'history');
  });

  it('omit records from earlier pages, so row ids are unique', async () => {
    const { source } = sourceOf((index) => (index === 0 ? page(['1', '2'], 'b') : page(['2', '3'])));
    await source.session.open();
    await source.session.loadMore();
    assert.deepEqual(idsOf(source), ['1', '2', '3']);
    assert.deepEqual(
      source.state.pages.map(({ content }) => content.records.length),
      [2, 1],
    );
  });

  it('return the response that is shown, never a newer one for the same request', async () => {
    const { source, requests, client, stored } = sourceOf((index) => page([String(index)]));
    await source.session.open();
    const [shown] = source.state.pages;
    assert.ok(shown);
    const older = await source.exchangeOf(shown);
    assert.ok(older);
    await client.call(testPagedEndpoint, {}, { reuse: 'never' });
    assert.equal(await source.exchangeOf(shown), undefined, 'nobody keeps it');
    stored.set(older.id, older);
    assert.equal((await source.exchangeOf(shown))?.id, shown.exchangeId);
    assert.equal(requests.length, 2);
  });
});
