import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type ClientOptions, createClient } from '../../../../src/client/createClient.ts';
import { SocialDataError } from '../../../../src/client/errors.ts';
import { search, userFollowers } from '../../../../src/client/endpoints/table.ts';
import { memoryHistory } from '../../../../src/client/policies/history.ts';
import { TransportFault } from '../../../../src/client/transport.ts';
import { fakeClock, flushPromises } from '../../../support/fakeClock.ts';
import { createCutOffFault, type FakeReply, fakeTransport } from '../../../support/fakeTransport.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { testConnection, testLookup, testPostMethodEndpoint } from '../../../support/testEndpoints.ts';

function setUp(
  reply: (index: number) => FakeReply | Promise<FakeReply> = () => ({}),
  options: Partial<Pick<ClientOptions, 'deadlineMs' | 'history' | 'ledger' | 'reuse'>> = {},
) {
  const clock = fakeClock();
  const transport = fakeTransport((_, index) => reply(index));
  const history = options.history ?? memoryHistory();
  const connections = { primary: testConnection(), gateway: testConnection() };
  const client = createClient({ connections, transport, clock, reuse: { maxAgeMs: 600_000 }, ...options, history });
  return { clock, transport, client, history };
}

describe('the history policy', () => {
  it('returns a stored response up to an age, free and marked as such', async () => {
    const { client, clock, transport } = setUp();
    const first = await client.call(testLookup, { name: 'a' });
    const again = await client.call(testLookup, { name: 'a' });
    assert.deepEqual([first.from, again.from, again.id === first.id, transport.requests.length], ['network', 'history', true, 1]);
    assert.equal(again.cost, 0n);
    await clock.advance(600_000);
    await client.call(testLookup, { name: 'a' });
    assert.equal(transport.requests.length, 1);
    await clock.advance(1);
    await client.call(testLookup, { name: 'a' });
    assert.equal(transport.requests.length, 2);
  });

  it("doesn't use stored responses by default, and sends one request for equal calls at the same time", async () => {
    const { client, transport } = setUp(() => ({ headers: { 'x-price-per-call': '0.0002' } }), { reuse: 'inFlight' });
    const both = await Promise.all([1, 2].map(async () => await client.call(testLookup, { name: 'a' })));
    assert.deepEqual(
      both.map(({ from, cost }) => [from, cost]),
      [
        ['network', 200n],
        ['history', 0n],
      ],
    );
    assert.equal(transport.requests.length, 1);
    assert.equal((await client.call(testLookup, { name: 'a' })).from, 'network');
    assert.equal((await client.call(testLookup, { name: 'a' }, { reuse: { maxAgeMs: 1_000 } })).from, 'history');
    assert.equal(transport.requests.length, 2);
  });

  it('never sends requests for `only`, and always sends one for `never`', async () => {
    const { client, transport } = setUp();
    await assert.rejects(client.call(testLookup, { name: 'a' }, { reuse: 'only' }), {
      ...{ kind: 'notStored', message: 'no response to this request is in history', spent: 'no' },
    });
    assert.equal(transport.requests.length, 0);
    await client.call(testLookup, { name: 'a' });
    await client.call(testLookup, { name: 'a' }, { reuse: 'never' });
    assert.equal(transport.requests.length, 2);
    assert.equal((await client.call(testLookup, { name: 'a' }, { reuse: 'only' })).from, 'history');
  });

  it('treats an explicit default, and a handle with or without @, as the same query', async () => {
    const { client, transport } = setUp(() => ({ body: { data: [] } }));
    await client.call(search, { searchItem: 'a' });
    await client.call(search, { searchItem: 'a', category: 'Top', filters: { onlyReplies: false } });
    await client.call(userFollowers, { userId: '-1', username: 'ada_writes' });
    await client.call(userFollowers, { userId: '5', username: '@ada_writes' });
    assert.equal(transport.requests.length, 2);
  });

  it('never sends a request for `only` with a maximum age', async () => {
    const { client, transport } = setUp();
    await assert.rejects(client.call(testLookup, { name: 'a' }, { reuse: { since: 0, only: true } }), { kind: 'notStored' });
    assert.equal(transport.requests.length, 0);
    await client.call(testLookup, { name: 'a' }, { reuse: { since: 0, only: false } });
    assert.equal(transport.requests.length, 1);
  });

  it('distinguishes formats, services, and bodies', async () => {
    const { client, transport } = setUp(() => ({ body: { data: [] } }));
    await client.call(testLookup, { name: 'a' });
    await client.call(testLookup, { name: 'a' }, { format: 'raw' });
    await client.call(testPostMethodEndpoint, { q: 'a' });
    await client.call(testPostMethodEndpoint, { q: 'b' });
    assert.equal(transport.requests.length, 4);
  });

  for (const [what, reply] of [
    ['an error', { status: 404 }],
    ["a response that can't be parsed", { body: '<html>' }],
    ['an empty search', { status: 502, headers: { 'x-refunded': 'true' }, body: { attempts: 9 } }],
    ['a refunded response', { headers: { 'x-refunded': 'true' } }],
  ] as const) {
    it(`doesn't store ${what}`, async () => {
      const { client, transport } = setUp((index) => (index === 0 ? reply : {}));
      await client.call(testLookup, { name: 'a' }).catch(() => undefined);
      assert.equal((await client.call(testLookup, { name: 'a' })).from, 'network');
      assert.equal(transport.requests.length, 2);
    });
  }

  it('sends its own request if an agent budget rejected the joined call', async () => {
    const entry = { settle: () => undefined };
    const refusal = new SocialDataError('budget', 'agents may not', { spent: 'no' });
    const { client, transport } = setUp(() => ({}), {
      ledger: {
        begin: async ({ initiator }) => {
          if (initiator === 'tool') {
            throw refusal;
          }
          return await Promise.resolve(entry);
        },
      },
    });
    const ends = await Promise.allSettled(
      (['tool', 'panel', 'tool'] as const).map(async (initiator) => await client.call(testLookup, { name: 'a' }, { initiator })),
    );
    assert.deepEqual(
      ends.map((end) => (end.status === 'fulfilled' ? end.value.from : (end.reason as unknown))),
      [refusal, 'network', refusal],
    );
    assert.equal(transport.requests.length, 1);
  });

  it("doesn't send a request if the response was stored while it waited", async () => {
    const history = memoryHistory();
    const { client, transport, clock } = setUp(() => ({ status: 429, headers: { 'retry-after': '30' } }), { history });
    const other = setUp(() => ({}), { history });
    const call = client.call(testLookup, { name: 'a' });
    await flushPromises();
    await other.client.call(testLookup, { name: 'a' });
    await clock.advance(30_000);
    assert.equal((await call).from, 'history');
    assert.equal(transport.requests.length, 1);
  });

  it('joins an older request in flight after a refresh of it has failed', async () => {
    const { promise: coming, resolve } = Promise.withResolvers<FakeReply>();
    const { client, transport } = setUp(async (index) => await (index === 0 ? coming : Promise.resolve({ status: 401 })));
    const first = client.call(testLookup, { name: 'a' });
    await flushPromises();
    const stop = new AbortController().signal;
    await assert.rejects(client.call(testLookup, { name: 'a' }, { reuse: 'never', stop }), { kind: 'unauthorized' });
    const second = client.call(testLookup, { name: 'a' });
    await flushPromises();
    resolve({});
    assert.deepEqual([(await first).from, (await second).from], ['network', 'history']);
    assert.equal(transport.requests.length, 2);
  });

  it("reports a failed joined call's possible cost once", async () => {
    const body = new TextEncoder().encode('{"data"');
    const partial = { status: 200, headers: new Map(), body };
    const priced = { ...partial, headers: new Map([['x-price-per-call', ['0.0002']]]) };
    for (const [first, fault] of [
      ['maybe', createCutOffFault()],
      ['maybe', new TransportFault('tooLarge', { sent: true, partial })],
      ['yes', new TransportFault('tooLarge', { sent: true, partial: priced })],
    ] as const) {
      const { client } = setUp(() => fault);
      const calls = await Promise.allSettled(Array.from({ length: 3 }, async () => await client.call(testLookup, { name: 'a' })));
      const errors = calls.flatMap((call) =>
        call.status === 'rejected' && call.reason instanceof SocialDataError ? [call.reason] : [],
      );
      assert.deepEqual(
        errors.map(({ spent, exchange, facts }) => [spent, exchange?.from, exchange?.status, facts.code]),
        [first, 'no', 'no'].map((spent, at) => [
          spent,
          fault.partial && (at === 0 ? 'network' : 'history'),
          fault.partial?.status,
          fault.code,
        ]),
      );
    }
  });

  it('lets one of several callers leave, and aborts with the last', async () => {
    const { client, transport } = setUp(() => new Promise(() => undefined));
    const controllers = [new AbortController(), new AbortController()];
    const [first, second] = controllers.map(({ signal }) => client.call(testLookup, { name: 'a' }, { signal }));
    await flushPromises();
    controllers[0]?.abort();
    await assert.rejects(first ?? Promise.resolve(), { kind: 'cancelled', spent: 'no' });
    const third = client.call(testLookup, { name: 'a' });
    third.catch(() => undefined);
    await flushPromises();
    assert.equal(transport.requests.length, 1, 'the call goes on for the second, and the third joins it');
    controllers[1]?.abort();
    await assert.rejects(second ?? Promise.resolve(), { kind: 'cancelled', spent: 'no' });
    await client.close();
    await assert.rejects(third, { kind: 'cancelled', spent: 'maybe' });
  });

  it('returns a free or refunded failure unchanged to all callers', async () => {
    const fault = new RangeError('a fault of this program');
    const refunded = { status: 200, headers: new Map([['x-refunded', ['true']]]), body: new Uint8Array() };
    for (const [reply, expected] of [
      [new TransportFault('tooLarge', { sent: true, partial: refunded }), { kind: 'tooLarge', spent: 'refunded' }],
      [new TransportFault('certificate', { sent: false, code: 'CERT_HAS_EXPIRED' }), { kind: 'certificate', spent: 'no' }],
      [Promise.reject(fault), fault],
    ] as const) {
      const { client } = setUp(() => reply);
      const calls = await Promise.allSettled(Array.from({ length: 2 }, async () => await client.call(testLookup, { name: 'a' })));
      const [first, second] = calls.map((call) => (call.status === 'rejected' ? (call.reason as unknown) : undefined));
      assert.throws(() => {
        throw first;
      }, expected);
      assert.equal(first, second);
    }
  });

  it("doesn't send requests for an aborted signal", async () => {
    const { client, transport } = setUp();
    for (const reuse of ['never', { maxAgeMs: 1 }] as const) {
      await assert.rejects(client.call(testLookup, { name: 'a' }, { signal: AbortSignal.abort(), reuse }), {
        kind: 'cancelled',
        spent: 'no',
      });
    }
    assert.equal(transport.requests.length, 0);
  });

  it('never pays for a stored response again, in random runs', async () => {
    const command = fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      reuse: fc.constantFrom('default' as const, 'only' as const),
      abort: fc.boolean(),
      pause: fc.nat({ max: 400_000 }),
      status: fc.constantFrom(200, 200, 200, 404, 429, 500),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 8 }), async (commands) => {
        const clock = fakeClock();
        const boughtAt = new Map<string, number>();
        let status = 200;
        const transport = fakeTransport((request) => {
          const bought = boughtAt.get(request.url);
          assert(bought === undefined || clock.now() - bought > 600_000, `bought ${request.url} again`);
          if (status === 200) {
            boughtAt.set(request.url, clock.now());
          }
          return { status, headers: { 'retry-after': '600' } };
        });
        const client = createClient({ connections: { primary: testConnection() }, transport, clock });
        for (const { name, reuse, abort, pause, status: next } of commands) {
          status = next;
          const controller = new AbortController();
          const options = { signal: controller.signal, ...(reuse === 'default' ? {} : { reuse }) };
          const calls = [client.call(testLookup, { name }, options), client.call(testLookup, { name })].map((call) =>
            call.catch(() => undefined),
          );
          if (abort) {
            controller.abort();
          }
          let isDone = false;
          const ended = Promise.all(calls).then(() => (isDone = true));
          await Promise.race([ended, flushPromises()]);
          while (!isDone && (await clock.advanceToNext())); // a call may wait at the gate
          await ended;
          if (pause > 0) {
            await clock.advance(pause);
          }
        }
      }),
      { numRuns: propertyRuns(10_000, 300) },
    );
  });
});
