import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { findEndpointById, userAbout } from '../../../../src/client/endpoints/table.ts';
import { toPage } from '../../../../src/client/records/toPage.ts';
import { type ChildContentKind, toTreeRecords } from '../../../../src/core/records/treeRecord.ts';
import { respondWith } from '../../client/records/responses.ts';

function rowsOf(id: string, value: unknown, shows?: ChildContentKind) {
  const endpoint = findEndpointById(id);
  assert.ok(endpoint);
  return toTreeRecords(toPage(respondWith(endpoint, value)), shows);
}

describe("a response's tree rows", () => {
  it('leave out records without an id', () => {
    const rows = rowsOf('primary.userTweets', {
      data: [{ id: '1', text: 'a' }, { text: 'no id' }, null, 'text', { id: '2' }, { id: '' }],
    });
    assert.deepEqual(
      rows.map(({ path }) => path),
      [
        ['data', 0],
        ['data', 4],
      ],
    );
  });

  it('leave out users without a handle, but not those without an id', () => {
    const rows = rowsOf('primary.userFollowers', { data: [{ id: '1', name: 'Ada' }, { username: 'grace' }] });
    assert.deepEqual(
      rows.map((row) => row.kind === 'user' && [row.id, row.handle, row.name]),
      [[undefined, 'grace', 'grace']],
    );
  });

  it("name a reposted post's author", () => {
    const author = (username: string) => ({ id: '1', username, name: username });
    const retweetOf = { id: '1', text: 'My own words', author: author('grace') };
    const value = { data: [{ id: '2', text: 'RT @grace: My own', author: author('ada'), retweetOf }] };
    const [row] = rowsOf('primary.userTweets', value);
    assert.ok(row?.kind === 'post');
    assert.deepEqual([row.author?.handle, row.repostOf?.author?.handle], ['ada', 'grace']);
  });

  it('show that a community is invite-only on both services', () => {
    const rows = [
      ...rowsOf('primary.communitiesSearch', { data: [{ id: '1', joinPolicy: 'RestrictedJoinRequestsDisabled' }, { id: '2' }] }),
      ...rowsOf('gateway.community', { id: '3', invite_only: true }),
    ];
    assert.deepEqual(
      rows.map((row) => row.kind === 'community' && row.isInviteOnly),
      [true, false, true],
    );
  });

  it('are empty for a response with a different schema', () => {
    const ids = ['primary.userFollowers', 'primary.userTweets', 'primary.listDetails', 'primary.community', 'gateway.space'];
    for (const value of [undefined, null, 1, 'text', [], { data: 'x' }, { data: { data: [] } }]) {
      for (const id of ids) assert.deepEqual(rowsOf(id, value), []);
    }
  });

  it('show facts with readable labels, exact values, and paths', () => {
    const value = { data: { id: '1', accountBasedIn: 'Lisbon', usernameChanges: { count: '3' }, tags: ['a', 'b'], none: null } };
    assert.deepEqual(
      rowsOf(userAbout.id, value, 'facts').map((row) => row.kind === 'line' && [row.label, row.value, row.path?.join('.')]),
      [
        ['ID', '1', 'data.id'],
        ['Account based in', 'Lisbon', 'data.accountBasedIn'],
        ['Username changes: count', '3', 'data.usernameChanges.count'],
        ['Tags', '2', 'data.tags'],
      ],
    );
  });

  it("show a community's rules as text or names", () => {
    const rules = ['Be kind', { name: 'No spam', description: 'Really none.' }, { name: '' }, 1];
    const wanted = [
      ['Be kind', undefined],
      ['No spam', 'Really none.'],
    ];
    const responses = [
      rowsOf('primary.community', { data: { id: '1', rules } }, 'rules'),
      rowsOf('gateway.community', { rules }, 'rules'),
    ];
    for (const rows of responses) {
      assert.deepEqual(
        rows.map((row) => row.kind === 'line' && [row.label, row.value]),
        wanted,
      );
    }
  });
});
