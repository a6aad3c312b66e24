import assert from 'node:assert/strict';
import { countPages, groupPages } from '../../../../src/features/spending/groupPages.ts';

const page = (id: string, searchItem: string, cursor?: string) => ({
  ...{ id, endpointId: 'primary.search', format: 'simple', connection: 'direct' },
  params: { searchItem, ...(cursor === undefined ? {} : { cursor }) },
});

const idsOf = (...oldestFirst: readonly ReturnType<typeof page>[]) =>
  groupPages(oldestFirst.toReversed()).map((pages) => pages.map(({ id }) => id).join(' '));

describe('groupPages', () => {
  it("groups a query's pages, the group with the newest page first", () => {
    const stored = [page('1', 'tea'), page('2', 'coffee'), page('3', 'tea', 'a'), page('4', 'tea', 'b')];
    assert.deepEqual(idsOf(...stored), ['1 3 4', '2']);
  });

  it('starts a new group with each first page', () => {
    assert.deepEqual(idsOf(page('1', 'tea'), page('2', 'tea', 'a'), page('3', 'tea'), page('4', 'tea', 'a')), ['3 4', '1 2']);
  });

  it('groups pages whose first page is older than the rows', () => {
    assert.deepEqual(idsOf(page('1', 'tea', 'a'), page('2', 'tea', 'b')), ['1 2']);
  });

  it('counts a failed page and its retry once', () => {
    assert.equal(countPages([page('1', 'tea'), page('2', 'tea', 'a'), page('3', 'tea', 'a')]), 2);
  });
});
