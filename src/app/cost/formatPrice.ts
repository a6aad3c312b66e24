import * as l10n from '@vscode/l10n';
import type { Quote } from '../../client/client.ts';
import type { Money } from '../../client/money.ts';
import { formatDollars } from './formatCost.ts';
import type { MaxPrice } from './price.ts';

/** "free", "≈$0.0002" or "price unknown": what a call would cost, in the short form that stands on buttons. */
export function formatPrice(quote: Quote | undefined): string {
  switch (quote?.kind) {
    case 'kept':
      return l10n.t('free');
    case 'known':
      return formatExpected(quote.price);
    case 'unknown':
    case undefined:
      return formatExpected(undefined);
  }
}

/** "≈$0.001" or "price unknown": what is expected of calls that are not made yet. */
export function formatExpected(amount: Money | undefined): string {
  return amount === undefined ? l10n.t('price unknown') : `≈${formatDollars(amount)}`;
}

/** "at most 5 more calls for $0.001": what is still to come. */
export function formatMaxPrice({ calls, amount }: MaxPrice): string {
  if (amount === undefined) {
    return calls === 1 ? l10n.t('at most one more call') : l10n.t('at most {0} more calls', calls);
  }
  return calls === 1
    ? l10n.t('at most one more call for {0}', formatDollars(amount))
    : l10n.t('at most {0} more calls for {1}', calls, formatDollars(amount));
}
