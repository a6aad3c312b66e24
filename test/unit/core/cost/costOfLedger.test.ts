import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  addCost,
  getCostAmount,
  type Cost,
  getSettlementCost,
  getLedgerTotalCost,
  isExactCost,
  noCost,
} from '../../../../src/core/cost/cost.ts';
import { createCutOffFault, type FakeReply, createNotSentFault } from '../../../support/fakeTransport.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { testLookup } from '../../../support/testEndpoints.ts';
import { clientOver, storeFolder } from '../../store/support/testStore.ts';

/** Any service response or connection failure. */
const anyReply: fc.Arbitrary<FakeReply> = fc.oneof(
  fc
    .record({
      status: fc.constantFrom(200, 400, 401, 402, 403, 404, 408, 422, 429, 500, 502),
      price: fc.option(fc.constantFrom('0', '0.0002', '0.0015', 'garbled'), { nil: undefined }),
      refunded: fc.boolean(),
    })
    .map(({ status, price, refunded }) => ({
      status,
      headers: {
        ...(price === undefined ? {} : { 'x-price-per-call': price }),
        ...(refunded ? { 'x-refunded': 'true' } : {}),
      },
    })),
  fc.constant(createNotSentFault()),
  fc.constant(createCutOffFault()),
);

describe('the total cost of settled calls', () => {
  it('equals the ledger and the daily budget for any outcome', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyReply, { minLength: 1, maxLength: 8 }), async (replies) => {
        using folder = storeFolder();
        const store = await folder.open();
        let sum: Cost = noCost;
        const { client } = clientOver(store, folder.clock, (index) => replies[index % replies.length] ?? createNotSentFault(), {
          reuse: 'never',
          onSettled: (settlement) => {
            sum = addCost(sum, getSettlementCost(settlement));
          },
        });
        for (const name of replies.keys()) {
          const call = client.call(testLookup, { name: String(name) }).catch(() => 'failed');
          while (await folder.clock.advanceToNext());
          await call;
        }
        const total = getLedgerTotalCost(store.spending.sum('0000', '9999'));
        assert.equal(getCostAmount(total), getCostAmount(sum));
        assert.equal(store.spending.today().spent, getCostAmount(sum));
        assert.deepEqual([total.unknownCalls, total.maybeCharged], [sum.unknownCalls, sum.maybeCharged]);
        assert.equal(isExactCost(total), isExactCost(sum));
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
