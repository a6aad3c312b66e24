import assert from 'node:assert/strict';
import {
  describeParkedJobs,
  hasRoomForNextCall,
  findTightestHeadroom,
  sumMaxRemainingCost,
} from '../../../../src/app/session/parkedJobs.ts';
import { testLookup, testPagedEndpoint } from '../../../support/testEndpoints.ts';
import { overCap } from './madeJob.ts';

const priceOf = ({ id }: { readonly id: string }) => (id === testPagedEndpoint.id ? 200n : undefined);
const waiting = (callsLeft: number, endpoint: typeof testPagedEndpoint | typeof testLookup = testPagedEndpoint) => ({
  endpoint,
  callsLeft,
  error: overCap(),
});

describe('remainingCost of waiting jobs', () => {
  it('is the sum of their calls, and their price where each is known', () => {
    assert.deepEqual(sumMaxRemainingCost([waiting(3), waiting(4)], priceOf), { calls: 7, amount: 1_400n });
    assert.deepEqual(sumMaxRemainingCost([waiting(3), waiting(4, testLookup)], priceOf), { calls: 7, amount: undefined });
  });
});

describe('the room of two budgets', () => {
  const state = (cap: bigint | undefined, spent: bigint, reserved = 0n) => ({ cap, spent, reserved });

  it('is that of the one of which less is left, calls under way counted', () => {
    assert.deepEqual(findTightestHeadroom(state(1_000n, 200n), state(5_000n, 100n)), { per: 'session', cap: 1_000n, left: 800n });
    assert.deepEqual(findTightestHeadroom(state(1_000n, 200n), state(500n, 100n, 300n)), { per: 'day', cap: 500n, left: 100n });
  });

  it('is nothing where more was spent than the cap is now', () => {
    assert.deepEqual(findTightestHeadroom(state(100n, 900n), state(5_000n, 900n)), { per: 'session', cap: 100n, left: 0n });
  });

  it('is not limited by a budget without a cap', () => {
    assert.deepEqual(findTightestHeadroom(state(undefined, 900n), state(5_000n, 900n)), {
      per: 'day',
      cap: 5_000n,
      left: 4_100n,
    });
    assert.equal(findTightestHeadroom(state(undefined, 900n), state(undefined, 0n)), undefined);
  });

  it('is enough when the next call of any job fits in', () => {
    assert.equal(hasRoomForNextCall({ left: 199n }, [waiting(3)], priceOf), false);
    assert.equal(hasRoomForNextCall({ left: 200n }, [waiting(3)], priceOf), true);
    assert.equal(hasRoomForNextCall(undefined, [waiting(3)], priceOf), true);
  });

  it('is measured by what was set aside for the call where its price is not known', () => {
    assert.equal(hasRoomForNextCall({ left: 199n }, [waiting(3, testLookup)], priceOf), false);
    assert.equal(hasRoomForNextCall({ left: 200n }, [waiting(3, testLookup)], priceOf), true);
  });
});

describe('the message about waiting jobs', () => {
  const one = [{ title: 'Fetching the thread of @ada' }];
  const rest = { calls: 5, amount: 1_000n };

  it('names a job that is alone, and counts several', () => {
    assert.equal(
      describeParkedJobs(one, rest, undefined, false),
      'Fetching the thread of @ada: paused at the budget, at most 5 more calls for $0.001.',
    );
    assert.equal(
      describeParkedJobs([...one, ...one], rest, undefined, false),
      'Fetching is paused at the budget in 2 places, at most 5 more calls for $0.001.',
    );
  });

  it('says that jobs can go on, and what is left of the budget', () => {
    const room = { per: 'session', cap: 1_000_000n, left: 100_000n } as const;
    assert.equal(
      describeParkedJobs(one, rest, room, true),
      'Fetching the thread of @ada: ready to resume, at most 5 more calls for $0.001. $0.10 of the session budget of $1.00 is left.',
    );
    assert.equal(
      describeParkedJobs([...one, ...one], rest, undefined, true),
      'Fetching is ready to resume in 2 places, at most 5 more calls for $0.001.',
    );
  });
});
