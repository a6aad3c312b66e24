import assert from 'node:assert/strict';
import { readOne } from '../../../../../src/host/shared/tree/readRecords.ts';

describe('an account of an answer', () => {
  const counts = { followers: 0, following: 3, tweets: 0 };
  const read = (createdAt: string | null) => readOne('user', { id: '7', username: 'ada', createdAt, counts }, ['data', 0]);

  it('has the counts that the service knows, also none at all', () => {
    const user = read('2020-01-01T00:00:00Z');
    assert.ok(user?.kind === 'user');
    assert.deepEqual([user.followers, user.following, user.posts], [0, 3, 0]);
  });

  it('has no count where the service writes 0 for what it does not know, as of members of a community', () => {
    const user = read(null);
    assert.ok(user?.kind === 'user');
    assert.deepEqual([user.followers, user.following, user.posts], [undefined, 3, undefined]);
  });
});
