import assert from 'node:assert/strict';
import { createClient } from '../../../../src/client/createClient.ts';
import type { Connection } from '../../../../src/client/connection.ts';
import { SocialDataError } from '../../../../src/client/errors.ts';
import { createBudget } from '../../../../src/client/policies/budget.ts';
import type { CallLedger } from '../../../../src/client/policies/budgetPolicy.ts';
import { fakeClock, flushPromises } from '../../../support/fakeClock.ts';
import { type FakeReply, fakeTransport, createNotSentFault } from '../../../support/fakeTransport.ts';
import { guessing, testConnection, testLookup } from '../../../support/testEndpoints.ts';

const held: FakeReply = { status: 429, headers: { 'retry-after': '30' } };
const refunded: FakeReply = { status: 503, headers: { 'x-refunded': 'true' } };
const price = 100n;

function setUp(reply: (index: number) => FakeReply | Promise<FakeReply>, ledger?: CallLedger) {
  const clock = fakeClock();
  const transport = fakeTransport((_, index) => reply(index), clock.now);
  let connection: Connection | undefined = testConnection();
  const budget = createBudget();
  const client = createClient({
    connections: () => connection,
    transport,
    clock,
    budget,
    prices: guessing(price),
    random: () => 0.5,
    ...(ledger === undefined ? {} : { ledger }),
  });
  const call = (name: string, stop?: AbortSignal, signal?: AbortSignal) =>
    client
      .call(testLookup, { name }, { ...(stop === undefined ? {} : { stop }), ...(signal === undefined ? {} : { signal }) })
      .then(
        () => 'succeeded',
        (error: unknown) => (error instanceof SocialDataError ? `${error.kind}, spent: ${error.spent}` : String(error)),
      );
  return {
    clock,
    transport,
    budget,
    client,
    call,
    connect: (other: Connection | undefined) => {
      connection = other;
    },
  };
}

/** A full ledger, and the number of checks right before sending. */
function fullLedger(): { readonly ledger: CallLedger; readonly checks: () => number } {
  let checks = 0;
  const checkBeforeSend = () => {
    checks += 1;
    throw new SocialDataError('budget', 'the day has no room', { spent: 'no' });
  };
  return {
    ledger: { begin: async () => await Promise.resolve({ checkBeforeSend, settle: () => undefined }) },
    checks: () => checks,
  };
}

/** A call with a 429, and others that wait until its hold ends. */
async function callBehindHold(call: (name: string) => Promise<string>, others: number): Promise<readonly Promise<string>[]> {
  const called = [call('first')];
  await flushPromises();
  called.push(...Array.from({ length: others }, (_, at) => call(`other${at}`)));
  await flushPromises();
  return called;
}

