import * as l10n from '@vscode/l10n';
import type { SettableBudgetScope } from '../../client/errors.ts';
import type { Money } from '../../client/money.ts';
import { type Cost, getLedgerTotalCost } from './cost.ts';
import { formatCostAmount, formatDollars, formatFree, formatUnknownCosts } from './formatCost.ts';

/** "1 call", "6 calls". */
export function formatCallCount(count: number): string {
  return count === 1 ? l10n.t('1 call') : l10n.t('{0} calls', count);
}

interface CostAndCalls {
  readonly cost: Cost;
  readonly calls: number;
}

/** "$0.0012 in 6 calls". */
export function formatSpent({ cost, calls }: CostAndCalls): string {
  return l10n.t('{0} in {1}', formatCostAmount(cost), formatCallCount(calls));
}

/** "free · 6 calls": what the sandbox was asked. Its play money stands in the exported ledger alone. */
export function formatSandboxCalls(calls: number): string {
  return `${formatFree()} · ${formatCallCount(calls)}`;
}

/** The calls of a time in the ledger; `unexplained`: what balances fell by beyond what was booked. */
export type LedgerSum = Parameters<typeof getLedgerTotalCost>[0] & { readonly calls: number; readonly unexplained: Money };

/** "$0.0012 in 6 calls · 1 not reported · $0.50 unexplained". */
export function formatLedgerSum(sum: LedgerSum): string {
  const { calls, unexplained } = sum;
  const cost = getLedgerTotalCost(sum);
  const parts = [
    formatSpent({ cost, calls }),
    ...formatUnknownCosts(cost),
    ...(unexplained > 0n ? [l10n.t('{0} unexplained', formatDollars(unexplained))] : []),
    // below 0 a balance rose, or a cost was taken to be higher than it was
    ...(unexplained < 0n
      ? [l10n.t('{0} more left than booked: a top-up, or a cost taken too high', formatDollars(-unexplained))]
      : []),
  ];
  return parts.join(' · ');
}

/** "$0.0002 of the session budget of $1.00". */
export function formatSpentOfBudget(per: SettableBudgetScope, cost: Cost, cap: Money): string {
  const amounts = [formatCostAmount(cost), formatDollars(cap)] as const;
  switch (per) {
    case 'session':
      return l10n.t('{0} of the session budget of {1}', ...amounts);
    case 'day':
      return l10n.t("{0} of today's budget of {1}, in all windows", ...amounts);
    case 'agents':
      return l10n.t("{0} of the agents' budget of {1} today, in all windows", ...amounts);
  }
}

export function describeWhatBudgetLimits(per: SettableBudgetScope): string {
  switch (per) {
    case 'session':
      return l10n.t('The most that one session may spend, in US dollars. A call that would pass it is not sent.');
    case 'day':
      return l10n.t(
        'The most that all windows together may spend on a day, in US dollars. A call that would pass it is not sent.',
      );
    case 'agents':
      return l10n.t(
        'The most that AI agents may spend on a day, in all windows, in US dollars. A call that would pass it is not sent.',
      );
  }
}

/** That a budget which was set is used up: "Budget per session: $0.0001. $0.0002 is spent already, so nothing further that costs is sent." */
export function describeUsedUpBudget(per: SettableBudgetScope, amount: Money, spent: Cost): string {
  const used = l10n.t('{0} is spent already, so nothing further that costs is sent.', formatCostAmount(spent));
  return l10n.t('{0}. {1}', formatBudget(per, amount), used);
}

/** "Budget per session: $1": that it holds from now on. */
export function formatBudget(per: SettableBudgetScope, cap: Money): string {
  switch (per) {
    case 'session':
      return l10n.t('Budget per session: {0}', formatDollars(cap));
    case 'day':
      return l10n.t('Budget per day: {0}', formatDollars(cap));
    case 'agents':
      return l10n.t("Agents' budget per day: {0}", formatDollars(cap));
  }
}

/** What is to be typed as a budget. */
export function getInvalidBudgetMessage(): string {
  return l10n.t('Enter an amount such as 0.50; 0 sends no call that costs anything.');
}

/** That the ledger cannot tell what was spent today, so that the budget of the day refuses. */
export function describeUnknownDaySpend(): string {
  return l10n.t('What was spent today is unknown: set the budget per day before the first call that costs.');
}

/** That a price is so high that it is booked, but not believed of the next call. */
export function describeImplausiblePrice(price: Money): string {
  return l10n.t(
    'A service reported a price of {0} for one request. It is booked, but not expected again: ask the service about it.',
    formatDollars(price),
  );
}

/** That a call waits for the price of another one that is on its way. */
export function describePriceWait(name: string): string {
  return l10n.t('{0} waits: the price of a call on its way is not known yet, and the budget may not have room for both.', name);
}

/** The same in few words. */
export function describeShortPriceWait(): string {
  return l10n.t('Waiting for its price…');
}
