import * as vscode from 'vscode';
import { describeBudgetLeft } from '../../../app/cost/formatCost.ts';
import { formatExpected, formatMaxPrice } from '../../../app/cost/formatPrice.ts';
import type { MaxPrice } from '../../../app/cost/price.ts';
import type { ParkedJob } from '../../../app/session/backgroundJob.ts';
import type { Room } from './takes.ts';

/**
 * Which jobs wait at the budget or can go on, what they still take at most, and what is left. People do not read of jobs: those
 * are what the service lists.
 */
export function wordParked(
  parked: readonly Pick<ParkedJob, 'title'>[],
  rest: MaxPrice,
  room: Room | undefined,
  hasRoom: boolean,
): string {
  const { l10n } = vscode;
  const [first] = parked;
  const who =
    parked.length === 1 && first !== undefined
      ? hasRoom
        ? l10n.t('{0}: can go on, with {1}.', first.title, formatMaxPrice(rest))
        : l10n.t('{0}: waits at the budget, with {1}.', first.title, formatMaxPrice(rest))
      : hasRoom
        ? l10n.t('Fetching can go on in {0} places, with {1} together.', parked.length, formatMaxPrice(rest))
        : l10n.t('Fetching waits at the budget in {0} places, with {1} together.', parked.length, formatMaxPrice(rest));
  return room === undefined ? who : `${who} ${describeBudgetLeft(room)}`;
}

/** "Resume (≈$0.001 at most)": the button, with what it may cost. */
export function presentResume({ calls, amount }: MaxPrice): string {
  return amount === undefined
    ? vscode.l10n.t('Resume (at most {0} calls)', calls)
    : vscode.l10n.t('Resume ({0} at most)', formatExpected(amount));
}
