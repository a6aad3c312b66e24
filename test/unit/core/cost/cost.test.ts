import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  addCost,
  getCostAmount,
  getFailedCallCost,
  getExchangeCost,
  getSettlementCost,
  getLedgerTotalCost,
  isExactCost,
  noCost,
} from '../../../../src/core/cost/cost.ts';
import { toResponseError } from '../../../../src/client/toResponseError.ts';
import { SocialDataError } from '../../../../src/client/errors.ts';
import { type Receipt, emptyReceipt } from '../../../../src/client/exchange.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { anyCost } from './anyCost.ts';
import { madeExchange } from './madeExchange.ts';

const numRuns = propertyRuns(2_000);
const receipt = (parts: Partial<Receipt>): Receipt => ({ ...emptyReceipt, ...parts });
const cut = (exchange?: Parameters<typeof madeExchange>[0]) =>
  new SocialDataError('interrupted', 'cut', {
    spent: 'maybe',
    ...(exchange === undefined ? {} : { exchange: madeExchange(exchange) }),
  });

describe('Cost', () => {
  it('is exact only if all parts are exact', () => {
    fc.assert(
      fc.property(anyCost, anyCost, (a, b) => {
        assert.equal(isExactCost(addCost(a, b)), isExactCost(a) && isExactCost(b));
        assert.equal(getCostAmount(addCost(a, b)), getCostAmount(a) + getCostAmount(b));
      }),
      { numRuns },
    );
  });
});

describe('getExchangeCost', () => {
  it('returns the reported cost', () => {
    assert.deepEqual(getExchangeCost(madeExchange({ receipt: receipt({ price: 200n }) }), 999n), { ...noCost, exact: 200n });
  });

  it('is zero for stored and refunded responses', () => {
    const price = receipt({ price: 200n });
    assert.deepEqual(getExchangeCost(madeExchange({ from: 'history', receipt: price })), noCost);
    assert.deepEqual(getExchangeCost(madeExchange({ status: 502, receipt: { ...price, refunded: true } })), noCost);
    assert.deepEqual(getExchangeCost(madeExchange({ from: 'history' }), 999n), noCost);
  });

  it('assumes the booked amount for a response without a reported cost', () => {
    assert.deepEqual(getExchangeCost(madeExchange()), { ...noCost, unknownCalls: 1 });
    assert.deepEqual(getExchangeCost(madeExchange(), 999n), { ...noCost, assumed: 999n, unknownCalls: 1 });
    const failed = madeExchange({ status: 500 });
    assert.deepEqual(getExchangeCost(failed, 999n), { exact: 0n, assumed: 999n, unknownCalls: 1, maybeCharged: 1 });
  });

  for (const status of [401, 402, 403, 429]) {
    it(`is zero for ${status} without a price header`, () => {
      assert.deepEqual(getExchangeCost(madeExchange({ status }), 999n), noCost);
      const priced = madeExchange({ status, receipt: receipt({ price: 200n }) });
      assert.deepEqual(getExchangeCost(priced), { ...noCost, exact: 200n });
      assert.deepEqual(getFailedCallCost(cut({ status }), 999n), noCost, 'a cut one, too');
    });
  }
});

describe('the sandbox cost', () => {
  const played = receipt({ price: 200n, isPlayMoney: true });

  it('is zero for any reported price', () => {
    assert.deepEqual(getExchangeCost(madeExchange({ receipt: played }), 999n), noCost);
    assert.deepEqual(getExchangeCost(madeExchange({ receipt: receipt({ isPlayMoney: true }) }), 999n), noCost);
    assert.deepEqual(getFailedCallCost(cut({ receipt: played }), 999n), noCost);
  });

  it('is zero without a response', () => {
    const facts = { spent: 'maybe', receipt: receipt({ isPlayMoney: true }) } as const;
    assert.deepEqual(getFailedCallCost(new SocialDataError('timeout', 'late', facts), 999n), noCost);
  });
});

describe('getFailedCallCost', () => {
  it('is zero if nothing was sent', () => {
    assert.deepEqual(getFailedCallCost(new SocialDataError('network', 'refused', { spent: 'no' }), 999n), noCost);
  });

  it('returns the reported cost, even for a truncated response', () => {
    const price = receipt({ price: 200n });
    assert.deepEqual(getFailedCallCost(cut({ receipt: price })), { ...noCost, exact: 200n });
    assert.deepEqual(getFailedCallCost(cut({ receipt: { ...price, refunded: true } })), noCost);
  });

  it('is a possible charge if a request was sent without a response', () => {
    const unknown = { exact: 0n, assumed: 999n, unknownCalls: 1, maybeCharged: 1 };
    assert.deepEqual(getFailedCallCost(cut(), 999n), unknown);
    assert.deepEqual(getFailedCallCost(cut({}), 999n), unknown);
  });

  it("is the cost of the error's response", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 300, max: 599 }),
        fc.option(fc.bigInt({ min: 0n, max: 1_000n }), { nil: undefined }),
        fc.boolean(),
        (status, price, refunded) => {
          const exchange = madeExchange({ status, receipt: receipt({ price, refunded }) });
          const error = toResponseError(exchange);
          assert.ok(error !== undefined);
          assert.deepEqual(getFailedCallCost(error, 999n), getExchangeCost(exchange, 999n));
        },
      ),
      { numRuns },
    );
  });
});

describe('getSettlementCost', () => {
  it('is the booked amount as a possible charge after a bug', () => {
    assert.deepEqual(getSettlementCost({ booked: 999n }), { exact: 0n, assumed: 999n, unknownCalls: 1, maybeCharged: 1 });
  });
});

describe('getLedgerTotalCost', () => {
  it('is exact if every request reported its cost, otherwise assumed', () => {
    assert.deepEqual(getLedgerTotalCost({ spent: 400n, unreported: 0, maybeBilled: 0 }), { ...noCost, exact: 400n });
    assert.deepEqual(getLedgerTotalCost({ spent: 400n, unreported: 2, maybeBilled: 1 }), {
      exact: 0n,
      assumed: 400n,
      unknownCalls: 2,
      maybeCharged: 1,
    });
  });
});
