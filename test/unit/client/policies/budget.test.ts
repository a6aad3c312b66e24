import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createClient } from '../../../../src/client/createClient.ts';
import { SocialDataError } from '../../../../src/client/errors.ts';
import { createBudget, createOverBudgetError } from '../../../../src/client/policies/budget.ts';
import type { CallSettlement } from '../../../../src/client/policies/budgetPolicy.ts';
import { reuseAnyAge } from '../../../../src/client/policies/history.ts';
import { TransportFault } from '../../../../src/client/transport.ts';
import { fakeClock, flushPromises } from '../../../support/fakeClock.ts';
import { createCutOffFault, type FakeReply, fakeTransport, createNotSentFault } from '../../../support/fakeTransport.ts';
import { guessing, testConnection, testLookup } from '../../../support/testEndpoints.ts';

const assumed = 1_000n;

function setUp(reply: (index: number) => FakeReply | Promise<FakeReply>, cap?: bigint) {
  const budget = createBudget(cap === undefined ? {} : { cap });
  const settlements: CallSettlement[] = [];
  const clock = fakeClock();
  const transport = fakeTransport((_, index) => reply(index));
  const client = createClient({
    connections: { primary: testConnection() },
    prices: guessing(assumed),
    transport,
    clock,
    budget,
    onSettled: (settlement) => settlements.push(settlement),
    random: () => 0,
  });
  return { budget, settlements, clock, transport, client };
}

const priced = (price: string) => ({ headers: { 'x-price-per-call': price } });

/** A response with headers but an incomplete body. */
function cutOffWith(price: string): TransportFault {
  const partial = { status: 200, headers: new Map([['x-price-per-call', [price]]]), body: new Uint8Array() };
  return new TransportFault('network', { sent: true, partial });
}

