import assert from 'node:assert/strict';
import type { Connection } from '../../../src/client/connection.ts';
import { createClient } from '../../../src/client/createClient.ts';
import { SocialDataError } from '../../../src/client/errors.ts';
import { createBudget } from '../../../src/client/policies/budget.ts';
import { bothTransports } from '../../support/bothTransports.ts';
import { startFaultServer } from '../../support/faultServer/faultServer.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { type FakeReply, fakeTransport } from '../../support/fakeTransport.ts';
import { testConnection, testLookup } from '../../support/testEndpoints.ts';

function setUp(first: Connection, reply: (index: number) => FakeReply) {
  const clock = fakeClock();
  const transport = fakeTransport((_, index) => reply(index), clock.now);
  let connection = first;
  const real = createBudget();
  const play = createBudget();
  const client = createClient({
    connections: () => connection,
    transport,
    clock,
    reuse: 'never',
    budget: ({ kind }) => (kind === 'sandbox' ? play : real),
  });
  return { transport, client, real, play, use: (next: Connection) => (connection = next) };
}

describe('the key of a connection', () => {
  it('that cannot be read costs nothing, and the error says which it is', async () => {
    const keyring = new Error('the keyring is locked');
    const { transport, client, real } = setUp(
      testConnection({ kind: 'direct', assumedPrice: 10_000n, credentials: () => Promise.reject(keyring) }),
      () => ({}),
    );
    await assert.rejects(
      client.call(testLookup, { name: 'a' }),
      (error) =>
        error instanceof SocialDataError && error.kind === 'noKey' && error.spent === 'no' && error.facts.cause === keyring,
    );
    assert.equal(transport.requests.length, 0);
    assert.equal(real.state().spent, 0n);
    assert.equal(real.state().reserved, 0n);
  });

  for (const transportName of ['undici', 'the host’s fetch'] as const) {
    for (const [what, headers] of [
      ['a host with a full-width letter', { 'x-market-key': 'canary-key-value', 'x-market-host': 'market.ｅxample' }],
      ['a host with a line break', { 'x-market-key': 'canary-key-value', 'x-market-host': 'market.example\r\nx-other: 1' }],
      ['a key with a letter beyond ASCII', { 'X-API-KEY': 'canary-key-vålue' }],
      ['a key with a line break behind it', { 'X-API-KEY': 'canary-key-value\n' }],
      ['a header name that is none', { 'X API KEY': 'canary-key-value' }],
    ] as const) {
      it(`with ${what} is refused as a wrong setting, at once and before sending, over ${transportName}`, async () => {
        const server = await startFaultServer(() => undefined);
        const transport = (new Map(bothTransports).get(transportName) ?? assert.fail())();
        const waits: unknown[] = [];
        const credentials = () => Promise.resolve({ origin: server.origin, headers });
        const client = createClient({
          connections: { primary: testConnection({ baseUrl: server.origin, credentials }) },
          transport,
        });
        const [name = ''] = Object.keys(headers).slice(-1);
        await assert.rejects(
          client.call(testLookup, { name: 'a' }, { onWaiting: (waiting) => waits.push(waiting) }),
          (error) =>
            error instanceof SocialDataError &&
            error.kind === 'address' &&
            error.spent === 'no' &&
            error.message.includes(name) &&
            !error.message.includes('canary'),
        );
        assert.deepEqual([server.connections(), waits], [0, []]);
        await client.close();
        await server.close();
      });
    }
  }

  it('that is new is not held by what the old one brought about', async () => {
    const { transport, client, use } = setUp(testConnection({ keyId: 'old' }), (index) =>
      index === 0 ? { status: 429, headers: { 'retry-after': '31536000' } } : {},
    );
    await assert.rejects(
      client.call(testLookup, { name: 'a' }),
      (error) => error instanceof SocialDataError && error.kind === 'rateLimited',
    );
    await assert.rejects(client.call(testLookup, { name: 'b' }));
    assert.equal(transport.requests.length, 1, 'the old key waits');
    use(testConnection({ keyId: 'new' }));
    await client.call(testLookup, { name: 'c' });
    assert.equal(transport.requests.length, 2);
  });

  it('is masked in what the service said when the service repeats it', async () => {
    const { client } = setUp(testConnection(), () => ({ status: 500, body: { error: 'bad key canary-key-value' } }));
    const repeating = setUp(
      testConnection({
        credentials: async () => {
          const given = await testConnection().credentials();
          return given === undefined ? undefined : { ...given, headers: { 'X-API-KEY': 'canary-key-value' } };
        },
      }),
      () => ({ status: 500, body: { error: 'bad key canary-key-value' } }),
    );
    const said = async (some: typeof client) =>
      await some.call(testLookup, { name: 'a' }).then(
        () => assert.fail('it answered'),
        (error: unknown) => (error instanceof SocialDataError ? error : assert.fail(String(error))),
      );
    assert.match((await said(client)).message, /canary-key-value/);
    const error = await said(repeating.client);
    assert.equal(error.facts.said, 'bad key ***');
    assert.doesNotMatch(error.message, /canary/);
    assert.equal(error.exchange?.repeatsKey, true);
  });

  for (const key of ['short', '123456789', 'canary-key-value']) {
    it(`of ${key.length} characters stands in no header that is kept`, async () => {
      const credentials = () => Promise.resolve({ origin: 'https://api.example.test', headers: { 'X-API-KEY': key } });
      const { client } = setUp(testConnection({ credentials }), () => ({
        headers: { location: `/next?key=${key}`, 'x-sandbox-note': 'harmless' },
      }));
      const { headers } = await client.call(testLookup, { name: 'a' });
      assert.deepEqual([headers['location'], headers['x-sandbox-note']], [undefined, 'harmless']);
    });
  }
});

describe('play money', () => {
  it('is not booked as real money', async () => {
    const { client, real, play, use } = setUp(testConnection({ kind: 'sandbox' }), () => ({
      headers: { 'x-price-per-call': '0.5' },
    }));
    await client.call(testLookup, { name: 'a' });
    assert.equal(real.state().spent, 0n);
    assert.equal(play.state().spent, 500_000n);
    use(testConnection({ kind: 'direct' }));
    await client.call(testLookup, { name: 'b' });
    assert.equal(real.state().spent, 500_000n);
    assert.equal(play.state().spent, 500_000n);
  });
});
