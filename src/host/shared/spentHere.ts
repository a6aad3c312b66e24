import * as vscode from 'vscode';
import type { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { Money } from '../../client/money.ts';
import { presentMoney } from './words/presentMoney.ts';

/** What the calls of one page came to, in micro-dollars, those that failed included. */
export interface SpentHere {
  readonly known: Money;
  /** Calls that may have cost something, of which nobody said what. */
  readonly unreported: number;
}

export const nothingSpent: SpentHere = { known: 0n, unreported: 0 };

/** With one more answer: a kept or refunded one costs nothing. */
export function withAnswer(spent: SpentHere, { from, receipt }: Pick<Exchange, 'from' | 'receipt'>): SpentHere {
  return from === 'history' || receipt.refunded ? spent : withPrice(spent, receipt.price);
}

/** With one more call that failed. */
export function withFailure(spent: SpentHere, error: Pick<SocialDataError, 'spent' | 'exchange'>): SpentHere {
  switch (error.spent) {
    case 'no':
    case 'refunded':
      return spent;
    case 'yes':
    case 'maybe':
      return withPrice(spent, error.exchange?.receipt.price);
  }
}

/** "$0.0012 spent here", with what was not reported said in words. */
export function presentSpentHere({ known, unreported }: SpentHere): string {
  const { l10n } = vscode;
  if (unreported > 0) {
    return known === 0n ? l10n.t('cost not reported') : l10n.t('{0} spent here, more not reported', presentMoney(known));
  }
  return known === 0n ? l10n.t('nothing spent here') : l10n.t('{0} spent here', presentMoney(known));
}

function withPrice({ known, unreported }: SpentHere, price: Money | undefined): SpentHere {
  return price === undefined ? { known, unreported: unreported + 1 } : { known: known + price, unreported };
}
