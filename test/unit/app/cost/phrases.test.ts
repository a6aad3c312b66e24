import assert from 'node:assert/strict';
import {
  describeBudgetLeft,
  describeCharge,
  describeOverBudget,
  describeUnknowns,
  formatCharge,
  formatReceipt,
} from '../../../../src/app/cost/formatCost.ts';
import { formatMaxPrice } from '../../../../src/app/cost/formatPrice.ts';
import { noCost } from '../../../../src/app/cost/cost.ts';
import { SocialDataError, type Spent } from '../../../../src/client/errors.ts';
import type { Receipt } from '../../../../src/client/exchange.ts';
import { emptyReceipt } from '../../../../src/client/receipt.ts';

const receipt = (parts: Partial<Receipt>): Receipt => ({ ...emptyReceipt, ...parts });

describe('formatReceipt', () => {
  for (const [status, parts, charge, whole] of [
    [200, { price: 200n, balance: 4_999_800n }, '$0.0002', '$0.0002 · $4.9998 left'],
    [200, {}, 'cost not reported', 'cost not reported'],
    [200, { balance: 10_000n }, 'cost not reported', 'cost not reported · $0.01 left'],
    [502, { price: 200n, refunded: true, balance: 0n }, '$0.0002 refunded', '$0.0002 refunded · $0.00 left'],
    [502, { refunded: true }, 'refunded', 'refunded'],
    [404, { price: 100n }, '$0.0001', '$0.0001'],
    [404, {}, 'may have been charged', 'may have been charged'],
    [401, {}, 'nothing spent', 'nothing spent'],
    [429, { price: 200n }, '$0.0002', '$0.0002'],
  ] as const) {
    it(`says "${whole}" for a ${status}`, () => {
      assert.equal(formatCharge({ status, receipt: receipt(parts) }), charge);
      assert.equal(formatReceipt({ status, receipt: receipt(parts) }), whole);
    });
  }
});

describe('describeCharge', () => {
  const charged = (spent: Spent, parts?: Partial<Receipt>) =>
    describeCharge(
      new SocialDataError('server', 'failed', { spent, ...(parts === undefined ? {} : { receipt: receipt(parts) }) }),
    );

  it('says in one sentence whether a failed call cost money', () => {
    assert.equal(charged('no'), 'Nothing was spent.');
    assert.equal(charged('refunded'), 'The call was refunded.');
    assert.equal(charged('maybe'), 'The call may have been charged.');
    assert.equal(charged('yes', { price: 200n }), 'The call was charged $0.0002.');
    assert.equal(charged('yes'), 'The call was charged; its cost was not reported.');
  });
});

describe('describeUnknowns', () => {
  it('has a sentence for each reason why a sum holds an assumption', () => {
    assert.deepEqual(describeUnknowns(noCost), []);
    assert.deepEqual(describeUnknowns({ ...noCost, unknownCalls: 2, maybeCharged: 1 }), [
      '1 call did not report its cost; the sum holds an assumption for it',
      '1 call may have been charged; the sum holds an assumption for it',
    ]);
    assert.deepEqual(describeUnknowns({ ...noCost, unknownCalls: 5, maybeCharged: 2 }), [
      '3 calls did not report their cost; the sum holds an assumption for them',
      '2 calls may have been charged; the sum holds an assumption for them',
    ]);
  });
});

describe('formatMaxPrice', () => {
  it('says how many calls are still to come, and their price where it is known', () => {
    assert.equal(formatMaxPrice({ calls: 1, amount: 200n }), 'at most one more call for $0.0002');
    assert.equal(formatMaxPrice({ calls: 5, amount: 1_000n }), 'at most 5 more calls for $0.001');
    assert.equal(formatMaxPrice({ calls: 1, amount: undefined }), 'at most one more call');
    assert.equal(formatMaxPrice({ calls: 5, amount: undefined }), 'at most 5 more calls');
  });
});

describe('the words about a budget', () => {
  const budget = { cap: 1_000_000n, left: 100n, needed: 200n } as const;

  it('name the budget that is meant, and what is left of it', () => {
    assert.equal(describeBudgetLeft({ ...budget, per: 'session' }), '$0.0001 of the session budget of $1.00 is left.');
    assert.equal(describeBudgetLeft({ ...budget, per: 'day' }), "$0.0001 of today's budget of $1.00 is left.");
    assert.equal(
      describeOverBudget('Search', { ...budget, per: 'session' }),
      'Search was not called: it may cost $0.0002, and $0.0001 of the session budget of $1.00 is left.',
    );
    assert.equal(
      describeOverBudget('Search', { ...budget, per: 'day' }),
      "Search was not called: it may cost $0.0002, and $0.0001 of today's budget of $1.00 is left.",
    );
    assert.equal(
      describeOverBudget('Search', { ...budget, per: 'day', left: 0n, isUnknown: true }),
      'Search was not called: what was spent today is unknown, and it may cost $0.0002.',
    );
  });
});
