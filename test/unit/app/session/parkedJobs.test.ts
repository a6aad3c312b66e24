import assert from 'node:assert/strict';
import { hasRoomFor, remainingCost, headroomOf } from '../../../../src/app/session/parkedJobs.ts';
import { testLookup, testPages } from '../../../support/testEndpoints.ts';
import { overCap } from './madeJob.ts';

const priceOf = ({ id }: { readonly id: string }) => (id === testPages.id ? 200n : undefined);
const waiting = (callsLeft: number, endpoint: typeof testPages | typeof testLookup = testPages) => ({
  endpoint,
  callsLeft,
  error: overCap(),
});

describe('remainingCost of waiting jobs', () => {
  it('is the sum of their calls, and their price where each is known', () => {
    assert.deepEqual(remainingCost([waiting(3), waiting(4)], priceOf), { calls: 7, amount: 1_400n });
    assert.deepEqual(remainingCost([waiting(3), waiting(4, testLookup)], priceOf), { calls: 7, amount: undefined });
  });
});

describe('the room of two budgets', () => {
  const state = (cap: bigint | undefined, spent: bigint, reserved = 0n) => ({ cap, spent, reserved });

  it('is that of the one of which less is left, calls under way counted', () => {
    assert.deepEqual(headroomOf(state(1_000n, 200n), state(5_000n, 100n)), { per: 'session', cap: 1_000n, left: 800n });
    assert.deepEqual(headroomOf(state(1_000n, 200n), state(500n, 100n, 300n)), { per: 'day', cap: 500n, left: 100n });
  });

  it('is nothing where more was spent than the cap is now', () => {
    assert.deepEqual(headroomOf(state(100n, 900n), state(5_000n, 900n)), { per: 'session', cap: 100n, left: 0n });
  });

  it('is not limited by a budget without a cap', () => {
    assert.deepEqual(headroomOf(state(undefined, 900n), state(5_000n, 900n)), { per: 'day', cap: 5_000n, left: 4_100n });
    assert.equal(headroomOf(state(undefined, 900n), state(undefined, 0n)), undefined);
  });

  it('is enough when the next call of any job fits in', () => {
    assert.equal(hasRoomFor({ left: 199n }, [waiting(3)], priceOf), false);
    assert.equal(hasRoomFor({ left: 200n }, [waiting(3)], priceOf), true);
    assert.equal(hasRoomFor(undefined, [waiting(3)], priceOf), true);
  });

  it('is measured by what was set aside for the call where its price is not known', () => {
    assert.equal(hasRoomFor({ left: 199n }, [waiting(3, testLookup)], priceOf), false);
    assert.equal(hasRoomFor({ left: 200n }, [waiting(3, testLookup)], priceOf), true);
  });
});
