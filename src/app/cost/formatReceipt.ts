import * as l10n from '@vscode/l10n';
import type { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import { costOfExchange } from './cost.ts';
import { formatCost, formatDollars } from './formatCost.ts';

/** What is said of an answer, kept or not: what it cost when it came. */
type Answer = Pick<Exchange, 'receipt' | 'status'>;

/** "$0.0002 refunded", "$0.0002", "cost not reported", "nothing spent": what an answer cost when it came. */
export function formatCharge({ receipt, status }: Answer): string {
  if (!receipt.refunded) {
    return formatCost(costOfExchange({ from: 'network', receipt, status }));
  }
  return receipt.price === undefined ? l10n.t('refunded') : l10n.t('{0} refunded', formatDollars(receipt.price));
}

/** "$0.0002 · $4.9998 left": the same, with the balance where it was reported. */
export function formatReceipt(answer: Answer): string {
  const { balance } = answer.receipt;
  const charge = formatCharge(answer);
  return balance === undefined ? charge : l10n.t('{0} · {1} left', charge, formatDollars(balance));
}

/** Whether a call that failed cost money, in one sentence. */
export function describeCharge({ spent, facts: { receipt } }: Pick<SocialDataError, 'spent' | 'facts'>): string {
  switch (spent) {
    case 'no':
      return describeNoCharge();
    case 'refunded':
      return l10n.t('The call was refunded.');
    case 'maybe':
      return l10n.t('The call may have been charged.');
    case 'yes':
      return receipt?.price === undefined
        ? l10n.t('The call was charged; its cost was not reported.')
        : l10n.t('The call was charged {0}.', formatDollars(receipt.price));
  }
}

/** That nothing was spent, in one sentence. */
export function describeNoCharge(): string {
  return l10n.t('Nothing was spent.');
}
