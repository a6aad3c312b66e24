import * as l10n from '@vscode/l10n';
import type { SocialDataErrorFacts } from '../../client/errors.ts';
import type { Money } from '../../client/money.ts';
import { formatDollars } from './formatCost.ts';

/** What is left of a budget: "$0.10 of the session budget of $1.00 is left." */
export function describeBudgetLeft({
  per,
  cap,
  left,
}: {
  readonly per: 'session' | 'day';
  readonly cap: Money;
  readonly left: Money;
}): string {
  const amounts = [formatDollars(left), formatDollars(cap)] as const;
  return per === 'day'
    ? l10n.t("{0} of today's budget of {1} is left.", ...amounts)
    : l10n.t('{0} of the session budget of {1} is left.', ...amounts);
}

/**
 * That a call was not made because a budget leaves no room for it.
 * @param name of the call
 */
export function describeOverBudget(name: string, budget: SocialDataErrorFacts['budget']): string {
  const { needed = 0n, left = 0n, cap = 0n } = budget ?? {};
  const amounts = [formatDollars(needed), formatDollars(left), formatDollars(cap)] as const;
  return budget?.per === 'day'
    ? l10n.t("{0} was not called: it may cost {1}, and {2} of today's budget of {3} is left.", name, ...amounts)
    : l10n.t('{0} was not called: it may cost {1}, and {2} of the session budget of {3} is left.', name, ...amounts);
}
