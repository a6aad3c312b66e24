import assert from 'node:assert/strict';
import {
  describeFailedCallCharge,
  describeResponseDeletion,
  describeNoRepeat,
  describeOverBudget,
  formatCharge,
  formatReceipt,
} from '../../../../src/core/cost/formatCost.ts';
import {
  describeMaxPrice,
  describePriceNotFound,
  formatPriceEach,
  formatCallsLeft,
  formatPagesPrice,
  describePriceRise,
} from '../../../../src/core/cost/formatPrice.ts';
import { SocialDataError, type ChargeStatus } from '../../../../src/client/errors.ts';
import { type Receipt, emptyReceipt } from '../../../../src/client/exchange.ts';

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
    [401, {}, 'no charge', 'no charge'],
    [429, { price: 200n }, '$0.0002', '$0.0002'],
    [200, { price: 200n, balance: 4_999_800n, isPlayMoney: true }, 'free', 'free'],
    [200, { isPlayMoney: true }, 'free', 'free'],
    [502, { price: 200n, refunded: true, isPlayMoney: true }, 'free', 'free'],
  ] as const) {
    it(`says "${whole}" for a ${status}`, () => {
      assert.equal(formatCharge({ status, receipt: receipt(parts) }), charge);
      assert.equal(formatReceipt({ status, receipt: receipt(parts) }), whole);
    });
  }
});

describe('describeFailedCallCharge', () => {
  const charged = (spent: ChargeStatus, parts?: Partial<Receipt>) =>
    describeFailedCallCharge(
      new SocialDataError('server', 'failed', { spent, ...(parts === undefined ? {} : { receipt: receipt(parts) }) }),
    );

  it("says that a failure in the sandbox wasn't charged", () => {
    for (const spent of ['no', 'refunded', 'maybe', 'yes'] as const) {
      assert.equal(charged(spent, { price: 200n, isPlayMoney: true }), 'No charge in the sandbox.');
    }
  });

  it('says whether a failed request was charged', () => {
    assert.equal(charged('no'), 'No charge.');
    assert.equal(charged('refunded'), 'The request was refunded.');
    assert.equal(charged('maybe'), 'The request may have been charged.');
    assert.equal(charged('yes', { price: 200n }), 'The request cost $0.0002.');
    assert.equal(charged('yes'), "The request was charged, but its cost wasn't reported.");
  });
});

describe("a batch's remaining requests", () => {
  it('are a number, with both prices after a price increase', () => {
    assert.deepEqual([0, 1, 5].map(formatCallsLeft), ['', 'Remaining requests: 1.', 'Remaining requests: 5.']);
    assert.equal(
      describePriceRise('Search', 200n, 1_000n, 2),
      'Search: the price per request increased from ≈$0.0002 to ≈$0.001. No further charge. Remaining requests: 2.',
    );
  });
});

describe('the price of several pages', () => {
  it('includes the number of pages if the price is known', () => {
    assert.equal(formatPagesPrice({ kind: 'known', price: 200n }, 1), '≈$0.0002');
    assert.equal(formatPagesPrice({ kind: 'known', price: 200n }, 2), '≈$0.0004 for 2 pages');
    assert.equal(formatPagesPrice({ kind: 'unknown' }, 2), 'price unknown');
    assert.equal(formatPriceEach('≈$0.0002'), '≈$0.0002 each');
    assert.equal(formatPagesPrice({ kind: 'known', price: 0n }, 2), '');
    assert.equal(formatPriceEach(''), '');
  });
});

describe('a confirmed price', () => {
  it('includes the number of requests', () => {
    assert.equal(describeMaxPrice({ calls: 1, amount: 200n }), 'Up to 1 request (≈$0.0002).');
    assert.equal(describeMaxPrice({ calls: 2, amount: 0n }), 'Up to 2 requests.');
    assert.equal(describeMaxPrice({ calls: 5, amount: undefined }), 'Up to 5 requests (price unknown).');
  });

  it('can be requested again after a failure', () => {
    assert.equal(describePriceNotFound(), "Couldn't read the price. No charge. Try again.");
  });
});

describe('messages about paying again', () => {
  it("warn before a response is deleted and after a request that wasn't repeated", () => {
    assert.match(describeResponseDeletion(), /You'll have to pay again to see a deleted response\.$/);
    assert.match(describeNoRepeat(), /may be charged twice if you retry\.$/);
  });
});

describe('budget messages', () => {
  const budget = { cap: 1_000_000n, left: 100n, needed: 200n, isPriceAssumed: false } as const;

  it('name the budget and the remaining amount', () => {
    assert.equal(
      describeOverBudget('Search', { ...budget, per: 'session' }),
      "Search wasn't sent because it may cost $0.0002. Session budget: $0.0001 of $1.00 left.",
    );
    assert.equal(
      describeOverBudget('Search', { ...budget, per: 'day' }),
      "Search wasn't sent because it may cost $0.0002. Daily budget: $0.0001 of $1.00 left.",
    );
  });
});
