import assert from 'node:assert/strict';
import { createClient } from '../../../../src/client/createClient.ts';
import { SocialDataError } from '../../../../src/client/errors.ts';
import { createBudget } from '../../../../src/client/policies/budget.ts';
import type { CallLedger, PlannedCall, CallSettlement } from '../../../../src/client/policies/budgetPolicy.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { type FakeReply, fakeTransport } from '../../../support/fakeTransport.ts';
import { guessing, testConnection, testLookup } from '../../../support/testEndpoints.ts';

function setUp(begin: (call: PlannedCall) => void, reply: (index: number) => FakeReply, cap = 10_000n) {
  const order: string[] = [];
  const settlements: CallSettlement[] = [];
  const budget = createBudget({ cap });
  const clock = fakeClock();
  const ledger: CallLedger = {
    begin: async (call) => {
      order.push('written down');
      begin(call);
      return await Promise.resolve({ settle: (settlement) => settlements.push(settlement) });
    },
  };
  const transport = fakeTransport((_, index) => {
    order.push('sent');
    return reply(index);
  });
  const client = createClient({
    connections: { primary: testConnection() },
    prices: guessing(1_000n),
    transport,
    clock,
    budget,
    ledger,
  });
  return { client, clock, transport, budget, order, settlements };
}

describe('a ledger', () => {
  it('records a call before it is sent, with its initiator and reservation, and then its settlement', async () => {
    const planned: PlannedCall[] = [];
    const { client, order, settlements } = setUp(
      (call) => planned.push(call),
      () => ({ headers: { 'x-price-per-call': '0.0002' } }),
    );
    await client.call(testLookup, { name: 'a' }, { initiator: 'tree' });
    assert.deepEqual(order, ['written down', 'sent']);
    assert.deepEqual([planned[0]?.initiator, planned[0]?.reserved], ['tree', 1_000n]);
    assert.deepEqual(
      settlements.map(({ booked, isReported }) => [booked, isReported]),
      [[200n, true]],
    );
    await client.call(testLookup, { name: 'a' }, { reuse: 'only' });
    assert.equal(planned.length, 1, 'a stored response is not a call');
  });

  it('checks its caps again if more than 50 ms passed before the call is sent', async () => {
    for (const [keyMs, expected] of [
      [50, 0],
      [51, 1],
    ] as const) {
      const clock = fakeClock();
      await clock.advance(1_000);
      let checks = 0;
      const ledger: CallLedger = {
        begin: async () => await Promise.resolve({ checkBeforeSend: () => (checks += 1), settle: () => undefined }),
      };
      const credentials = async () => {
        await clock.sleep(keyMs);
        return await testConnection().credentials();
      };
      const connections = { primary: testConnection({ credentials }) };
      const client = createClient({ connections, transport: fakeTransport(() => ({})), clock, ledger });
      const call = client.call(testLookup, { name: 'a' });
      await clock.advance(keyMs);
      await call;
      assert.equal(checks, expected, `${keyMs} ms`);
    }
  });

  it("stops the call if it can't write, and releases the reservation", async () => {
    const { client, transport, budget, settlements } = setUp(
      () => {
        throw new SocialDataError('storage', 'the disk is full', { spent: 'no' });
      },
      () => ({}),
    );
    await assert.rejects(client.call(testLookup, { name: 'a' }), { kind: 'storage' });
    assert.deepEqual(transport.requests, []);
    assert.deepEqual(settlements, []);
    assert.deepEqual(budget.state(), { cap: 10_000n, spent: 0n, reserved: 0n });
  });

  it('records a call that an internal error ended, which may have been charged', async () => {
    const { client, budget, settlements } = setUp(
      () => undefined,
      () => {
        throw new TypeError('a fault');
      },
    );
    await assert.rejects(client.call(testLookup, { name: 'a' }), TypeError);
    assert.deepEqual(
      settlements.map(({ booked, isReported, exchange, error }) => [booked, isReported, exchange, error]),
      [[1_000n, false, undefined, undefined]],
    );
    assert.deepEqual(budget.state(), { cap: 10_000n, spent: 1_000n, reserved: 0n });
  });
});
