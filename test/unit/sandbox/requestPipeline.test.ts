import assert from 'node:assert/strict';
import type { Sandbox } from '../../../src/sandbox/server.ts';
import { get, type Got, withSandbox } from './testSandbox.ts';

const billing = ['x-price-per-call', 'x-remaining-balance', 'x-refunded', 'x-retried'] as const;

function billingOf(got: Got): Readonly<Record<string, unknown>> {
  return Object.fromEntries(billing.filter((name) => name in got.headers).map((name) => [name, got.headers[name]]));
}

describe('the order of route, checks, charge, and response', () => {
  const each = (name: string, run: (sandbox: Sandbox) => Promise<void>): void => void it(name, () => withSandbox({}, run));

  each('responds with 404 and 405 before it checks the key, without a charge', async ({ primary, gateway }) => {
    const lost = await get(primary, '/no/such/path', { key: undefined });
    assert.deepEqual([lost.status, lost.body, billingOf(lost)], [404, { error: 'No such path' }, {}]);
    const method = await get(primary, '/tweet/404', { method: 'DELETE', key: undefined });
    assert.deepEqual([method.status, method.headers['allow'], billingOf(method)], [405, 'GET', {}]);
    const lostThere = await get(gateway, '/tweet/404', { key: undefined });
    assert.deepEqual(
      [lostThere.status, lostThere.body],
      [404, { error: { code: 404, message: 'Not Found', details: 'No such path' } }],
    );
    const advanced = await get(gateway, '/search/advanced', { key: undefined });
    assert.deepEqual([advanced.status, advanced.headers['allow']], [405, 'POST']);
    assert.equal((await get(primary, '/tweet/404')).headers['x-remaining-balance'], '9.9998');
  });

  each('separates the two services, and is strict about case and trailing slashes', async ({ primary, gateway }) => {
    for (const [base, path] of [
      [primary, '/search/tweets/x'],
      [gateway, '/user/1/followers'],
      [primary, '/Search?searchItem=a'],
      [primary, '/user/1/followers/'],
      [primary, '/../gateway/search/tweets?q=a'],
    ] as const) {
      assert.equal((await get(base, path)).status, 404, path);
    }
  });

  each('checks the key before the parameters', async ({ primary }) => {
    const got = await get(primary, '/user/by/username/%ZZ', { key: undefined });
    assert.deepEqual([got.status, got.body, billingOf(got)], [401, { error: 'Missing X-API-KEY header' }, {}]);
    assert.equal((await get(primary, '/tweet/422', { key: '  ' })).status, 401);
  });

  each('accepts both marketplace headers instead of the key, only in the Primary API', async ({ primary, gateway }) => {
    const pair = { 'x-market-key': 'mk', 'X-Market-Host': 'market.example' };
    const ask = (headers: Readonly<Record<string, string>>) => get(primary, '/search?searchItem=a', { key: undefined, headers });
    assert.equal((await ask(pair)).status, 200);
    assert.equal((await ask({ 'x-market-key': 'mk' })).status, 401);
    assert.equal((await ask({ 'x-market-host': 'market.example' })).status, 401);
    assert.equal((await ask({ ...pair, 'x-market-key': 'sandbox-forbidden' })).status, 403);
    assert.equal((await get(gateway, '/search/tweets?q=a', { key: undefined, headers: pair })).status, 401);
  });

  each('charges before it validates, and refunds the statuses of the reference', async ({ primary }) => {
    for (const [id, balance, refunded, retried] of [
      ['404', '9.9998', undefined, undefined],
      ['422', '9.9996', undefined, undefined],
      ['400', '9.9996', 'true', undefined],
      ['408', '9.9996', 'true', undefined],
      ['409', '9.9996', 'true', undefined],
      ['503', '9.9996', 'true', undefined],
    ] as const) {
      const got = await get(primary, `/tweet/${id}`);
      const { headers } = got;
      assert.deepEqual([got.status, got.body], [Number(id), { error: `planted ${id}` }]);
      assert.deepEqual(
        [headers['x-price-per-call'], headers['x-remaining-balance'], headers['x-refunded'], headers['x-retried']],
        ['0.0002', balance, refunded, retried],
        id,
      );
    }
    const malformed = await get(primary, '/user/by/username/%ZZ');
    assert.deepEqual(
      [malformed.status, malformed.headers['x-refunded'], malformed.headers['x-remaining-balance']],
      [400, 'true', '9.9996'],
    );
  });

  each('responds to a search without results with 502 and attempts, retried and refunded', async ({ primary }) => {
    const got = await get(primary, '/search?searchItem=nothing');
    assert.deepEqual([got.status, got.body], [502, { error: 'Upstream returned an empty timeline', attempts: 9 }]);
    assert.deepEqual(billingOf(got), {
      'x-price-per-call': '0.0002',
      'x-remaining-balance': '10.00',
      'x-refunded': 'true',
      'x-retried': 'true',
    });
  });

  it('has one balance per key, charges the exact price, and responds with 402 without a charge', () =>
    withSandbox({ prices: { price: 1_500_000n, startBalance: 3_000_300n } }, async ({ primary }) => {
      const balances: unknown[] = [];
      for (const path of ['/tweet/404', '/search?searchItem=a', '/tweet/404', '/search?searchItem=b']) {
        const got = await get(primary, path);
        balances.push([got.status, got.headers['x-price-per-call'], got.headers['x-remaining-balance']]);
      }
      assert.deepEqual(balances, [
        [404, '1.50', '1.5003'],
        [200, '1.50', '0.0003'],
        [402, undefined, '0.0003'],
        [402, undefined, '0.0003'],
      ]);
      assert.equal((await get(primary, '/tweet/404', { key: 'another' })).headers['x-remaining-balance'], '1.5003');
    }));

  each('counts each of 200 parallel requests, whose responses have different balances', async ({ primary }) => {
    const paths = ['/search?searchItem=a', '/tweet/404', '/tweet/503', '/user/1/followers'] as const;
    const got = await Promise.all(Array.from({ length: 200 }, (_, i) => get(primary, paths[i % 4] ?? '')));
    const stored = got.filter(({ headers }) => headers['x-refunded'] === undefined);
    assert.equal(stored.length, 150);
    assert.equal(new Set(stored.map(({ headers }) => headers['x-remaining-balance'])).size, 150);
    assert.equal((await get(primary, '/tweet/503')).headers['x-remaining-balance'], '9.97');
  });

  it('responds to an exception with a refunded 500, reports it, and continues', async () => {
    const faults: unknown[] = [];
    await withSandbox(
      {},
      async ({ primary }) => {
        const got = await get(primary, '/tweet/defect');
        assert.deepEqual([got.status, got.body, got.headers['x-refunded']], [500, { error: 'Internal error' }, 'true']);
        assert.equal((await get(primary, '/tweet/404')).status, 404);
      },
      { onFault: (fault) => faults.push(fault) },
    );
    assert.match(String(faults), /^RangeError: a planted defect$/);
  });

  each('distinguishes unreadable bodies', async ({ gateway }) => {
    const details: unknown[] = [];
    for (const body of ['x'.repeat(70_000), Buffer.from([0xff, 0xfe])]) {
      const got = await get(gateway, '/search/advanced', { method: 'POST', body });
      details.push((got.body as { readonly error: { readonly details: string } }).error.details);
    }
    assert.deepEqual(details, ['The body is larger than 64 KiB', 'The body is not UTF-8']);
  });

  each('marks every response as synthetic and as JSON, also errors', async ({ primary, gateway }) => {
    for (const got of [
      await get(primary, '/tweet/404'),
      await get(gateway, '/search/tweets?q=a'),
      await get(primary, '/nowhere'),
      await get(primary, '/tweet/1', { key: undefined }),
    ]) {
      assert.equal(got.headers['x-sandbox'], '1');
      assert.equal(got.headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(got.headers['access-control-allow-origin'], undefined);
    }
  });
});