describe('Stop', () => {
  for (const [what, reply, spent] of [
    ['a 429 hold', held, 'no'],
    ['the back-off after a refunded error', refunded, 'refunded'],
    ["the back-off after a request that couldn't be sent", createNotSentFault(), 'no'],
  ] as const) {
    it(`ends a call during ${what}, and doesn't send requests`, async () => {
      const { clock, transport, budget, call } = setUp((index) => (index === 0 ? reply : {}));
      const stop = new AbortController();
      const called = call('a', stop.signal);
      await flushPromises();
      assert.equal(transport.requests.length, 1);
      stop.abort();
      assert.equal(await called, `cancelled, spent: ${spent}`);
      while (await clock.advanceToNext());
      assert.equal(transport.requests.length, 1);
      assert.equal(budget.state().reserved, 0n);
    });
  }

  it('lets a request in flight finish', async () => {
    const response = Promise.withResolvers<FakeReply>();
    const { transport, call } = setUp(() => response.promise);
    const stop = new AbortController();
    const called = call('a', stop.signal);
    await flushPromises();
    stop.abort();
    response.resolve({});
    assert.equal(await called, 'succeeded');
    assert.equal(transport.requests.length, 1);
  });

  it('prevents a retry after a request in flight', async () => {
    const response = Promise.withResolvers<FakeReply>();
    const { clock, transport, call } = setUp((index) => (index === 0 ? response.promise : {}));
    const stop = new AbortController();
    const called = call('a', stop.signal);
    await flushPromises();
    stop.abort();
    response.resolve(held);
    await flushPromises();
    assert.equal(await called, 'cancelled, spent: no');
    while (await clock.advanceToNext());
    assert.equal(transport.requests.length, 1);
  });

  it('prevents requests if it comes before the call', async () => {
    const { transport, call } = setUp(() => ({}));
    assert.equal(await call('a', AbortSignal.abort()), 'cancelled, spent: no');
    assert.equal(transport.requests.length, 0);
  });

  it("by one of two callers with the same query doesn't affect the other's response", async () => {
    const { clock, transport, call } = setUp((index) => (index === 0 ? held : {}));
    const stop = new AbortController();
    const stopped = call('a', stop.signal);
    const other = call('a');
    await flushPromises();
    stop.abort();
    assert.equal(await stopped, 'cancelled, spent: no');
    await clock.advance(30_000);
    assert.equal(await other, 'succeeded');
    assert.equal(transport.requests.length, 2);
  });

  it("by all of a query's callers ends it while it waits", async () => {
    const { clock, transport, call } = setUp(() => held);
    const stops = [new AbortController(), new AbortController()];
    const called = stops.map(({ signal }) => call('a', signal));
    await flushPromises();
    for (const stop of stops) {
      stop.abort();
    }
    assert.deepEqual(await Promise.all(called), ['cancelled, spent: no', 'cancelled, spent: no']);
    while (await clock.advanceToNext());
    assert.equal(transport.requests.length, 1);
  });

  it('ends a call that waits for the first call after a hold', async () => {
    const probe = Promise.withResolvers<FakeReply>();
    const { clock, transport, call } = setUp((index) => (index === 0 ? held : index === 1 ? probe.promise : {}));
    const stop = new AbortController();
    const first = call('a');
    await flushPromises();
    const behind = call('b', stop.signal);
    await clock.advance(30_000);
    assert.equal(transport.requests.length, 2);
    stop.abort();
    assert.equal(await behind, 'cancelled, spent: no');
    probe.resolve({});
    assert.equal(await first, 'succeeded');
    assert.equal(transport.requests.length, 2);
  });
});

describe('a call that waited', () => {
  for (const [what, other, kind] of [
    ['a different address', testConnection({ baseUrl: 'https://other.example' }), 'connectionChanged'],
    ['a different kind of connection', testConnection({ kind: 'marketplace' }), 'connectionChanged'],
    ['a different key', testConnection({ keyId: 'two' }), 'connectionChanged'],
    ['no connection', undefined, 'connectionChanged'],
    ['a removed key', { ...testConnection(), credentials: () => Promise.resolve(undefined) }, 'connectionChanged'],
  ] as const) {
    it(`isn't sent after a change to ${what}`, async () => {
      const { clock, transport, call, connect } = setUp((index) => (index === 0 ? held : {}));
      const called = await callBehindHold(call, 1);
      connect(other === undefined ? undefined : { ...other, ...(what === 'a removed key' ? { keyId: 'none' } : {}) });
      await clock.advance(30_000);
      assert.deepEqual(await Promise.all(called), [`${kind}, spent: no`, `${kind}, spent: no`]);
      assert.equal(transport.requests.length, 1);
    });
  }

  it("isn't sent if the budget is now less than the spent and reserved amounts", async () => {
    const { clock, transport, budget, call } = setUp((index) => (index === 0 ? held : {}));
    const called = await callBehindHold(call, 1);
    budget.setCap(0n);
    await clock.advance(30_000);
    assert.deepEqual(await Promise.all(called), ['budget, spent: no', 'budget, spent: no']);
    assert.equal(transport.requests.length, 1);
  });

  it('is sent if a lowered budget still has room', async () => {
    const { clock, transport, budget, call } = setUp((index) => (index === 0 ? held : {}));
    const called = await callBehindHold(call, 2);
    budget.setCap(2n * price);
    await clock.advance(30_000);
    const ends = await Promise.all(called);
    assert.equal(ends.filter((end) => end === 'succeeded').length, 2);
    assert.equal(ends.filter((end) => end === 'budget, spent: no').length, 1);
    assert.equal(transport.requests.length, 3);
    assert.equal(budget.state().spent + budget.state().reserved, 2n * price);
  });

  it("isn't sent if a ledger cap was lowered; a call that didn't wait checks once", async () => {
    const { ledger, checks } = fullLedger();
    const { clock, transport, call } = setUp((index) => (index === 0 ? held : {}), ledger);
    const first = call('a');
    await flushPromises();
    assert.deepEqual([checks(), transport.requests.length], [0, 1]);
    await clock.advance(30_000);
    assert.equal(await first, 'budget, spent: no');
    assert.deepEqual([checks(), transport.requests.length], [1, 1]);
  });
});

