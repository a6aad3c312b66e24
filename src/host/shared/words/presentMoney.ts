import * as vscode from 'vscode';
import type { Quote } from '../../../client/client.ts';
import type { Receipt } from '../../../client/exchange.ts';
import { formatMoney, type Money } from '../../../client/money.ts';

/** "$0.0002": exact. */
export function presentMoney(amount: Money): string {
  return amount < 0n ? `-$${formatMoney(-amount)}` : `$${formatMoney(amount)}`;
}

/** "$0.0124", or "≈$0.0224" where calls did not report their cost: what they are taken to have cost is no receipt. */
export function presentBooked({ spent, unreported }: { readonly spent: Money; readonly unreported: number }): string {
  return unreported > 0 ? `≈${presentMoney(spent)}` : presentMoney(spent);
}

/** "≈$0.0002", "free" or "price not known yet": what a call would cost, in the short form that stands on buttons. */
export function presentQuote(quote: Quote | undefined): string {
  switch (quote?.kind) {
    case 'kept':
      return vscode.l10n.t('free');
    case 'known':
      return `≈${presentMoney(quote.price)}`;
    case 'unknown':
    case undefined:
      return vscode.l10n.t('price not known yet');
  }
}

/** "$0.0002 · $4.9998 left", with what was refunded or not reported said in words. */
export function presentReceipt(receipt: Receipt): string {
  const { price, balance, refunded } = receipt;
  const cost = refunded
    ? price === undefined
      ? vscode.l10n.t('refunded')
      : vscode.l10n.t('{0} refunded', presentMoney(price))
    : price === undefined
      ? vscode.l10n.t('cost not reported')
      : presentMoney(price);
  return balance === undefined ? cost : vscode.l10n.t('{0} · {1} left', cost, presentMoney(balance));
}

/** "$4.87": a balance, cut (not rounded up) to cents where it is a cent or more. */
export function presentDollars(amount: Money): string {
  return amount < 10_000n ? presentMoney(amount) : `$${formatMoney((amount / 10_000n) * 10_000n)}`;
}
