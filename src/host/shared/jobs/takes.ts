import { addMaxPrice, type MaxPrice, maxPriceOf, noCalls, quoteOfPrice } from '../../../app/cost/price.ts';
import type { Endpoint } from '../../../client/endpoint.ts';
import type { Money } from '../../../client/money.ts';
import type { BudgetState } from '../../../client/policies/budget.ts';
import type { ParkedJob } from '../../../app/session/backgroundJob.ts';

/** What jobs still cost at most. */
export function remainingCost(
  parked: readonly Pick<ParkedJob, 'endpoint' | 'callsLeft'>[],
  priceOf: (endpoint: Endpoint) => Money | undefined,
): MaxPrice {
  return parked
    .map(({ endpoint, callsLeft }) => maxPriceOf(quoteOfPrice(priceOf(endpoint)), callsLeft))
    .reduce(addMaxPrice, noCalls);
}

/** What is left of a cap. */
export interface Room {
  readonly per: 'session' | 'day';
  readonly cap: Money;
  readonly left: Money;
}

/** What is left of the budget of which less is left: a call needs room in both. */
export function tighterRoom(session: BudgetState, day: BudgetState): Room | undefined {
  const rooms = [
    { per: 'session', state: session },
    { per: 'day', state: day },
  ] as const;
  return rooms
    .flatMap(({ per, state: { cap, spent, reserved } }): readonly Room[] => {
      const left = cap === undefined ? 0n : cap - spent - reserved;
      return cap === undefined ? [] : [{ per, cap, left: left > 0n ? left : 0n }];
    })
    .reduce<Room | undefined>((tighter, room) => (tighter === undefined || room.left < tighter.left ? room : tighter), undefined);
}

/** Whether the next call of one of these jobs fits in; what no budget caps always does. */
export function hasRoomFor(
  room: Pick<Room, 'left'> | undefined,
  parked: readonly Pick<ParkedJob, 'endpoint' | 'error'>[],
  priceOf: (endpoint: Endpoint) => Money | undefined,
): boolean {
  return parked.some(
    ({ endpoint, error }) => room === undefined || (priceOf(endpoint) ?? error.facts.budget?.needed ?? 0n) <= room.left,
  );
}