describe('the budget', () => {
  it("doesn't send a call that would exceed the cap, and reports the remaining amount", async () => {
    const { client, transport, budget } = setUp(() => priced('0.0015'), 2_000n);
    await client.call(testLookup, { name: 'a' });
    await assert.rejects(client.call(testLookup, { name: 'b' }), (error: SocialDataError) => {
      assert.deepEqual([error.kind, error.message], ['budget', 'the request would exceed the budget']);
      assert.deepEqual(error.facts.budget, { cap: 2_000n, left: 500n, needed: 1_500n, isPriceAssumed: false, per: 'session' });
      return true;
    });
    assert.equal(transport.requests.length, 1);
    budget.setCap(3_000n);
    await client.call(testLookup, { name: 'b' });
    assert.deepEqual(budget.state(), { cap: 3_000n, spent: 3_000n, reserved: 0n });
  });

  it('reserves the assumed price after a free call', async () => {
    let price = '0';
    const { client, transport, budget } = setUp(() => priced(price), assumed * 2n);
    await client.call(testLookup, { name: 'a' });
    price = '0.001';
    const ends = await Promise.allSettled(['b', 'c', 'd', 'e'].map(async (name) => await client.call(testLookup, { name })));
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 2);
    assert.equal(transport.requests.length, 3);
    assert.equal(budget.state().spent, 2_000n);
  });

  it("makes other calls wait for an endpoint's first price, and doesn't reject calls that would have fit", async () => {
    const responses: ((reply: FakeReply) => void)[] = [];
    const { client, transport, budget } = setUp(() => new Promise((resolve) => responses.push(resolve)), 1_500n);
    const waiting: string[] = [];
    const onWaiting = ({ kind }: { readonly kind: string }) => waiting.push(kind);
    const calls = ['a', 'b', 'c'].map(async (name) => await client.call(testLookup, { name }, { onWaiting }));
    await flushPromises();
    assert.deepEqual(budget.state(), { cap: 1_500n, spent: 0n, reserved: assumed, guessed: assumed });
    assert.deepEqual([transport.requests.length, waiting], [1, ['price', 'price']]);
    responses[0]?.(priced('0.0005'));
    await flushPromises();
    assert.deepEqual(budget.state(), { cap: 1_500n, spent: 500n, reserved: 1_000n });
    responses.forEach((response) => response(priced('0.0005')));
    await Promise.all(calls);
    assert.deepEqual(budget.state(), { cap: 1_500n, spent: 1_500n, reserved: 0n });
  });

  it('lets one call with a guessed price use the remaining amount, and stops when it is spent', async () => {
    const { client, transport, budget } = setUp(() => priced('0.002'), 300n);
    const ends = await Promise.allSettled(['a', 'b', 'c'].map(async (name) => await client.call(testLookup, { name })));
    assert.deepEqual(
      ends.map((end) => (end.status === 'fulfilled' ? 'succeeded' : (end.reason as SocialDataError).kind)),
      ['succeeded', 'budget', 'budget'],
    );
    assert.deepEqual([transport.requests.length, budget.state().spent], [1, 2_000n]);
  });

  for (const status of [401, 402, 403]) {
    it(`doesn't send calls that wait for a price after the key is rejected with ${status}`, async () => {
      let response: (reply: FakeReply) => void = () => undefined;
      const { client, transport } = setUp(() => new Promise((resolve) => (response = resolve)), 10_000n);
      const calls = ['a', 'b', 'c'].map(async (name) => await client.call(testLookup, { name }).catch((error: unknown) => error));
      await flushPromises();
      response({ status });
      const kinds = (await Promise.all(calls)).map((end) => (end instanceof SocialDataError ? end.kind : 'succeeded'));
      assert.deepEqual([new Set(kinds).size, kinds.includes('succeeded'), transport.requests.length], [1, false, 1]);
    });
  }

  it("keeps the order of a call that waits for a 429, and starts other calls' deadlines when they are sent", async () => {
    const { client, clock, transport } = setUp(
      (index) => (index < 2 ? { status: 429, headers: { 'retry-after': '59' } } : priced('0.0002')),
      10_000n,
    );
    const calls = ['a', 'b'].map(async (name) => await client.call(testLookup, { name }).catch((error: unknown) => error));
    await flushPromises();
    await clock.advance(59_000);
    assert.equal(transport.requests.length, 2);
    await clock.advance(59_000);
    const [first, second] = await Promise.all(calls);
    assert.equal(first instanceof SocialDataError ? first.kind : 'succeeded', 'rateLimited');
    assert.equal(second instanceof SocialDataError ? second.kind : 'succeeded', 'succeeded', 'it has all of its 90 s');
    assert.equal(transport.requests.length, 3);
  });

  it('ends a wait for a price on an abort, or if a higher cap has room', async () => {
    const { client, transport, budget } = setUp(() => new Promise(() => undefined), 1_000n);
    budget.setCap(undefined);
    const signal = AbortSignal.abort();
    await assert.rejects(client.call(testLookup, { name: 'a' }, { signal }), { kind: 'cancelled' });
    budget.setCap(1_000n);
    void client.call(testLookup, { name: 'b' });
    const controller = new AbortController();
    const waits = client.call(testLookup, { name: 'c' }, { signal: controller.signal });
    void client.call(testLookup, { name: 'd' });
    await flushPromises();
    controller.abort();
    await assert.rejects(waits, { kind: 'cancelled', spent: 'no' });
    assert.equal(transport.requests.length, 1);
    budget.setCap(undefined);
    await flushPromises();
    assert.equal(transport.requests.length, 2);
  });

  it("stops waiting for prices from an endpoint that doesn't report them", async () => {
    const { client, transport, budget } = setUp((index) => (index === 0 ? {} : new Promise(() => undefined)), 10_000n);
    await client.call(testLookup, { name: 'a' });
    for (const name of ['b', 'c', 'd']) {
      void client.call(testLookup, { name });
    }
    await flushPromises();
    assert.equal(transport.requests.length, 4);
    assert.deepEqual(budget.state(), { cap: 10_000n, spent: assumed, reserved: 3n * assumed });
  });

  it("exceeds the cap only if requests in flight cost more, and doesn't send waiting calls at the old price", async () => {
    const responses: ((reply: FakeReply) => void)[] = [];
    const { client, transport, budget } = setUp(
      (index) => (index === 0 ? priced('0.0001') : new Promise((resolve) => responses.push(resolve))),
      10_100n,
    );
    await client.call(testLookup, { name: 'first' });
    const calls = Promise.allSettled(
      Array.from({ length: 100 }, async (_, at) => await client.call(testLookup, { name: `n${at}` })),
    );
    await flushPromises();
    responses[0]?.(priced('0.004'));
    await flushPromises();
    responses.forEach((response) => response(priced('0.0001')));
    await flushPromises();
    responses.forEach((response) => response(priced('0.0001')));
    const refused = (await calls).filter(({ status }) => status === 'rejected').length;
    assert.deepEqual([transport.requests.length - 1, refused], [32, 68]);
    assert.equal(budget.state().spent, 100n + 4_000n + 31n * 100n);
  });

  for (const [what, reply, booked, isReported] of [
    ['the reported price', priced('0.0002'), 200n, true],
    ['nothing if it was refunded', { status: 400, headers: { 'x-price-per-call': '0.0002', 'x-refunded': 'true' } }, 0n, true],
    ['the assumed price if none is reported', {}, assumed, false],
    ['the assumed price if the report is garbled', priced('0.0002, 0.0003'), assumed, false],
    ['the assumed price if two reports differ', { headers: { 'x-price-per-call': ['0.0002', '0.0003'] } }, assumed, false],
    ["an error's price if it isn't refunded", { status: 404, ...priced('0.0002') }, 200n, true],
    ['the assumed price for an error without headers', { status: 500 }, assumed, false],
    ['nothing for a rejected key', { status: 401 }, 0n, false],
    ['nothing if the price is reported as 0', priced('0'), 0n, true],
    ["nothing if the request wasn't sent", createNotSentFault(), 0n, true],
    ["an incomplete response's reported price", cutOffWith('0.0002'), 200n, true],
    ['the assumed price if it may have been billed', createCutOffFault(), assumed, false],
  ] as const) {
    it(`books ${what}`, async () => {
      const { client, clock, budget, settlements } = setUp(() => reply);
      const call = client.call(testLookup, { name: 'a' });
      call.catch(() => undefined);
      while (settlements.length === 0 && (await clock.advanceToNext()));
      await call.catch(() => undefined);
      assert.equal(budget.state().spent, booked);
      assert.equal(budget.state().reserved, 0n);
      assert.deepEqual([settlements.length, settlements[0]?.booked, settlements[0]?.isReported], [1, booked, isReported]);
    });
  }

  it("learns an endpoint's price and reserves it", async () => {
    const prices = ['0.0002', '0.0004', 'not reported'];
    const { client } = setUp((index) => priced(prices[index] ?? ''), 10_000n);
    assert.deepEqual(client.quote(testLookup, { name: 'a' }), { kind: 'unknown' });
    await client.call(testLookup, { name: 'a' });
    assert.deepEqual(client.quote(testLookup, { name: 'b' }), { kind: 'known', price: 200n });
    assert.equal(client.quote(testLookup, { name: 'a' }, { reuse: reuseAnyAge })?.kind, 'stored');
    await client.call(testLookup, { name: 'b' });
    assert.equal(client.priceOf(testLookup), 400n);
    await client.call(testLookup, { name: 'c' });
    assert.equal(client.priceOf(testLookup), 400n, 'a response without a price teaches none');
  });

  it("books a price of more than ten dollars, and doesn't expect it again", async () => {
    const prices = ['10', '10.000001', '1e6'];
    const { client, budget } = setUp((index) => priced(prices[index] ?? ''));
    for (const name of ['a', 'b', 'c']) {
      await client.call(testLookup, { name });
      assert.equal(client.priceOf(testLookup), 10_000_000n);
    }
    assert.equal(budget.state().spent, 1_000_020_000_001n);
  });

  const needed = { needed: 5n, isPriceAssumed: false };

  it('reports a remaining amount of zero under a lowered cap, or the last micro-dollar', () => {
    const leftOf = (cap: bigint) => createOverBudgetError({ cap, spent: 3n, reserved: 4n }, needed).facts.budget?.left;
    assert.deepEqual([6n, 7n, 8n, 9n].map(leftOf), [0n, 0n, 1n, 2n]);
  });

  it('settles the reservation when a call is canceled after it was sent', async () => {
    const { client, budget } = setUp(() => new Promise(() => undefined));
    const controller = new AbortController();
    const call = client.call(testLookup, { name: 'a' }, { signal: controller.signal });
    await flushPromises();
    controller.abort();
    await assert.rejects(call, { kind: 'cancelled', spent: 'maybe' });
    assert.deepEqual(budget.state(), { cap: undefined, spent: assumed, reserved: 0n });
  });

  it('settles a reservation once', () => {
    const budget = createBudget();
    const reservation = budget.reserve(5n, false, undefined);
    reservation.settle(3n);
    reservation.settle(3n);
    assert.deepEqual(budget.state(), { cap: undefined, spent: 3n, reserved: 0n });
  });

  it('exceeds the cap only by a price increase during open calls, and then stops', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ price: fc.nat({ max: 3_000 }), fault: fc.constantFrom('none', 'cut', 'garbled', 'refunded', 'notSent') }),
          { minLength: 1, maxLength: 12 },
        ),
        fc.nat({ max: 8_000 }),
        fc.integer({ min: 1, max: 5 }),
        async (calls, cap, width) => {
          let excess = 0n;
          const { client, clock, budget, settlements, transport } = setUp((index) => {
            const { spent, reserved } = budget.state();
            assert(spent + reserved <= BigInt(cap) + excess + 3_000n * BigInt(width), 'out of all bounds');
            return replyTo(calls[index % calls.length]);
          }, BigInt(cap));
          for (let start = 0; start < calls.length; start += width) {
            const before = budget.state();
            const batch = calls
              .slice(start, start + width)
              .map((_, index) => client.call(testLookup, { name: `n${start + index}` }).catch(() => undefined));
            let isDone = false;
            void Promise.all(batch).then(() => (isDone = true));
            const reserved = budget.state().reserved;
            while (!isDone && (await clock.advanceToNext()));
            await Promise.all(batch);
            const after = budget.state();
            const risen = after.spent - before.spent - reserved;
            excess += risen > 0n ? risen : 0n;
            assert(after.spent <= BigInt(cap) + excess, 'more than prices rose');
            assert.equal(after.reserved, 0n);
          }
          assert.equal(
            settlements.reduce((sum, { booked }) => sum + booked, 0n),
            budget.state().spent,
          );
          if (budget.state().spent > BigInt(cap)) {
            const sent = transport.requests.length;
            await assert.rejects(client.call(testLookup, { name: 'one more' }), { kind: 'budget' });
            assert.equal(transport.requests.length, sent);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

function replyTo(call: { readonly price: number; readonly fault: string } | undefined): FakeReply {
  const price = `0.${String(call?.price ?? 0).padStart(6, '0')}`;
  switch (call?.fault) {
    case 'cut':
      return createCutOffFault();
    case 'garbled':
      return priced('$1');
    case 'refunded':
      return { status: 400, headers: { 'x-price-per-call': price, 'x-refunded': 'true' } };
    case 'notSent':
      return createNotSentFault();
    default:
      return priced(price);
  }
}
