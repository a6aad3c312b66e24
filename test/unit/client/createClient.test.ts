import assert from 'node:assert/strict';
import { createClient } from '../../../src/client/createClient.ts';
import { overConnections } from '../../../src/client/pageMethods.ts';
import { usersByIds } from '../../../src/client/endpoints/primary/users.ts';
import { type ErrorKind, SocialDataError } from '../../../src/client/errors.ts';
import { decodeBodyText } from '../../../src/client/exchange.ts';
import { createBudget } from '../../../src/client/policies/budget.ts';
import type { CallSettlement } from '../../../src/client/policies/budgetPolicy.ts';
import { reuseAnyAge } from '../../../src/client/policies/history.ts';
import { TransportFault } from '../../../src/client/transport.ts';
import { fakeClock, flushPromises } from '../../support/fakeClock.ts';
import { type FakeReply, fakeTransport, createNotSentFault } from '../../support/fakeTransport.ts';
import { testConnection, testLookup, testPostMethodEndpoint } from '../../support/testEndpoints.ts';

function setUp(
  reply: FakeReply | ((index: number) => FakeReply | Promise<FakeReply>) = {},
  options: Partial<Parameters<typeof createClient>[0]> = {},
) {
  const clock = fakeClock();
  const transport = fakeTransport((_, index) => (typeof reply === 'function' ? reply(index) : reply), clock.now);
  const connection = testConnection();
  const client = createClient({
    connections: { primary: connection, gateway: connection },
    transport,
    clock,
    random: () => 0,
    ...options,
  });
  return { clock, transport, client };
}

const errorOf = async (call: Promise<unknown>): Promise<SocialDataError> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert(error instanceof SocialDataError);
  return error;
};

const priced: FakeReply = { body: { data: {} }, headers: { 'x-price-per-call': '0.0002' } };
const receipt = { price: '0.0002', refunded: false, retried: false };

