import type { SocialDataError } from '../../client/errors.ts';
import { type Money, parseMoney } from '../../client/money.ts';
import { readProtectedSetting } from './settings.ts';

/** The cap of a session in micro-dollars, from the person's own setting; 1 USD where that is no amount. */
export function budgetOf(): Money {
  return moneyOf(readProtectedSetting('budget.perSession')) ?? 1_000_000n;
}

/** The cap of a day, over all windows; 5 USD where the setting is no amount. */
export function dayBudgetOf(): Money {
  return moneyOf(readProtectedSetting('budget.perDay')) ?? 5_000_000n;
}

/** Whether an error says that a budget left no room, and that budget is a higher one by now. */
export function isBudgetRaised({ facts: { budget } }: Pick<SocialDataError, 'facts'>): boolean {
  return budget !== undefined && (budget.per === 'day' ? dayBudgetOf() : budgetOf()) > budget.cap;
}

function moneyOf(dollars: unknown): Money | undefined {
  return typeof dollars === 'number' && dollars >= 0 ? parseMoney(dollars.toFixed(6), 'down') : undefined;
}
