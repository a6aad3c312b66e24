import { addCost, getCostAmount, type Cost, noCost } from '../../../../../src/core/cost/cost.ts';
import type { Burst } from './burst.ts';
import { type PagedService, price } from './pagedService.ts';
import type { ViewWatch } from './viewWatch.ts';

/** A claimed cost and what the service charged. */
interface CostClaim {
  readonly what: string;
  readonly cost: Cost;
  readonly charged: bigint;
}

const sumOf = (costs: readonly Cost[]): Cost => costs.reduce(addCost, noCost);

/** The claimed costs of views and bursts by name. */
export function claimsOf(service: PagedService, watches: readonly ViewWatch[], bursts: readonly Burst[]): readonly CostClaim[] {
  const ofViews = [...new Set(watches.map(({ name }) => name))].map((name) => ({
    what: `the pages of ${name}`,
    cost: sumOf(watches.filter((watch) => watch.name === name).map(({ runs }) => runs.cost)),
    charged: service.chargedFor((other) => other === name),
  }));
  const ofBursts = bursts.map(({ prefix, runs }) => ({
    what: 'simultaneous calls',
    cost: runs.cost,
    charged: service.chargedFor((name) => name.startsWith(prefix)),
  }));
  return [...ofViews, ...ofBursts];
}

/**
 * Checks that each charge is at least the known cost and at most the known and possible cost, and that all claims together count
 * each booked call once.
 */
export function wrongCosts(claims: readonly CostClaim[], booked: bigint): readonly string[] {
  const wrong = claims.flatMap(({ what, cost: { exact, unknownCalls, maybeCharged }, charged }) => {
    const least = exact + BigInt(unknownCalls - maybeCharged) * price;
    const isWithin = least <= charged && charged <= least + BigInt(maybeCharged) * price;
    return isWithin
      ? []
      : [`${what} cost ${charged}, but claims ${least} and ${maybeCharged} requests that may have been charged`];
  });
  const all = sumOf(claims.map(({ cost }) => cost));
  const claimed = getCostAmount(all) + BigInt(all.unknownCalls) * price;
  return claimed === booked ? wrong : [...wrong, `all claims together cost ${claimed}, but ${booked} was booked`];
}