describe('a call', () => {
  it('renames parameters only for guessed endpoints', async () => {
    const parameterNames = { [usersByIds.id]: { userIds: 'ids' }, [testLookup.id]: { name: 'other' } };
    const connection = { ...testConnection(), parameterNames };
    const { client, transport } = setUp({}, { connections: { primary: connection } });
    const exchange = await client.call(usersByIds, { userIds: ['5'] });
    await client.call(testLookup, { name: 'a' });
    const [guessed, shown] = transport.requests.map(({ url }) => new URL(url));
    assert.deepEqual([guessed?.searchParams.get('ids'), guessed?.searchParams.get('userIds')], ['5', null]);
    assert.equal(shown?.href.includes('other'), false);
    assert.deepEqual(exchange.request.params, { userIds: ['5'] });
  });

  it("reports why a certificate wasn't accepted", async () => {
    for (const [facts, reason] of [
      [{ code: 'CERT_HAS_EXPIRED' }, 'CERT_HAS_EXPIRED'],
      [{}, 'unknown'],
    ] as const) {
      const { client } = setUp(new TransportFault('certificate', { sent: false, ...facts }));
      const { message } = await errorOf(client.call(testLookup, { name: 'a' }));
      assert.ok(message.endsWith(`(${reason})`), message);
    }
  });

  it('reports a network error with its code', async () => {
    for (const [fault, says] of [
      [
        new TransportFault('network', { sent: false, code: 'ECONNREFUSED' }),
        "the service couldn't be reached: network (ECONNREFUSED)",
      ],
      [new TransportFault('network', { sent: true, code: 'ECONNRESET' }), 'the response was incomplete: network (ECONNRESET)'],
      [new TransportFault('tooLarge', { sent: true }), 'the body exceeds the size limit'],
    ] as const) {
      const { client, clock } = setUp(fault);
      const failed = errorOf(client.call(testLookup, { name: 'a' }));
      while (await clock.advanceToNext());
      const { message } = await failed;
      assert.ok(message.startsWith(says), message);
    }
  });

  it('returns the exchange: bytes, status, headers, receipt, time, and value, but not the key', async () => {
    const body = '{"data":{"id":"12345678901234567890"}}';
    const headers = {
      'content-type': 'application/json',
      'x-price-per-call': '0.00021',
      'x-remaining-balance': '4.5',
      'x-retried': 'true',
      'set-cookie': 'a=b',
    };
    const { client, transport, clock } = setUp({ headers, body });
    const exchange = await client.call(testLookup, { name: 'a b', count: 5 });
    assert.equal(decodeBodyText(exchange), body);
    assert.deepEqual(exchange.receipt, { price: 210n, balance: 4_500_000n, refunded: false, retried: true });
    assert.deepEqual(Object.keys(exchange.headers).toSorted(), [
      'content-type',
      'x-price-per-call',
      'x-remaining-balance',
      'x-retried',
    ]);
    assert.deepEqual(
      [exchange.status, exchange.sentAt, exchange.attempts, exchange.from, exchange.warnings.length],
      [200, clock.now(), 1, 'network', 0],
    );
    assert.equal(exchange.value?.data['id'], '12345678901234567890');
    assert.deepEqual(transport.requests[0], {
      method: 'GET',
      url: 'https://api.example.test/base/thing/a%20b?count=5&format=simple',
      headers: { accept: 'application/json', 'x-api-key': 'test-key' },
    });
    assert.equal(exchange.request.target, '/thing/a%20b?count=5&format=simple');
  });

  it("sends a POST with a JSON body, and doesn't expect price headers from the gateway", async () => {
    const { client, transport } = setUp({ headers: { 'x-price-per-call': '1' }, body: { data: [] } });
    const exchange = await client.call(testPostMethodEndpoint, { q: 'a' });
    assert.deepEqual(
      [transport.requests[0]?.method, transport.requests[0]?.body, transport.requests[0]?.headers['content-type']],
      ['POST', '{"q":"a"}', 'application/json'],
    );
    assert.equal(exchange.receipt.price, undefined);
  });

  it("sends only the marketplace's headers", async () => {
    const credentials = () =>
      Promise.resolve({
        origin: 'https://market.example.test',
        headers: { 'x-market-key': 'k' },
        nonSecretHeaders: { 'x-market-host': 'h' },
      });
    const connections = {
      primary: testConnection({ kind: 'marketplace', baseUrl: 'https://market.example.test/p/', credentials }),
    };
    const { client, transport } = setUp({}, { connections });
    await client.call(testLookup, { name: 'a' });
    assert.deepEqual(transport.requests[0]?.headers, { accept: 'application/json', 'x-market-key': 'k', 'x-market-host': 'h' });
    assert.equal(transport.requests[0]?.url, 'https://market.example.test/p/thing/a?format=simple');
  });

  it('rejects invalid parameters before anything is sent, and names them', async () => {
    const { client, transport } = setUp();
    const unchecked: object = { name: 'a', count: 'many' };
    assert.equal((await errorOf(client.call(testLookup, unchecked as { name: string }))).facts.param, 'count');
    assert.equal((await errorOf(client.call(testPostMethodEndpoint, { q: 'a' }, { format: 'raw' }))).facts.param, 'format');
    assert.equal(client.quote(testLookup, unchecked as { name: string }), undefined);
    assert.equal(transport.requests.length, 0);
  });

  it("isn't sent without a connection, without a key, or with a different origin's key", async () => {
    const other = () => Promise.resolve({ origin: 'https://other.example.test', headers: {} });
    for (const [connections, kind, says] of [
      [{}, 'address', ''],
      [() => undefined, 'address', ''],
      [
        { primary: testConnection({ credentials: () => Promise.resolve(undefined) }) },
        'noKey',
        'no key is set for https://api.example.test',
      ],
      [
        { primary: testConnection({ credentials: other }) },
        'address',
        'the key belongs to https://other.example.test, not to https://api.example.test',
      ],
    ] as const) {
      const { client, transport } = setUp({}, { connections });
      const error = await errorOf(client.call(testLookup, { name: 'a' }));
      assert.deepEqual([error.kind, error.spent, transport.requests.length], [kind, 'no', 0]);
      assert.ok(error.message.endsWith(says), error.message);
    }
  });

  it('reads the key before every request', async () => {
    let key: string | undefined = 'first';
    const credentials = () =>
      Promise.resolve(key === undefined ? undefined : { origin: 'https://api.example.test', headers: { 'x-api-key': key } });
    const { client, transport } = setUp(() => ({}), { connections: { primary: testConnection({ credentials }) } });
    await client.call(testLookup, { name: 'a' });
    key = undefined;
    assert.equal((await errorOf(client.call(testLookup, { name: 'b' }))).kind, 'noKey');
    assert.equal(transport.requests.length, 1);
  });

  for (const [status, kind, spent] of [
    [301, 'redirect', 'maybe'],
    [400, 'badRequest', 'maybe'],
    [401, 'unauthorized', 'no'],
    [402, 'noBalance', 'no'],
    [403, 'forbidden', 'no'],
    [404, 'notFound', 'maybe'],
    [408, 'upstreamTimeout', 'maybe'],
    [409, 'conflict', 'maybe'],
    [418, 'unexpectedStatus', 'maybe'],
    [422, 'invalid', 'maybe'],
    [500, 'server', 'maybe'],
    [502, 'server', 'maybe'],
  ] as const satisfies readonly (readonly [number, ErrorKind, string])[]) {
    it(`with the status ${status} fails with ${kind}, and reads the cost from the headers`, async () => {
      const spentFor = async (headers: Readonly<Record<string, string>>) => {
        const { client, clock } = setUp({ status, headers, body: { error: 'said so' } });
        const call = errorOf(client.call(testLookup, { name: 'a' }));
        while (await clock.advanceToNext());
        const error = await call;
        assert.deepEqual([error.kind, error.exchange?.status, error.facts.said], [kind, status, 'said so']);
        return error.spent;
      };
      assert.equal(await spentFor({}), spent);
      assert.equal(await spentFor({ 'x-price-per-call': '0.1' }), 'yes');
      assert.equal(await spentFor({ 'x-price-per-call': '0.1', 'x-refunded': 'true' }), 'refunded');
      assert.equal(await spentFor({ 'x-price-per-call': '0' }), 'no');
    });
  }

  it('reads error messages in many formats, but not from HTML', async () => {
    for (const [body, said] of [
      [{ error: 'a' }, 'a'],
      [{ error: { code: 1, message: 'b' } }, 'b'],
      [{ message: 'c' }, 'c'],
      [{ detail: 'd' }, 'd'],
      [{ errors: [{ message: 'e' }] }, 'e'],
      [{ error: { code: 401, message: 'Unauthorized', details: 'API key has expired' } }, 'Unauthorized: API key has expired'],
      [{ error: { message: 'Not found.', details: 'No such user' } }, 'Not found. No such user'],
      [{ error: { message: 'Same', details: 'Same' } }, 'Same'],
      [{ error: { message: 'Key expired', details: ' ' } }, 'Key expired'],
      [{ error: { message: 'a', details: { reason: 'not words' } } }, 'a'],
      [{ error: { message: '', details: 'b' } }, 'b'],
      [{ error: 'a', details: 'b' }, 'a: b'],
      [{ error: '', details: 'b' }, 'b'],
      [{ message: 'a', detail: 'b' }, 'a: b'],
      [{ errors: [{ message: 'a', details: 'b' }] }, 'a: b'],
      [{ title: 'a', detail: 'b' }, 'a: b'],
      [{ title: 'a' }, 'a'],
      [{ errors: ['f'] }, 'f'],
      ['g\n\u202egg', 'g gg'],
      ['"h"', 'h'],
      ['<p>no</p>', undefined],
      ['', undefined],
      [{ error: 5 }, undefined],
      [[1], undefined],
      ['null', undefined],
      [{ error: 'x'.repeat(500) }, 'x'.repeat(300)],
    ] as const) {
      const error = await errorOf(setUp({ status: 404, body }).client.call(testLookup, { name: 'a' }));
      assert.equal(error.facts.said, said);
    }
  });

  it("doesn't report something as not found if the 404 isn't the service's", async () => {
    for (const [body, headers, kind] of [
      [{ error: 'Tweet not found' }, {}, 'notFound'],
      ['', { 'x-price-per-call': '0.1' }, 'notFound'],
      ['<!doctype html><pre>Cannot GET /tweet/1</pre>', {}, 'unexpectedStatus'],
      ['404 page not found', {}, 'unexpectedStatus'],
      ['', {}, 'unexpectedStatus'],
      [{ status: 404 }, {}, 'unexpectedStatus'],
    ] as const) {
      const error = await errorOf(setUp({ status: 404, headers, body }).client.call(testLookup, { name: 'a' }));
      assert.equal(error.kind, kind, JSON.stringify(body));
    }
  });

  it('ends at its deadline in any phase, with what may have been spent', async () => {
    const sent = setUp(() => new Promise(() => undefined), { deadlineMs: 1_000 });
    const call = errorOf(sent.client.call(testLookup, { name: 'a' }));
    await sent.clock.advance(1_000);
    assert.deepEqual([(await call).kind, (await call).spent], ['timeout', 'maybe']);
    const retrying = setUp(createNotSentFault(), { deadlineMs: 1_000, random: () => 0.9 });
    const refused = errorOf(retrying.client.call(testLookup, { name: 'a' }));
    while (await retrying.clock.advanceToNext());
    assert.deepEqual([(await refused).kind, (await refused).spent], ['network', 'no']);
  });

  it('reports a bad request for a missing record as notFound', async () => {
    for (const [error, kind] of [
      ['The user was not found', 'notFound'],
      ['Tweet does not exist.', 'notFound'],
      ['No such list', 'notFound'],
      ['limit must be a number', 'badRequest'],
      [undefined, 'badRequest'],
    ] as const) {
      const { client } = setUp({ status: 400, headers: { 'x-refunded': 'true' }, body: { error } });
      const { kind: said, spent } = await errorOf(client.call(testLookup, { name: 'a' }));
      assert.deepEqual([said, spent], [kind, 'refunded'], error);
    }
  });

  it('warns about a schema difference, or fails with strictShape', async () => {
    const { client } = setUp({ body: { data: 5 }, headers: { 'x-price-per-call': '0.0002' } });
    const { value, warnings } = await client.call(testLookup, { name: 'a' });
    assert.deepEqual([value, warnings.length], [{ data: 5 }, 1]);
    const error = await errorOf(client.call(testLookup, { name: 'a' }, { strictShape: true }));
    assert.deepEqual([error.kind, error.spent, error.exchange?.value], ['shape', 'yes', { data: 5 }]);
    const strict = setUp({ body: { data: 5 } }, { strictShape: true, reuse: reuseAnyAge }).client;
    assert.equal((await errorOf(strict.call(testLookup, { name: 'a' }))).spent, 'yes');
    assert.equal((await errorOf(strict.call(testLookup, { name: 'a' }))).spent, 'no', 'a stored one');
    assert.equal((await strict.call(testLookup, { name: 'a' }, { strictShape: false })).from, 'history');
  });

  it('is serializable as JSON, like its errors: with decimal amounts, without bytes', async () => {
    const { client } = setUp((index) => (index === 0 ? priced : { ...priced, status: 404 }));
    const response = JSON.parse(JSON.stringify(await client.call(testLookup, { name: 'a' }))) as Record<string, unknown>;
    assert.deepEqual(
      [response['cost'], response['receipt'], response['value'], response['body']],
      ['0.0002', receipt, { data: {} }, undefined],
    );
    const error = await errorOf(client.call(testLookup, { name: 'b' }));
    const written = JSON.parse(JSON.stringify(error)) as Record<string, unknown>;
    assert.deepEqual([written['kind'], written['spent'], written['receipt']], ['notFound', 'yes', receipt]);
    assert.deepEqual(written['exchange'], JSON.parse(JSON.stringify(error.exchange)));
    const poor = setUp({}, { budget: createBudget({ cap: 0n }) }).client;
    const refusal = JSON.parse(JSON.stringify(await errorOf(poor.call(testLookup, { name: 'a' })))) as Record<string, unknown>;
    assert.deepEqual(refusal['budget'], { cap: '0.00', left: '0.00', needed: '0.01', isPriceAssumed: true, per: 'session' });
  });

  it('still returns its response if the ledger or history throws, and reports the error separately', async () => {
    const heard: unknown[] = [];
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', (error) => heard.push(error));
    const fail = (): never => {
      throw new Error('disk full');
    };
    const { client } = setUp({}, { onSettled: fail, history: { find: () => undefined, put: fail } });
    assert.equal((await client.call(testLookup, { name: 'a' })).status, 200);
    await flushPromises();
    process.removeAllListeners('uncaughtException');
    for (const listener of listeners) {
      process.on('uncaughtException', listener);
    }
    assert.equal(heard.length, 2);
  });

  it('is settled once, even if it failed, but not for a stored response', async () => {
    const settlements: CallSettlement[] = [];
    const { client } = setUp((index) => (index === 0 ? {} : { status: 404 }), {
      onSettled: (settlement) => settlements.push(settlement),
      reuse: reuseAnyAge,
    });
    await client.call(testLookup, { name: 'a' });
    await client.call(testLookup, { name: 'a' });
    await errorOf(client.call(testLookup, { name: 'b' }));
    assert.deepEqual(
      settlements.map(({ exchange }) => exchange?.status),
      [200, 404],
    );
  });
});

