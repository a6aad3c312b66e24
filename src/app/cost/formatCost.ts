import * as l10n from '@vscode/l10n';
import { formatMoney, type Money } from '../../client/money.ts';
import { amountOf, type Cost, isExact, isFree } from './cost.ts';

/** "$0.0002": exact. */
export function formatDollars(amount: Money): string {
  return amount < 0n ? `-$${formatMoney(-amount)}` : `$${formatMoney(amount)}`;
}

/** "$4.87": a balance, cut (not rounded up) to cents where it is a cent or more. */
export function formatBalance(amount: Money): string {
  return formatDollars(amount < 10_000n ? amount : (amount / 10_000n) * 10_000n);
}

/** The amount alone: "$0.0124", or "≈$0.0224" where a part of it is assumed or not known. */
export function formatAmount(cost: Cost): string {
  const amount = formatDollars(amountOf(cost));
  return isExact(cost) ? amount : `≈${amount}`;
}

/** What is not known of a cost, in short: "1 not reported", "1 may have been charged"; empty where all of it is known. */
export function formatUnknowns({ unknownCalls, maybeCharged }: Cost): readonly string[] {
  const unreported = unknownCalls - maybeCharged;
  return [
    ...(unreported > 0 ? [l10n.t('{0} not reported', unreported)] : []),
    ...(maybeCharged > 0 ? [l10n.t('{0} may have been charged', maybeCharged)] : []),
  ];
}

/** The same in sentences: for how many calls a sum holds an assumption, and why. */
export function describeUnknowns({ unknownCalls, maybeCharged }: Cost): readonly string[] {
  const unreported = unknownCalls - maybeCharged;
  return [
    ...(unreported > 0 ? [describeUnreported(unreported)] : []),
    ...(maybeCharged > 0 ? [describeMaybeCharged(maybeCharged)] : []),
  ];
}

function describeUnreported(calls: number): string {
  return calls === 1
    ? l10n.t('1 call did not report its cost; the sum holds an assumption for it')
    : l10n.t('{0} calls did not report their cost; the sum holds an assumption for them', calls);
}

function describeMaybeCharged(calls: number): string {
  return calls === 1
    ? l10n.t('1 call may have been charged; the sum holds an assumption for it')
    : l10n.t('{0} calls may have been charged; the sum holds an assumption for them', calls);
}

/** All that is known of a cost in short: "$0.0012", "≈$0.0224 · 1 not reported", "cost not reported", "nothing spent". */
export function formatCost(cost: Cost): string {
  const { unknownCalls, maybeCharged } = cost;
  if (isFree(cost)) {
    return l10n.t('nothing spent');
  }
  if (amountOf(cost) !== 0n) {
    return [formatAmount(cost), ...formatUnknowns(cost)].join(' · ');
  }
  if (unknownCalls > 1) {
    return formatUnknowns(cost).join(' · ');
  }
  return maybeCharged === 0 ? l10n.t('cost not reported') : l10n.t('may have been charged');
}
