import * as l10n from '@vscode/l10n';
import type { SocialDataError, SocialDataErrorFacts } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import { formatMoney, type Money } from '../../client/money.ts';
import { getCostAmount, type Cost, getExchangeCost, isExactCost, isFreeCost } from './cost.ts';

/** "$0.0002": exact. */
export function formatDollars(amount: Money): string {
  return amount < 0n ? `-$${formatMoney(-amount)}` : `$${formatMoney(amount)}`;
}

export function formatFree(): string {
  return l10n.t('free');
}

/** "$0.0124", or "≈$0.0224" if a part is assumed or unknown. */
export function formatCostAmount(cost: Cost): string {
  const amount = formatDollars(getCostAmount(cost));
  return isExactCost(cost) ? amount : `≈${amount}`;
}

/** "1 not reported", "1 may have been charged"; empty if the cost is exact. */
export function formatUnknownCosts({ unknownCalls, maybeCharged }: Cost): readonly string[] {
  const unreported = unknownCalls - maybeCharged;
  return [
    ...(unreported > 0 ? [l10n.t('{0} not reported', unreported)] : []),
    ...(maybeCharged > 0 ? [l10n.t('{0} may have been charged', maybeCharged)] : []),
  ];
}

/** "$0.0012", "≈$0.0224 · 1 not reported", "cost not reported", "no charge" */
export function formatCost(cost: Cost): string {
  const { unknownCalls, maybeCharged } = cost;
  if (isFreeCost(cost)) {
    return l10n.t('no charge');
  }
  if (getCostAmount(cost) !== 0n) {
    return [formatCostAmount(cost), ...formatUnknownCosts(cost)].join(' · ');
  }
  if (unknownCalls > 1) {
    return formatUnknownCosts(cost).join(' · ');
  }
  return maybeCharged === 0 ? l10n.t('cost not reported') : l10n.t('may have been charged');
}

type ResponseWithReceipt = Pick<Exchange, 'receipt' | 'status'>;

/** A response's original cost: "$0.0002", "$0.0002 refunded", "cost not reported", "no charge", or "free" in the sandbox. */
export function formatCharge({ receipt, status }: ResponseWithReceipt): string {
  if (receipt.isPlayMoney === true) {
    return formatFree();
  }
  if (!receipt.refunded) {
    return formatCost(getExchangeCost({ from: 'network', receipt, status }));
  }
  return receipt.price === undefined ? l10n.t('refunded') : l10n.t('{0} refunded', formatDollars(receipt.price));
}

/** "$0.0002 · $4.9998 left" */
export function formatReceipt(response: ResponseWithReceipt): string {
  const { balance, isPlayMoney } = response.receipt;
  const charge = formatCharge(response);
  return balance === undefined || isPlayMoney === true ? charge : `${charge} · ${formatAmountLeft(balance)}`;
}

/** "$4.87 left" */
export function formatAmountLeft(amount: Money): string {
  return l10n.t('{0} left', formatDollars(amount));
}

export function describeFailedCallCharge({ spent, facts: { receipt } }: Pick<SocialDataError, 'spent' | 'facts'>): string {
  if (receipt?.isPlayMoney === true) {
    return l10n.t('No charge in the sandbox.');
  }
  switch (spent) {
    case 'no':
      return describeNoCharge();
    case 'refunded':
      return l10n.t('The request was refunded.');
    case 'maybe':
      return l10n.t('The request may have been charged.');
    case 'yes':
      return receipt?.price === undefined
        ? l10n.t("The request was charged, but its cost wasn't reported.")
        : l10n.t('The request cost {0}.', formatDollars(receipt.price));
  }
}

export function describeNoCharge(): string {
  return l10n.t('No charge.');
}

/** For the last of several requests: earlier ones may have cost money. */
export function describeNoFurtherCharge(): string {
  return l10n.t('No further charge.');
}

export function addNoChargeSentence(fault: string, advice?: string): string {
  return [fault, describeNoCharge(), ...(advice === undefined ? [] : [advice])].join(' ');
}

export function describeNoRepeat(): string {
  return l10n.t('You may be charged twice if you retry.');
}

export function describeResponseDeletion(): string {
  return l10n.t("You'll have to pay again to see a deleted response.");
}

type OverBudgetFacts = NonNullable<SocialDataErrorFacts['budget']>;

export function getBudgetTitle(per: OverBudgetFacts['per']): string {
  switch (per) {
    case 'session':
      return l10n.t('Session budget');
    case 'day':
      return l10n.t('Daily budget');
    case 'agents':
      return l10n.t('Daily agent budget');
    case 'call':
      return l10n.t('Recording budget');
  }
}

/** "Search wasn't sent because it may cost $0.20. Session budget: $0.10 of $1.00 left." */
export function describeOverBudget(name: string, { per, cap, left, needed }: Omit<OverBudgetFacts, 'isPriceAssumed'>): string {
  const why = l10n.t("{0} wasn't sent because it may cost {1}.", name, formatDollars(needed));
  return `${why} ${l10n.t('{0}: {1} of {2} left.', getBudgetTitle(per), formatDollars(left), formatDollars(cap))}`;
}
