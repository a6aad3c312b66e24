import assert from 'node:assert/strict';
import { quoteLookUp } from '../../../../src/app/lookUp/lookUpChoices.ts';
import { findSeveralUsersChoices } from '../../../../src/app/lookUp/severalUsers.ts';
import { checkParams } from '../../../../src/client/checkParams.ts';
import { createClient } from '../../../../src/client/createClient.ts';
import { usernamesToIds } from '../../../../src/client/endpoints/table.ts';
import { fakeTransport } from '../../../support/fakeTransport.ts';
import { testConnection } from '../../../support/testEndpoints.ts';

/** The calls that a text leads to: the endpoint and the parameters of each. */
const offered = (text: string) =>
  findSeveralUsersChoices(text).map(({ endpoint, params, further = [] }) => [endpoint.id, params, ...further]);

const names = (count: number) => Array.from({ length: count }, (_, at) => `user_${at}`);

describe('several users that are looked up at once', () => {
  it('are asked about in bulk, and two of them for their relationship', () => {
    const ofTwo = [
      ['primary.friendshipsShow', { source_screen_name: 'ada', target_screen_name: 'bob' }],
      ['primary.usernamesToIds', { usernames: ['ada', 'bob'] }],
      ['primary.usernamesStatus', { usernames: ['ada', 'bob'] }],
    ];
    for (const text of ['@ada @bob', ' @ada, @bob;', '@ada\r\n@bob @ADA', 'https://x.com/ada @bob']) {
      assert.deepEqual(offered(text), ofTwo, text);
    }
    assert.deepEqual(offered('12 13'), [
      ['primary.friendshipsShow', { source_id: '12', target_id: '13' }],
      ['primary.usersByIds', { userIds: ['12', '13'] }],
    ]);
    assert.deepEqual(offered('12 @bob'), [['primary.friendshipsShow', { source_id: '12', target_screen_name: 'bob' }]]);
    assert.deepEqual(offered('12,13,14'), [['primary.usersByIds', { userIds: ['12', '13', '14'] }]]);
    for (const choice of findSeveralUsersChoices('12 @bob')) {
      assert.deepEqual(checkParams(choice.endpoint, choice.params), []);
    }
  });

  it('are nobody where words stand among them, or only one does', () => {
    for (const text of ['', 'ada bob', '@ada says hello', '@ada', '12', '@ada @ADA', '@ada #tag', '12 @ada @bob']) {
      assert.deepEqual(offered(text), [], text);
    }
  });

  it('are asked about in as many calls as they need, at one price for all that is not kept', async () => {
    const client = createClient({
      connections: { primary: testConnection() },
      transport: fakeTransport(() => ({
        headers: { 'x-price-per-call': '0.0002' },
        body: { data: { userIds: {}, errors: [] } },
      })),
    });
    const [ids, states] = findSeveralUsersChoices(
      names(250)
        .map((name) => `@${name}`)
        .join('\n'),
    );
    assert.ok(ids && states);
    assert.deepEqual(
      [ids.params, ...(ids.further ?? [])].map(({ usernames }) => Array.isArray(usernames) && usernames.length),
      [100, 100, 50],
    );
    assert.equal(states.further, undefined);
    assert.equal(quoteLookUp(client, ids)?.kind, 'unknown');
    await client.call(usernamesToIds, { usernames: ['ada', 'bob'] });
    assert.deepEqual(quoteLookUp(client, ids), { kind: 'known', price: 600n });
  });
});
