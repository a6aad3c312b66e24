import assert from 'node:assert/strict';
import { endpoints } from '../../../../../src/client/endpoints/table.ts';
import { search } from '../../../../../src/client/endpoints/primary/search.ts';
import { checkParams } from '../../../../../src/client/checkParams.ts';
import {
  findSearchTab,
  listQueryFields,
  parseQueryTexts,
  toFieldTexts,
  toSearchTabQuery,
  toShownQuery,
} from '../../../../../src/features/results/host/query.ts';

describe("a query form's values", () => {
  it("preserve every endpoint's parameters", () => {
    for (const endpoint of endpoints) {
      const { filters: _filters, ...params } = endpoint.example;
      const { params: read, faults } = parseQueryTexts(endpoint, toFieldTexts(endpoint, params));
      assert.deepEqual(faults, [], endpoint.id);
      assert.deepEqual(read, params, endpoint.id);
      assert.deepEqual(checkParams(endpoint, read), [], endpoint.id);
    }
  });

  it("exclude the cursor and a search's filters", () => {
    for (const endpoint of endpoints) {
      const names = listQueryFields(endpoint).map(({ name }) => name);
      assert.ok(!names.includes('cursor'), endpoint.id);
    }
    assert.ok(!listQueryFields(search).some(({ name }) => name === 'filters'));
  });

  it("include an earlier request's filters in the query", () => {
    assert.deepEqual(toFieldTexts(search, { searchItem: 'tea', filters: { minimumLikesCount: 5 }, cursor: 'x' }), {
      searchItem: 'tea min_faves:5',
    });
  });

  it('report errors in single fields and across fields', () => {
    const followers = endpoints.find(({ id }) => id === 'primary.userFollowers');
    assert.ok(followers);
    assert.deepEqual(
      parseQueryTexts(followers, { userId: 'x' }).faults.map(({ field }) => field),
      ['userId'],
    );
    assert.ok(parseQueryTexts(search, {}).faults.length > 0, 'an empty search is refused before it is paid for');
  });
});

describe('the tabs of Search', () => {
  const tabs = toShownQuery(search, {}, () => true).search?.tabs ?? [];
  const queryOf = (tab: string) => toSearchTabQuery('coffee', tab);

  it('are those that the connected services have', () => {
    assert.deepEqual(tabs, ['Top', 'Latest', 'People', 'Photos', 'Videos', 'Lists', 'Communities']);
    const shown = toShownQuery(search, {}, (service) => service === 'primary').search;
    assert.deepEqual(
      shown?.tabs,
      tabs.filter((tab) => tab !== 'Lists'),
    );
    const followers = endpoints.find(({ id }) => id === 'primary.userFollowers') ?? assert.fail();
    assert.equal(toShownQuery(followers, {}, () => true).search, null);
  });

  it('have requests that are valid with words alone, and belong to their tab', () => {
    for (const tab of tabs) {
      const { endpoint, texts } = queryOf(tab);
      assert.equal(findSearchTab(endpoint, texts)?.tab, tab);
      assert.deepEqual(parseQueryTexts(endpoint, texts).faults, [], tab);
      assert.equal(texts[toShownQuery(endpoint, texts, () => true).search?.words ?? ''], 'coffee');
    }
  });
});
