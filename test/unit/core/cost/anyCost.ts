import fc from 'fast-check';
import type { Cost } from '../../../../src/core/cost/cost.ts';

/** Any possible cost. */
export const anyCost: fc.Arbitrary<Cost> = fc
  .record({
    exact: fc.bigInt({ min: 0n, max: 10_000_000n }),
    assumed: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 10_000_000n })),
    unreported: fc.nat(3),
    maybeCharged: fc.nat(3),
  })
  .map(({ exact, assumed, unreported, maybeCharged }) => {
    const unknownCalls = unreported + maybeCharged;
    return { exact, assumed: unknownCalls === 0 ? 0n : assumed, unknownCalls, maybeCharged };
  });
