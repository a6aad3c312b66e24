import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Cost, isExactCost, noCost } from '../../../../src/core/cost/cost.ts';
import { formatCostAmount, formatCost, formatDollars, formatUnknownCosts } from '../../../../src/core/cost/formatCost.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { anyCost } from './anyCost.ts';

const cost = (parts: Partial<Cost>): Cost => ({ ...noCost, ...parts });

describe('formatCost', () => {
  for (const [parts, amount, words] of [
    [{}, '$0.00', 'no charge'],
    [{ exact: 200n }, '$0.0002', '$0.0002'],
    [{ exact: 1_000_000n }, '$1.00', '$1.00'],
    [{ exact: 200n, assumed: 10_000n, unknownCalls: 1 }, '≈$0.0102', '≈$0.0102 · 1 not reported'],
    [{ assumed: 10_000n, unknownCalls: 1, maybeCharged: 1 }, '≈$0.01', '≈$0.01 · 1 may have been charged'],
    [
      { exact: 200n, assumed: 20_000n, unknownCalls: 3, maybeCharged: 1 },
      '≈$0.0202',
      '≈$0.0202 · 2 not reported · 1 may have been charged',
    ],
    [{ exact: 200n, unknownCalls: 1 }, '≈$0.0002', '≈$0.0002 · 1 not reported'],
    [{ exact: 200n, unknownCalls: 2, maybeCharged: 2 }, '≈$0.0002', '≈$0.0002 · 2 may have been charged'],
    [{ unknownCalls: 1 }, '≈$0.00', 'cost not reported'],
    [{ unknownCalls: 1, maybeCharged: 1 }, '≈$0.00', 'may have been charged'],
    [{ unknownCalls: 2, maybeCharged: 1 }, '≈$0.00', '1 not reported · 1 may have been charged'],
    [{ unknownCalls: 2 }, '≈$0.00', '2 not reported'],
  ] as const) {
    it(`says "${words}"`, () => {
      assert.equal(formatCostAmount(cost(parts)), amount);
      assert.equal(formatCost(cost(parts)), words);
    });
  }

  it('never shows an exact amount for a cost with assumed or unknown parts', () => {
    fc.assert(
      fc.property(anyCost, (any) => {
        for (const words of [formatCostAmount(any), formatCost(any)]) {
          const stated = /(≈)?\$\d/.exec(words);
          assert.equal(stated !== null && stated[1] === undefined, isExactCost(any) && stated !== null, words);
          assert.ok(isExactCost(any) || words !== formatCost(noCost), words);
        }
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('counts each request with an unknown cost once', () => {
    fc.assert(
      fc.property(anyCost, (any) => {
        const counts = formatUnknownCosts(any).map((words) => Number.parseInt(words, 10));
        assert.equal(
          counts.reduce((sum, count) => sum + count, 0),
          any.unknownCalls,
        );
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});

describe('formatDollars', () => {
  it('preserves micro-dollars', () => {
    assert.equal(formatDollars(1n), '$0.000001');
    assert.equal(formatDollars(-200n), '-$0.0002');
  });
});
