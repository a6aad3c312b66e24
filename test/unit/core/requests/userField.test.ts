import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { withHandleAsUserId } from '../../../../src/core/requests/placeholderUserId.ts';
import {
  listInputFields,
  findUserHandle,
  findUserLabel,
  findUserIdParam,
  withUserId,
} from '../../../../src/core/requests/formFields.ts';
import { checkParams } from '../../../../src/client/checkParams.ts';
import { endpoints, gatewayUserLists, search, userFollowers, userTweets } from '../../../../src/client/endpoints/table.ts';

const unknown = () => undefined;
const known = (handle: string) => (handle === 'ada_writes' ? '1500000000000000001' : undefined);

describe('the user field', () => {
  it('accepts a handle, profile link, or id in every endpoint with a user id', () => {
    const rows = endpoints.filter((endpoint) => findUserIdParam(endpoint) !== undefined);
    assert.ok(rows.length >= 12);
    for (const endpoint of rows) {
      const fields = listInputFields(endpoint);
      const field = fields.find(({ name }) => name === findUserIdParam(endpoint));
      assert.ok(field);
      for (const text of ['@ada_writes', 'https://x.com/ada_writes', ' 1500000000000000001 ']) {
        assert.equal(field.check(text), undefined, `${endpoint.id}: ${text}`);
      }
      for (const text of ['-1', 'ada_writes', 'https://example.org/ada_writes', 'two words', '']) {
        assert.notEqual(field.check(text), undefined, `${endpoint.id}: ${text}`);
      }
      assert.ok(!fields.some(({ name }) => name === 'username'), endpoint.id);
    }
  });

  it('sends a known id, or a handle if the service accepts one', () => {
    for (const text of ['@ada_writes', 'https://x.com/ada_writes']) {
      assert.deepEqual(withUserId(userFollowers, { userId: text, count: 5 }, known), { userId: '1500000000000000001', count: 5 });
      const named = withUserId(userFollowers, { userId: text }, unknown);
      assert.deepEqual(named, { userId: '-1', username: 'ada_writes' });
      assert.deepEqual(checkParams(userFollowers, named), []);
      for (const endpoint of [userTweets, gatewayUserLists]) {
        const param = findUserIdParam(endpoint) ?? '';
        assert.equal(withUserId(endpoint, { [param]: text }, unknown), undefined, 'its id is looked up first');
        assert.deepEqual(withUserId(endpoint, { [param]: text }, known), { [param]: '1500000000000000001' });
      }
    }
    assert.deepEqual(withUserId(userTweets, { userId: '7' }, unknown), { userId: '7' });
    assert.deepEqual(withUserId(search, { searchItem: '@ada_writes' }, unknown), { searchItem: '@ada_writes' });
  });

  it("shows an earlier request's handle", () => {
    assert.deepEqual(withHandleAsUserId({ userId: '-1', username: 'ada_writes' }), { userId: '@ada_writes' });
    assert.deepEqual(withHandleAsUserId({ userId: '7', count: '5' }), { userId: '7', count: '5' });
  });

  it("shows a known id's handle", () => {
    const handleOf = (id: string) => (id === '7' ? 'Ada_Writes' : undefined);
    assert.equal(findUserLabel(userTweets, { userId: '7' }, handleOf), '@Ada_Writes');
    assert.equal(findUserLabel(userTweets, { userId: 'https://x.com/mira' }, handleOf), '@mira');
    assert.equal(findUserLabel(userTweets, { userId: '8' }, handleOf), undefined);
    assert.equal(findUserLabel(search, { searchItem: '7' }, handleOf), undefined);
    assert.equal(findUserHandle(userTweets, { userId: '7' }), undefined);
  });
});
