import assert from 'node:assert/strict';
import type { PlannedCall } from '../../../src/client/policies/budgetPolicy.ts';
import type { Store } from '../../../src/store/store.ts';
import { testConnection } from '../../support/testEndpoints.ts';
import { begin, planned } from './support/plannedCall.ts';
import { start, storeFolder } from './support/testStore.ts';

const ofAgent: PlannedCall = { ...planned, initiator: 'tool' };
const dayMs = 24 * 60 * 60 * 1_000;

async function pay(store: Store, call: PlannedCall, booked = call.reserved): Promise<void> {
  (await begin(store.ledger, call)).settle({ request: call.request, connection: call.connection.kind, booked, isReported: true });
}

describe("the agents' cap", () => {
  it("includes only agents' spending and reservations", async () => {
    using folder = storeFolder();
    const store = await folder.open({ agentsCap: () => 3_000n });
    await pay(store, planned);
    await pay(store, ofAgent, 500n);
    await begin(store.ledger, ofAgent);
    await begin(store.ledger, { ...ofAgent, connection: testConnection({ kind: 'sandbox' }) });
    assert.deepEqual(store.spending.agentsToday(), { cap: 3_000n, spent: 500n, reserved: 1_000n });
    assert.equal(store.spending.today().spent, 1_500n);
  });

  it("rejects only agents' requests that exceed it", async () => {
    using folder = storeFolder();
    const store = await folder.open({ agentsCap: () => 1_500n });
    await pay(store, ofAgent);
    await assert.rejects(begin(store.ledger, ofAgent), (error: { facts?: { budget?: unknown } }) => {
      assert.deepEqual(error.facts?.budget, { cap: 1_500n, left: 500n, needed: 1_000n, isPriceAssumed: false, per: 'agents' });
      return true;
    });
    await begin(store.ledger, planned);
    await begin(store.ledger, { ...ofAgent, connection: testConnection({ kind: 'sandbox' }) });
  });

  it('covers all windows', async () => {
    using folder = storeFolder();
    const [one, other] = [
      await folder.open({ agentsCap: () => 2_000n }),
      await folder.open({ agentsCap: () => 2_000n, owner: { name: 'other', pid: 1 } }),
    ];
    await pay(one, ofAgent);
    await begin(other.ledger, ofAgent);
    await assert.rejects(begin(one.ledger, { ...ofAgent, reserved: 1n }), { kind: 'budget' });
    assert.deepEqual(one.spending.agentsToday(), { cap: 2_000n, spent: 1_000n, reserved: 1_000n });
  });

  it('is checked again before a call is sent', async () => {
    using folder = storeFolder();
    let cap = 1_000n;
    const store = await folder.open({ agentsCap: () => cap });
    const entry = await begin(store.ledger, ofAgent);
    entry.checkBeforeSend?.();
    cap = 999n;
    assert.throws(() => entry.checkBeforeSend?.(), { kind: 'budget' });
  });

  it("doesn't raise the daily cap", async () => {
    using folder = storeFolder();
    const store = await folder.open({ agentsCap: () => 9_000n, dayCap: () => 1_000n });
    await pay(store, planned);
    await assert.rejects(
      begin(store.ledger, ofAgent),
      (error: { facts?: { budget?: { per?: unknown } } }) => error.facts?.budget?.per === 'day',
    );
  });

  it('starts at 0 each day, and a call belongs to the day it started', async () => {
    using folder = storeFolder();
    const store = await folder.open({ agentsCap: () => 1_000n });
    const entry = await begin(store.ledger, ofAgent);
    await folder.clock.advance(dayMs);
    assert.equal(store.spending.agentsToday().spent, 0n);
    entry.settle({ request: ofAgent.request, connection: 'direct', booked: 1_000n, isReported: true });
    assert.deepEqual(store.spending.agentsToday(), { cap: 1_000n, spent: 0n, reserved: 0n });
    assert.equal(folder.clock.now(), start + dayMs);
    await begin(store.ledger, ofAgent);
  });

  it('counts each line once on its own day, including earlier ones', async () => {
    using folder = storeFolder();
    const before = await folder.open();
    await pay(before, ofAgent, 300n);
    folder.close(before);
    const store = await folder.open();
    const spent = () => store.spending.agentsToday().spent;
    assert.deepEqual([spent(), spent()], [300n, 300n]);
    await pay(store, ofAgent, 20n);
    assert.deepEqual([spent(), spent()], [320n, 320n]);
    await folder.clock.advance(dayMs);
    assert.deepEqual([spent(), spent()], [0n, 0n]);
    await pay(store, ofAgent, 1n);
    assert.equal(spent(), 1n);
  });
});
