import assert from 'node:assert/strict';
import { findSeveralUsersChoices } from '../../../../src/features/lookUp/lookUpChoices.ts';
import { checkParams } from '../../../../src/client/checkParams.ts';

/** The requests for a string: endpoint and parameters. */
const offered = (text: string) => findSeveralUsersChoices(text).map(({ endpoint, params }) => [endpoint.id, params]);

describe('looking up several users', () => {
  it('offers each user or, for ids, all of them first, and the relationship between two', () => {
    const [ada, bob] = ['ada', 'bob'].map((username) => ['primary.userByUsername', { username }]);
    const ofTwo = [
      ada,
      bob,
      ['primary.friendshipsShow', { source_screen_name: 'ada', target_screen_name: 'bob' }],
      ['primary.usernamesToIds', { usernames: ['ada', 'bob'] }],
      ['primary.usernamesStatus', { usernames: ['ada', 'bob'] }],
    ];
    for (const text of ['@ada @bob', ' @ada, @bob;', '@ada\r\n@bob @ADA', 'https://x.com/ada @bob']) {
      assert.deepEqual(offered(text), ofTwo, text);
    }
    assert.deepEqual(offered('12 13'), [
      ['primary.usersByIds', { userIds: ['12', '13'] }],
      ['primary.friendshipsShow', { source_id: '12', target_id: '13' }],
    ]);
    const twelve = ['primary.userById', { userId: '12' }];
    const relationship = ['primary.friendshipsShow', { source_id: '12', target_screen_name: 'bob' }];
    assert.deepEqual(offered('12 @bob'), [twelve, bob, relationship]);
    assert.deepEqual(offered('12 @ada @bob'), [twelve, ada, bob]);
    assert.deepEqual(offered('12,13,14'), [['primary.usersByIds', { userIds: ['12', '13', '14'] }]]);
    for (const choice of findSeveralUsersChoices('12 @bob')) {
      assert.deepEqual(checkParams(choice.endpoint, choice.params), []);
    }
  });

  it("doesn't offer anything for other words or for one user", () => {
    for (const text of ['', 'ada bob', '@ada says hello', '@ada', '12', '@ada @ADA', '@ada #tag']) {
      assert.deepEqual(offered(text), [], text);
    }
  });

  it("is rejected above a request's limit", () => {
    const [ids, states] = findSeveralUsersChoices(Array.from({ length: 101 }, (_, at) => `@user_${at}`).join('\n'));
    assert.ok(ids && states);
    assert.equal(ids.value, '@user_0, @user_1, @user_2, @user_3, +97');
    assert.equal(checkParams(ids.endpoint, ids.params).length, 1);
    assert.deepEqual(checkParams(states.endpoint, states.params), []);
  });
});
