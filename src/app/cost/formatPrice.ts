import * as l10n from '@vscode/l10n';
import type { Quote } from '../../client/client.ts';
import type { Money } from '../../client/money.ts';
import { formatDollars } from './formatCost.ts';

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
