import * as l10n from '@vscode/l10n';
import type { SettableBudgetScope } from '../../client/errors.ts';
import type { Money } from '../../client/money.ts';
import { type Cost, getLedgerTotalCost } from './cost.ts';
import { formatCostAmount, formatDollars, formatFree, formatUnknownCosts, getBudgetTitle } from './formatCost.ts';

/** "1 request", "6 requests". */
export function formatCallCount(count: number): string {
  return count === 1 ? l10n.t('1 request') : l10n.t('{0} requests', count);
}

interface CostAndCalls {
  readonly cost: Cost;
  readonly calls: number;
}

/** "$0.0012 for 6 requests". */
export function formatSpent({ cost, calls }: CostAndCalls): string {
  return l10n.t('{0} for {1}', formatCostAmount(cost), formatCallCount(calls));
}

interface OpenedResponses {
  readonly responses: number;
  readonly paid: number;
  readonly saved: Money;
}

/** "41 responses opened, 9 paid: history saved $0.0064" */
export function formatSaved({ responses, paid, saved }: OpenedResponses): string {
  return responses === 1
    ? l10n.t('1 response opened, {0} paid: history saved {1}', paid, formatDollars(saved))
    : l10n.t('{0} responses opened, {1} paid: history saved {2}', responses, paid, formatDollars(saved));
}

/** "free", "free · 6 requests" */
export function formatSandboxCalls(calls: number): string {
  return calls === 0 ? formatFree() : `${formatFree()} · ${formatCallCount(calls)}`;
}

export type LedgerSum = Parameters<typeof getLedgerTotalCost>[0] & { readonly calls: number };

/** "$0.0012 for 6 requests · 1 not reported". */
export function formatLedgerSum(sum: LedgerSum): string {
  const cost = getLedgerTotalCost(sum);
  return [formatSpent({ cost, calls: sum.calls }), ...formatUnknownCosts(cost)].join(' · ');
}

/** "$0.0002 of $1.00" */
export function formatSpentOfBudget(cost: Cost, cap: Money): string {
  return l10n.t('{0} of {1}', formatCostAmount(cost), formatDollars(cap));
}

export function describeWhatBudgetLimits(): string {
  return l10n.t("Maximum spending in US dollars. Requests that would exceed it aren't sent.");
}

/** "Session budget: $0.0001. Paid requests aren't sent: $0.0002 is already spent." */
export function describeUsedUpBudget(per: SettableBudgetScope, amount: Money, spent: Cost): string {
  const used = l10n.t("Paid requests aren't sent: {0} is already spent.", formatCostAmount(spent));
  return `${formatBudget(per, amount)}. ${used}`;
}

/** "Session budget: $1" */
export function formatBudget(per: SettableBudgetScope, cap: Money): string {
  return l10n.t('{0}: {1}', getBudgetTitle(per), formatDollars(cap));
}

export function getInvalidBudgetMessage(): string {
  return l10n.t('Enter an amount such as 0.50.');
}

export function describeImplausiblePrice(price: Money): string {
  return l10n.t('A service reported an unusual price for a request: {0}. Check with the service.', formatDollars(price));
}
