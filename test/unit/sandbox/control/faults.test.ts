import assert from 'node:assert/strict';
import type { Sandbox } from '../../../../src/sandbox/server.ts';
import { get, useSandbox } from '../testSandbox.ts';
import { control, emojis, plan, requestPrimary, statusesOf } from './controlCall.ts';
import { type Wire, wireOf } from './wire.ts';

const path = `/primary${emojis}`;

/** A connection's bytes for a key with one fault rule. */
async function struck(sandbox: Sandbox, key: string, rule: object): Promise<Wire> {
  await plan(sandbox, key, { ...rule });
  return await wireOf(sandbox, path, { key });
}

describe('a fault rule', () => {
  const sandbox = useSandbox();

  it('applies if it is the first that matches', async () => {
    const key = 'match';
    const rules = [
      { match: { service: 'gateway' }, status: 501 },
      { match: { endpoint: 'primary.search' }, status: 503 },
      { match: { service: 'gateway', endpoint: 'primary.userById' }, status: 504 },
      { status: 506 },
    ];
    await plan(sandbox, key, ...rules);
    assert.equal((await get(sandbox.gateway, '/trends/locations', { key })).status, 501);
    for (const [path, status] of [
      ['/search?searchItem=a', 503],
      [emojis, 506],
      ['/user/1', 506],
    ] as const) {
      assert.equal((await requestPrimary(sandbox, key, path)).status, status, path);
    }
  });

  it('has a status, a message, and a number of requests', async () => {
    for (const rule of [{ status: 399 }, { status: 600 }, { status: 500, kind: 'reset' }]) {
      assert.equal((await control(sandbox, 'faults', { key: 'odd', rules: [rule] })).status, 400, JSON.stringify(rule));
    }
    await plan(sandbox, 'status', { status: 599, message: 'planted', retryAfter: 7 });
    const { body, headers } = await requestPrimary(sandbox, 'status');
    assert.deepEqual([body, headers['retry-after']], [{ error: 'planted' }, '7']);
    assert.deepEqual(await statusesOf(sandbox, 'status', 3), [599, 599, 599]);
    await plan(sandbox, 'times', { status: 400, times: 2 });
    assert.deepEqual(await statusesOf(sandbox, 'times', 4), [400, 400, 200, 200]);
  });

  it('is refunded like its status, unless it says otherwise', async () => {
    for (const [rule, balance] of [
      ...[401, 402, 403, 429].map((status) => [{ status }, '10.00'] as const),
      [{ status: 422 }, '9.9998'],
      [{ status: 422, refund: true }, '10.00'],
      [{ status: 500 }, '10.00'],
      [{ status: 500, refund: false }, '9.9998'],
      [{ kind: 'truncate' }, '9.9998'],
      [{ kind: 'truncate', refund: true }, '10.00'],
    ] as const) {
      const key = `phase-${JSON.stringify(rule)}`;
      await struck(sandbox, key, { ...rule, times: 1 });
      const { headers } = await requestPrimary(sandbox, key, '/user/by/username/error_400'); // refunded
      assert.equal(headers['x-remaining-balance'], balance, key);
    }
  });

  it('can only delay', async () => {
    await plan(sandbox, 'latency', { latency: 60 });
    assert.equal((await requestPrimary(sandbox, 'latency')).status, 200);
  });

  it('breaks the connection', async () => {
    const bare = await struck(sandbox, 'reset', { kind: 'reset' });
    assert.deepEqual([bare.text, bare.end], ['', 'reset']);
    const cut = await struck(sandbox, 'reset', { kind: 'reset', bytes: 20 });
    assert.deepEqual([cut.body.length <= 20, cut.end], [true, 'reset']);
    for (const [rule, expected] of [
      [{ kind: 'truncate', bytes: 10 }, () => 10],
      [{ kind: 'truncate' }, (whole: number) => whole >> 1],
    ] as const) {
      const { text, body, end } = await struck(sandbox, 'truncate', rule);
      const announced = Number(/Content-Length: (\d+)/.exec(text)?.[1]);
      assert.ok(announced > 20);
      assert.deepEqual([body.length, end], [expected(announced), 'fin']);
    }
  });
});
