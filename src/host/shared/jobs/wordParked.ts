import * as vscode from 'vscode';
import { presentMoney } from '../words/presentMoney.ts';
import type { ParkedJob } from '../../../app/session/backgroundJob.ts';
import type { Room, Takes } from './takes.ts';

/**
 * Which jobs wait at the budget or can go on, what they still take at most, and what is left. People do not read of jobs: those
 * are what the service lists.
 */
export function wordParked(
  parked: readonly Pick<ParkedJob, 'title'>[],
  takes: Takes,
  room: Room | undefined,
  hasRoom: boolean,
): string {
  const { l10n } = vscode;
  const [first] = parked;
  const who =
    parked.length === 1 && first !== undefined
      ? hasRoom
        ? l10n.t('{0}: can go on, with {1}.', first.title, wordTakes(takes))
        : l10n.t('{0}: waits at the budget, with {1}.', first.title, wordTakes(takes))
      : hasRoom
        ? l10n.t('Fetching can go on in {0} places, with {1} together.', parked.length, wordTakes(takes))
        : l10n.t('Fetching waits at the budget in {0} places, with {1} together.', parked.length, wordTakes(takes));
  return room === undefined ? who : `${who} ${wordRoom(room)}`;
}

/** "at most 5 more calls for $0.001". */
function wordTakes({ calls, money }: Takes): string {
  const { l10n } = vscode;
  if (money === undefined) {
    return calls === 1 ? l10n.t('at most one more call') : l10n.t('at most {0} more calls', calls);
  }
  return calls === 1
    ? l10n.t('at most one more call for {0}', presentMoney(money))
    : l10n.t('at most {0} more calls for {1}', calls, presentMoney(money));
}

function wordRoom({ per, cap, left }: Room): string {
  const amounts = [presentMoney(left), presentMoney(cap)] as const;
  return per === 'day'
    ? vscode.l10n.t("{0} of today's budget of {1} is left.", ...amounts)
    : vscode.l10n.t('{0} of the session budget of {1} is left.', ...amounts);
}

/** "Resume (≈$0.001 at most)": the button, with what it may cost. */
export function presentResume({ calls, money }: Takes): string {
  return money === undefined
    ? vscode.l10n.t('Resume (at most {0} calls)', calls)
    : vscode.l10n.t('Resume (≈{0} at most)', presentMoney(money));
}
