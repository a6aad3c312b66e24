import * as l10n from '@vscode/l10n';
import { formatMoney, type Money } from '../../client/money.ts';
import { amountOf, type Cost, isExact } from './cost.ts';

/** "$0.0002": exact. */
export function formatDollars(amount: Money): string {
  return amount < 0n ? `-$${formatMoney(-amount)}` : `$${formatMoney(amount)}`;
}

/** "$4.87": a balance, cut (not rounded up) to cents where it is a cent or more. */
export function formatBalance(amount: Money): string {
  return formatDollars(amount < 10_000n ? amount : (amount / 10_000n) * 10_000n);
}

/** The amount alone: "$0.0124"; "≈$0.0224" where a part is assumed; "at least $0.0124" where a part is not known at all. */
export function formatAmount(cost: Cost): string {
  const amount = formatDollars(amountOf(cost));
  if (isExact(cost)) {
    return amount;
  }
  return cost.assumed === 0n ? l10n.t('at least {0}', amount) : `≈${amount}`;
}

/** What is not known of a cost: "1 not reported", "1 may have been charged"; empty where all of it is known. */
export function formatUnknowns({ unknownCalls, maybeCharged }: Cost): readonly string[] {
  const unreported = unknownCalls - maybeCharged;
  return [
    ...(unreported > 0 ? [l10n.t('{0} not reported', unreported)] : []),
    ...(maybeCharged > 0 ? [l10n.t('{0} may have been charged', maybeCharged)] : []),
  ];
}

/** All that is known of a cost in short: "$0.0012", "≈$0.0224 · 1 not reported", "cost not reported", "nothing spent". */
export function formatCost(cost: Cost): string {
  const { unknownCalls, maybeCharged } = cost;
  if (amountOf(cost) !== 0n) {
    return [formatAmount(cost), ...formatUnknowns(cost)].join(' · ');
  }
  if (unknownCalls === 0) {
    return l10n.t('nothing spent');
  }
  if (unknownCalls > 1) {
    return formatUnknowns(cost).join(' · ');
  }
  return maybeCharged === 0 ? l10n.t('cost not reported') : l10n.t('may have been charged');
}
