import assert from 'node:assert/strict';
import { landmarks } from '../../../../src/sandbox/world/landmarks.ts';
import { control, originOf } from '../control/controlCall.ts';
import { get } from '../testSandbox.ts';
import { wireOf } from '../wire.ts';
import { at } from '../../../support/at.ts';
import { requestPrimary, type Fact, plan, requestsOf, statusesOf } from './fact.ts';

export const controlFacts: readonly Fact[] = [
  {
    says: [
      'Requests below `/__sandbox/` need `X-Sandbox-Control: <token>`; without it, they get a 403.',
      'They are never charged or logged.',
      "Each changes the state of one key, so parallel tests don't interfere. Choose it with `key` in the body, or with `X-API-KEY` in the GET. The default is the sandbox's own key.",
      '| `POST /__sandbox/reset` | `{key?}` | forgets the key |',
      '| `POST /__sandbox/faults` | `{key?, rules: […]}` | these rules from now on, and no others; `[]` takes them away |',
      '| `POST /__sandbox/balance` | `{key?, balance: "1.25"}` | sets the balance in US dollars |',
    ],
    holds: async (sandbox) => {
      assert.equal((await get(originOf(sandbox), '__sandbox/requests', { key: 'one' })).status, 403);
      await plan(sandbox, 'one', { status: 500 });
      await plan(sandbox, 'one', { status: 503 });
      assert.deepEqual([await statusesOf(sandbox, 'one', 1), await statusesOf(sandbox, 'two', 1)], [[503], [200]]);
      await plan(sandbox, 'one');
      await control(sandbox, 'balance', { key: 'one', balance: '1.25' });
      const balances = await Promise.all(['one', 'two'].map(async (key) => (await requestPrimary(sandbox, key)).headers));
      assert.deepEqual(
        balances.map((headers) => headers['x-remaining-balance']),
        ['1.2498', '9.9996'],
      );
      assert.deepEqual([(await requestsOf(sandbox, 'one')).length, (await requestsOf(sandbox, 'two')).length], [2, 2]);
      await control(sandbox, 'reset', { key: 'one' });
      assert.deepEqual(await requestsOf(sandbox, 'one'), []);
      assert.equal((await requestPrimary(sandbox, 'one')).headers['x-remaining-balance'], '9.9998');
      assert.equal((await requestPrimary(sandbox, 'two')).headers['x-remaining-balance'], '9.9994');
      await control(sandbox, 'balance', { balance: '3' });
      assert.equal((await requestPrimary(sandbox, sandbox.key)).headers['x-remaining-balance'], '2.9998');
      assert.deepEqual(
        (await control(sandbox, 'requests')).body,
        (await control(sandbox, 'requests', undefined, sandbox.key)).body,
      );
      await control(sandbox, 'reset', {});
      assert.deepEqual(await requestsOf(sandbox, sandbox.key), []);
    },
  },
  {
    says: ['| `POST /__sandbox/clock` | `{key?, now}` or `{key?, advanceMs}` | sets or advances the clock |'],
    holds: async (sandbox) => {
      const state = async (key: string): Promise<unknown> =>
        at((await get(sandbox.gateway, `/space/${landmarks.scheduledSpaceId}`, { key })).body, 'state');
      await control(sandbox, 'clock', { key: 'late', now: '2031-01-01T00:00:00Z' });
      assert.deepEqual([await state('late'), await state('early')], ['ended', 'scheduled']);
      const moved = await control(sandbox, 'clock', { key: 'late', advanceMs: 1_500 });
      assert.equal(at(moved.body, 'now'), '2031-01-01T00:00:01.500Z');
    },
  },
  {
    says: [
      '| `GET /__sandbox/requests` | | the request log: time, hash of the key, service, endpoint, method, path, query, the status that was sent, cost, refund, fault; `?keys=all` for every key |',
    ],
    holds: async (sandbox) => {
      const startedAt = Date.now();
      await plan(sandbox, 'logged', { kind: 'truncate', bytes: 0, times: 1 });
      await wireOf(sandbox, '/primary/user/1/followers?count=5', { key: 'logged' });
      await requestPrimary(sandbox, 'logged', '/user/by/username/error_400');
      const [first, second] = await requestsOf(sandbox, 'logged');
      const { atMs, key, ...rest } = { ...first };
      assert.ok(Number(atMs) >= startedAt && Number(atMs) <= Date.now());
      assert.match(String(key), /^[\da-f]{12}$/);
      assert.deepEqual(rest, {
        ...{ service: 'primary', endpoint: 'primary.userFollowers', method: 'GET', path: '/user/1/followers' },
        ...{ query: 'count=5', status: 400, cost: '0.00', refunded: true, fault: 'truncate' },
      });
      assert.deepEqual([second?.['status'], second?.['refunded']], [400, true]);
      const all = await control(sandbox, 'requests?keys=all', undefined, 'nobody');
      assert.ok(all.text.includes(String(key)) && !all.text.includes('"logged"'));
    },
  },
];
