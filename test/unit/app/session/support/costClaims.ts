import { amountOf, type Cost, sumCosts } from '../../../../../src/app/cost/cost.ts';
import { price } from './pagedService.ts';

/** What something says that it cost, and what the service charged for it. */
export interface CostClaim {
  readonly what: string;
  readonly cost: Cost;
  readonly charged: bigint;
}

/**
 * What is wrong with costs: what was charged is at least what is known, and at most that with what may have been charged; and all
 * together count each booked call once.
 */
export function wrongCosts(claims: readonly CostClaim[], booked: bigint): readonly string[] {
  const wrong = claims.flatMap(({ what, cost: { exact, unknownCalls, maybeCharged }, charged }) => {
    const least = exact + BigInt(unknownCalls - maybeCharged) * price;
    const isWithin = least <= charged && charged <= least + BigInt(maybeCharged) * price;
    return isWithin ? [] : [`${what} cost ${charged}, and say ${least}, and ${maybeCharged} requests that may have been charged`];
  });
  const all = sumCosts(claims.map(({ cost }) => cost));
  const said = amountOf(all) + BigInt(all.unknownCalls) * price;
  return said === booked ? wrong : [...wrong, `all say together that they cost ${said}, and ${booked} was booked`];
}
