import assert from 'node:assert/strict';
import { endpoints } from '../../../../src/client/endpoints/table.ts';
import { createKeyStates } from '../../../../src/sandbox/control/keyStates.ts';
import { type Sandbox, startSandboxWithDependencies } from '../../../../src/sandbox/server.ts';
import { createWorld } from '../../../../src/sandbox/world/createWorld.ts';
import { landmarks } from '../../../../src/sandbox/world/landmarks.ts';
import { answerers } from '../answerers.ts';
import { get, type Got, withSandbox } from '../testSandbox.ts';
import { control, originOf } from './controlCall.ts';

const path = '/user/1/followers';

interface Listed {
  readonly requests: readonly Readonly<Record<string, unknown>>[];
  readonly forgotten: number;
}

function listed(got: Got): Listed {
  assert.equal(got.status, 200, got.text);
  return got.body as Listed;
}

describe('the control of a sandbox', () => {
  const each = (name: string, run: (sandbox: Sandbox) => Promise<void>): void => void it(name, () => withSandbox({}, run));

  each('is refused without its token, and whatever is asked is not said', async (sandbox) => {
    for (const headers of [{}, { 'X-Sandbox-Control': 'x' }, { 'X-Sandbox-Control': `${sandbox.control}x` }]) {
      for (const name of ['requests', 'nowhere']) {
        const got = await get(originOf(sandbox), `__sandbox/${name}`, { headers });
        assert.equal(got.status, 403);
        assert.match(got.text, /X-Sandbox-Control/);
      }
    }
    const page = { 'X-Sandbox-Control': sandbox.control, Origin: 'http://evil.example' };
    assert.equal((await get(originOf(sandbox), '__sandbox/requests', { headers: page })).status, 403);
  });

  it('has another token at each start', () =>
    withSandbox({}, (one) => withSandbox({}, async (two) => assert.notEqual(one.control, two.control))));

  each('names what there is, and the method, where another is asked for', async (sandbox) => {
    const lost = await control(sandbox, 'nowhere');
    assert.deepEqual([lost.status, /reset, faults, clock, balance, requests/.test(lost.text)], [404, true]);
    assert.equal((await control(sandbox, 'reset')).status, 405);
    assert.equal((await control(sandbox, 'requests', {})).status, 405);
  });

  each('sets the balance of one key, down to 402', async (sandbox) => {
    const { primary, key } = sandbox;
    assert.deepEqual((await control(sandbox, 'balance', { balance: '0.0003' })).status, 200);
    assert.equal((await get(primary, path, { key })).headers['x-remaining-balance'], '0.0001');
    const empty = await get(primary, path, { key });
    assert.deepEqual([empty.status, empty.headers['x-remaining-balance']], [402, '0.0001']);
    assert.equal((await get(primary, path, { key: 'other' })).headers['x-remaining-balance'], '9.9998');
    await control(sandbox, 'balance', { key: 'other', balance: '0' });
    assert.equal((await get(primary, path, { key: 'other' })).status, 402);
    await control(sandbox, 'reset', { key: 'other' });
    assert.equal((await get(primary, path, { key: 'other' })).headers['x-remaining-balance'], '9.9998');
    assert.equal((await get(primary, path, { key })).status, 402);
  });

  each('tells what was asked and what it cost, and never a key', async (sandbox) => {
    const { primary, gateway, key } = sandbox;
    await get(primary, `${path}?count=5`, { key });
    await get(primary, '/tweet/404', { key });
    await get(primary, '/tweet/400', { key });
    await get(primary, '/no/such/path', { key });
    await get(gateway, '/search/tweets?q=a', { key });
    await get(primary, path, { key: 'a-secret-of-another' });
    await get(primary, path, { key: undefined });
    const own = listed(await control(sandbox, 'requests'));
    assert.deepEqual(
      own.requests.map(({ method, service, path: at, query, status, cost, refunded }) =>
        [method, service, at, query, status, cost, refunded].join(' '),
      ),
      [
        'GET primary /user/1/followers count=5 200 0.0002 false',
        'GET primary /tweet/404  404 0.0002 false',
        'GET primary /tweet/400  400 0.00 true',
        'GET primary /no/such/path  404 0.00 false',
        'GET gateway /search/tweets q=a 200  false',
      ],
    );
    assert.equal(own.requests[0]?.['endpoint'], 'primary.userFollowers');
    const all = await control(sandbox, 'requests?keys=all');
    assert.equal(listed(all).requests.length, 7);
    assert.doesNotMatch(all.text, /a-secret-of-another|sandbox-key/);
    assert.deepEqual(new Set(listed(all).requests.map((request) => request['key'])).size, 3);
    assert.equal(listed(await control(sandbox, 'requests', undefined, 'a-secret-of-another')).requests.length, 1);
    await control(sandbox, 'reset', {});
    assert.deepEqual(listed(await control(sandbox, 'requests')), { requests: [], forgotten: 0 });
  });

  each('cuts long paths and queries of its log, and distinguishes them', async (sandbox) => {
    const { primary, key } = sandbox;
    const long = 'x'.repeat(3000);
    for (const at of [`${path}?a=${long}1`, `${path}?a=${long}2`, `/nowhere/${long}`, `/user/by/username/${long}`]) {
      await get(primary, at, { key });
    }
    const { requests } = listed(await control(sandbox, 'requests'));
    const texts = requests.flatMap((one) => [String(one['path']), String(one['query'])]).filter((text) => text.length > 100);
    assert.equal(new Set(texts).size, 4);
    for (const text of texts) assert.match(text, /^.{512}\.\.\.sha256:[\da-f]{12}$/);
  });

  each('keeps a balance for each key, however long it is', async ({ primary }) => {
    const long = 'k'.repeat(50_000);
    const balances: unknown[] = [];
    for (const key of [`${long}1`, `${long}1`, `${long}2`]) {
      balances.push((await get(primary, path, { key })).headers['x-remaining-balance']);
    }
    assert.deepEqual(balances, ['9.9998', '9.9996', '9.9998']);
  });

  each('says in words what is wrong with a body, and changes nothing', async (sandbox) => {
    for (const [name, body, says] of [
      ['balance', {}, /balance: /],
      ['balance', { balance: '-1' }, /decimal text/],
      ['balance', { balance: '1', owner: 'x' }, /owner/],
      ['clock', {}, /either now or advanceMs/],
      ['clock', { now: 'noon' }, /now: /],
      ['clock', { advanceMs: 9e15 }, /no date/],
      ['faults', { rules: [{ kind: 'meteor' }] }, /rules\.0\.kind: /],
      ['faults', { rules: [{ kind: 'reset', status: 500 }] }, /either status or kind/],
      ['faults', { rules: [{ times: 2 }] }, /needs a status, a kind, a latency or retried/],
      ['faults', { rules: [{ status: 200 }] }, /rules\.0\.status: /],
      ['faults', { rules: [{ status: 500, match: { endpoint: 'primary.serach' } }] }, /"primary\.search" is near/],
      ['faults', [], /the body: /],
      ['reset', { key: '' }, /key: /],
    ] as const) {
      const got = await control(sandbox, name, body);
      assert.equal(got.status, 400, JSON.stringify(body));
      assert.match((got.body as { readonly error: string }).error, says);
    }
    const headers = { 'X-Sandbox-Control': sandbox.control };
    const cut = await get(originOf(sandbox), '__sandbox/balance', { method: 'POST', headers, body: '{"balance":' });
    assert.deepEqual([cut.status, cut.body], [400, { error: 'The body is not JSON' }]);
    assert.equal((await get(sandbox.primary, path, { key: sandbox.key })).headers['x-remaining-balance'], '9.9998');
  });
});