describe('a call that reads its key slowly', () => {
  for (const [what, ms, asks, end] of [
    ['is sent without checking the ledger again if it takes no time', 0, 0, 'succeeded'],
    ["isn't sent if a ledger cap lacks room by then", 2_000, 1, 'budget, spent: no'],
  ] as const) {
    it(what, async () => {
      const { ledger, checks } = fullLedger();
      const { clock, transport, connect, call } = setUp(() => ({}), ledger);
      const { credentials, ...connection } = testConnection();
      connect({
        ...connection,
        credentials: async () => {
          await clock.sleep(ms);
          return await credentials();
        },
      });
      const called = call('a');
      await flushPromises();
      await clock.advance(ms);
      assert.equal(await called, end);
      assert.deepEqual([checks(), transport.requests.length], [asks, end === 'succeeded' ? 1 : 0]);
    });
  }
});

describe('a thousand calls at once', () => {
  const maxConcurrent = 32;

  /** All calls, while the first requests are in flight. */
  async function start(reply: (index: number) => FakeReply | Promise<FakeReply>) {
    const made = setUp(reply);
    const stop = new AbortController();
    const called = Array.from({ length: 1_000 }, (_, at) => made.call(`name${at}`, stop.signal));
    await flushPromises();
    assert.equal(made.transport.requests.length, maxConcurrent);
    return { ...made, stop, called };
  }

  it('all get responses, with at most the limit in flight', async () => {
    let now = 0;
    let max = 0;
    const { called, clock } = await start(async () => {
      now += 1;
      max = Math.max(max, now);
      await flushPromises();
      now -= 1;
      return {};
    });
    assert.ok((await Promise.all(called)).every((end) => end === 'succeeded'));
    assert.equal(max, maxConcurrent);
    assert.equal(clock.pending(), 0);
  });

  for (const [what, act, end] of [
    ['Stop', ({ stop }) => stop.abort(), 'cancelled, spent: no'],
    ['a budget of 0', ({ budget }) => budget.setCap(0n), 'budget, spent: no'],
    ['a different key', ({ connect }) => connect(testConnection({ keyId: 'two' })), 'connectionChanged, spent: no'],
  ] as readonly (readonly [string, (started: Awaited<ReturnType<typeof start>>) => void, string])[]) {
    it(`don't send requests after ${what}`, async () => {
      const response = Promise.withResolvers<FakeReply>();
      const started = await start(() => response.promise);
      act(started);
      response.resolve({});
      const ends = await Promise.all(started.called);
      assert.equal(started.transport.requests.length, maxConcurrent);
      assert.deepEqual(
        [ends.filter((one) => one === 'succeeded').length, new Set(ends.slice(maxConcurrent))],
        [maxConcurrent, new Set([end])],
      );
    });
  }

  for (const status of [401, 402, 403]) {
    it(`don't send requests after a ${status}`, async () => {
      const response = Promise.withResolvers<FakeReply>();
      const { called, transport } = await start((index) => (index === 0 ? { status } : response.promise));
      response.resolve({});
      await Promise.all(called);
      assert.equal(transport.requests.length, maxConcurrent);
    });
  }

  it("wait for the time in the first call's 429", async () => {
    const { called, clock, transport } = await start((index) => (index < maxConcurrent ? held : {}));
    await clock.advance(29_999);
    assert.equal(transport.requests.length, maxConcurrent);
    await clock.advance(1);
    assert.ok((await Promise.all(called)).every((end) => end === 'succeeded'));
    assert.equal(transport.requests.length, maxConcurrent + 1_000);
  });
});
