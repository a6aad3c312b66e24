import * as l10n from '@vscode/l10n';
import type { Quote } from '../../client/client.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { Money } from '../../client/money.ts';
import { addNoChargeSentence, describeNoFurtherCharge, formatDollars, formatReceipt } from './formatCost.ts';
import { formatCallCount } from './formatSpend.ts';
import { type MaxPrice, computeMaxPrice, isFreeQuote } from './cost.ts';
import { formatAge } from '../text/formatAge.ts';

/** "≈$0.0002" or "price unknown"; empty if it is free, as from history and in the sandbox. */
export function formatPrice(quote: Quote | undefined): string {
  return isFreeQuote(quote) ? '' : formatExpectedPrice(quote?.kind === 'known' ? quote.price : undefined);
}

/** "Refresh (≈$0.0002)", or "Refresh" if it is free. */
export function addPrice(title: string, price: string): string {
  return price === '' ? title : `${title} (${price})`;
}

/** "≈$0.0002", or "from history, 3 min ago" for a stored response; empty in the sandbox. */
export function formatPriceWithAge(quote: Quote | undefined, now: number): string {
  return quote?.kind === 'stored' ? formatStoredAge(quote.exchange, now) : formatPrice(quote);
}

/** "from history, 3 min ago" */
export function formatStoredAge({ sentAt }: Pick<Exchange, 'sentAt'>, now: number): string {
  return l10n.t('from history, {0}', formatAge(sentAt, now));
}

/** "$0.0002 · $4.9998 left · just now", "from history, 3 min ago (was $0.0002)", or "free · from history, 3 min ago". */
export function formatResponseCost(exchange: Exchange, now: number): string {
  const receipt = formatReceipt(exchange);
  const age = exchange.from === 'history' ? formatStoredAge(exchange, now) : formatAge(exchange.sentAt, now);
  return exchange.from === 'network' || exchange.receipt.isPlayMoney === true
    ? `${receipt} · ${age}`
    : l10n.t('{0} (was {1})', age, receipt);
}

/** "Open as Thread: ≈$0.0002, or free from history", because a thread may be stored, which is only known when it opens. */
export function formatOpenAsThreadPrice(quote: Quote | undefined, now: number): string {
  const title = l10n.t('Open as Thread');
  if (quote?.kind === 'stored') {
    return l10n.t('{0}: {1}', title, formatStoredAge(quote.exchange, now));
  }
  const price = formatPrice(quote);
  return price === '' ? title : l10n.t('{0}: {1}, or free from history', title, price);
}

/** "≈$0.001" or "price unknown"; empty in the sandbox. */
export function formatExpectedPrice(amount: Money | undefined): string {
  if (amount === 0n) {
    return '';
  }
  return amount === undefined ? l10n.t('price unknown') : `≈${formatDollars(amount)}`;
}

/** "≈$0.0002 each" */
export function formatPriceEach(price: string): string {
  return price === '' ? '' : l10n.t('{0} each', price);
}

/** "≈$0.0004 for 2 pages" */
export function formatPagesPrice(quote: Quote, pages: number): string {
  return pages <= 1 || quote.kind !== 'known' || isFreeQuote(quote)
    ? formatPrice(quote)
    : l10n.t('{0} for {1} pages', formatExpectedPrice(computeMaxPrice(quote, pages).amount), pages);
}

export function describePriceNotFound(): string {
  return addNoChargeSentence(l10n.t("Couldn't read the price."), l10n.t('Try again.'));
}

/** "Up to 5 requests (≈$0.001)." */
export function describeMaxPrice({ calls, amount }: MaxPrice): string {
  return l10n.t('Up to {0}.', addPrice(formatCallCount(calls), formatExpectedPrice(amount)));
}

/** "up to ≈$0.001", or "up to 5 requests": the button text for several requests. Empty in the sandbox. */
export function formatPriceAtMost({ calls, amount }: MaxPrice): string {
  if (amount === 0n) {
    return '';
  }
  return l10n.t('up to {0}', amount === undefined ? formatCallCount(calls) : formatExpectedPrice(amount));
}

export function formatCallsLeft(calls: number): string {
  return calls === 0 ? '' : l10n.t('Remaining requests: {0}.', calls);
}

export function describePriceRise(what: string, agreed: Money, price: Money, callsLeft: number): string {
  const rise = l10n.t(
    '{0}: the price per request increased from {2} to {1}.',
    what,
    formatExpectedPrice(price),
    formatExpectedPrice(agreed),
  );
  return [rise, describeNoFurtherCharge(), formatCallsLeft(callsLeft)].join(' ');
}

/** @param made "5 requests" @param left "2 branches left" */
export function describeStopAtRaisedPrice(made: string, left: string): string {
  return l10n.t('Stopped after {0} because the price increased: {1}.', made, left);
}

/** @param amount the amount counted against budgets, in micro-dollars */
export function formatKnownOrAssumedPrice(amount: Money, isKnown: boolean): string {
  return isKnown ? formatExpectedPrice(amount) : l10n.t('price unknown, counted as {0}', formatDollars(amount));
}
