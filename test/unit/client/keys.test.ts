import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { Connection } from '../../../src/client/connection.ts';
import { createClient } from '../../../src/client/createClient.ts';
import { SocialDataError } from '../../../src/client/errors.ts';
import { createBudget } from '../../../src/client/policies/budget.ts';
import { TransportFault } from '../../../src/client/transport.ts';
import { bothTransports } from '../../support/bothTransports.ts';
import { startFaultServer } from '../../support/faultServer/faultServer.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { type FakeReply, fakeTransport } from '../../support/fakeTransport.ts';
import { testConnection, testLookup, testPostMethodEndpoint } from '../../support/testEndpoints.ts';

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

describe("a connection's key", () => {
  it("is free if it can't be read, and the error says so", async () => {
    const keyring = new Error('the keyring is locked');
    const { transport, client, real } = setUp(
      testConnection({ kind: 'direct', credentials: () => Promise.reject(keyring) }),
      () => ({}),
    );
    await assert.rejects(
      client.call(testLookup, { name: 'a' }),
      (error) =>
        error instanceof SocialDataError &&
        error.message === "the key couldn't be read" &&
        error.kind === 'noKey' &&
        error.spent === 'no' &&
        error.facts.cause === keyring,
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
      ['a key followed by a line break', { 'X-API-KEY': 'canary-key-value\n' }],
      ['an invalid header name', { 'X API KEY': 'canary-key-value' }],
    ] as const) {
      it(`with ${what} is rejected before sending, over ${transportName}`, async () => {
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

  it("isn't sent if an endpoint's path extends the host name", async () => {
    const { transport, client } = setUp(testConnection({ baseUrl: 'https://api.example.test' }), () => ({}));
    await assert.rejects(client.call({ ...testLookup, path: '.example.net/{name}' }, { name: 'a' }), {
      kind: 'address',
      spent: 'no',
      message: 'the key belongs to https://api.example.test, not to https://api.example.test.example.net',
    });
    assert.equal(transport.requests.length, 0);
  });

  it("isn't held by an old key's rate limit", async () => {
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

  for (const transportName of ['undici', 'the host’s fetch'] as const) {
    for (const [what, sent] of [
      ['is cut off', 'HTTP/1.1 200 OK\r\nX-Other: canary-key-value\r\nContent-Length: 99\r\n\r\n{"key":"canary-key-value"'],
      ["isn't HTTP", 'canary-key-value canary-key-value\r\n\r\n'],
      ['has an invalid header name', 'HTTP/1.1 200 OK\r\nX-\x01: canary-key-value\r\n\r\n'],
      ["can't be decoded", 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 16\r\n\r\ncanary-key-value'],
    ] as const) {
      it(`isn't in the error for a response that repeats it and ${what}, over ${transportName}`, async () => {
        const server = await startFaultServer((socket) => void socket.end(Buffer.from(sent, 'latin1')));
        const transport = (new Map(bothTransports).get(transportName) ?? assert.fail())();
        const credentials = () => Promise.resolve({ origin: server.origin, headers: { 'X-API-KEY': 'canary-key-value' } });
        const client = createClient({
          connections: { primary: testConnection({ baseUrl: server.origin, credentials }) },
          transport,
        });
        await assert.rejects(client.call(testLookup, { name: 'a' }), (error) => {
          const bodies: Buffer[] = [];
          const seen = inspect(error, { depth: Infinity, showHidden: true, maxStringLength: Infinity });
          for (let at = error; at instanceof Error; at = at.cause) {
            for (const one of [at, 'facts' in at ? at.facts : undefined]) {
              const exchange: unknown = typeof one === 'object' && one !== null && 'exchange' in one ? one.exchange : undefined;
              if (typeof exchange === 'object' && exchange !== null && 'body' in exchange) {
                bodies.push(Buffer.from(exchange.body as Uint8Array));
              }
              assert.ok(!(typeof one === 'object' && one !== null && 'partial' in one && one.partial !== undefined));
            }
          }
          assert.doesNotMatch(seen + bodies.map(String).join(''), /canary/);
          return error instanceof SocialDataError;
        });
        await client.close();
        await server.close();
      });
    }
  }

  it("isn't in stored headers, even if one of several values or keys repeats it", async () => {
    // too short for the mask
    const headers = { 'x-first-key': 'k-1', 'x-second-key': 'k-2' };
    const credentials = () => Promise.resolve({ origin: 'https://api.example.test', headers });
    const { client } = setUp(testConnection({ credentials }), () => ({
      headers: { 'x-sandbox-note': ['harmless', 'key k-1'], location: '/next?key=k-2', date: ['today', 'tomorrow'] },
    }));
    assert.deepEqual((await client.call(testLookup, { name: 'a' })).headers, { date: 'today, tomorrow' });
  });

  it("is secret, but a marketplace's host isn't", async () => {
    const headers = { 'x-market-key': 'canary-key-value' };
    const nonSecretHeaders = { 'x-market-host': 'market.example' };
    const credentials = () => Promise.resolve({ origin: 'https://api.example.test', headers, nonSecretHeaders });
    const { client } = setUp(testConnection({ credentials }), () => ({ headers: { location: 'https://market.example/' } }));
    assert.equal((await client.call(testLookup, { name: 'a' })).headers['location'], 'https://market.example/');
  });

  it("isn't sent in a body, since requests are stored and shown", async () => {
    const clock = fakeClock();
    const transport = fakeTransport(() => ({ body: { data: [] } }), clock.now);
    const headers = { 'X-API-KEY': 'canary-key-value' };
    const credentials = () => Promise.resolve({ origin: 'https://api.example.test', headers });
    const client = createClient({ connections: { gateway: testConnection({ credentials }) }, transport, clock });
    await assert.rejects(client.call(testPostMethodEndpoint, { q: 'is it canary-key-value?' }), {
      kind: 'input',
      spent: 'no',
      message: 'a value contains the API key',
    });
    assert.equal(transport.requests.length, 0);
    await client.call(testPostMethodEndpoint, { q: 'is it another one?' });
    assert.equal(transport.requests.length, 1);
  });

  it('marks an exchange only if the response repeats it', async () => {
    const { client } = setUp(testConnection(), () => ({}));
    assert.equal('repeatsKey' in (await client.call(testLookup, { name: 'a' })), false);
  });
});

describe("a response's headers", () => {
  it('are stored if an exchange shows them', async () => {
    const stored = {
      'content-encoding': 'gzip',
      'content-type': 'application/json',
      date: 'Sat, 01 Aug 2026 12:00:00 GMT',
      location: '/other',
      'retry-after': '3',
      'x-price-per-call': '0.0002',
      'x-refunded': 'false',
      'x-remaining-balance': '1.5',
      'x-response-format': 'simple',
      'x-retried': '1',
      'x-sandbox': '1',
      'x-sandbox-note': 'made up',
    };
    const { client } = setUp(testConnection(), () => ({ headers: { ...stored, 'set-cookie': 'a=b', 'x-other': 'c' } }));
    assert.deepEqual((await client.call(testLookup, { name: 'a' })).headers, stored);
  });
});

describe('play money', () => {
  it('is shown as free before and after a call, with a receipt that says so', async () => {
    const { client, use } = setUp(testConnection({ kind: 'sandbox' }), () => ({ headers: { 'x-price-per-call': '0.5' } }));
    assert.equal(client.priceOf(testLookup), 0n);
    const { receipt } = await client.call(testLookup, { name: 'a' });
    assert.equal(receipt.isPlayMoney, true);
    assert.deepEqual(client.quote(testLookup, { name: 'b' }), { kind: 'known', price: 0n });
    use(testConnection({ kind: 'direct' }));
    assert.equal((await client.call(testLookup, { name: 'c' })).receipt.isPlayMoney, undefined);
    assert.deepEqual(client.quote(testLookup, { name: 'd' }), { kind: 'known', price: 500_000n });
  });

  it('marks a call that failed without a response', async () => {
    const { client } = setUp(testConnection({ kind: 'sandbox' }), () => new TransportFault('network', { sent: true }));
    await assert.rejects(
      client.call(testLookup, { name: 'a' }),
      ({ facts }: SocialDataError) => facts.receipt?.isPlayMoney === true,
    );
  });

  it('makes a price free, unlike a free response from a paid service', async () => {
    const { client } = setUp(testConnection({ kind: 'direct' }), () => ({ headers: { 'x-price-per-call': '0' } }));
    await client.call(testLookup, { name: 'a' });
    assert.equal(client.priceOf(testLookup), undefined);
    assert.deepEqual(client.quote(testLookup, { name: 'b' }), { kind: 'unknown' });
  });

  it("isn't booked as real money", async () => {
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