describe('a client', () => {
  it('uses a named connection with its price and key', async () => {
    const toConnection = (name: string) =>
      testConnection({
        name,
        baseUrl: `https://${name}.test`,
        credentials: () => Promise.resolve({ origin: `https://${name}.test`, headers: { 'x-api-key': `key-of-${name}` } }),
      });
    const known = new Map(['one', 'two'].map((name) => [name, toConnection(name)]));
    let selected = 'one';
    const { client, transport } = setUp(priced, { connections: (_, name = selected) => known.get(name) });
    await client.call(testLookup, { name: 'a' }, { connection: 'two' });
    const two = overConnections(client, { primary: 'two', gateway: 'two' });
    assert.deepEqual(
      [client.priceOf(testLookup), two.priceOf(testLookup), two.quote(testLookup, { name: 'b' })?.kind],
      [undefined, 200n, 'known'],
    );
    const page = client.call(testLookup, { name: 'c' });
    selected = 'two';
    await page;
    known.delete('two');
    const gone = await errorOf(two.call(testLookup, { name: 'd' }));
    assert.deepEqual([gone.kind, gone.spent, gone.facts.connection], ['noConnection', 'no', 'two']);
    assert.equal(two.quote(testLookup, { name: 'd' }), undefined);
    assert.deepEqual(
      transport.requests.map(({ url, headers }) => [new URL(url).host, headers['x-api-key']]),
      [
        ['two.test', 'key-of-two'],
        ['one.test', 'key-of-one'],
      ],
    );
  });

  it('can be created from a key and an address', async () => {
    const transport = fakeTransport(() => ({ body: { data: [] } }));
    const client = createClient({
      key: 'k',
      baseUrl: 'https://a.test/p',
      gatewayUrl: 'http://127.0.0.1:9/g',
      gatewayKey: 'g',
      transport,
    });
    await client.call(testLookup, { name: 'a' }).catch(() => undefined);
    await client.call(testPostMethodEndpoint, { q: 'a' });
    assert.deepEqual(
      transport.requests.map(({ url, headers }) => [url, headers['x-api-key']]),
      [
        ['https://a.test/p/thing/a?format=simple', 'k'],
        ['http://127.0.0.1:9/g/search/test', 'g'],
      ],
    );
    assert.equal(client.connection('primary')?.baseUrl, 'https://a.test/p');
    assert.throws(() => createClient({ key: 'k', baseUrl: 'http://a.test' }), { kind: 'address' });
    assert.equal(createClient({ key: 'k', transport }).priceOf(testLookup), undefined);
  });

  it('cancels open calls when it is closed, and rejects new ones', async () => {
    const { client, transport } = setUp(() => new Promise(() => undefined));
    const call = errorOf(client.call(testLookup, { name: 'a' }));
    await flushPromises();
    await client.close();
    assert.deepEqual([(await call).kind, (await call).spent], ['cancelled', 'maybe']);
    assert.deepEqual([(await errorOf(client.call(testLookup, { name: 'b' }))).spent, transport.requests.length], ['no', 1]);
  });
});
