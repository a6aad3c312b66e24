import * as l10n from '@vscode/l10n';
import type { Quote } from '../../client/client.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { Money } from '../../client/money.ts';
import { formatAge } from './formatAge.ts';
import { formatDollars, formatReceipt } from './formatCost.ts';
import type { MaxPrice } from './price.ts';

/** "free", "≈$0.0002" or "price unknown": what a call would cost, in the short form that stands on buttons. */
export function formatPrice(quote: Quote | undefined): string {
  switch (quote?.kind) {
    case 'kept':
      return formatFree();
    case 'known':
      return formatExpected(quote.price);
    case 'unknown':
    case undefined:
      return formatExpected(undefined);
  }
}

/** "free": what opening something kept costs. */
export function formatFree(): string {
  return l10n.t('free');
}

/** The price of a call where there is room to say how old a kept answer is: "free, kept 3 min ago". */
export function formatOffer(quote: Quote | undefined, now: number): string {
  return quote?.kind === 'kept' ? l10n.t('free, {0}', formatKept(quote.exchange, now)) : formatPrice(quote);
}

/** "kept 3 min ago": how old a kept answer is. */
export function formatKept({ sentAt }: Pick<Exchange, 'sentAt'>, now: number): string {
  return l10n.t('kept {0}', formatAge(sentAt, now));
}

/** "$0.0002 · $4.9998 left · just now", or of a kept answer "free, kept 3 min ago (was $0.0002)": what an open answer cost. */
export function formatAnswer(exchange: Exchange, now: number): string {
  const receipt = formatReceipt(exchange);
  return exchange.from === 'history'
    ? l10n.t('{0} (was {1})', formatOffer({ kind: 'kept', exchange }, now), receipt)
    : `${receipt} · ${formatAge(exchange.sentAt, now)}`;
}

/** "View Thread: ≈$0.0002, or free where it is kept": it stands for many posts, or for longer than it is known that none is kept. */
export function formatThreadPrice(quote: Quote | undefined, now: number): string {
  return quote?.kind === 'kept'
    ? l10n.t('View Thread: {0}', formatOffer(quote, now))
    : l10n.t('View Thread: {0}, or free where it is kept', formatPrice(quote));
}

/** That to open what is kept, or loaded, costs nothing; in one sentence. */
export function describeKept(): string {
  return l10n.t('Opening it again is free.');
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
