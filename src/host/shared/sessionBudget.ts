import { type Money, parseMoney } from '../../client/money.ts';
import { readProtectedSetting } from './settings.ts';

/** The cap of a session in micro-dollars, from the person's own setting; 1 USD where that is no amount. */
export function budgetOf(): Money {
  const dollars = readProtectedSetting('budget.perSession');
  return (typeof dollars === 'number' && dollars >= 0 ? parseMoney(dollars.toFixed(6), 'down') : undefined) ?? 1_000_000n;
}