describe("the sandbox's clock", () => {
  const world = createWorld(1);
  const run = async (
    options: Parameters<typeof startSandboxWithDependencies>[1],
    test: (sandbox: Sandbox) => Promise<void>,
  ): Promise<void> => {
    const sandbox = await startSandboxWithDependencies({ endpoints, answerers, world }, options);
    try {
      await test(sandbox);
    } finally {
      await sandbox.close();
    }
  };
  const stateOf = async ({ gateway, key }: Sandbox, of = key): Promise<unknown> =>
    ((await get(gateway, `/space/${landmarks.scheduledSpaceId}`, { key: of })).body as { readonly state: unknown }).state;
  const room = world.space(landmarks.scheduledSpaceId);

  it('moves for one key alone, and takes the rooms along', () =>
    run({}, async (sandbox) => {
      assert.ok(room !== undefined);
      assert.equal(await stateOf(sandbox), 'scheduled');
      const started = await control(sandbox, 'clock', { now: new Date(room.startsAtMs + 1000).toISOString() });
      assert.deepEqual((started.body as { readonly now: string }).now, new Date(room.startsAtMs + 1000).toISOString());
      assert.equal(await stateOf(sandbox), 'live');
      assert.equal(await stateOf(sandbox, 'other'), 'scheduled');
      await control(sandbox, 'clock', { advanceMs: room.endsAtMs - room.startsAtMs });
      assert.equal(await stateOf(sandbox), 'ended');
      await control(sandbox, 'reset', {});
      assert.equal(await stateOf(sandbox), 'scheduled');
    }));

  it('stands where it is asked to at the start', () =>
    run({ clock: (room?.startsAtMs ?? 0) + 1000 }, async (sandbox) => assert.equal(await stateOf(sandbox), 'live')));

  it('goes with the real time when it is asked to', () =>
    run({ clock: 'wall' }, async ({ gateway, key }) => {
      const got = await get(gateway, '/trends/location/1', { key });
      const { as_of } = got.body as { readonly as_of: string };
      assert.ok(Math.abs(Date.parse(as_of) - Date.now()) < 60_000, as_of);
    }));
});

describe('the states of keys', () => {
  const request = (atMs: number) => ({
    ...({ atMs, service: 'primary', endpoint: null, method: 'GET', path: '/', query: '' } as const),
    ...{ status: 200, cost: 1n, refunded: false, fault: null },
  });

  it('do not pile up, however many keys and requests there are', () => {
    const keys = createKeyStates({ keys: 3, requestsPerKey: 10, requests: 16 });
    for (let at = 0; at < 200; at += 1) keys.record(`k${at % 5}`, request(at));
    for (let at = 0; at < 25; at += 1) keys.record('busy', request(at));
    const all = [...keys.entries()];
    assert.equal(all.length, 3);
    assert.ok(all.reduce((sum, [, { log }]) => sum + log.length, 0) <= 16);
    const busy = keys.of('busy');
    assert.equal(busy.log.length + busy.forgottenCount, 25);
    assert.equal(busy.log.at(-1)?.atMs, 24);
  });

  it('keep the last requests of a key, as many as they may', () => {
    const keys = createKeyStates({ keys: 3, requestsPerKey: 10, requests: 100 });
    for (let at = 0; at < 37; at += 1) keys.record('busy', request(at));
    const { log, forgottenCount } = keys.of('busy');
    assert.deepEqual([log[0]?.atMs, log.length, forgottenCount], [27, 10, 27]);
  });
});
