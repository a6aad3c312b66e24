import * as l10n from '@vscode/l10n';
import type { WaitReason } from '../../client/policies/send.ts';
import { describeError, describeTooManyCalls } from './describeError.ts';
import { describePriceWait } from '../cost/formatSpend.ts';
import { describeFailedCallCharge, describeNoCharge } from '../cost/formatCost.ts';

export function describeWaiting(waiting: WaitReason): string {
  const charge = waiting.kind === 'again' ? describeFailedCallCharge(waiting.error) : describeNoCharge();
  return [describeWaitReason(waiting), charge, describeNextStep(waiting)].join(' ');
}

export function describeWaitReason(waiting: WaitReason): string {
  const name = waiting.endpoint.title;
  switch (waiting.kind) {
    case 'again':
      return waiting.error.kind === 'rateLimited'
        ? describeTooManyCalls(name) // until when, the next try says
        : describeError(waiting.error, waiting.endpoint).failed;
    case 'held':
      return l10n.t('{0} is waiting: this key is rate limited.', name);
    case 'queued':
      return l10n.t('{0} is waiting for other requests.', name);
    case 'price':
      return describePriceWait(name);
  }
}

/** In few words: in a side bar there is room for little more. */
export function describeNextStep(waiting: WaitReason): string {
  switch (waiting.kind) {
    case 'again':
      return waiting.error.kind === 'rateLimited'
        ? l10n.t('Retrying at {0} ({1} of {2})', formatLocalTime(waiting.at), waiting.attempt, waiting.maxAttempts)
        : l10n.t('Retrying ({0} of {1})', waiting.attempt, waiting.maxAttempts);
    case 'held':
      return waiting.at === undefined ? l10n.t('Waiting…') : l10n.t('Waiting until {0}…', formatLocalTime(waiting.at));
    case 'queued':
    case 'price':
      return l10n.t('Waiting…');
  }
}

/** Replaces the progress after Stop while a request is in flight; empty if none is. @param endsBy the latest time at which it fails */
export function describeStopping(endsBy: number | undefined): string {
  return endsBy === undefined ? '' : l10n.t('Stopping after the current page, by {0}', formatLocalTime(endsBy));
}

function formatLocalTime(at: number): string {
  return new Date(at).toLocaleTimeString();
}

/** Empty if no pages are missing, or all of them. */
export function describeIncompleteRestore(missing: number, wanted: number): string {
  return missing === 0 || missing === wanted ? '' : l10n.t('Pages no longer in history: {0} of {1}.', missing, wanted);
}
