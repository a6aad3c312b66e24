import assert from 'node:assert/strict';
import { landmarks } from '../../../../src/sandbox/world/landmarks.ts';
import { at } from '../../../support/at.ts';
import { get, useSandbox } from '../testSandbox.ts';
import { control, originOf, plan, requestPrimary, requestsOf, statusesOf } from './controlCall.ts';
import { wireOf } from './wire.ts';

describe('control requests', () => {
  const sandbox = useSandbox();

  it('change one key each, and need the token', async () => {
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
  });

  it('set and advance the clock of a key', async () => {
    const state = async (key: string): Promise<unknown> =>
      at((await get(sandbox.gateway, `/space/${landmarks.scheduledSpaceId}`, { key })).body, 'state');
    await control(sandbox, 'clock', { key: 'late', now: '2031-01-01T00:00:00Z' });
    assert.deepEqual([await state('late'), await state('early')], ['ended', 'scheduled']);
    const moved = await control(sandbox, 'clock', { key: 'late', advanceMs: 1_500 });
    assert.equal(at(moved.body, 'now'), '2031-01-01T00:00:01.500Z');
  });

  it('list what was requested, without keys', async () => {
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
  });
});
