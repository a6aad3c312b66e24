import * as l10n from '@vscode/l10n';
import type { BudgetScope } from '../../client/errors.ts';
import type { Money } from '../../client/money.ts';
import type { BudgetState } from '../../client/policies/budget.ts';
import { getBudgetLeft } from '../cost/cost.ts';
import { describeBudgetLeft } from '../cost/formatCost.ts';
import { formatMaxRemainingCallsAndPrice } from '../cost/formatPrice.ts';
import { addMaxPrice, type MaxPrice, computeMaxPrice, zeroMaxPrice, toQuoteFromPrice } from '../cost/price.ts';
import { capturePrices, type PriceLookup } from './agreedPrices.ts';
import type { ParkedJob } from './backgroundJob.ts';

/** What is left of a cap. */
export interface Headroom {
  readonly per: BudgetScope;
  readonly cap: Money;
  readonly left: Money;
}

/** What jobs still cost at most. */
export function sumMaxRemainingCost(
  parked: readonly Pick<ParkedJob, 'endpoint' | 'callsLeft' | 'endpointsLeft'>[],
  priceOf: PriceLookup,
): MaxPrice {
  return parked
    .flatMap(({ endpoint, callsLeft, endpointsLeft }) =>
      endpointsLeft === undefined
        ? [computeMaxPrice(toQuoteFromPrice(priceOf(endpoint)), callsLeft)]
        : endpointsLeft.map((one) => computeMaxPrice(toQuoteFromPrice(priceOf(one)), 1)),
    )
    .reduce(addMaxPrice, zeroMaxPrice);
}

/** The prices that `sumMaxRemainingCost` is reckoned with, as they are now: a person who reads that cost agrees to these. */
export function captureRemainingPrices(
  parked: readonly Pick<ParkedJob, 'endpoint' | 'endpointsLeft'>[],
  priceOf: PriceLookup,
): PriceLookup {
  return capturePrices(
    parked.map(({ endpoint, endpointsLeft = [] }) => ({ endpoint, rest: () => endpointsLeft })),
    priceOf,
  );
}

/** What is left of the budget of which less is left: a call needs room in both. */
export function findTightestHeadroom(session: BudgetState, day: BudgetState): Headroom | undefined {
  const rooms = (
    [
      { per: 'session', ...session },
      { per: 'day', ...day },
    ] as const
  ).flatMap(({ per, cap, ...state }): readonly Headroom[] =>
    cap === undefined ? [] : [{ per, cap, left: getBudgetLeft({ cap, ...state }) }],
  );
  return rooms.reduce<Headroom | undefined>(
    (tighter, room) => (tighter === undefined || room.left < tighter.left ? room : tighter),
    undefined,
  );
}

/** Whether the next call of one of these jobs fits in; what no budget caps always does. */
export function hasRoomForNextCall(
  room: Pick<Headroom, 'left'> | undefined,
  parked: readonly Pick<ParkedJob, 'endpoint' | 'endpointsLeft' | 'error'>[],
  priceOf: PriceLookup,
): boolean {
  return parked.some(
    ({ endpoint, endpointsLeft, error }) =>
      room === undefined || (priceOf(endpointsLeft?.[0] ?? endpoint) ?? error.facts.budget?.needed ?? 0n) <= room.left,
  );
}

/**
 * Which jobs wait at the budget or can go on, what they still take at most, and what is left. People do not read of jobs: those
 * are what the service lists.
 */
export function describeParkedJobs(
  parked: readonly Pick<ParkedJob, 'title'>[],
  rest: MaxPrice,
  room: Headroom | undefined,
  hasRoom: boolean,
): string {
  const [first] = parked;
  const price = formatMaxRemainingCallsAndPrice(rest);
  const who =
    parked.length === 1 && first !== undefined
      ? hasRoom
        ? l10n.t('{0}: ready to resume, {1}.', first.title, price)
        : l10n.t('{0}: paused at the budget, {1}.', first.title, price)
      : hasRoom
        ? l10n.t('Fetching is ready to resume in {0} places, {1}.', parked.length, price)
        : l10n.t('Fetching is paused at the budget in {0} places, {1}.', parked.length, price);
  return room === undefined ? who : `${who} ${describeBudgetLeft(room)}`;
}

/** That a job would go on with another key than the person agreed to it with, and what that may cost. */
export function describeKeyChange(title: string, rest: MaxPrice): string {
  return l10n.t('{0}: the API key changed. Go on with the new one, with {1}?', title, formatMaxRemainingCallsAndPrice(rest));
}
